//! What is beside card and chat: the persona, the author's note, texts of features; and where they go.

use cards_words::Role;

/// The one who chats.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Persona<'a> {
    /// The description, macros unexpanded.
    pub description: &'a str,
    /// Where it goes.
    pub position: PersonaPosition,
    /// Messages between it and the end of the chat, at a depth.
    pub depth: f64,
    /// Who speaks it, at a depth.
    pub role: Role,
}

impl Default for Persona<'_> {
    fn default() -> Self {
        Self { description: "", position: PersonaPosition::InPrompt, depth: 2.0, role: Role::System }
    }
}

/// Where the persona's description goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum PersonaPosition {
    /// 0: in the prompt, at its own place.
    #[default]
    InPrompt,
    /// 2: above the author's note.
    AboveNote,
    /// 3: below the author's note.
    BelowNote,
    /// 4: in the chat, at a depth.
    AtDepth,
    /// 9, the 1 of old versions, and any other number.
    Nowhere,
}

cards_words::named! {
    PersonaPosition: "place of the persona";
    InPrompt => "in-prompt",
    AboveNote => "above-note",
    BelowNote => "below-note",
    AtDepth => "at-depth",
    Nowhere => "nowhere",
}

impl PersonaPosition {
    /// Reads the client's number.
    #[must_use]
    pub fn from_number(number: i64) -> Self {
        match number {
            0 => Self::InPrompt,
            2 => Self::AboveNote,
            3 => Self::BelowNote,
            4 => Self::AtDepth,
            _ => Self::Nowhere,
        }
    }
}

/// The chat's author's note.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AuthorsNote<'a> {
    /// The text.
    pub prompt: &'a str,
    /// Every so many messages of the user it is due; 0 and below is never.
    pub interval: f64,
    /// Where it goes.
    pub position: ExtensionPosition,
    /// Messages between it and the end of the chat, in the chat.
    pub depth: f64,
    /// Who speaks it.
    pub role: Role,
    /// Whether lore is searched for in it.
    pub scanned: bool,
    /// The note that the user keeps for this character.
    pub character: Option<CharactersNote<'a>>,
}

impl Default for AuthorsNote<'_> {
    fn default() -> Self {
        Self {
            prompt: "",
            interval: 1.0,
            position: ExtensionPosition::InChat,
            depth: 4.0,
            role: Role::System,
            scanned: false,
            character: None,
        }
    }
}

/// The author's note that the user keeps for a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CharactersNote<'a> {
    /// The text.
    pub prompt: &'a str,
    /// How it meets the chat's note.
    pub place: NotePlace,
}

/// How a character's author's note meets the chat's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotePlace {
    /// 0: it is in its place.
    #[default]
    Replace,
    /// 1: it is before it.
    Before,
    /// 2: it is after it.
    After,
}

cards_words::named! {
    NotePlace: "place of a note";
    Replace => "replace",
    Before => "before",
    After => "after",
}

impl NotePlace {
    /// Reads the client's number.
    #[must_use]
    pub fn from_number(number: i64) -> Self {
        match number {
            1 => Self::Before,
            2 => Self::After,
            _ => Self::Replace,
        }
    }
}

/// Where an extension prompt goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum ExtensionPosition {
    /// -1, and any number that is not known.
    Nowhere,
    /// 0: in the prompt, after its beginning.
    #[default]
    InPrompt,
    /// 1: in the chat, at a depth.
    InChat,
    /// 2: before the prompt.
    BeforePrompt,
}

cards_words::named! {
    ExtensionPosition: "place of the note";
    InPrompt => "in-prompt",
    InChat => "in-chat",
    BeforePrompt => "before-prompt",
    Nowhere => "nowhere",
}

impl ExtensionPosition {
    /// Reads the client's number.
    #[must_use]
    pub fn from_number(number: i64) -> Self {
        match number {
            0 => Self::InPrompt,
            1 => Self::InChat,
            2 => Self::BeforePrompt,
            _ => Self::Nowhere,
        }
    }
}

/// Reads the client's number of a role: 0 system, 1 user, 2 assistant.
#[must_use]
pub fn role_from_number(number: i64) -> Option<Role> {
    usize::try_from(number).ok().and_then(|number| Role::ALL.get(number).copied())
}

/// A text that a feature registered under a key.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Inject<'a> {
    /// The key.
    pub key: &'a str,
    /// The text, macros unexpanded.
    pub value: &'a str,
    /// Where it goes.
    pub position: ExtensionPosition,
    /// Messages between it and the end of the chat, in the chat.
    pub depth: f64,
    /// Who speaks it.
    pub role: Role,
    /// Whether lore is searched for in it.
    pub scanned: bool,
}
