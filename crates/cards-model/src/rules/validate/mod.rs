//! Holds content to the rules, and mends what can be mended safely.

mod language;
mod view;

use crate::rules::{self, Check, Fixed, Level, Rule};
use crate::{Content, Finding, Form};

pub(crate) use language::is_language;
pub(crate) use view::{EntryView, alter_assets, alter_entries, assets, entries, extensions, stands_oddly};

/// How much validation asks of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Strictness {
    /// Passes over rules whose breach every reader understands alike: absent and null members, a version beside the
    /// marker, dates in milliseconds. What is left is worth mending.
    Lenient,
    /// Takes every text at its word.
    #[default]
    Strict,
}

/// What to validate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ValidateOptions {
    /// How much to ask.
    pub strictness: Strictness,
    /// The least binding level to report. Default [`Level::Note`], which is all of them.
    pub least: Level,
}

impl ValidateOptions {
    /// Every rule of every level.
    pub const STRICT: Self = Self { strictness: Strictness::Strict, least: Level::Note };
    /// The rules that are not settled among readers, of every level.
    pub const LENIENT: Self = Self { strictness: Strictness::Lenient, least: Level::Note };

    /// The options with another least level.
    #[must_use]
    pub fn with_least(self, least: Level) -> Self {
        Self { least, ..self }
    }

    /// Whether a rule is asked about.
    #[must_use]
    pub fn covers(&self, rule: &Rule) -> bool {
        rule.level >= self.least && (self.strictness == Strictness::Strict || !rule.settled)
    }
}

impl Default for ValidateOptions {
    fn default() -> Self {
        Self::STRICT
    }
}

/// Collects what breaks one rule.
#[derive(Debug)]
pub struct Report<'a> {
    rule: &'static Rule,
    findings: &'a mut Vec<Finding>,
}

impl Report<'_> {
    /// Adds a breach at a place, given as a JSON pointer.
    pub fn add(&mut self, pointer: impl Into<crate::Pointer>, message: impl Into<String>) {
        self.findings.push(Finding::new(self.rule, pointer, message));
    }
}

/// Holds content to every rule that its typed form can show, all breaches at once.
///
/// Findings stand in the order of the rule table, and those of one rule in the order of the content, so that the
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
    for rule in rules_for(content.form()).filter(|rule| options.covers(rule)) {
        if let Check::Content(check) = rule.check {
            check(content, &mut Report { rule, findings: &mut findings });
        }
    }
    findings
}

/// Mends whatever breaks a rule that has a safe fix, and names each change; nothing else changes.
///
/// `wanted` chooses among the rules.
pub fn fix(content: &mut Content, wanted: impl Fn(&Rule) -> bool) -> Vec<Fixed> {
    let rules = rules_for(content.form()).filter(|rule| wanted(rule));
    rules.flat_map(|rule| rule.apply_fix(content)).collect()
}

/// The rules that hold for a form.
fn rules_for(form: Form) -> impl Iterator<Item = &'static Rule> {
    rules::all().filter(move |rule| rule.forms.contains(&form))
}

/// Findings of reading and of validation as one list: what both found stands once.
pub(crate) fn merged(reading: &[Finding], content: Vec<Finding>, options: ValidateOptions) -> Vec<Finding> {
    let mut all: Vec<Finding> = reading.iter().filter(|finding| options.covers(finding.rule)).cloned().collect();
    for finding in content {
        let known = reading.iter().any(|other| {
            // The reader places a marker that is missing or wrong at the whole file.
            let same_place = other.pointer == finding.pointer || finding.rule == &rules::MARKER;
            other.rule == finding.rule && same_place
        });
        if !known {
            all.push(finding);
        }
    }
    all
}
