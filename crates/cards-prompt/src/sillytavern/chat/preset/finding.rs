//! What was odd about a preset.

use std::fmt;

use cards_model::Pointer;

/// Something in a preset that was read around, or that does not do what it seems to say.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PresetFinding {
    /// Where.
    pub at: Pointer,
    /// What.
    pub problem: PresetProblem,
}

/// What was odd.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PresetProblem {
    /// A value has the wrong type.
    WrongType {
        /// What was asked for.
        expected: &'static str,
        /// What is there.
        found: &'static str,
    },
    /// A prompt has no identifier, so nothing can send it.
    NoIdentifier,
    /// An identifier is there twice; the first prompt counts.
    SameIdentifier(String),
    /// A marker that the client does not fill.
    UnknownMarker(String),
    /// The order names a prompt that is not there.
    UnknownPrompt(String),
    /// The order names a prompt twice; only the first place is filled.
    OrderedTwice(String),
    /// A role that the client does not know.
    UnknownRole(String),
    /// A depth that is never met: text, a fraction, below 0 or above 10,000.
    DepthNeverMet(String),
    /// A prompt of the user's own that is sent only in the chat, since `system_prompt` is not `false`.
    NeverSent(String),
    /// The only orders are for single characters, which the client does not use; the default order counts.
    NoSharedOrder,
    /// The order is empty: nothing is sent.
    EmptyOrder,
    /// More prompts or places than the limit; the rest is not read.
    TooMany {
        /// The limit.
        limit: usize,
    },
}

impl fmt::Display for PresetProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WrongType { expected, found } => write!(f, "{expected} is expected, not {found}"),
            Self::NoIdentifier => f.write_str("the prompt has no identifier, so nothing can send it"),
            Self::SameIdentifier(name) => write!(f, "`{name}` is there twice; the first one counts"),
            Self::UnknownMarker(name) => write!(f, "the client fills no marker `{name}`"),
            Self::UnknownPrompt(name) => write!(f, "there is no prompt `{name}`"),
            Self::OrderedTwice(name) => write!(f, "`{name}` is in the order twice; only the first place is filled"),
            Self::UnknownRole(name) => write!(f, "there is no role `{name}`"),
            Self::DepthNeverMet(depth) => write!(f, "no message is ever at depth {depth}"),
            Self::NeverSent(name) => {
                write!(f, "`{name}` is never sent: outside the chat that takes `system_prompt` to be false")
            }
            Self::NoSharedOrder => f.write_str(
                "the preset has no order for character 100001, which the client uses; the default order is taken",
            ),
            Self::EmptyOrder => f.write_str("the order is empty, so no prompt is sent"),
            Self::TooMany { limit } => write!(f, "only the first {limit} are read"),
        }
    }
}

impl fmt::Display for PresetFinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.at.or_whole("the preset"), self.problem)
    }
}
