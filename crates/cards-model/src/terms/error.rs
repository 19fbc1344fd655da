//! Why a text has no reading.

use crate::{Finding, Pointer, json};

/// Why a text could not be read as what it was taken for.
///
/// ```
/// use cards_model::{Card, Error};
/// let error = r#"{"name":"Aria""#.parse::<Card>().unwrap_err();
/// // A word that stays the same from release to release.
/// assert_eq!(error.class(), "bad-json");
/// let error = r#"{"dependencies":{}}"#.parse::<Card>().unwrap_err();
/// assert!(matches!(error, Error::NotACard { .. }));
/// ```
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The text is not JSON, or is past a limit.
    #[error(transparent)]
    Json(#[from] json::Error),
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
        /// Where it is.
        pointer: Pointer,
        /// What is wrong with it, and what is needed.
        problem: String,
    },
    /// The spec of a card has no field that was to be set.
    #[error("{} has no field `{field}`", form.described())]
    NoField {
        /// The form of the card.
        form: crate::Form,
        /// The field, by the name that the specs with it give it.
        field: &'static str,
    },
    /// A card has no greeting of a number.
    #[error("the card has {count} {}, numbered from 0, and none of number {number}", if *count == 1 { "greeting" } else { "greetings" })]
    NoGreeting {
        /// The number asked for, counted from 0.
        number: usize,
        /// How many there are.
        count: usize,
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
            Self::Json(json::Error::TooLarge { .. } | json::Error::TooManyValues { .. }) => "too-large",
            Self::Json(json::Error::TooDeep { .. }) => "too-deep",
            Self::Json(json::Error::NoPlace { .. }) => "no-place",
            Self::Json(json::Error::Kind { .. } | json::Error::Pointer { .. }) => "bad-field",
            Self::Json(_) => "bad-json",
            Self::NotACard { .. } => "not-a-card",
            Self::UnsupportedVersion { .. } | Self::NoConversion { .. } => "unsupported-version",
            Self::Strict(_) | Self::Field { .. } | Self::NoField { .. } | Self::NoGreeting { .. } => "bad-field",
            Self::Encoding { .. } => "bad-utf8",
        }
    }
}

fn list(findings: &[Finding]) -> String {
    findings.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}
