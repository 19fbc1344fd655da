//! Entries that two clients fire differently over the card's own greetings and examples.

use std::collections::{BTreeMap, HashSet};

use cards_kit::answer::Divergence;
use cards_kit::{Cast, Chat, Error, Fired, Memory, Options, Session, why};
use cards_lore::EntryAt;
use cards_lore::trace::Outcome;
use cards_model::Card;
use cards_words::Profile;
use serde_json::Value;

use super::rows;
use super::sides::Sides;
use crate::behaviour::behaviours_of_entry;

/// The entries that fire on one side alone, or in another place.
pub(super) fn differences(cast: &Cast, card: &Card, whole: &Value, sides: Sides) -> Result<Vec<Divergence>, Error> {
    let entries = whole.get("data").unwrap_or(whole).pointer("/character_book/entries").and_then(Value::as_array);
    let [mut from, mut to] = [Side::new(cast, sides.from)?, Side::new(cast, sides.to)?];
    let all: Vec<EntryAt> = from.session.entries().map(|(at, _)| at).collect();
    let (mut found, mut known) = (Vec::new(), HashSet::new());
    if all.is_empty() {
        return Ok(found);
    }
    for (sample, chat) in samples(card) {
        let (one, other) = (from.fired(&chat)?, to.fired(&chat)?);
        for &at in &all {
            let (here, there) = (one.get(&at), other.get(&at));
            // One sample is enough to show that an entry differs.
            if here == there || !known.insert(from.session.lore().label(at).into_owned()) {
                continue;
            }
            let why = [from.why(at, here), to.why(at, there)];
            let rows = entries.and_then(|entries| entries.get(at.entry)).map(|entry| of(entry, sides));
            let title = from.session.lore().label(at);
            found.push(Divergence::new("entry", title, why, &*sample).with_rows(rows.unwrap_or_default()));
        }
    }
    Ok(found)
}

/// The rows for what sets an entry apart; those for its plain keys where nothing does.
fn of(entry: &Value, sides: Sides) -> Vec<&'static str> {
    let behaviours = behaviours_of_entry(entry);
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
    fn new(cast: &Cast, profile: Profile) -> Result<Self, Error> {
        let session = Session::new(cast.clone(), Options::default().with_profile(profile))?;
        Ok(Self { start: session.memory.clone(), session, last: None })
    }

    /// Where the texts of the entries go that a sample fires.
    fn fired(&mut self, chat: &Chat) -> Result<BTreeMap<EntryAt, String>, Error> {
        self.session.memory.clone_from(&self.start);
        let fired = self.last.insert(self.session.activate(chat)?);
        let trace = &fired.activation.trace;
        let active = fired.activation.entries.iter();
        let active = active.filter(|active| matches!(trace.outcome(active.at), Some(Outcome::Fired(_))));
        Ok(active.map(|active| (active.at, why::place_in_words(&active.placement))).collect())
    }

    /// Why the last sample had an entry go where it went, or nowhere.
    fn why(&self, at: EntryAt, place: Option<&String>) -> String {
        let Some(fired) = &self.last else { return String::new() };
        let outcome = fired.activation.trace.outcome(at).cloned().unwrap_or_default();
        let told = why::in_words(&outcome, self.session.lore(), fired);
        place.map_or_else(|| told.clone(), |place| format!("{place}: {told}"))
    }
}
