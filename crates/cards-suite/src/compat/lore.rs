//! Entries that two clients fire differently over the card's own greetings and examples.

use cards_kit::answer::Divergence;
use cards_kit::{Cast, Chat, Error, Options, Session, why};
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
    let mut found: Vec<Divergence> = Vec::new();
    for (sample, chat) in samples(card) {
        let (from, to) = (fired(cast, &chat, sides.from)?, fired(cast, &chat, sides.to)?);
        for (one, other) in from.iter().zip(&to) {
            // One sample is enough to show that an entry differs.
            if one.place == other.place || found.iter().any(|known| known.at == one.title) {
                continue;
            }
            let why = [one.why.clone(), other.why.clone()];
            let rows = entries.and_then(|entries| entries.get(one.number)).map(|entry| of(entry, sides));
            found.push(Divergence::new("entry", &*one.title, why, &*sample).with_rows(rows.unwrap_or_default()));
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

/// What became of an entry.
struct Fate {
    title: String,
    /// Its place in the card's book.
    number: usize,
    /// Where its text goes, when it fires.
    place: Option<String>,
    why: String,
}

fn fired(cast: &Cast, chat: &Chat, profile: Profile) -> Result<Vec<Fate>, Error> {
    let mut session = Session::new(cast.clone(), Options::default().with_profile(profile))?;
    let fired = session.activate(chat)?;
    let mut fates = Vec::new();
    for (book, content) in session.lore().books().iter().enumerate() {
        for entry in 0..content.entries.len() {
            let at = EntryAt { book, entry };
            let outcome = fired.activation.trace.outcome(at).cloned().unwrap_or_default();
            let active = fired.activation.entries.iter().find(|active| active.at == at);
            let place = active
                .filter(|_| matches!(outcome, Outcome::Fired(_)))
                .map(|active| why::place_in_words(&active.placement));
            let told = why::in_words(&outcome, session.lore(), &fired);
            let why = place.as_ref().map_or_else(|| told.clone(), |place| format!("{place}: {told}"));
            fates.push(Fate { title: session.lore().label(at).into_owned(), number: entry, place, why });
        }
    }
    Ok(fates)
}
