//! What a prompt is made from.

use cards_lore::Placement;
use cards_macro::{Engine, Limits};
use cards_model::{Card, Json};
use cards_words::Role;

use crate::history::History;

/// The text of a fired lorebook entry, its macros expanded and its decorators gone.
#[derive(Clone, Debug, PartialEq)]
pub struct LoreText {
    /// The entry's name, for people.
    pub entry: String,
    /// The text.
    pub text: String,
    /// Where it goes.
    pub placement: Placement,
    /// Who speaks it.
    pub role: Role,
}

/// A note about the character that is among the messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The text, macros unexpanded.
    pub text: String,
    /// Messages between it and the end of the chat.
    pub depth: usize,
    /// Who speaks it.
    pub role: Role,
}

impl Note {
    /// Reads the character's note of a card: `extensions.depth_prompt`.
    ///
    /// De facto: SillyTavern 1.19 and RisuAI. The depth is 4 where none is readable, the role `system`.
    #[must_use]
    pub fn of(card: &Card) -> Option<Self> {
        let note = card.extensions().get("depth_prompt")?.as_object()?;
        let text = note.get("prompt")?.as_str().filter(|text| !text.trim().is_empty())?;
        let depth = match note.get("depth") {
            Some(Json::Number(number)) => Some(number.as_f64()),
            Some(Json::String(text)) => text.trim().parse().ok(),
            _ => None,
        };
        // A cast from a float saturates, so a huge depth is just past the oldest message.
        let depth = depth.filter(|depth: &f64| depth.is_finite()).map_or(4, |depth| depth.max(0.0) as usize);
        let role = note.get("role").and_then(Json::as_str).and_then(Role::from_name).unwrap_or_default();
        Some(Self { text: text.to_owned(), depth, role })
    }
}

/// What a prompt is made from.
#[derive(Clone, Debug)]
pub struct PromptInput<'a> {
    /// The card.
    pub card: &'a Card,
    /// The chat so far, as [`open`](crate::open) expanded it.
    pub history: &'a History,
    /// Texts of fired entries, in the order in which the engine gave them.
    pub lore: &'a [LoreText],
    /// What the user says about the one who chats; macros in it are expanded.
    pub persona: &'a str,
    /// The user's own system prompt, which a card's replaces and `{{original}}` brings back.
    pub system_prompt: &'a str,
    /// The user's own post-history instructions, likewise.
    pub post_history_instructions: &'a str,
    /// Whose macro rules hold.
    pub engine: Engine,
    /// What expanding macros may cost, for each text.
    pub limits: Limits,
    /// How many tokens the prompt may have; without one, everything stays.
    pub context: Option<u64>,
}

impl<'a> PromptInput<'a> {
    /// A prompt for a card and a chat, with no lore and no texts of the user's own.
    #[must_use]
    pub fn new(card: &'a Card, history: &'a History) -> Self {
        Self {
            card,
            history,
            lore: &[],
            persona: "",
            system_prompt: "",
            post_history_instructions: "",
            engine: Engine::Spec,
            limits: Limits::default(),
            context: None,
        }
    }
}
