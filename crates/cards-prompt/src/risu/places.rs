//! Where lore goes.

use std::collections::BTreeSet;

use cards_lore::Placement;
use cards_words::Role;

use super::chat::spliced;
use super::item::Item;
use crate::input::LoreText;
use crate::segment::{Reason, Source};

/// How deep places within places are looked up.
const NESTED: usize = 5;

/// How the place of a text among the messages is asked for inside another one.
const POSITION: &str = "{{position::";

/// What the client puts in front of the name of a place of the user's own.
const OWN: &str = "pt_";

/// A place among the messages.
#[derive(Clone, Copy, Debug)]
pub(super) enum Among {
    /// So many items from the oldest: the client counts a depth from there.
    Depth(f64),
    /// So many items before the newest message.
    ReverseDepth(f64),
}

impl Among {
    /// The place in a list of a length.
    pub(super) fn index(self, length: usize) -> usize {
        match self {
            Self::Depth(depth) => spliced(depth, length),
            Self::ReverseDepth(depth) => spliced(length as f64 - depth, length),
        }
    }
}

/// The texts of what fired, by place.
#[derive(Debug)]
pub(super) struct Places<'l> {
    lore: &'l [LoreText],
    /// What has no place, and why.
    pub(super) nowhere: Vec<(&'l LoreText, Reason)>,
}

impl<'l> Places<'l> {
    pub(super) fn of(lore: &'l [LoreText]) -> Self {
        let mut places = Self { lore, nowhere: Vec::new() };
        let asked = places.asked();
        let filled = lore.iter().filter(|lore| !lore.text.trim().is_empty());
        places.nowhere = filled.filter_map(|lore| Some((lore, reason(lore, &asked)?))).collect();
        places
    }

    /// The lorebook: what has no other place.
    pub(super) fn book(&self) -> Vec<Item> {
        self.items(|lore| match &lore.placement {
            Placement::Slot(name) => !is_of_description(name) && !name.starts_with(OWN),
            Placement::Depth { .. } | Placement::ReverseDepth { .. } | Placement::Inject { .. } => false,
            _ => true,
        })
    }

    /// In front of the description, the last that fired first.
    pub(super) fn before_description(&self) -> Vec<Item> {
        let mut items = self.items(|lore| matches!(&lore.placement, Placement::Slot(name) if name == BEFORE));
        items.reverse();
        items
    }

    /// Behind the description.
    pub(super) fn behind_description(&self) -> Vec<Item> {
        self.items(|lore| matches!(&lore.placement, Placement::Slot(name) if name != BEFORE && is_of_description(name)))
    }

    /// Behind everything: at the depth 0, what the character begins its answer with at the end.
    pub(super) fn behind_everything(&self) -> Vec<Item> {
        let at_end = |lore: &LoreText| matches!(lore.placement, Placement::Depth { depth } if depth == 0.0);
        let mut items = self.items(|lore| at_end(lore) && lore.role != Role::Assistant);
        items.extend(self.items(|lore| at_end(lore) && lore.role == Role::Assistant));
        items
    }

    /// Among the messages, in the order in which the client puts them there.
    pub(super) fn among_messages(&self) -> Vec<(Among, Item)> {
        let among = |lore: &LoreText| match lore.placement {
            Placement::Depth { depth } if depth > 0.0 => Some(Among::Depth(depth)),
            Placement::ReverseDepth { depth } => Some(Among::ReverseDepth(depth)),
            _ => None,
        };
        self.lore.iter().filter_map(|lore| Some((among(lore)?, self.item(lore)))).collect()
    }

    fn items(&self, of: impl Fn(&LoreText) -> bool) -> Vec<Item> {
        self.lore.iter().filter(|lore| of(lore)).map(|lore| self.item(lore)).collect()
    }

    fn item(&self, lore: &LoreText) -> Item {
        Item::new(Source::Lore(lore.entry.clone()), lore.role, self.resolved(&lore.text, &mut BTreeSet::new()))
    }

    /// A text with the lore of the places that it asks for.
    fn resolved(&self, text: &str, asked: &mut BTreeSet<String>) -> String {
        let mut text = text.to_owned();
        for _ in 0..NESTED {
            let Some(next) = replaced(&text, |name| {
                asked.insert(name.to_owned());
                self.at(name)
            }) else {
                return text;
            };
            text = next;
        }
        replaced(&text, |_| String::new()).unwrap_or(text)
    }

    /// The texts of a place of the user's own.
    fn at(&self, name: &str) -> String {
        let here =
            |lore: &&LoreText| matches!(&lore.placement, Placement::Slot(slot) if slot.strip_prefix(OWN) == Some(name));
        let texts: Vec<&str> = self.lore.iter().filter(here).map(|lore| lore.text.as_str()).collect();
        texts.join("\n")
    }

    /// The places that the texts in the prompt ask for.
    fn asked(&self) -> BTreeSet<String> {
        let mut asked = BTreeSet::new();
        for lore in self.lore {
            let is_own = matches!(&lore.placement, Placement::Slot(slot) if slot.starts_with(OWN));
            if !is_own && !matches!(lore.placement, Placement::Inject { .. }) {
                self.resolved(&lore.text, &mut asked);
            }
        }
        asked
    }
}

/// The place in front of the description.
const BEFORE: &str = "before_desc";

fn is_of_description(slot: &str) -> bool {
    [BEFORE, "after_desc", "personality", "scenario"].contains(&slot)
}

/// Why a text has no place; nothing where it has one.
fn reason(lore: &LoreText, asked: &BTreeSet<String>) -> Option<Reason> {
    match &lore.placement {
        Placement::Slot(slot) => {
            let own = slot.strip_prefix(OWN).filter(|name| !asked.contains(*name));
            own.map(|name| Reason::OwnPlace(name.to_owned()))
        }
        Placement::Depth { depth } if depth.is_nan() || *depth < 0.0 => Some(Reason::Depth(*depth)),
        Placement::Inject { target, .. } => Some(Reason::Part(target.clone())),
        _ => None,
    }
}

/// A text with what a place stands for; nothing where it asks for none.
fn replaced(text: &str, mut with: impl FnMut(&str) -> String) -> Option<String> {
    let mut whole = String::new();
    let (mut rest, mut found) = (text, false);
    while let Some(at) = rest.find(POSITION) {
        let inside = rest.get(at + POSITION.len()..).unwrap_or_default();
        let first = inside.chars().next().map_or(0, char::len_utf8);
        let Some(end) = inside.get(first..).and_then(|inside| inside.find("}}")).map(|end| first + end) else { break };
        let name = inside.get(..end).unwrap_or_default();
        if name.contains('\n') {
            // A name is on one line.
            whole.push_str(rest.get(..at + POSITION.len()).unwrap_or_default());
            rest = inside;
            continue;
        }
        found = true;
        whole.push_str(rest.get(..at).unwrap_or_default());
        whole.push_str(&with(name));
        rest = inside.get(end + 2..).unwrap_or_default();
    }
    whole.push_str(rest);
    found.then_some(whole)
}
