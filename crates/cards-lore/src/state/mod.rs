//! What outlives a turn, as one value.

mod identity;
#[cfg(feature = "serde")]
mod serde_form;
mod text_form;

use std::collections::BTreeMap;

use crate::cache::TextCache;

pub(crate) use identity::identity;

/// The memory between turns: entries that matched, timed effects, and the hits of texts seen before.
///
/// Memory and timed effects are part of the answer; the hits only save work, and are thrown away when the books
/// change. [`State::to_text`] and [`State::from_text`] give it a lasting form.
///
/// ```
/// use cards_lore::State;
/// let state = State::new();
/// assert_eq!(State::from_text(&state.to_text())?, state);
/// # Ok::<(), cards_lore::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct State {
    /// Entries with `@@keep_activate_after_match` or `@@dont_activate_after_match` that matched.
    pub(crate) matched: BTreeMap<EntryKey, Remembered>,
    /// Timed effects.
    pub(crate) sticky: BTreeMap<EntryKey, Timed>,
    /// Timed effects.
    pub(crate) cooldown: BTreeMap<EntryKey, Timed>,
    /// Hits and token counts of texts.
    pub(crate) cache: TextCache,
}

/// Names an entry between turns.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct EntryKey {
    pub(crate) book: String,
    pub(crate) entry: String,
}

/// What an entry that matched asked to be remembered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Remembered {
    pub(crate) keep: bool,
    pub(crate) dont: bool,
}

/// A timed effect; lengths are those of the chat (SillyTavern). Marinara counts its answers: `end` is how many are left, and `start` is
/// 0 before an entry fired for the first time and 1 afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timed {
    /// The hash of the entry that it belongs to; an edited entry loses its effects.
    pub(crate) hash: u64,
    /// The length at which it began.
    pub start: u64,
    /// The length at which it ends.
    pub end: u64,
    /// Whether it stays when the chat did not grow.
    pub protected: bool,
}

/// What is part of an answer is compared; the hits of texts seen before only save work.
impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        let Self { matched, sticky, cooldown, cache: _ } = self;
        (matched, sticky, cooldown) == (&other.matched, &other.sticky, &other.cooldown)
    }
}

impl State {
    /// Starts without memory.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Lists the sticky effects: book, entry, effect.
    pub fn sticky(&self) -> impl Iterator<Item = (&str, &str, Timed)> {
        self.sticky.iter().map(|(key, timed)| (key.book.as_str(), key.entry.as_str(), *timed))
    }

    /// Lists the cooldowns: book, entry, effect.
    pub fn cooldowns(&self) -> impl Iterator<Item = (&str, &str, Timed)> {
        self.cooldown.iter().map(|(key, timed)| (key.book.as_str(), key.entry.as_str(), *timed))
    }

    /// Forgets the hits of all texts, as after a change of books. The next answer is the same, only later.
    pub fn forget_texts(&mut self) {
        self.cache = TextCache::default();
    }
}
