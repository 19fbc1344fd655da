//! What was odd while scripts ran.

use std::fmt;

/// Something that a script's author or user should know.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Finding {
    /// The place of the script in the list that ran, from 0.
    pub script: usize,
    /// What it is.
    pub kind: FindingKind,
}

/// The script, and what was odd about it.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "script {}: {}", self.script, self.kind)
    }
}

/// What was odd.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "kind", rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum FindingKind {
    /// The pattern is no JavaScript pattern; the script does nothing, as in the client.
    InvalidPattern {
        /// The pattern with its flags.
        pattern: String,
        /// Why.
        reason: String,
    },
    /// The pattern takes more than a limit allows; the script did nothing.
    CostlyPattern {
        /// The pattern with its flags.
        pattern: String,
        /// Which limit, in words.
        reason: String,
    },
    /// In the client the whole call breaks here and the text is lost; here the text stays as it was before the call.
    Breaks {
        /// What breaks it.
        reason: &'static str,
    },
    /// The text became longer than [`Limits::text_bytes`](crate::Limits::text_bytes); the script did nothing.
    LongText {
        /// The limit.
        limit: usize,
    },
    /// The scripts read as much as [`Limits::scan_bytes`](crate::Limits::scan_bytes) allows; this one and those behind it
    /// did not run.
    Spent {
        /// The limit.
        limit: u64,
    },
    /// A macro could not be expanded; its text stays.
    Macro {
        /// Why.
        reason: String,
    },
}

impl fmt::Display for FindingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InvalidPattern { pattern, reason } => write!(f, "`{pattern}` is no pattern: {reason}"),
            Self::CostlyPattern { pattern, reason } => write!(f, "`{pattern}` is too costly: {reason}"),
            Self::Breaks { reason } => write!(f, "the client breaks off here: {reason}"),
            Self::LongText { limit } => write!(f, "the text would pass the limit `text_bytes` of {limit}"),
            Self::Spent { limit } => write!(
                f,
                "scripts have read what the limit `scan_bytes` of {limit} allows; this one and those behind it did not run"
            ),
            Self::Macro { reason } => write!(f, "macros stay as text: {reason}"),
        }
    }
}
