//! The pieces of a prompt.

use cards_lore::Role;

/// Where a piece of a prompt comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Source {
    /// The card's system prompt, or the user's where the card has none.
    SystemPrompt,
    /// A fired lorebook entry, by its name.
    Lore(String),
    /// The card's description.
    Description,
    /// The card's personality.
    Personality,
    /// The card's scenario.
    Scenario,
    /// One block of the card's example messages, counted from 0.
    Example(usize),
    /// A greeting, counted from 0; the first message of a chat that has none yet.
    Greeting(usize),
    /// A message of the chat, counted from 0.
    Message(usize),
    /// The card's post-history instructions, or the user's where the card has none.
    PostHistoryInstructions,
}

impl Source {
    /// The name for people.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::SystemPrompt => "system prompt".to_owned(),
            Self::Lore(entry) if entry.is_empty() => "lore".to_owned(),
            Self::Lore(entry) => format!("lore: {entry}"),
            Self::Description => "description".to_owned(),
            Self::Personality => "personality".to_owned(),
            Self::Scenario => "scenario".to_owned(),
            Self::Example(n) => format!("example {}", n + 1),
            Self::Greeting(n) => format!("greeting {}", n + 1),
            Self::Message(n) => format!("message {}", n + 1),
            Self::PostHistoryInstructions => "post-history instructions".to_owned(),
        }
    }
}

/// A piece of a prompt, with its macros expanded.
#[derive(Clone, Debug, PartialEq, Eq)]
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
}

/// A whole prompt.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prompt {
    /// The pieces, first to last.
    pub segments: Vec<Segment>,
    /// Pieces that the context had no room for, in prompt order.
    pub left_out: Vec<Segment>,
    /// Macros that no profile and no host knows; they stay as text.
    pub unknown_macros: Vec<String>,
}

impl Prompt {
    /// The length in tokens, as the caller counts.
    #[must_use]
    pub fn tokens(&self) -> u64 {
        self.segments.iter().map(|segment| segment.tokens).sum()
    }
}
