//! The prompts of a preset and their order.

use super::PromptRole;

/// One prompt of a preset.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct PresetPrompt {
    /// What the order and the client call it by; without one nothing finds the prompt.
    pub identifier: Option<String>,
    /// The name for people.
    pub name: String,
    /// Who speaks it; the system where nothing is said.
    pub role: Option<PromptRole>,
    /// The text, macros unexpanded.
    pub content: String,
    /// Whether it is the user's own: `system_prompt` is there and `false`. Any other one, that the client does not know,
    /// is sent in the chat only.
    pub is_custom: bool,
    /// Whether it is in the chat: `injection_position` is the number 1.
    pub in_chat: Option<bool>,
    /// Messages between it and the end of the chat; `None` where none is said, or where it is no number, which the
    /// client never meets.
    pub depth: Option<f64>,
    /// Its place among prompts of one depth: higher ones stand nearer to the end; 100 where none is said.
    pub injection_order: Option<f64>,
    /// The kinds of generation that it is for; none stands for all.
    pub triggers: Vec<String>,
    /// Whether cards may not replace it.
    pub forbids_overrides: bool,
}

impl PresetPrompt {
    /// Whether a kind of generation sends the prompt.
    #[must_use]
    pub fn is_for(&self, generation: &str) -> bool {
        self.triggers.is_empty() || self.triggers.iter().any(|trigger| trigger == generation)
    }
}

/// One line of the order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct OrderEntry {
    /// Which prompt.
    pub identifier: String,
    /// Whether it is on.
    pub enabled: bool,
}

impl OrderEntry {
    /// A line of the order.
    #[must_use]
    pub fn new(identifier: impl Into<String>, enabled: bool) -> Self {
        Self { identifier: identifier.into(), enabled }
    }
}
