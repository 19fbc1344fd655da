//! The rules that cards are held to, as data.
//!
//! One table and one scale: [`groups`] has the rules that speak of the data, by theme, and [`APPLICATION`] those that
//! only an application can keep. Findings of reading and of [`crate::validate`] point into it; `cards-lint` adds rules of
//! the same type about containers and programs, and makes `docs/rules.md` of all of them.
//!
//! A rule weighs by what a breach does ([`Severity`], [`Rule::breaks`]); what the spec says word for word stands beside
//! that ([`Letter`]).

mod application;
mod asset;
pub(crate) mod card;
mod container;
pub(crate) mod fallback;
pub(crate) mod finding;
mod lorebook;
mod lynn;
mod module;
mod prom;
mod reading;
pub(crate) mod validate;

use std::fmt;

use crate::document::{Changes, Settle};
use crate::rules::validate::Report;
use crate::{Content, Form, Pointer};

pub use application::APPLICATION;
pub use asset::*;
pub use card::*;
pub use container::*;
pub use lorebook::*;
pub use lynn::*;
pub use module::*;
pub use prom::*;
pub use reading::*;

/// How much a breach weighs, by what it does to people who use the card.
///
/// The letter of a spec is another thing: see [`Letter`]. A MUST whose breach no known program minds is a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing; no chat program is known to be hurt.
    Note,
    /// The author or the reader will not get what the card promises.
    Warning,
    /// A program refuses the file or loses a part of it.
    Error,
}

impl Severity {
    /// Every severity, the heaviest first.
    pub const ALL: [Self; 3] = [Self::Error, Self::Warning, Self::Note];

    /// The word in output: `error`, `warning`, `note`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// How binding the text of a spec makes a rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Letter {
    /// No sentence of a spec asks for it.
    #[default]
    Silent,
    /// A spec says SHOULD or SHOULD NOT.
    Should,
    /// A spec (or the JSON grammar) says MUST or MUST NOT.
    Must,
}

impl Letter {
    /// The word that specs use: `MUST`, `SHOULD`, or nothing.
    #[must_use]
    pub fn keyword(self) -> &'static str {
        match self {
            Self::Silent => "",
            Self::Should => "SHOULD",
            Self::Must => "MUST",
        }
    }
}

/// Whom a breach hurts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reader {
    /// SillyTavern.
    SillyTavern,
    /// RisuAI.
    Risu,
    /// Programs beside these two: strict libraries, editors, card sites.
    Others,
}

impl Reader {
    /// Everybody.
    pub const ALL: &'static [Self] = &[Self::SillyTavern, Self::Risu, Self::Others];

    /// The name for people.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::SillyTavern => "SillyTavern",
            Self::Risu => "RisuAI",
            Self::Others => "other readers",
        }
    }
}

/// Who checks a rule, and how.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Check {
    /// The reader, as it reads the text.
    Reading,
    /// A function over the typed content.
    Content(fn(&Content, &mut Report<'_>)),
    /// A layer above: what has the container open, or knows programs.
    Above,
}

/// One thing that a fix changed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change {
    /// The rule that asked for it.
    pub rule: &'static Rule,
    /// Where.
    pub pointer: Pointer,
    /// What was changed, for people.
    pub message: String,
}

impl Change {
    /// A change at a place.
    #[must_use]
    pub fn new(rule: &'static Rule, pointer: impl Into<Pointer>, message: impl Into<String>) -> Self {
        Self { rule, pointer: pointer.into(), message: message.into() }
    }
}

/// Mends whatever breaks one rule and names each change; nothing else changes.
pub(crate) type Fix = fn(&mut Content, &mut Changes);

