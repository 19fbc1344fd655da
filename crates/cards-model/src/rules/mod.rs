//! The rules that cards are held to, as data.
//!
//! One table: [`ALL`] holds the rules that speak of the data, in groups by theme, and [`APPLICATION`] those that only
//! an application can keep. Reading findings and [`crate::validate`] point into it, and `cards-lint` makes `docs/rules.md` of it.

mod application;
mod asset;
mod card;
mod container;
pub(crate) mod fallback;
pub(crate) mod finding;
pub(crate) mod habits;
mod lorebook;
mod lynn;
mod module;
mod prom;
mod reading;
pub(crate) mod validate;

use crate::document::{Change, Changes};
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

/// How binding a rule is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Worth knowing: programs differ here, or real files often do otherwise.
    Note,
    /// A spec says SHOULD or SHOULD NOT.
    Should,
    /// A spec (or the JSON grammar) says MUST or MUST NOT.
    Must,
}

impl Level {
    /// The word used in output: `note`, `warning`, `error`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Should => "warning",
            Self::Must => "error",
        }
    }

    /// The word that specs use: `MUST`, `SHOULD`, and `NOTE` for rules without one.
    #[must_use]
    pub fn keyword(self) -> &'static str {
        match self {
            Self::Note => "NOTE",
            Self::Should => "SHOULD",
            Self::Must => "MUST",
        }
    }
}

/// Who checks a rule, and how.
#[derive(Clone, Copy, Debug)]
pub enum Check {
    /// The reader, as it reads the text.
    Reading,
    /// A function over the typed content.
    Content(fn(&Content, &mut Report<'_>)),
    /// Whoever has the container open, since the JSON alone does not show it.
    Container,
}

/// One thing that a fix changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixed {
    /// The rule that asked for it.
    pub rule: &'static Rule,
    /// Where.
    pub pointer: Pointer,
    /// What was changed, for people.
    pub message: String,
}

/// Mends whatever breaks one rule and names each change; nothing else changes.
pub type Fix = fn(&mut Content, &mut Changes);

/// One rule: what it asks, where it comes from, how binding it is, how it is checked.
#[derive(Debug)]
pub struct Rule {
    /// A stable name in kebab case, unique over all rules.
    pub id: &'static str,
    /// How binding it is.
    pub level: Level,
    /// The text and section that it comes from.
    pub source: &'static str,
    /// What it asks, in one sentence of our own.
    pub summary: &'static str,
    /// The forms of content that it holds for.
    pub forms: &'static [Form],
    /// How it is checked.
    pub check: Check,
    /// The safe fix, if there is one.
    pub fix: Option<Fix>,
    /// Whether readers agree on what a file means that breaks it; lenient validation passes over such rules.
    pub settled: bool,
}

impl Rule {
    const fn new(id: &'static str, level: Level, source: &'static str, summary: &'static str) -> Self {
        Self { id, level, source, summary, forms: Form::ALL, check: Check::Reading, fix: None, settled: false }
    }

    /// Mends whatever breaks the rule, as far as that is safe, and names each change. Content in an older layout is
    /// left as it is; convert it first.
    pub fn apply_fix(&'static self, content: &mut Content) -> Vec<Fixed> {
        let Some(fix) = self.fix.filter(|_| !content.is_lifted()) else {
            return Vec::new();
        };
        let mut changes = Changes::default();
        fix(content, &mut changes);
        changes.0.into_iter().map(|Change { pointer, message }| Fixed { rule: self, pointer, message }).collect()
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
#[derive(Debug)]
pub struct Group {
    /// The theme.
    pub title: &'static str,
    /// The rules, in the order of their declaration.
    pub rules: &'static [&'static Rule],
}

/// Every rule that speaks of the data, by theme.
pub static ALL: &[Group] = &[
    Group { title: "Reading", rules: READING },
    Group { title: "Cards", rules: CARD },
    Group { title: "Assets", rules: ASSET },
    Group { title: "Lorebooks", rules: LOREBOOK },
    Group { title: "CCv3L", rules: LYNN },
    Group { title: "Prom", rules: PROM },
    Group { title: "Modules", rules: MODULE },
    Group { title: "Containers", rules: CONTAINER },
];

/// A rule about what programs do, which no look at a file can check.
#[derive(Debug, PartialEq, Eq)]
pub struct Duty {
    /// A stable name in kebab case, unique over all rules and duties.
    pub id: &'static str,
    /// How binding it is.
    pub level: Level,
    /// The text and section that it comes from.
    pub source: &'static str,
    /// What it asks, in one sentence of our own.
    pub summary: &'static str,
}

/// Every rule that speaks of the data, group by group.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    ALL.iter().flat_map(|group| group.rules.iter().copied())
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

/// Declares the rules of one group: a name, an id, a level, a source and a summary each, then whatever differs from
/// a rule for every form that the reader checks.
macro_rules! rules {
    (
        $(#[doc = $group_doc:literal])* $group:ident;
        $(
            $(#[doc = $doc:literal])*
            $name:ident: $id:literal, $level:ident, $source:literal, $summary:literal $(, $field:ident: $value:expr)* $(,)?;
        )*
    ) => {
        $(
            $(#[doc = $doc])*
            pub static $name: $crate::rules::Rule = $crate::rules::Rule {
                $($field: $value,)*
                ..$crate::rules::Rule::new($id, $crate::rules::Level::$level, $source, $summary)
            };
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
            assert!(!rule.forms.is_empty(), "{}", rule.id);
            assert_eq!(find(rule.id), Some(rule));
        }
    }
}
