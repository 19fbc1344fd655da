//! The pieces of a prompt.

use std::borrow::Cow;
use std::fmt;

use cards_words::Role;

/// Where a piece of a prompt comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Source {
    /// The card's system prompt, or the user's where the card has none.
    SystemPrompt,
    /// A fired lorebook entry, by its name.
    Lore(String),
    /// What the user says about the one who chats.
    Persona,
    /// The card's description.
    Description,
    /// The card's personality.
    Personality,
    /// The card's scenario.
    Scenario,
    /// One block of the card's example messages, counted from 0.
    Example(usize),
    /// A greeting, by its number; the first message of a chat that has none yet.
    Greeting(usize),
    /// A message of the chat, counted from 0.
    Message(usize),
    /// The character's note among the messages (`extensions.depth_prompt`).
    CharacterNote,
    /// The card's post-history instructions, or the user's where the card has none.
    PostHistoryInstructions,
    /// A prompt of a preset, by its identifier.
    Prompt(String),
    /// A text of a preset, a template or the user's settings, by the name of its field.
    Setting(&'static str),
    /// The chat's author's note.
    AuthorsNote,
    /// The author's note that the user keeps for the character.
    CharactersNote,
    /// A text that a feature of the client registered, by its key.
    Extension(String),
    /// The quiet prompt.
    Quiet,
    /// The bias of a message, by its number.
    Bias(usize),
    /// The card's example messages as a whole.
    Examples,
}

impl Source {
    /// Names the group that it is counted with where tokens are added up: all messages are one, all entries are one.
    #[must_use]
    pub fn group(&self) -> &'static str {
        match self {
            Self::SystemPrompt => "system prompt",
            Self::Lore(_) => "lore",
            Self::Persona => "persona",
            Self::Description => "description",
            Self::Personality => "personality",
            Self::Scenario => "scenario",
            Self::Example(_) | Self::Examples => "examples",
            Self::Greeting(_) | Self::Message(_) => "messages",
            Self::CharacterNote | Self::AuthorsNote | Self::CharactersNote => "notes",
            Self::PostHistoryInstructions => "post-history",
            Self::Prompt(_) => "prompts",
            Self::Setting(_) | Self::Bias(_) => "settings",
            Self::Extension(_) => "extensions",
            Self::Quiet => "quiet prompt",
        }
    }

    /// The name for people.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::SystemPrompt => "system prompt".to_owned(),
            Self::Lore(entry) if entry.is_empty() => "lore".to_owned(),
            Self::Lore(entry) => format!("lore: {entry}"),
            Self::Persona => "persona".to_owned(),
            Self::Description => "description".to_owned(),
            Self::Personality => "personality".to_owned(),
            Self::Scenario => "scenario".to_owned(),
            Self::Example(n) => format!("example {}", n + 1),
            Self::Greeting(n) => format!("greeting {}", n + 1),
            Self::Message(n) => format!("message {}", n + 1),
            Self::CharacterNote => "character's note".to_owned(),
            Self::PostHistoryInstructions => "post-history instructions".to_owned(),
            Self::Prompt(identifier) => format!("prompt: {identifier}"),
            Self::Setting(field) => format!("setting: {field}"),
            Self::AuthorsNote => "author's note".to_owned(),
            Self::CharactersNote => "author's note for the character".to_owned(),
            Self::Extension(key) => format!("extension: {key}"),
            Self::Quiet => "quiet prompt".to_owned(),
            Self::Bias(n) => format!("bias of message {}", n + 1),
            Self::Examples => "examples".to_owned(),
        }
    }
}

/// A piece of a prompt, with its macros expanded.
///
/// ```
/// use cards_prompt::{Prompt, Source};
/// fn of_the_chat(prompt: &Prompt) -> u64 {
///     let chat = prompt.segments.iter().filter(|piece| matches!(piece.source, Source::Message(_)));
///     chat.map(|piece| piece.tokens).sum()
/// }
/// assert_eq!(of_the_chat(&Prompt::default()), 0);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Segment {
    /// Where it comes from.
    pub source: Source,
    /// Who speaks it.
    pub role: Role,
    /// The speaker's name, for messages that have one.
    pub name: Option<String>,
    /// The text.
    pub text: String,
    /// Its length in tokens, as the caller counts.
    pub tokens: u64,
    /// Whether it goes on in the message of the piece before it; its text begins with what is between the two.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "std::ops::Not::not"))]
    pub joined: bool,
}

