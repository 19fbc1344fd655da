//! What a new installation of the client has set.

/// A part of the prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Section {
    /// The main prompt.
    Main,
    /// Description, personality and scenario.
    Description,
    /// The persona.
    Persona,
    /// Examples and messages but for the newest.
    Chats,
    /// The newest message.
    LastChat,
    /// The jailbreak; off.
    Jailbreak,
    /// Lore without a place of its own.
    Lorebook,
    /// The global note.
    GlobalNote,
    /// The author's note of the chat.
    AuthorsNote,
    /// Lore at the depth 0.
    PostEverything,
}

/// The order of the parts (`formatingOrder`), with what the client puts behind it.
pub(super) const ORDER: [Section; 10] = [
    Section::Main,
    Section::Description,
    Section::Persona,
    Section::Chats,
    Section::LastChat,
    Section::Jailbreak,
    Section::Lorebook,
    Section::GlobalNote,
    Section::AuthorsNote,
    Section::PostEverything,
];

/// The mark in front of the chat, and of each example.
pub(super) const NEW_CHAT: &str = "[Start a new chat]";

/// What is in front of the personality.
pub(super) const DESCRIPTION_OF: &str = "Description of {{char}}";

/// What is in front of the scenario.
pub(super) const SCENARIO: &str = "Circumstances and context of the dialogue";

/// Tokens that a message costs beside those of its text.
pub(super) const PER_MESSAGE: u64 = 5;

/// Room for the prompt: a context of 4,000 less 500 for the answer and 50 that the client keeps in reserve.
pub(super) const ROOM: u64 = 4000 - 500 - 50;
