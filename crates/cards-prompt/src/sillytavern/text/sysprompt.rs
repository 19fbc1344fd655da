//! The user's system prompt of text completion.

use super::fields::{Fields, TemplateFinding};

/// A system prompt; that there is one means that it is on.
///
/// De facto: SillyTavern 1.19.0, files of the folder `sysprompt`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SystemPrompt {
    /// The name for people.
    pub name: String,
    /// The system prompt, which a card's replaces and `{{original}}` brings back.
    pub content: String,
    /// The post-history instructions, likewise.
    pub post_history: String,
}

impl SystemPrompt {
    /// A system prompt without post-history instructions.
    #[must_use]
    pub fn new(content: impl Into<String>) -> Self {
        Self { content: content.into(), ..Self::default() }
    }

    /// Adds post-history instructions.
    #[must_use]
    pub fn with_post_history(mut self, post_history: impl Into<String>) -> Self {
        self.post_history = post_history.into();
        self
    }

    pub(super) fn read(mut fields: Fields<'_>) -> (Self, Vec<TemplateFinding>) {
        let prompt = Self {
            name: fields.text("name", ""),
            content: fields.text("content", ""),
            post_history: fields.text("post_history", ""),
        };
        fields.pass(&["enabled"]);
        (prompt, fields.finish())
    }
}
