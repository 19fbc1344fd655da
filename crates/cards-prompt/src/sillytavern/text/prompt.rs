//! What a text prompt is made with, and what it comes to.

use cards_lore::Activation;
use cards_words::setters;

use super::{ContextTemplate, InstructTemplate, SystemPrompt, Templates};
use crate::sillytavern::Sourced;
use crate::sillytavern::chat::{LeftOut, Piece};

/// What a text prompt is made with, beside the scene.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TextOptions {
    /// How the beginning is told, and what is between the parts.
    pub context: ContextTemplate,
    /// The forms of messages; without them, instruct mode is off.
    pub instruct: Option<InstructTemplate>,
    /// The user's system prompt; without it, the card's is off too.
    pub system_prompt: Option<SystemPrompt>,
    /// Tokens of the whole context.
    pub max_context: u64,
    /// Tokens of it that are kept for the answer.
    pub max_response: u64,
}

impl Default for TextOptions {
    /// The stated context template, no instruct mode, the client's first 8,192 tokens with 350 for the answer.
    fn default() -> Self {
        Self {
            context: super::BuiltIn::Default.templates().context.unwrap_or_default(),
            instruct: None,
            system_prompt: None,
            max_context: 8192,
            max_response: 350,
        }
    }
}

impl TextOptions {
    /// Gives the tokens that the text may have: context less answer.
    #[must_use]
    pub fn room(&self) -> u64 {
        self.max_context.saturating_sub(self.max_response)
    }

    /// Sets the context so that the text may have so many tokens.
    #[must_use]
    pub fn with_room(mut self, room: u64) -> Self {
        self.max_context = room.saturating_add(self.max_response);
        self
    }

    /// Puts templates in the place of those that it has; what a file does not hold stays.
    #[must_use]
    pub fn with_templates(mut self, templates: Templates) -> Self {
        if let Some(context) = templates.context {
            self.context = context;
        }
        self.instruct = templates.instruct.or(self.instruct);
        self.system_prompt = templates.system_prompt.or(self.system_prompt);
        self
    }
}

setters! {
    TextOptions:
    /// Sets the context template.
    with_context(context: ContextTemplate) = context;
    /// Sets the instruct template; `None` switches instruct mode off.
    with_instruct(instruct: Option<InstructTemplate>) = instruct;
    /// Sets the system prompt; `None` switches it off.
    with_system_prompt(system_prompt: Option<SystemPrompt>) = system_prompt;
    /// Sets the tokens of the whole context.
    with_max_context(max_context: u64) = max_context;
    /// Sets the tokens that are kept for the answer.
    with_max_response(max_response: u64) = max_response;
}

/// A whole prompt of text completion.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct TextPrompt {
    /// The text.
    pub text: String,
    /// Where it comes from; the texts of the pieces, one after the other, are the text.
    pub pieces: Vec<Piece>,
    /// The story as it was told, before the instruct template's sequences around it.
    pub story: Sourced,
    /// The examples that are in the prompt.
    pub examples: Sourced,
    /// What is where the chat stands, oldest first; the last one with the closing line.
    pub history: Vec<Sourced>,
    /// The message that is continued.
    pub tail: Sourced,
    /// What the model stops at.
    pub stop: Vec<String>,
    /// Tokens of the text, as the caller counts, without padding.
    pub tokens: u64,
    /// Tokens of the context that neither text nor answer takes.
    pub left: u64,
    /// Tokens that the text has over the context when everything that may go is gone.
    pub excess: u64,
    /// What is not in the prompt, and why.
    pub left_out: Vec<LeftOut>,
    /// Which entries fired and why; `None` without books.
    pub activation: Option<Activation>,
    /// Macros that neither client nor host knows; they stay as text.
    pub unknown_macros: Vec<String>,
    /// What was odd about regex scripts.
    pub script_findings: Vec<cards_script::Finding>,
}
