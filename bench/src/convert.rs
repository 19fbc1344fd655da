//! A CCv3 card as V2 has it, in a program that shares what both have and looks once at each entry for what V2 lacks.

use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;

use serde_json::Value;

use crate::Outcome;
use crate::timing::row;

/// An entry, of which V2 lacks one member.
struct Entry {
    /// Held, and never looked at.
    _content: Arc<str>,
    _keys: Vec<Arc<str>>,
    use_regex: bool,
}

/// A card, of which V2 lacks the members that it may not have.
struct Card {
    texts: Vec<Arc<str>>,
    entries: Vec<Arc<Entry>>,
    lacking: Vec<(&'static str, Option<Value>)>,
}

/// What V2 has no place for.
const NEWER: [&str; 7] = [
    "assets",
    "nickname",
    "creator_notes_multilingual",
    "source",
    "group_only_greetings",
    "creation_date",
    "modification_date",
];

/// Times it over the card with 800 entries.
pub fn run(folder: &Path) -> Outcome {
    let card = read(&serde_json::from_slice(&std::fs::read(folder.join("b.json"))?)?);
    row("b_convert", "limit: shared, one look at each entry", || converted(black_box(&card)));
    row("b_convert", "part: shared alone", || (card.texts.clone(), card.entries.clone()));
    Ok(())
}

fn read(json: &Value) -> Card {
    let data = &json["data"];
    let text = |value: &Value| value.as_str().map(Arc::from);
    let list = |value: &Value| value.as_array().into_iter().flatten().filter_map(text).collect::<Vec<_>>();
    let entry = |entry: &Value| {
        Arc::new(Entry {
            _content: text(&entry["content"]).unwrap_or_default(),
            _keys: list(&entry["keys"]),
            use_regex: entry["use_regex"].as_bool().unwrap_or_default(),
        })
    };
    Card {
        texts: data.as_object().into_iter().flatten().filter_map(|(_, value)| text(value)).collect(),
        entries: data["character_book"]["entries"].as_array().into_iter().flatten().map(entry).collect(),
        lacking: NEWER.iter().map(|name| (*name, data.get(*name).cloned())).collect(),
    }
}

/// The card with its entries, and what is lost: members, and entries by their number.
fn converted(card: &Card) -> (Card, Vec<&'static str>, Vec<usize>) {
    let lost = card.lacking.iter().filter(|(_, value)| value.is_some()).map(|(name, _)| *name).collect();
    let patterns = card.entries.iter().enumerate().filter(|(_, entry)| entry.use_regex).map(|(at, _)| at).collect();
    let made = Card { texts: card.texts.clone(), entries: card.entries.clone(), lacking: Vec::new() };
    (made, lost, patterns)
}
