//! Why a template could not be parsed or rendered.

use std::fmt;

/// A limit that a template or its rendering ran into.
///
/// Macro text itself never fails: what cannot be expanded stays as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "error", rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Error {
    /// The template is longer than [`Limits::template_bytes`](crate::Limits::template_bytes).
    TemplateTooLarge {
        /// Bytes of the template.
        size: usize,
        /// The limit.
        limit: usize,
    },
    /// Macros stand deeper in macros than [`Limits::nesting`](crate::Limits::nesting).
    TooDeep {
        /// Where the macro that is too deep begins, in bytes.
        offset: usize,
        /// The limit.
        limit: usize,
    },
    /// Loops and functions render texts inside texts deeper than [`Limits::calls`](crate::Limits::calls).
    TooManyCalls {
        /// Where the macro begins that went too deep, in the text that holds it, in bytes.
        offset: usize,
        /// The limit.
        limit: usize,
    },
    /// The rendered text, or a value on the way, outgrew [`Limits::output_bytes`](crate::Limits::output_bytes).
    OutputTooLarge {
        /// Where the macro begins that was being expanded, in bytes.
        offset: usize,
        /// The limit.
        limit: usize,
    },
    /// Rendering took more work than [`Limits::fuel`](crate::Limits::fuel).
    OutOfFuel {
        /// Where the macro begins that was being expanded, in bytes.
        offset: usize,
        /// The limit.
        limit: u64,
    },
}

impl Error {
    /// Returns the stable class of the refusal, for machines.
    #[must_use]
    pub fn class(&self) -> &'static str {
        match self {
            Self::TemplateTooLarge { .. } => "too-large",
            Self::TooDeep { .. } | Self::TooManyCalls { .. } => "too-deep",
            Self::OutputTooLarge { .. } | Self::OutOfFuel { .. } => "limit",
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TemplateTooLarge { size, limit } => {
                write!(f, "template of {size} bytes is larger than {limit} bytes (`template_bytes` raises the limit)")
            }
            Self::TooDeep { offset, limit } => {
                write!(f, "macro at byte {offset} stands deeper than {limit} macros (`nesting` raises the limit)")
            }
            Self::TooManyCalls { offset, limit } => {
                write!(
                    f,
                    "macro at byte {offset} renders text inside text more than {limit} deep (`calls` raises the limit)"
                )
            }
            Self::OutputTooLarge { offset, limit } => {
                write!(
                    f,
                    "text grew past {limit} bytes at the macro at byte {offset} (`output_bytes` raises the limit)"
                )
            }
            Self::OutOfFuel { offset, limit } => {
                write!(f, "rendering used up {limit} units at the macro at byte {offset} (`fuel` raises the limit)")
            }
        }
    }
}

impl std::error::Error for Error {}
