//! Why a text is not read.

use std::fmt;

use crate::{Pointer, Position};

/// Why a text could not be read as JSON, or as a pointer.
///
/// ```
/// use cards_json::{Error, Json};
/// let error = "{\"name\": Aria}".parse::<Json>().unwrap_err();
/// assert!(matches!(error, Error::Syntax { .. }));
/// println!("{error}");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The text is not JSON.
    Syntax {
        /// The place of the problem.
        at: Position,
        /// The value being read there.
        pointer: Pointer,
        /// What was expected.
        problem: &'static str,
    },
    /// The text is longer than [`crate::Limits::bytes`].
    TooLarge {
        /// Its length.
        bytes: u64,
        /// The limit in force.
        limit: u64,
    },
    /// The text is nested deeper than [`crate::Limits::depth`].
    TooDeep {
        /// The first value that is too deep.
        pointer: Pointer,
        /// The limit in force.
        limit: u32,
    },
    /// The text has more values than [`crate::Limits::values`].
    TooManyValues {
        /// The value over the limit.
        pointer: Pointer,
        /// The limit in force.
        limit: u64,
    },
    /// A value was asked for another kind than it has.
    Kind {
        /// The value.
        pointer: Pointer,
        /// What was asked for.
        wanted: &'static str,
    },
    /// A value was to be put where nothing can hold it.
    NoPlace {
        /// The place.
        pointer: Pointer,
    },
    /// The text is not a JSON pointer (RFC 6901).
    Pointer {
        /// The text.
        text: String,
        /// What is wrong with it.
        problem: &'static str,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax { at, pointer, problem } => write!(
                f,
                "not JSON at line {}, column {} (byte {}, inside `{}`): {problem}",
                at.line,
                at.column,
                at.offset,
                shortened(pointer)
            ),
            Self::TooLarge { bytes, limit } => write!(
                f,
                "the JSON text has {bytes} bytes, more than the limit of {limit}; raise `bytes` in the limits to read it"
            ),
            Self::TooDeep { pointer, limit } => write!(
                f,
                "JSON is nested deeper than {limit} levels at `{}`; raise `depth` in the limits to read it",
                shortened(pointer)
            ),
            Self::TooManyValues { pointer, limit } => write!(
                f,
                "JSON has more than {limit} values (reached at `{}`); raise `values` in the limits to read it",
                shortened(pointer)
            ),
            Self::Kind { pointer, wanted } => {
                write!(f, "`{}` holds another value than {wanted}", shortened(pointer))
            }
            Self::NoPlace { pointer } => {
                write!(
                    f,
                    "no value can be put at `{}`: what it would be in is not there, or is neither a list nor an object",
                    shortened(pointer)
                )
            }
            Self::Pointer { text, problem } => write!(f, "`{}` is not a JSON pointer: {problem}", text.escape_debug()),
        }
    }
}

impl std::error::Error for Error {}

/// A pointer short enough for a message: both ends of a long one.
fn shortened(pointer: &Pointer) -> String {
    const ENDS: usize = 60;
    let text = pointer.as_str();
    let chars = text.chars().count();
    if chars <= 2 * ENDS {
        return text.into();
    }
    let head: String = text.chars().take(ENDS).collect();
    let tail: String = text.chars().skip(chars - ENDS).collect();
    format!("{head}…{tail}")
}
