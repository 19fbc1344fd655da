//! Oddities of books and turns that the engine read around.

use std::borrow::Cow;
use std::fmt;

use crate::entry_at::EntryAt;

/// An oddity that was read around, with the entry that it belongs to.
///
/// For serde an object with the entry's `book` and `entry`, `kind`, the members of the kind, and `message`.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize))]
#[non_exhaustive]
pub struct Finding {
    /// The entry, where there is one.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub entry: Option<EntryAt>,
    /// What is odd.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub kind: FindingKind,
}

/// The kinds of findings.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "kind", rename_all = "kebab-case")
)]
#[non_exhaustive]
pub enum FindingKind {
    /// A blank key; it never matches, or always in SillyTavern when it is made of spaces.
    BlankKey {
        /// Whether it matches everything.
        matches_everything: bool,
    },
    /// A key that is no regular expression although it should be one; it never matches.
    InvalidPattern {
        /// The key.
        key: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A regular expression that is past a limit; it never matches.
    CostlyPattern {
        /// The key.
        key: String,
        /// The limit.
        reason: String,
    },
    /// A key for which nothing could be built any more; it never matches.
    CostlyKey {
        /// The key.
        key: String,
        /// The limit.
        reason: String,
    },
    /// A key that is longer than the limit; it never matches.
    LongKey {
        /// Its length in bytes.
        bytes: usize,
    },
    /// More keys than the limit; the rest is not looked for.
    ManyKeys {
        /// How many there are.
        count: usize,
    },
    /// The entry can never fire: no keys, and nothing else that would fire it.
    NeverFires,
    /// The turn was cut short by a limit.
    Limit {
        /// The limit's name in [`Limits`](crate::Limits).
        limit: Cow<'static, str>,
    },
}

#[cfg(feature = "serde")]
impl serde::Serialize for Finding {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(serde::Serialize)]
        struct Written<'f> {
            #[serde(flatten)]
            entry: Option<EntryAt>,
            #[serde(flatten)]
            kind: &'f FindingKind,
            message: String,
        }
        Written { entry: self.entry, kind: &self.kind, message: self.kind.to_string() }.serialize(serializer)
    }
}

/// The entry, where there is one, and what is odd.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.entry {
            Some(at) => write!(f, "{at}: {}", self.kind),
            None => self.kind.fmt(f),
        }
    }
}

impl FindingKind {
    /// Gives a short stable word for the kind.
    #[must_use]
    pub fn id(&self) -> &'static str {
        match self {
            Self::BlankKey { .. } => "blank-key",
            Self::InvalidPattern { .. } => "invalid-pattern",
            Self::CostlyPattern { .. } => "costly-pattern",
            Self::CostlyKey { .. } => "costly-key",
            Self::LongKey { .. } => "long-key",
            Self::ManyKeys { .. } => "many-keys",
            Self::NeverFires => "never-fires",
            Self::Limit { .. } => "limit",
        }
    }
}

impl fmt::Display for FindingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BlankKey { matches_everything: true } => {
                f.write_str("a key of white space matches everything here; remove it or make the entry constant")
            }
            Self::BlankKey { .. } => f.write_str("a blank key never matches; remove it"),
            Self::InvalidPattern { key, reason } => write!(f, "`{key}` never matches: {reason}"),
            Self::CostlyPattern { key, reason } => write!(f, "`{key}` never matches: {reason}; write it simpler"),
            Self::CostlyKey { key, reason } => write!(f, "`{key}` never matches: {reason}; give the book fewer keys"),
            Self::LongKey { bytes } => write!(f, "a key of {bytes} bytes is past the limit and never matches"),
            Self::ManyKeys { count } => write!(f, "{count} keys are past the limit; the rest is not looked for"),
            Self::NeverFires => f.write_str("the entry has no key and is not constant, so it never fires"),
            Self::Limit { limit } => write!(f, "the turn was cut short by the limit `{limit}`"),
        }
    }
}
