//! Why a text has no reading.

use crate::Finding;

/// Why a text could not be read as what it was taken for.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The text is not JSON.
    #[error("not JSON at line {line}, column {column} (byte {offset}, inside `{pointer}`): {problem}")]
    Syntax {
        /// Bytes before the place.
        offset: usize,
        /// Line of the place, from 1.
        line: usize,
        /// Column of the place in bytes, from 1.
        column: usize,
        /// JSON pointer to the value being read.
        pointer: String,
        /// What was expected there.
        problem: &'static str,
    },
    /// The text is longer than [`crate::Limits::bytes`].
    #[error("the JSON text has {bytes} bytes, more than the limit of {limit}; raise `bytes` in the limits to read it")]
    TooLarge {
        /// Its length.
        bytes: u64,
        /// The limit in force.
        limit: u64,
    },
    /// The text is nested deeper than [`crate::Limits::depth`].
    #[error("JSON is nested deeper than {limit} levels at `{pointer}`; raise `depth` in the limits to read it")]
    TooDeep {
        /// JSON pointer to the first value that is too deep, its middle left out when it is long.
        pointer: String,
        /// The limit in force.
        limit: u32,
    },
    /// The text has more values than [`crate::Limits::values`].
    #[error("JSON has more than {limit} values (reached at `{pointer}`); raise `values` in the limits to read it")]
    TooManyValues {
        /// JSON pointer to the value over the limit.
        pointer: String,
        /// The limit in force.
        limit: u64,
    },
    /// The JSON is well-formed and no card, lorebook or module.
    #[error("not a card, lorebook or module: {found}")]
    NotACard {
        /// What it looks like instead.
        found: String,
    },
    /// The marker names a spec or version that nobody here knows.
    #[error(
        "`{spec}` version `{version}` is not supported; known are V1, chara_card_v2, chara_card_v3, chara_card_v3l and Prom 3.1"
    )]
    UnsupportedVersion {
        /// The marker.
        spec: String,
        /// The version beside it.
        version: String,
    },
    /// A member holds what nothing can be made of.
    #[error("`{pointer}`: {problem}")]
    Field {
        /// JSON pointer to it.
        pointer: String,
        /// What is wrong with it, and what is needed.
        problem: String,
    },
    /// The bytes are text in another encoding than UTF-8.
    #[error("the text is {encoding}; save it as UTF-8 to read it")]
    Encoding {
        /// The encoding that its first bytes tell.
        encoding: &'static str,
    },
    /// No conversion leads from the one form to the other.
    #[error("no conversion leads from {from} to {to}; cards become V1, V2, V3, V3L or Prom 3.1, books V2 or V3 books")]
    NoConversion {
        /// The form at hand.
        from: crate::Form,
        /// The form asked for.
        to: crate::Form,
    },
    /// Strict reading was asked for and MUST rules are broken.
    #[error("{} MUST rule(s) broken: {}", .0.len(), list(.0))]
    Strict(
        /// All of them, in document order.
        Vec<Finding>,
    ),
}

impl Error {
    /// A short stable word for the kind of error, for scripts.
    #[must_use]
    pub fn class(&self) -> &'static str {
        match self {
            Self::Syntax { .. } => "bad-json",
            Self::TooLarge { .. } | Self::TooManyValues { .. } => "too-large",
            Self::TooDeep { .. } => "too-deep",
            Self::NotACard { .. } => "not-a-card",
            Self::UnsupportedVersion { .. } | Self::NoConversion { .. } => "unsupported-version",
            Self::Strict(_) | Self::Field { .. } => "bad-field",
            Self::Encoding { .. } => "bad-utf8",
        }
    }
}

fn list(findings: &[Finding]) -> String {
    findings.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}
