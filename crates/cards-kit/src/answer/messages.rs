//! The messages of a prompt as a client sends them.

use cards_json::{Json, Object};
use cards_prompt::sillytavern::chat::{ChatPrompt, LeftOut, Piece, PromptMessage};
use cards_prompt::sillytavern::text::TextPrompt;

use super::head::Head;
use crate::answers;

answers! {
    /// The messages of a prompt, as a chat interface takes them.
    pub struct Messages {
        /// By whose rules it is made; absent where whoever asks knows.
        #[absent("Option::is_none")]
        pub head: Option<Head>,
        /// The messages, first to last: `role`, `content`, and `name` where there is one.
        pub messages: Vec<Object>,
        /// Where each message comes from; absent unless asked for, and where messages were joined afterwards.
        #[absent("Vec::is_empty")]
        pub pieces: Vec<MessagePieces>,
        /// What is not in the messages, and why.
        pub left_out: Vec<LeftOutText>,
        /// The tokens of the messages.
        pub tokens: u64,
        /// The tokens that are left.
        pub budget_left: i64,
        /// The part that had to be there and did not fit; null where all fits.
        pub overflow: Option<String>,
        /// Macros that nobody knows; they stay as text.
        pub unknown_macros: Vec<String>,
        /// What was odd about the preset, where it came with the question.
        #[absent("Vec::is_empty")]
        pub findings: Vec<String>,
    }

    /// The text of a prompt, as an interface of text completion takes it.
    pub struct PromptText {
        /// By whose rules it is made; absent where whoever asks knows.
        #[absent("Option::is_none")]
        pub head: Option<Head>,
        /// The text.
        pub prompt: String,
        /// Where it comes from, first to last; absent unless asked for.
        #[absent("Vec::is_empty")]
        pub pieces: Vec<ContentPiece>,
        /// What is not in the text, and why.
        pub left_out: Vec<LeftOutText>,
        /// What the model is to stop at.
        pub stop: Vec<String>,
        /// The tokens of the text.
        pub tokens: u64,
        /// The tokens that are left.
        pub left: u64,
        /// The tokens that the text has over its room when everything that may go is gone.
        pub excess: u64,
        /// Macros that nobody knows; they stay as text.
        pub unknown_macros: Vec<String>,
        /// What was odd about the templates, where they came with the question.
        #[absent("Vec::is_empty")]
        pub findings: Vec<String>,
    }

    /// A message and what it is made of.
    pub struct MessagePieces {
        /// The client's own label; null for a message that is being continued.
        pub label: Option<String>,
        /// Who speaks: system, user or assistant.
        pub role: &'static str,
        /// The tokens, with what a message costs by itself.
        pub tokens: u64,
        /// The parts of the content, first to last.
        pub pieces: Vec<ContentPiece>,
    }

    /// A part of a message's content.
    pub struct ContentPiece {
        /// Where it comes from, for people; several where they cannot be told apart.
        pub sources: Vec<String>,
        /// The text.
        pub content: String,
        /// Its tokens.
        pub tokens: u64,
    }

    /// A text that is not in the messages.
    pub struct LeftOutText {
        /// Where it comes from, for people.
        pub sources: Vec<String>,
        /// The client's own label, where it has one.
        pub label: Option<String>,
        /// The text.
        pub content: String,
        /// Why it is not there.
        pub why: &'static str,
    }
}

impl Messages {
    /// Gives the messages, with their pieces if asked for.
    #[must_use]
    pub fn of(prompt: &ChatPrompt, with_pieces: bool) -> Self {
        Self {
            head: None,
            messages: prompt.messages.iter().map(message).collect(),
            pieces: prompt.messages.iter().filter(|_| with_pieces).map(MessagePieces::from).collect(),
            left_out: prompt.left_out.iter().map(LeftOutText::from).collect(),
            tokens: prompt.tokens(),
            budget_left: prompt.budget_left,
            overflow: prompt.overflow.as_ref().map(|overflow| overflow.label.clone()),
            unknown_macros: prompt.unknown_macros.clone(),
            findings: Vec::new(),
        }
    }
}

impl PromptText {
    /// Gives the text, with its pieces if asked for.
    #[must_use]
    pub fn of(prompt: &TextPrompt, with_pieces: bool) -> Self {
        Self {
            head: None,
            prompt: prompt.text.clone(),
            pieces: prompt.pieces.iter().filter(|_| with_pieces).map(ContentPiece::from).collect(),
            left_out: prompt.left_out.iter().map(LeftOutText::from).collect(),
            stop: prompt.stop.clone(),
            tokens: prompt.tokens,
            left: prompt.left,
            excess: prompt.excess,
            unknown_macros: prompt.unknown_macros.clone(),
            findings: Vec::new(),
        }
    }
}

impl From<&Piece> for ContentPiece {
    fn from(piece: &Piece) -> Self {
        Self {
            sources: piece.sources.iter().map(cards_prompt::Source::name).collect(),
            content: piece.text.clone(),
            tokens: piece.tokens,
        }
    }
}

/// A message as chat interfaces have it.
fn message(message: &PromptMessage) -> Object {
    let members = [("role", Json::from(message.role.as_str())), ("content", message.content.as_str().into())];
    members.into_iter().chain(message.name.as_deref().map(|name| ("name", name.into()))).collect()
}

impl From<&PromptMessage> for MessagePieces {
    fn from(message: &PromptMessage) -> Self {
        let pieces = message.pieces.iter().map(ContentPiece::from);
        Self {
            label: message.label.clone(),
            role: message.role.as_str(),
            tokens: message.tokens,
            pieces: pieces.collect(),
        }
    }
}

impl From<&LeftOut> for LeftOutText {
    fn from(left_out: &LeftOut) -> Self {
        Self {
            sources: left_out.sources.iter().map(cards_prompt::Source::name).collect(),
            label: left_out.label.clone(),
            content: left_out.text.clone(),
            why: left_out.reason.as_str(),
        }
    }
}
