//! The rules that cards are held to, as data.

mod reading;

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
}

/// One rule: what it asks, where it comes from, how binding it is.
#[derive(Debug, PartialEq, Eq)]
pub struct Rule {
    /// A stable name in kebab case, unique over all rules.
    pub id: &'static str,
    /// How binding it is.
    pub level: Level,
    /// The text and section that it comes from.
    pub source: &'static str,
    /// What it asks, in one sentence of our own.
    pub summary: &'static str,
}
