//! What a row is about, so that whoever meets a behaviour in a card is led to the rows that show it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use cards_json::Json;
use cards_kit::compat::{behaviours_of_entry, behaviours_of_text, macros_of_text};
use cards_macro::Engine;
use cards_words::Profile;
use serde_json::Value;

use crate::Row;

/// What a row is about, by the names of [`behaviours_of_text`] and [`behaviours_of_entry`]; `member:/nickname`, `scripts` and
/// `file:EXTENSION` beside them.
pub fn behaviours_of_row(row: &Row) -> BTreeSet<String> {
    let input = &row.input;
    let mut found = BTreeSet::new();
    match row.kind.as_str() {
        "macro" => {
            let text = input.get("text").and_then(Value::as_str).unwrap_or_default();
            for engine in engines(row) {
                found.extend(behaviours_of_text(text, engine));
            }
            if input.pointer("/card/nickname").and_then(Value::as_str).is_some_and(|name| !name.is_empty()) {
                found.insert("member:/nickname".to_owned());
            }
        }
        "lore" => {
            let books = input.get("books").and_then(Value::as_array).into_iter().flatten();
            let holders = ["book", "character_book", "world"].into_iter().filter_map(|name| input.get(name));
            for entries in books.chain(holders).chain([input]).filter_map(|holder| holder.get("entries")) {
                let of_entry = |entry: &Value| behaviours_of_entry(&Json::from(entry.clone()));
                match entries {
                    Value::Array(entries) => found.extend(entries.iter().flat_map(of_entry)),
                    Value::Object(entries) => found.extend(entries.values().flat_map(of_entry)),
                    _ => {}
                }
            }
        }
        "regex" => {
            found.insert("scripts".to_owned());
        }
        "read" if row.expected.get("error").is_none() => {
            let extension = input.get("name").and_then(Value::as_str).and_then(|name| name.rsplit('.').next());
            found.extend(extension.map(|extension| format!("file:{extension}")));
        }
        _ => {}
    }
    found
}

/// The engine that a row is about, and where that is one of an older version, the newest beside it: what one reads as a macro may be
/// text to the other.
fn engines(row: &Row) -> impl Iterator<Item = Engine> {
    let of_version: Option<Engine> = row.profile.parse().ok();
    let newest = row.client().parse().ok().filter(|newest| Some(*newest) != of_version);
    of_version.into_iter().chain(newest)
}

/// Whose row it is, as [`cards_kit::compat::shown_by`] has it: a client at an older version by both.
fn whose(row: &Row) -> &str {
    row.profile.parse().map_or_else(|_| row.client(), |profile: Profile| profile.as_str())
}

/// The table of [`cards_kit::compat::shown_by`], made of rows: for each behaviour and client the row that is about the least beside it.
#[doc(hidden)]
pub fn shown_by_table(rows: &[Row]) -> String {
    let mut known = BTreeSet::new();
    for row in rows.iter().filter(|row| row.kind == "macro") {
        let text = row.input.get("text").and_then(Value::as_str).unwrap_or_default();
        let macros = engines(row).flat_map(|engine| macros_of_text(text, engine));
        known.extend(macros.filter(|(_, known)| *known).map(|(name, _)| name));
    }
    let mut best: BTreeMap<(String, &str), (usize, bool, usize, &str)> = BTreeMap::new();
    for row in rows {
        let behaviours = behaviours_of_row(row);
        // What binds nobody shows a mistake rather than a behaviour.
        let rank = (behaviours.len(), !row.level.binds(), row.question().len(), row.id.as_str());
        for behaviour in behaviours {
            if behaviour.starts_with("macro:") && !known.contains(&behaviour) {
                continue;
            }
            let found = best.entry((behaviour, whose(row))).or_insert(rank);
            *found = rank.min(*found);
        }
    }
    let mut text = String::new();
    for ((behaviour, client), (.., id)) in best {
        let _ = writeln!(text, "{behaviour}\t{client}\t{id}");
    }
    text
}
