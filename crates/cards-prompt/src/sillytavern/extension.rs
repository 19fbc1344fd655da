//! Extension prompts: texts that features register under keys, and how they are joined.

use std::collections::{BTreeMap, HashMap};

use cards_words::Role;

use super::beside::ExtensionPosition;
use super::error::Error;
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
pub struct ExtensionPrompts {
    all: Vec<ExtensionPrompt>,
    /// Where each key stands.
    places: HashMap<String, usize>,
}

/// What is in the chat at one depth: for each role the prompts in the order in which they are joined.
pub(crate) type AtDepth<'p> = [Vec<&'p ExtensionPrompt>; Role::ALL.len()];

impl ExtensionPrompts {
    /// The deepest place in the chat that the client looks at.
    ///
    /// De facto: SillyTavern 1.19.0.
    pub const MAX_DEPTH: usize = 10_000;

    /// Registers one, in place of what is under its key.
    pub fn set(&mut self, prompt: ExtensionPrompt) {
        match self.places.get(&prompt.key).and_then(|place| self.all.get_mut(*place)) {
            Some(known) => *known = prompt,
            None => {
                self.places.insert(prompt.key.clone(), self.all.len());
                self.all.push(prompt);
            }
        }
    }

    /// Gives the one of a key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&ExtensionPrompt> {
        self.all.get(*self.places.get(key)?)
    }

    /// Lists them as the client's object does: keys that are numbers first, by size, then in the order of registration.
    #[must_use]
    pub fn listed(&self) -> Vec<&ExtensionPrompt> {
        let number = |prompt: &&ExtensionPrompt| array_index(&prompt.key).map_or(u64::MAX, u64::from);
        let mut all: Vec<&ExtensionPrompt> = self.all.iter().collect();
        all.sort_by_key(number);
        all
    }

    /// Lists those of a place outside the chat in the order in which they are joined.
    #[must_use]
    pub fn at(&self, position: ExtensionPosition) -> Vec<&ExtensionPrompt> {
        self.in_order(|prompt| prompt.position == position)
    }

    /// Lists those in the chat, by the depths that the client meets, from the newest message back.
    pub(crate) fn in_chat(&self) -> BTreeMap<usize, AtDepth<'_>> {
        let mut found: BTreeMap<usize, AtDepth<'_>> = BTreeMap::new();
        for prompt in self.in_order(|prompt| prompt.position == ExtensionPosition::InChat) {
            let Some(depth) = whole_depth(prompt.depth) else { continue };
            let of_depth = found.entry(depth).or_default().iter_mut().zip(Role::ALL.iter().copied());
            of_depth.filter(|(_, role)| *role == prompt.role).for_each(|(list, _)| list.push(prompt));
        }
        found
    }

    /// Some of them by key, compared by UTF-16 code units.
    fn in_order(&self, wanted: impl Fn(&&ExtensionPrompt) -> bool) -> Vec<&ExtensionPrompt> {
        let mut found: Vec<&ExtensionPrompt> = self.all.iter().filter(wanted).collect();
        found.sort_by(|a, b| a.key.encode_utf16().cmp(b.key.encode_utf16()));
        found
    }
}

/// Joins the texts of one place: each trimmed, empty ones left out, macros expanded over the whole.
pub(crate) fn joined(prompts: &[&ExtensionPrompt], stage: &mut Stage<'_>) -> Result<Sourced, Error> {
    let texts: Vec<Sourced> =
        prompts.iter().filter(|prompt| !prompt.value.is_empty()).map(|prompt| prompt.value.trimmed()).collect();
    let joined = Sourced::joined(&texts, "\n");
    Ok(joined.became(stage.expand(joined.text())?))
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
