//! Holds content to the rules, and mends what can be mended safely.

mod language;
mod view;

use super::check::Report;
use super::table;
use crate::terms::reading::{MARKER, MARKER_LATER, MARKER_VERSION};
use crate::terms::rule::{By, Change, Letter, Rule};
use crate::{Content, Finding};

pub(crate) use language::is_language;
pub(crate) use view::{alter_assets, alter_entries, assets, book, entries, extensions, stands_oddly};

/// How much validation asks of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Strictness {
    /// Passes over rules whose breach every reader understands alike: absent and null members, a version beside the
    /// marker, dates in milliseconds. What is left is worth mending.
    Lenient,
    /// Takes every text at its word.
    #[default]
    Strict,
}

cards_words::named! {
    Strictness: "strictness";
    Lenient => "lenient",
    Strict => "strict",
}

/// What to validate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ValidateOptions {
    /// How much to ask.
    pub strictness: Strictness,
    /// How binding a spec has to make a rule for it to be asked. Default [`Letter::Silent`], which is all of them.
    pub letter: Letter,
}

impl ValidateOptions {
    /// Every rule.
    pub const STRICT: Self = Self { strictness: Strictness::Strict, letter: Letter::Silent };
    /// The rules that are not settled among readers.
    pub const LENIENT: Self = Self { strictness: Strictness::Lenient, letter: Letter::Silent };

    /// The options for rules that a spec makes at least so binding.
    #[must_use]
    pub fn with_letter(self, letter: Letter) -> Self {
        Self { letter, ..self }
    }

    /// The options with another strictness.
    #[must_use]
    pub fn with_strictness(self, strictness: Strictness) -> Self {
        Self { strictness, ..self }
    }

    /// Whether a rule is asked about.
    #[must_use]
    pub fn covers(&self, rule: &Rule) -> bool {
        rule.letter >= self.letter && (self.strictness == Strictness::Strict || !rule.settled)
    }
}

impl Default for ValidateOptions {
    fn default() -> Self {
        Self::STRICT
    }
}

/// Holds content to every rule that its typed form can show, all breaches at once.
///
/// Findings are in the order of the rule table, and those of one rule in the order of the content, so that the
/// same content gives the same list. What only its text shows (absent members, other types) is known to the reader:
/// [`crate::Document::validate`] adds that.
///
/// ```
/// use cards_model::{Content, Module, ValidateOptions, validate};
/// let module = Module { module_id: "X1".into(), name: "Old town".into(), ..Module::default() };
/// let findings = validate(&Content::Module(module), ValidateOptions::STRICT);
/// assert!(findings.iter().any(|f| f.rule.id == "module-id" && f.pointer == "/module_id"));
/// ```
#[must_use]
pub fn validate(content: &Content, options: ValidateOptions) -> Vec<Finding> {
    let mut findings = Vec::new();
    let form = content.form();
    for (rule, check) in table::checks().filter(|(rule, _)| rule.forms.contains(&form) && options.covers(rule)) {
        check(content, &mut Report { rule, findings: &mut findings });
    }
    findings
}

/// Mends whatever breaks a rule that has a safe fix, and names each change; nothing else changes.
///
/// `wanted` chooses among the rules.
///
/// ```
/// use cards_model::{Document, Limits, fix};
/// let text = r#"{"spec":"chara_card_v3","spec_version":"3.0","data":{"name":"Aria","assets":[{"type":"icon"}]}}"#;
/// let mut content = Document::read(text, &Limits::default())?.content;
/// let changes = fix(&mut content, |_| true);
/// assert!(fix(&mut content, |_| true).is_empty(), "{changes:?}");
/// # Ok::<(), cards_model::Error>(())
/// ```
pub fn fix(content: &mut Content, wanted: impl Fn(&Rule) -> bool) -> Vec<Change> {
    let form = content.form();
    let rules = table::fixes().map(|(rule, _)| rule).filter(|rule| rule.forms.contains(&form) && wanted(rule));
    rules.flat_map(|rule| rule.apply_fix(content)).collect()
}

/// Findings of reading and of validation as one list. Each rule has one checker, so that nothing occurs twice; of the
/// marker the reader says more than its content does, since it knows what the file looked like.
pub(crate) fn merged(reading: &[Finding], content: Vec<Finding>, options: ValidateOptions) -> Vec<Finding> {
    let at_reading = |rule: &Rule| rule.by == By::Reading || *rule == MARKER;
    let said = |rule: &Rule| reading.iter().any(|finding| finding.rule == rule);
    let (later, marked) = (said(&MARKER_LATER), said(&MARKER));
    let told = reading.iter().filter(|finding| at_reading(finding.rule) && options.covers(finding.rule)).cloned();
    let shown = content.into_iter().filter(|finding| match finding.rule {
        rule if *rule == MARKER => !marked && !later,
        rule if *rule == MARKER_VERSION => !later,
        _ => true,
    });
    told.chain(shown).collect()
}
