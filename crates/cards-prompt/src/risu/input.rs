//! What is given.

use cards_script::risu::Script;

use crate::input::PromptInput;

/// What RisuAI's prompt is made from.
#[derive(Clone, Debug)]
pub struct RisuInput<'a> {
    /// Card, chat, lore, persona, the user's main prompt and global note. [`PromptInput::context`] is the room for all but the
    /// answer; without one it is that of a new installation.
    pub prompt: PromptInput<'a>,
    /// The chat's author's note; empty for none.
    pub note: &'a str,
    /// The regex scripts of the card.
    pub scripts: &'a [Script],
    /// Limits on the work of the scripts.
    pub script_limits: cards_script::Limits,
}

impl<'a> RisuInput<'a> {
    /// What a prompt is made from, without a note and scripts.
    #[must_use]
    pub fn new(prompt: PromptInput<'a>) -> Self {
        Self { prompt, note: "", scripts: &[], script_limits: cards_script::Limits::default() }
    }
}