/// One rule: what it asks, where it comes from, how binding it is, and whom a breach hurts.
#[derive(Debug)]
#[non_exhaustive]
pub struct Rule {
    /// A stable name in kebab case, unique over all rules.
    pub id: &'static str,
    /// How much a breach weighs.
    pub severity: Severity,
    /// How binding the text of a spec makes it.
    pub letter: Letter,
    /// The programs that a breach hurts; empty when none is known.
    pub breaks: &'static [Reader],
    /// The text and section that it comes from, or the program and version where it was observed.
    pub source: &'static str,
    /// What it asks, in one sentence of our own.
    pub summary: &'static str,
    /// What to do about a breach by hand.
    pub help: &'static str,
    /// What `cards repair` does about a breach, for rules of which some breaches have a safe fix.
    pub repair: Option<&'static str>,
    /// The forms of content that it holds for.
    pub forms: &'static [Form],
    /// Whether readers agree on what a file means that breaks it; lenient validation passes over such rules.
    pub settled: bool,
    pub(crate) check: Check,
    pub(crate) fix: Option<Fix>,
}

impl Rule {
    /// A rule of every form that a layer above checks. Notes hurt nobody, others everybody, until it is said
    /// otherwise.
    #[must_use]
    pub const fn new(
        id: &'static str,
        severity: Severity,
        source: &'static str,
        summary: &'static str,
        help: &'static str,
    ) -> Self {
        Self {
            id,
            severity,
            letter: Letter::Silent,
            breaks: if matches!(severity, Severity::Note) { &[] } else { Reader::ALL },
            source,
            summary,
            help,
            repair: None,
            forms: Form::ALL,
            settled: false,
            check: Check::Above,
            fix: None,
        }
    }

    /// The rule as a text of a spec makes it binding.
    #[must_use]
    pub const fn letter(self, letter: Letter) -> Self {
        Self { letter, ..self }
    }

    /// The rule with the programs that a breach hurts.
    #[must_use]
    pub const fn breaks(self, breaks: &'static [Reader]) -> Self {
        Self { breaks, ..self }
    }

    /// The rule with what `cards repair` does about a breach.
    #[must_use]
    pub const fn repair(self, repair: &'static str) -> Self {
        Self { repair: Some(repair), ..self }
    }

    /// The rule for some forms of content alone.
    #[must_use]
    pub const fn forms(self, forms: &'static [Form]) -> Self {
        Self { forms, ..self }
    }

    const fn settled(self, settled: bool) -> Self {
        Self { settled, ..self }
    }

    const fn check(self, check: Check) -> Self {
        Self { check, ..self }
    }

    const fn fix(self, fix: Fix) -> Self {
        Self { fix: Some(fix), ..self }
    }

    /// Whether some breaches have a safe fix.
    #[must_use]
    pub fn is_fixable(&self) -> bool {
        self.repair.is_some()
    }

    /// Whether a look at the content, without its container, shows breaches.
    #[must_use]
    pub fn is_about_content(&self) -> bool {
        !matches!(self.check, Check::Above)
    }

    /// Whether the content itself can be changed so that nothing breaks the rule any more, as far as that is safe.
    #[must_use]
    pub fn has_fix(&self) -> bool {
        self.fix.is_some()
    }

    /// The names of the programs that a breach hurts, for people: `SillyTavern, RisuAI`, or `nobody known`.
    #[must_use]
    pub fn hurts(&self) -> String {
        match self.breaks {
            [] => "nobody known".to_owned(),
            all => all.iter().map(|reader| reader.name()).collect::<Vec<_>>().join(", "),
        }
    }

    /// Mends whatever breaks the rule, as far as that is safe, and names each change. Content in an older layout is
    /// left as it is; convert it first.
    pub fn apply_fix(&'static self, content: &mut Content) -> Vec<Change> {
        let Some(fix) = self.fix.filter(|_| !content.is_lifted()) else {
            return Vec::new();
        };
        let mut changes = Changes::default();
        fix(content, &mut changes);
        changes.0.into_iter().map(|change| Change::new(self, change.pointer, change.message)).collect()
    }
}

/// Ids are unique, so they tell rules apart.
impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Rule {}

/// Rules of one theme.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Group {
    /// The theme.
    pub title: &'static str,
    /// What the group is about.
    pub intro: &'static str,
    /// The rules, in the order of their declaration.
    pub rules: Vec<&'static Rule>,
}

impl Group {
    /// A group of rules.
    #[must_use]
    pub fn new(title: &'static str, intro: &'static str, rules: Vec<&'static Rule>) -> Self {
        Self { title, intro, rules }
    }
}

