//! What a prompt for chat completion comes to.

use cards_lore::Activation;
use cards_words::Role;

use crate::segment::Source;
use crate::sillytavern::sourced::Sourced;

/// The messages of a prompt, and what is to be said about them.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ChatPrompt {
    /// The messages in order.
    pub messages: Vec<PromptMessage>,
    /// Tokens that are left of context less answer; below 0 where what is reserved does not fit.
    pub budget_left: i64,
    /// What is not in the messages, and why.
    pub left_out: Vec<LeftOut>,
    /// The mandatory part that did not fit; what was placed before it is sent all the same, without history.
    pub overflow: Option<Overflow>,
    /// How many items of the history had no room, from the oldest.
    pub dropped_history: usize,
    /// The first block of examples that had no room, counted from 0.
    pub dropped_examples: Option<usize>,
    /// Which entries fired and why; `None` without books.
    pub activation: Option<Activation>,
    /// Macros that neither client nor host knows; they stay as text.
    pub unknown_macros: Vec<String>,
    /// What was odd about the regex scripts that ran.
    pub script_findings: Vec<cards_script::Finding>,
}

impl ChatPrompt {
    /// The tokens of the messages, with what each costs by itself.
    #[must_use]
    pub fn tokens(&self) -> u64 {
        self.messages.iter().map(|message| message.tokens).sum()
    }
}

/// One message of a prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PromptMessage {
    /// The client's own label; none for a message that is being continued.
    pub label: Option<String>,
    /// Who speaks it.
    pub role: Role,
    /// The speaker's name, where it is sent.
    pub name: Option<String>,
    /// The text, made up of its pieces.
    pub content: String,
    /// Tokens as the client counts them: the text, the role, the name and what a message costs by itself.
    pub tokens: u64,
    /// Where the text comes from; the texts of the pieces, one after the other, are the content.
    pub pieces: Vec<Piece>,
}

/// A part of a message and its sources; several where macros over joined texts leave no telling them apart.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Piece {
    /// The sources.
    pub sources: Vec<Source>,
    /// The text.
    pub text: String,
    /// Tokens of the text alone.
    pub tokens: u64,
}

/// A text that is not in the messages.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LeftOut {
    /// Where it comes from.
    pub sources: Vec<Source>,
    /// The client's label, where it has one.
    pub label: Option<String>,
    /// The text, as far as it was expanded.
    pub text: String,
    /// Why.
    pub reason: Missing,
}

/// Why a text is not in the messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Missing {
    /// There was no room.
    NoRoom,
    /// A mandatory part before it did not fit, so that the client stopped.
    Stopped,
    /// The prompt is off in the order.
    Off,
    /// The prompt is for other kinds of generation.
    NotTriggered,
    /// The prompt is not in the order.
    NotOrdered,
    /// The place that it goes to is not in the order.
    NoPlace,
    /// Outside the chat the client sends no such prompt: `system_prompt` is not `false`.
    NeverSent,
    /// The client knows no such role in the chat.
    UnknownRole,
    /// No message is at such a depth.
    DepthNeverMet,
    /// A prompt of the same identifier is before it.
    SameIdentifier,
    /// The card's text takes its place.
    Overridden,
    /// It is to be put where it is not due, has no place, or where the call leaves it out.
    NotPlaced,
    /// No text asks for its outlet.
    Outlet,
    /// Examples were put over it: a mistake of the client.
    Overwritten,
    /// The user's settings leave examples out.
    ExamplesStripped,
    /// The story string does not ask for it (text completion).
    NotAskedFor,
}

impl Missing {
    /// Says it to people.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NoRoom => "no room",
            Self::Stopped => "the client stopped before it, as a mandatory part did not fit",
            Self::Off => "off in the order",
            Self::NotTriggered => "for other kinds of generation",
            Self::NotOrdered => "not in the order",
            Self::NoPlace => "the place that it goes to is not in the order",
            Self::NeverSent => "never sent outside the chat, since `system_prompt` is not false",
            Self::UnknownRole => "the client knows no such role in the chat",
            Self::DepthNeverMet => "no message is at such a depth",
            Self::SameIdentifier => "another prompt of the same identifier is before it",
            Self::Overridden => "the card's text takes its place",
            Self::NotPlaced => "not due, without a place, or left out by the call",
            Self::Outlet => "no text asks for its outlet",
            Self::Overwritten => "examples were put over it",
            Self::ExamplesStripped => "the settings leave examples out",
            Self::NotAskedFor => "the story string does not ask for it",
        }
    }
}

impl std::fmt::Display for Missing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A mandatory part that did not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Overflow {
    /// The client's label of it.
    pub label: String,
    /// What it costs.
    pub tokens: i64,
    /// What there was.
    pub budget: i64,
}

/// A message while the prompt is being built.
#[derive(Clone, Debug, Default)]
pub(super) struct Draft {
    pub(super) label: Option<String>,
    pub(super) role: Role,
    pub(super) name: Option<String>,
    pub(super) content: Sourced,
    pub(super) tokens: i64,
}
