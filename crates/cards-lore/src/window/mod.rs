//! The texts of one turn and where each key is in them.

mod depth;
mod expanded;
mod find;
mod slots;
mod texts;

use std::collections::HashMap;

use crate::book::Field;
use crate::cache::TextCache;
use crate::host::Host;
use crate::keys::Form;
use crate::lore::{Compiled, Plan};
use crate::matcher::{Scratch, Work};
use crate::span::Span;
use crate::text_hash::{BuildMixer, TextHash, TextRole};
use crate::turn::Turn;

use expanded::ExpandedKeys;
use slots::{Kind, Slots};
use texts::Part;

/// De facto: SillyTavern puts this before every text, so that `^` and keys do not reach into the text before.
pub(crate) const MARK: char = '\u{1}';

/// What one entry may see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct View {
    /// Messages, counted from the newest.
    pub(crate) depth: usize,
    /// Fields, as bits.
    pub(crate) fields: u8,
    /// Whether inserted texts are seen.
    pub(crate) inserted: bool,
    /// Whether nothing is seen at all, not even inserted texts (SillyTavern, depth 0).
    pub(crate) blind: bool,
}

/// A text that was inserted in this turn.
struct Inserted {
    /// The text; left empty where no key has to see it again.
    text: String,
    /// The entries whose contents make up the text, with the bytes at which they start.
    pieces: Vec<(usize, u32)>,
    place: usize,
}

/// One run of a pattern over a window: pattern, view, inserted texts at the time.
type WindowRun = (u32, View, usize);

/// The texts of one turn.
pub(crate) struct Window<'a> {
    pub(crate) lore: &'a Compiled,
    pub(crate) turn: &'a Turn<'a>,
    pub(crate) cache: &'a mut TextCache,
    pub(crate) work: Work,
    scratch: Scratch,
    slots: Slots,
    /// Places of the messages that take part, oldest first.
    heard: Vec<usize>,
    /// Cache places of the messages scanned so far, newest first.
    messages: Vec<usize>,
    chat_bytes: usize,
    fields: [Option<usize>; 6],
    injections: Vec<usize>,
    inserted: Vec<Inserted>,
    expanded: ExpandedKeys,
    /// Whether the key whose macros were expanded last came to nothing.
    expanded_to_nothing: bool,
    /// Runs of patterns over windows, and where they were found.
    window_runs: HashMap<WindowRun, Option<(Kind, Span)>, BuildMixer>,
    /// Plans with a key that was newly found, since the list was taken.
    pub(crate) woken: Vec<u32>,
}

impl<'a> Window<'a> {
    pub(crate) fn new(lore: &'a Compiled, turn: &'a Turn<'a>, cache: &'a mut TextCache) -> Self {
        Self {
            lore,
            turn,
            cache,
            work: Work::new(&lore.limits),
            scratch: Scratch::default(),
            slots: Slots::new(lore.matcher.key_count),
            heard: turn.heard().map(|(place, _)| place).collect(),
            messages: Vec::new(),
            chat_bytes: 0,
            fields: [None; 6],
            injections: Vec::new(),
            inserted: Vec::new(),
            expanded: ExpandedKeys::default(),
            expanded_to_nothing: false,
            window_runs: HashMap::default(),
            woken: Vec::new(),
        }
    }

    /// How many messages the chat has, the greeting counted where the profile searches it.
    pub(crate) fn message_count(&self) -> usize {
        let greeting = self.turn.greeting.is_some() && self.lore.rules.searches_greeting;
        self.heard.len() + usize::from(greeting)
    }

    /// Searches the newest messages down to a depth; those that were searched before cost nothing.
    pub(crate) fn search_messages(&mut self, depth: usize) {
        let depth = depth.min(self.message_count());
        while self.messages.len() < depth {
            let distance = self.messages.len();
            let Some(message) = self.message(distance) else { break };
            self.chat_bytes = self.chat_bytes.saturating_add(message.text.len());
            if self.chat_bytes > self.lore.limits.chat_bytes {
                self.work.reach("chat_bytes");
                break;
            }
            let place = self.place(message);
            self.messages.push(place);
            self.slots.add(self.cache, place, Kind::Message(distance), self.lore, &mut self.woken);
        }
    }

    /// Searches the fields that some entry asks for, and the injections.
    pub(crate) fn search_surroundings(&mut self, wanted: u8) {
        for (number, field) in Field::ALL.iter().copied().enumerate() {
            let text = self.turn.fields.get(field);
            if wanted & field.bit() == 0 || text.is_empty() {
                continue;
            }
            let place = self.place(Part::surrounding(text));
            if let Some(slot) = self.fields.get_mut(number) {
                *slot = Some(place);
            }
            self.slots.add(self.cache, place, Kind::Field(number), self.lore, &mut self.woken);
        }
        for (number, text) in self.turn.injections.iter().enumerate() {
            let place = self.place(Part::surrounding(text));
            self.injections.push(place);
            self.slots.add(self.cache, place, Kind::Injection(number), self.lore, &mut self.woken);
        }
    }

    /// Adds the text of entries that fired, and searches it.
    pub(crate) fn insert(&mut self, text: &str, pieces: Vec<(usize, u32)>) {
        let place = self.place(Part::inserted(text));
        let number = self.inserted.len();
        let text = if self.lore.keeps_texts { text.to_owned() } else { String::new() };
        self.inserted.push(Inserted { text, pieces, place });
        self.slots.add(self.cache, place, Kind::Inserted(number), self.lore, &mut self.woken);
    }

    /// Tells whether any inserted text is there to be searched.
    pub(crate) fn has_inserted(&self) -> bool {
        !self.inserted.is_empty()
    }

    /// Counts the tokens of a text; each text is counted once.
    pub(crate) fn tokens(&mut self, text: &str, host: &mut Host<'_>) -> u64 {
        let place = self.cache.place(TextHash::of(TextRole::Counted, &[text]));
        if let Some(tokens) = self.cache.get(place).and_then(|cached| cached.tokens) {
            return tokens;
        }
        let tokens = host.tokens.count(text);
        if let Some(cached) = self.cache.get_mut(place) {
            cached.tokens = Some(tokens);
        }
        tokens
    }

    /// Lists the plans of which the trace may say more than that no key matched: all of them only when messages beyond
    /// some depth were searched, or the turn was cut short.
    pub(crate) fn notable(&mut self, host: &mut Host<'_>) -> Vec<u32> {
        let lore = self.lore;
        let mut shallowest = usize::MAX;
        for scan in &lore.scans {
            shallowest = shallowest.min(self.depth(*scan, host));
        }
        if self.cut_short() || self.messages.len() > shallowest {
            (0..lore.plans.len() as u32).collect()
        } else {
            lore.notable.clone()
        }
    }

    /// Tells whether entries may not have been looked at as often as they should.
    pub(crate) fn cut_short(&self) -> bool {
        self.work.reached.contains(&"passes") || self.work.reached.contains(&"checks")
    }

    /// For the trace: finds the nearest message that holds a key of the entry, if it lies beyond the entry's depth.
    pub(crate) fn found_beyond(&mut self, plan: &Plan, host: &mut Host<'_>) -> Option<(usize, f64)> {
        let depth = self.depth(plan.scan, host);
        if self.messages.len() <= depth {
            return None;
        }
        let ids = self.lore.forms(&plan.keys).iter().filter_map(|form| match form {
            Form::Key(id) => self.slots.distance(*id),
            _ => None,
        });
        let found_at = ids.min()? + 1;
        (found_at > depth).then_some((found_at, depth as f64))
    }
}
