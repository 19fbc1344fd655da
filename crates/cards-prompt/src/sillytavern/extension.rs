//! Extension prompts: texts that features register under keys, and how they are joined.

use cards_words::Role;

use super::error::Error;
use super::scene::ExtensionPosition;
use super::sourced::Sourced;
use super::stage::Stage;

/// The key of the author's note.
pub const NOTE_KEY: &str = "2_floating_prompt";
/// The key of the card's depth prompt.
pub const DEPTH_PROMPT_KEY: &str = "DEPTH_PROMPT";
/// The key of a persona at a depth.
pub const PERSONA_KEY: &str = "PERSONA_DESCRIPTION";

/// One of them.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ExtensionPrompt {
    /// The key.
    pub key: String,
    /// The text, macros unexpanded.
    pub value: Sourced,
    /// Where it goes.
    pub position: ExtensionPosition,
    /// Messages between it and the end of the chat; one that is no whole number of 0 to 10,000 is never met.
    pub depth: f64,
    /// Who speaks it.
    pub role: Role,
}

impl ExtensionPrompt {
    /// One in the chat, at a depth.
    #[must_use]
    pub fn in_chat(key: impl Into<String>, value: Sourced, depth: f64, role: Role) -> Self {
        Self { key: key.into(), value, position: ExtensionPosition::InChat, depth, role }
    }
}

/// All that are registered.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExtensionPrompts(Vec<ExtensionPrompt>);

impl ExtensionPrompts {
    /// The deepest place in the chat that the client looks at.
    ///
    /// De facto: SillyTavern 1.19.0.
    pub const MAX_DEPTH: usize = 10_000;

    /// Registers one, in place of what stands under its key.
    pub fn set(&mut self, prompt: ExtensionPrompt) {
        match self.0.iter_mut().find(|known| known.key == prompt.key) {
            Some(known) => *known = prompt,
            None => self.0.push(prompt),
        }
    }

    /// Gives the one of a key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&ExtensionPrompt> {
        self.0.iter().find(|prompt| prompt.key == key)
    }

    /// Lists them as the client's object does: keys that are numbers first, by size, then in the order of registration.
    #[must_use]
    pub fn listed(&self) -> Vec<&ExtensionPrompt> {
        let number = |prompt: &&ExtensionPrompt| array_index(&prompt.key).map_or(u64::MAX, u64::from);
        let mut all: Vec<&ExtensionPrompt> = self.0.iter().collect();
        all.sort_by_key(number);
        all
    }

    /// Lists those of a place in the order in which they are joined: by key, compared by UTF-16 code units.
    #[must_use]
    pub fn at(&self, position: ExtensionPosition, depth: Option<usize>, role: Option<Role>) -> Vec<&ExtensionPrompt> {
        let at_depth = |prompt: &ExtensionPrompt| depth.is_none_or(|depth| prompt.depth == depth as f64);
        let of_role = |prompt: &ExtensionPrompt| role.is_none_or(|role| prompt.role == role);
        let placed = |prompt: &&ExtensionPrompt| prompt.position == position && at_depth(prompt) && of_role(prompt);
        let mut found: Vec<&ExtensionPrompt> = self.0.iter().filter(placed).collect();
        found.sort_by(|a, b| a.key.encode_utf16().cmp(b.key.encode_utf16()));
        found
    }

    /// Joins those of a place: each trimmed, empty ones left out, macros expanded over the whole.
    ///
    /// # Errors
    /// [`Error::Macro`].
    pub fn joined(
        &self,
        position: ExtensionPosition,
        depth: Option<usize>,
        role: Option<Role>,
        stage: &mut Stage<'_>,
    ) -> Result<Sourced, Error> {
        let texts: Vec<Sourced> = self
            .at(position, depth, role)
            .into_iter()
            .filter(|prompt| !prompt.value.is_empty())
            .map(|prompt| prompt.value.trimmed())
            .collect();
        let joined = Sourced::joined(&texts, "\n");
        Ok(joined.became(stage.expand(joined.text())?))
    }

    /// Lists the depths in the chat at which one stands, each once, from the newest back.
    #[must_use]
    pub fn depths(&self) -> Vec<usize> {
        let in_chat = self.0.iter().filter(|prompt| prompt.position == ExtensionPosition::InChat);
        let mut depths: Vec<usize> = in_chat.filter_map(|prompt| whole_depth(prompt.depth)).collect();
        depths.sort_unstable();
        depths.dedup();
        depths
    }
}

/// A depth that the client meets: a whole number from 0 to [`ExtensionPrompts::MAX_DEPTH`].
pub(crate) fn whole_depth(depth: f64) -> Option<usize> {
    let whole = depth.fract() == 0.0 && (0.0..=ExtensionPrompts::MAX_DEPTH as f64).contains(&depth);
    whole.then_some(depth as usize)
}

/// The number that a key spells, if JavaScript lists it before other keys.
fn array_index(key: &str) -> Option<u32> {
    let number: u32 = key.parse().ok()?;
    (number != u32::MAX && number.to_string() == key).then_some(number)
}
