//! Entries that two clients fire differently: each alone over its own keys, then all together over the card's own texts.

use std::collections::{BTreeMap, HashSet};

use cards_lore::trace::Outcome;
use cards_lore::{EntryAt, Placement};
use cards_macro::Moment;
use cards_model::Card;
use cards_words::Profile;

use super::behaviour::behaviours_of_entry;
use super::probe::probes;
use super::rows;
use super::sides::Sides;
use crate::answer::Divergence;
use crate::cast::Cast;
use crate::chat::Chat;
use crate::error::Error;
use crate::memory::Memory;
use crate::options::Options;
use crate::session::{Fired, Session};

/// Where the entry of a session is that has no other.
const FIRST: EntryAt = EntryAt { book: 0, entry: 0 };

/// The entries that fire on one side alone, or in another place.
pub(super) fn differences(cast: &Cast, card: &Card, sides: Sides, now: Moment) -> Result<Vec<Divergence>, Error> {
    let [from, to] = [Side::new(cast, sides.from, now)?, Side::new(cast, sides.to, now)?];
    let all: Vec<EntryAt> = from.session.entries().map(|(at, _)| at).collect();
    if all.is_empty() {
        return Ok(Vec::new());
    }
    let entries = card.lorebook().map(|book| book.entries.clone()).unwrap_or_default();
    let titles = all.iter().map(|&at| (at, from.session.lore().label(at).into_owned())).collect();
    let mut found = Found { sides, entries, titles, known: HashSet::new(), differences: Vec::new() };
    for &at in &all {
        let (Some(mut one), Some(mut other)) = (from.of_entry(at)?, to.of_entry(at)?) else { continue };
        let Some(entry) = one.session.entries().next().map(|(_, entry)| entry.clone()) else { continue };
        for (name, chat) in probes(&entry) {
            if found.compare([&mut one, &mut other], &[(FIRST, at)], name, &chat)? {
                break;
            }
        }
    }
    let places: Vec<_> = all.iter().map(|&at| (at, at)).collect();
    let (mut from, mut to) = (from, to);
    for (name, chat) in samples(card) {
        found.compare([&mut from, &mut to], &places, &name, &chat)?;
    }
    Ok(found.differences)
}

/// What was found so far.
struct Found {
    sides: Sides,
    /// The entries as the card has them.
    entries: Vec<cards_model::Entry>,
    /// What people know them by, which an entry alone in its session is not numbered for.
    titles: BTreeMap<EntryAt, String>,
    /// Entries that were seen to differ: one sample is enough to show it.
    known: HashSet<EntryAt>,
    differences: Vec<Divergence>,
}

impl Found {
    /// Runs a chat by both sides and notes the entries that go different ways; `places` names each by where it is in the
    /// session and in the card. Says whether there was a new one.
    fn compare(
        &mut self,
        [from, to]: [&mut Side; 2],
        places: &[(EntryAt, EntryAt)],
        sample: &str,
        chat: &Chat,
    ) -> Result<bool, Error> {
        let (one, other) = (from.fired(chat)?, to.fired(chat)?);
        let before = self.differences.len();
        for &(here, at) in places {
            let (placed, also) = (one.get(&here), other.get(&here));
            if is_same(placed, also) || !self.known.insert(at) {
                continue;
            }
            let why = [from.why(here, placed), to.why(here, also)];
            let rows = self.entries.get(at.entry).map(|entry| of(entry, self.sides)).unwrap_or_default();
            let title = self.titles.get(&at).cloned().unwrap_or_default();
            self.differences.push(Divergence::new("entry", title, why, sample).with_rows(rows));
        }
        Ok(self.differences.len() > before)
    }
}

/// Whether an entry is silent on both sides, or goes to one place. A client that has a single place for lore has no other for
/// what is before or behind the character elsewhere: nothing that an author could mend.
fn is_same(one: Option<&Placement>, other: Option<&Placement>) -> bool {
    let beside = |place: &Placement| matches!(place, Placement::BeforeChar | Placement::AfterChar);
    match (one, other) {
        (Some(Placement::Default), Some(place)) | (Some(place), Some(Placement::Default)) if beside(place) => true,
        _ => one == other,
    }
}

/// The rows for what sets an entry apart; those for its plain keys where nothing does.
fn of(entry: &cards_model::Entry, sides: Sides) -> Vec<&'static str> {
    let behaviours = behaviours_of_entry(&cards_model::document::to_json(entry));
    let special = rows::of(behaviours.iter().map(String::as_str).filter(|name| *name != "entry:keys"), sides);
    if special.is_empty() { rows::of(["entry:keys"], sides) } else { special }
}

/// Chats made of the card's own texts: each greeting, and the example messages.
fn samples(card: &Card) -> Vec<(String, Chat)> {
    let mut samples = Vec::new();
    for (number, greeting) in card.greetings().iter().enumerate() {
        let mut chat = Chat::default();
        chat.say_as_character(greeting.text.to_string());
        samples.push((format!("greeting {}", number + 1), chat));
    }
    let mut chat = Chat::default();
    for line in card.mes_example().lines() {
        let line = line.trim();
        if let Some(text) = line.strip_prefix("{{user}}:") {
            chat.say_as_user(text.trim());
        } else if let Some(text) = line.strip_prefix("{{char}}:") {
            chat.say_as_character(text.trim());
        }
    }
    if !chat.messages.is_empty() {
        samples.push(("example messages".to_owned(), chat));
    }
    samples
}

/// A chat by the rules of one client, which begins anew with each sample.
struct Side {
    session: Session,
    start: Memory,
    last: Option<Fired>,
}

impl Side {
    fn new(cast: &Cast, profile: Profile, now: Moment) -> Result<Self, Error> {
        let options = Options::default().with_profile(profile).with_now(Some(now));
        Ok(Self::of(Session::new(cast.clone(), options)?))
    }

    fn of(session: Session) -> Self {
        Self { start: session.memory.clone(), session, last: None }
    }

    /// The same client with one entry of its book and no other; nothing where this client's view of the book has no such entry.
    fn of_entry(&self, at: EntryAt) -> Result<Option<Self>, Error> {
        Ok(self.session.of_entry(at)?.map(Self::of))
    }

    /// Where the texts of the entries go that a sample fires.
    fn fired(&mut self, chat: &Chat) -> Result<BTreeMap<EntryAt, Placement>, Error> {
        self.session.memory.clone_from(&self.start);
        let fired = self.last.insert(self.session.activate(chat)?);
        let trace = &fired.activation.trace;
        let active = fired.activation.entries.iter();
        let active = active.filter(|active| matches!(trace.outcome(active.at), Some(Outcome::Fired(_))));
        Ok(active.map(|active| (active.at, active.placement.clone())).collect())
    }

    /// Why the last sample had an entry go where it went, or nowhere.
    fn why(&self, at: EntryAt, place: Option<&Placement>) -> String {
        let Some(fired) = &self.last else { return String::new() };
        let mut outcome = fired.activation.trace.outcome(at).cloned().unwrap_or_default();
        if let Outcome::Fired(fired) = &mut outcome {
            // What is left of a budget is no reason.
            fired.left = None;
        }
        let told = fired.activation.trace.words(fired).outcome(&outcome);
        match place {
            Some(place) => format!("{}: {told}", place.in_words()),
            None => told,
        }
    }
}
