//! Embedded books as world info and back.

use crate::json::javascript::{self as js, array_index};
use crate::json::{Json, Object};
use crate::spec::worldinfo::embedded::{export_entry, import_entry};

/// Turns an embedded book into world info as SillyTavern does when the user imports the book of a character.
///
/// Entries are keyed by their `id`, or their index where they have none; of two with one id the later stays. An entry
/// without `enabled` is off. Members that world info has no place for are dropped; [`crate::Lorebook::to_world_info`]
/// keeps what it can of those and names the others.
///
/// De facto: SillyTavern 1.19, import of an embedded book.
#[must_use]
pub fn import_character_book(book: &Object) -> Object {
    let entries = book.get("entries").and_then(Json::as_array).unwrap_or_default();
    let mut by_uid: Vec<(String, Json)> = Vec::with_capacity(entries.len());
    let mut at = std::collections::HashMap::new();
    for (index, entry) in entries.iter().enumerate() {
        let index = i64::try_from(index).unwrap_or(i64::MAX);
        let uid = entry.get("id").cloned().unwrap_or(index.into());
        let key = js::text(&uid);
        let mut imported = import_entry(entry, index);
        imported.insert("uid", uid);
        match at.get(&key).and_then(|&place: &usize| by_uid.get_mut(place)) {
            Some(earlier) => earlier.1 = imported.into(),
            None => {
                at.insert(key.clone(), by_uid.len());
                by_uid.push((key, imported.into()));
            }
        }
    }
    // JavaScript lists members with whole-number names first, in ascending order.
    by_uid.sort_by_key(|(key, _)| array_index(key).unwrap_or(u64::MAX));
    [("entries", Json::Object(by_uid.into_iter().collect()))].into_iter().collect()
}

/// Turns world info into an embedded book as SillyTavern does when it saves a character with a linked world.
///
/// Every entry says `use_regex`, since SillyTavern tells patterns by their slashes; members that are absent stay
/// absent or get what SillyTavern writes for them. [`crate::WorldInfo::to_lorebook`] gives the book that the world
/// info means instead.
///
/// De facto: SillyTavern 1.19, export of an embedded book.
#[must_use]
pub fn export_character_book(name: &str, entries: &Object) -> Object {
    let mut sorted: Vec<_> = entries.iter().collect();
    sorted.sort_by_key(|(key, _)| array_index(key).unwrap_or(u64::MAX));
    let entries = sorted.into_iter().map(|(_, entry)| Json::Object(export_entry(entry))).collect();
    [("entries", Json::Array(entries)), ("name", name.into())].into_iter().collect()
}