/// Why a text of fired lore is not in the prompt.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Reason {
    /// It waits in an outlet, and no text of the prompt asks for `{{outlet::name}}`.
    Outlet(String),
    /// It goes into another part of the application's prompt (`@@inject_at`), which a card's prompt does not have.
    Part(String),
    /// Its depth is counted in tokens of one text, and this prompt is a chat.
    TokenDepth,
    /// It goes into a place of the user's own, and no text of the prompt asks for `{{position::name}}` (RisuAI).
    OwnPlace(String),
    /// Its depth is below the newest message, where the client has no place (RisuAI).
    Depth(f64),
    /// Its position is a number that the client does not know.
    Position(i64),
    /// What is written for its position is no number of the client, such as `"4"`.
    NoPosition(String),
    /// Its place is one that this version does not know.
    Other,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Outlet(name) => write!(f, "no text asks for {{{{outlet::{name}}}}}"),
            Self::Part(name) => write!(f, "there is no part `{name}` in a chat prompt"),
            Self::TokenDepth => f.write_str("its depth is counted in tokens, which only a prompt of one text has"),
            Self::OwnPlace(name) => write!(f, "no text asks for {{{{position::{name}}}}}"),
            Self::Depth(depth) => write!(f, "the client has no place at the depth {depth}"),
            Self::Position(number) => write!(f, "the client knows no position {number}"),
            Self::NoPosition(written) => write!(f, "the client knows no position {written}"),
            Self::Other => f.write_str("its place is not known here"),
        }
    }
}

/// A text of fired lore that has no place in the prompt.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Unplaced {
    /// The text.
    pub segment: Segment,
    /// Why it has no place.
    pub reason: Reason,
}

impl fmt::Display for Unplaced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}] is not in the prompt: {}", self.segment.source.name(), self.reason)
    }
}

/// A whole prompt.
///
/// Every text of fired lore that is not blank is in exactly one of the three lists, or in a text that asked for its
/// outlet.
///
/// ```
/// use cards_prompt::Prompt;
/// fn show(prompt: &Prompt) {
///     for piece in &prompt.segments {
///         println!("{:>5}  {:<9}  {}", piece.tokens, piece.role, piece.text);
///     }
///     for text in &prompt.unplaced {
///         println!("not in the prompt, since {}", text.reason);
///     }
/// }
/// show(&Prompt::default());
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Prompt {
    /// The pieces, first to last.
    pub segments: Vec<Segment>,
    /// Pieces that the context had no room for, in prompt order.
    pub left_out: Vec<Segment>,
    /// Texts of fired lore that have no place in a prompt of this kind.
    pub unplaced: Vec<Unplaced>,
    /// How many tokens the prompt has over its context when everything that may go is gone.
    pub excess: u64,
    /// Macros that no profile and no host knows; they stay as text.
    pub unknown_macros: Vec<String>,
}

impl Prompt {
    /// The length in tokens, as the caller counts.
    #[must_use]
    pub fn tokens(&self) -> u64 {
        self.segments.iter().map(|segment| segment.tokens).sum()
    }

    /// The prompt as model APIs take it: who speaks and what, first to last; pieces that are joined are one message.
    ///
    /// # Examples
    ///
    /// ```
    /// use cards_prompt::{Prompt, PromptMessage};
    ///
    /// fn body(prompt: &Prompt) -> Vec<(&str, usize)> {
    ///     prompt.messages().iter().map(|PromptMessage { role, content }| (role.as_str(), content.len())).collect()
    /// }
    /// assert!(body(&Prompt::default()).is_empty());
    /// ```
    #[must_use]
    pub fn messages(&self) -> Vec<PromptMessage<'_>> {
        let mut messages: Vec<PromptMessage<'_>> = Vec::new();
        for segment in &self.segments {
            match messages.last_mut().filter(|_| segment.joined) {
                Some(message) => message.content.to_mut().push_str(&segment.text),
                None => messages.push(PromptMessage { role: segment.role, content: Cow::Borrowed(&segment.text) }),
            }
        }
        messages
    }
}

/// A message as model APIs take it.
///
/// ```
/// use cards_prompt::PromptMessage;
/// let message = PromptMessage { role: cards_words::Role::User, content: "Hello.".into() };
/// assert_eq!(format!("{}: {}", message.role, message.content), "user: Hello.");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PromptMessage<'p> {
    /// Who speaks.
    pub role: Role,
    /// What is said.
    pub content: Cow<'p, str>,
}