/// The rules that speak of the data, by theme: title, what the theme is about, rules.
static THEMES: &[(&str, &str, &[&Rule])] = &[
    ("Reading", "What a reader notices as it reads.", READING),
    ("Cards", "From the texts of the specs.", CARD),
    ("Assets", "From the texts of the specs.", ASSET),
    ("Lorebooks", "From the texts of the specs.", LOREBOOK),
    ("CCv3L", "From the texts of the specs.", LYNN),
    ("Prom", "From the texts of the specs.", PROM),
    ("Modules", "From the texts of the specs.", MODULE),
    ("Containers", "From the texts of the specs; an opened container shows them.", CONTAINER),
];

/// Every rule that speaks of the data, by theme.
#[must_use]
pub fn groups() -> Vec<Group> {
    THEMES.iter().map(|(title, intro, rules)| Group::new(title, intro, rules.to_vec())).collect()
}

/// A rule about what programs do, which no look at a file can check.
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Duty {
    /// A stable name in kebab case, unique over all rules and duties.
    pub id: &'static str,
    /// How binding it is.
    pub letter: Letter,
    /// The text and section that it comes from.
    pub source: &'static str,
    /// What it asks, in one sentence of our own.
    pub summary: &'static str,
}

/// Optional members that are `null`: what taking them out would change shows where they are.
fn unset_member(content: &Content, report: &mut Report<'_>) {
    let mut changes = Changes::default();
    content.clone().settle(Settle::Unset, &mut changes);
    for change in changes.0 {
        report.add(change.pointer, "null where a value or nothing belongs");
    }
}

fn fix_unset_member(content: &mut Content, changes: &mut Changes) {
    content.settle(Settle::Unset, changes);
}

/// Every rule that speaks of the data, group by group.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    THEMES.iter().flat_map(|(_, _, rules)| rules.iter().copied())
}

/// The rule of an id.
#[must_use]
pub fn find(id: &str) -> Option<&'static Rule> {
    all().find(|rule| rule.id == id)
}

/// The duty of an id.
#[must_use]
pub fn find_duty(id: &str) -> Option<&'static Duty> {
    APPLICATION.iter().find(|duty| duty.id == id)
}

/// Declares the rules of one group: a name, an id, a severity, a source, a summary and a help text each, then whatever
/// differs from [`Rule::new`].
macro_rules! rules {
    (
        $(#[doc = $group_doc:literal])* $group:ident;
        $(
            $(#[doc = $doc:literal])*
            $name:ident: $id:literal, $severity:ident, $source:literal, $summary:literal, $help:literal
                $(, $option:ident: $value:expr)* $(,)?;
        )*
    ) => {
        $(
            $(#[doc = $doc])*
            pub static $name: $crate::rules::Rule =
                $crate::rules::Rule::new($id, $crate::rules::Severity::$severity, $source, $summary, $help)
                    $(.$option($value))*;
        )*
        $(#[doc = $group_doc])*
        pub static $group: &[&$crate::rules::Rule] = &[$(&$name),*];
    };
}
use rules;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_unique_and_in_kebab_case() {
        let mut seen = std::collections::HashSet::new();
        for id in all().map(|rule| rule.id).chain(APPLICATION.iter().map(|duty| duty.id)) {
            assert!(seen.insert(id), "{id} stands twice");
            assert!(id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'), "{id}");
        }
    }

    #[test]
    fn every_rule_says_what_it_asks_and_of_what() {
        for rule in all() {
            assert!(rule.summary.ends_with('.') && !rule.source.is_empty(), "{}", rule.id);
            assert!(rule.help.ends_with('.') && rule.help != rule.summary, "{}", rule.id);
            assert!(!rule.help.contains("cards repair"), "{}: `help` is for those who have no fix", rule.id);
            assert!(rule.repair.is_none_or(|text| text.starts_with("Run `cards repair`")), "{}", rule.id);
            assert!(rule.fix.is_none() || rule.is_fixable(), "{} has a fix and does not say so", rule.id);
            assert!(rule.severity == Severity::Note || !rule.breaks.is_empty(), "{} hurts nobody", rule.id);
            assert!(!rule.forms.is_empty(), "{}", rule.id);
            assert_eq!(find(rule.id), Some(rule));
        }
    }
}
