//! What a prompt is made from.

use cards_lore::{Placement, Role};
use cards_macro::{Engine, Limits};
use cards_model::Card;

/// A message of the chat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatMessage {
    /// Who speaks.
    pub role: Role,
    /// The speaker's name.
    pub name: Option<String>,
    /// The text; macros in it are expanded.
    pub text: String,
}

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

/// What a prompt is made from.
#[derive(Clone, Debug)]
pub struct PromptInput<'a> {
    /// The card.
    pub card: &'a Card,
    /// The chat so far, oldest message first. An empty chat begins with a greeting.
    pub chat: &'a [ChatMessage],
    /// Which greeting begins an empty chat, in the order of [`Card::greetings`].
    pub greeting: usize,
    /// Texts of fired entries, in the order in which the engine gave them.
    pub lore: &'a [LoreText],
    /// The user's own system prompt, which a card's replaces and `{{original}}` brings back.
    pub system_prompt: &'a str,
    /// The user's own post-history instructions, likewise.
    pub post_history_instructions: &'a str,
    /// Whose macro rules hold.
    pub profile: Engine,
    /// What expanding macros may cost, for each text.
    pub limits: Limits,
    /// How many tokens the prompt may have; without one, everything stays.
    pub context: Option<u64>,
}

impl<'a> PromptInput<'a> {
    /// A prompt for a card with no chat, no lore and no texts of the user's own.
    #[must_use]
    pub fn new(card: &'a Card) -> Self {
        Self {
            card,
            chat: &[],
            greeting: 0,
            lore: &[],
            system_prompt: "",
            post_history_instructions: "",
            profile: Engine::Spec,
            limits: Limits::default(),
            context: None,
        }
    }
}
