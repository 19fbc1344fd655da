//! What a saved chat says beside names and texts.

use cards_json::{Json, Object};
use cards_prompt::sillytavern::{AuthorsNote, ExtensionPosition, Overrides, role_from_number};
use cards_words::Role;
use cards_words::setters;

/// What SillyTavern keeps with a message, beside who said what.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
#[non_exhaustive]
pub struct MessageExtra {
    /// Whether it was sent with an avatar of its own (`force_avatar`).
    pub forced_avatar: bool,
    /// The model's reasoning (`extra.reasoning`).
    pub reasoning: String,
    /// What the answer to it is made to begin with (`extra.bias`).
    pub bias: String,
}

impl MessageExtra {
    /// Reads what a row has; `None` where it has nothing.
    pub(super) fn of(row: &Object) -> Option<Self> {
        let extra = row.get("extra");
        let text = |name: &str| extra.and_then(|extra| extra.get(name)?.as_str()).unwrap_or_default().to_owned();
        let forced_avatar = match row.get("force_avatar") {
            Some(Json::String(path)) => !path.is_empty(),
            other => other.and_then(Json::as_bool).unwrap_or_default(),
        };
        let read = Self { forced_avatar, reasoning: text("reasoning"), bias: text("bias") };
        (read != Self::default()).then_some(read)
    }
}

/// The author's note of a chat.
///
/// De facto: SillyTavern 1.19.0, `note_prompt` and its kin in `chat_metadata`.
///
/// ```
/// use cards_kit::{Chat, ChatNote, Message};
/// let mut chat = Chat::from(vec![Message::user("Hello.")]);
/// chat.note = Some(ChatNote::new("It is night."));
/// assert_eq!(chat.note.map(|note| (note.depth, note.interval)), Some((4.0, 1.0)));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
#[non_exhaustive]
pub struct ChatNote {
    /// The text.
    pub prompt: String,
    /// Every so many messages of the user it is due; 0 and below is never.
    pub interval: f64,
    /// Where it goes.
    pub position: ExtensionPosition,
    /// Messages between it and the end of the chat.
    pub depth: f64,
    /// Who speaks it.
    pub role: Role,
}

impl Default for ChatNote {
    fn default() -> Self {
        Self::new("")
    }
}

impl ChatNote {
    /// A note with this text where the client puts notes: four messages from the end, always due.
    #[must_use]
    pub fn new(prompt: impl Into<String>) -> Self {
        let AuthorsNote { interval, position, depth, role, .. } = AuthorsNote::default();
        Self { prompt: prompt.into(), interval, position, depth, role }
    }

    /// Reads what the metadata of a chat have; `None` where they have no note.
    pub(super) fn of(metadata: &Object) -> Option<Self> {
        let prompt = metadata.get("note_prompt")?.as_str()?.to_owned();
        let number = |name: &str| metadata.get(name).and_then(Json::as_f64);
        let mut note = Self::new(prompt);
        note.interval = number("note_interval").unwrap_or(note.interval);
        note.depth = number("note_depth").unwrap_or(note.depth);
        if let Some(position) = number("note_position") {
            note.position = ExtensionPosition::from_number(position as i64);
        }
        note.role = number("note_role").and_then(|role| role_from_number(role as i64)).unwrap_or_default();
        Some(note)
    }

    /// The note as a prompt takes it.
    #[must_use]
    pub fn as_note(&self) -> AuthorsNote<'_> {
        AuthorsNote {
            prompt: &self.prompt,
            interval: self.interval,
            position: self.position,
            depth: self.depth,
            role: self.role,
            ..AuthorsNote::default()
        }
    }
}

setters! {
    ChatNote:
    /// Sets how often it is due.
    with_interval(interval: f64) = interval;
    /// Sets the place.
    with_position(position: ExtensionPosition) = position;
    /// Sets the depth.
    with_depth(depth: impl Into<f64>) = depth.into();
    /// Sets who speaks it.
    with_role(role: Role) = role;
}

/// What a chat puts in place of fields of the card; empty texts stand for none.
///
/// De facto: SillyTavern 1.19.0, `scenario`, `system_prompt` and `mes_example` in `chat_metadata`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
#[non_exhaustive]
pub struct ChatOverrides {
    /// In place of the scenario.
    pub scenario: String,
    /// In place of the system prompt.
    pub system_prompt: String,
    /// In place of the example messages.
    pub mes_example: String,
}

impl ChatOverrides {
    /// The texts by the names of their members.
    pub(super) fn named(&self) -> [(&'static str, &str); 3] {
        let Self { scenario, system_prompt, mes_example } = self;
        [("scenario", scenario), ("system_prompt", system_prompt), ("mes_example", mes_example)]
    }

    /// Reads what the metadata of a chat have.
    pub(super) fn of(metadata: &Object) -> Self {
        let text = |name: &str| metadata.get(name).and_then(Json::as_str).unwrap_or_default().to_owned();
        Self { scenario: text("scenario"), system_prompt: text("system_prompt"), mes_example: text("mes_example") }
    }

    /// The texts as a prompt takes them.
    #[must_use]
    pub fn as_overrides(&self) -> Overrides<'_> {
        let Self { scenario, system_prompt, mes_example } = self;
        Overrides { scenario, system_prompt, mes_example }
    }
}
