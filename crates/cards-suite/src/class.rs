//! How an answer compares with what a row expects.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The class of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Class {
    /// The answer is the expected one.
    Same,
    /// It is another one.
    Other,
    /// It is the expected one with something left out.
    Loses,
    /// The program gives an error where the row has an answer.
    Refuses,
    /// The program ended, or wrote what is no answer.
    Crashes,
    /// No answer came in time.
    TimesOut,
    /// The program says that it does not do this.
    Unsupported,
}

impl Class {
    /// Every class, in the order of tables.
    pub const ALL: [Self; 7] =
        [Self::Same, Self::Other, Self::Loses, Self::Refuses, Self::Crashes, Self::TimesOut, Self::Unsupported];

    /// The word in tables and results.
    pub fn name(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Other => "other",
            Self::Loses => "loses",
            Self::Refuses => "refuses",
            Self::Crashes => "crashes",
            Self::TimesOut => "times-out",
            Self::Unsupported => "unsupported",
        }
    }

    /// Whether a program that claims the behaviour fails the row.
    pub fn fails(self) -> bool {
        !matches!(self, Self::Same | Self::Unsupported)
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
