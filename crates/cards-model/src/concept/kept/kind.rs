//! The values that a member has.

use crate::json::Json;
use crate::json::javascript::or_default;

/// A number that stands for something, and the words that people have for it; the first is the usual one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    /// The number.
    pub number: i64,
    /// The words.
    pub words: &'static [&'static str],
}

/// The values that a member has. `null` is the same as its absence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// `true` or `false`.
    Flag,
    /// A whole number.
    Whole {
        /// The least.
        least: i64,
        /// The largest.
        most: i64,
    },
    /// A number.
    Number {
        /// The least.
        least: f64,
        /// The largest.
        most: f64,
        /// Whether the client itself writes it as a text too.
        text: bool,
    },
    /// A whole number, or `true` for 1 and `false` for 0.
    Level,
    /// One of several numbers.
    Choice(&'static [Named]),
    /// One of several words.
    Word(&'static [&'static str]),
    /// A text.
    Text,
    /// A list of texts.
    Texts,
    /// A list of anything.
    List,
}

/// What stands for a member that is absent or `null`.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Fallback {
    /// `null`.
    Null,
    /// A truth value.
    Bool(bool),
    /// A number.
    Number(i64),
    /// The empty text.
    Text,
    /// The empty list.
    List,
    /// Nothing: the member is left out.
    Absent,
}

impl Fallback {
    pub(crate) fn of(self, value: Option<&Json>) -> Option<Json> {
        let fallback = match self {
            Self::Null => Json::Null,
            Self::Bool(value) => value.into(),
            Self::Number(value) => value.into(),
            Self::Text => "".into(),
            Self::List => Json::Array(Vec::new()),
            // `undefined` is left out of JSON, `null` is not.
            Self::Absent => return value.cloned(),
        };
        Some(or_default(value, fallback))
    }
}
