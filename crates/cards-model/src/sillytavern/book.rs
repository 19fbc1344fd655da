//! Embedded books as world info and back.

use crate::json::javascript::{self as js, array_index};
use crate::json::{Json, Object};
use crate::spec::worldinfo::embedded::{Extent, export_entry, import_entry};

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
    let imported = entries.iter().enumerate().map(|(index, entry)| {
        let (key, entry) = import_with(entry, index, Extent::Whole);
        (key, Json::Object(entry))
    });
    [("entries", Json::Object(keyed_entries(imported).into_iter().collect()))].into_iter().collect()
}

/// Turns an entry of an embedded book into one of world info, with the key that it gets there; `index` is its place in the book.
///
/// For who fires the entries of a large book: it has what bears on when and where the entry fires, and of that what the book
/// says. A member that is left out means what SillyTavern would have written for it, and what SillyTavern makes of a whole
/// entry is several times as large. [`keyed_entries`] puts them in order. See [`import_character_book`].
///
/// De facto: SillyTavern 1.19, import of an embedded book.
#[must_use]
pub fn import_character_book_entry(entry: &Json, index: usize) -> (String, Object) {
    import_with(entry, index, Extent::Said)
}

fn import_with(entry: &Json, index: usize, extent: Extent) -> (String, Object) {
    let index = i64::try_from(index).unwrap_or(i64::MAX);
    let uid = entry.get("id").cloned().unwrap_or(index.into());
    let key = js::text(&uid);
    let mut imported = import_entry(entry, index, extent);
    imported.insert("uid", uid);
    (key, imported)
}

/// Entries in the order in which SillyTavern's world info lists them: of two with one key the later in the place of the
/// earlier, and keys that are whole numbers first, in ascending order.
///
/// De facto: JavaScript lists the members of an object so.
#[must_use]
pub fn keyed_entries<T>(entries: impl IntoIterator<Item = (String, T)>) -> Vec<(String, T)> {
    let entries = entries.into_iter();
    let (count, _) = entries.size_hint();
    let mut by_uid: Vec<(String, T)> = Vec::with_capacity(count);
    let mut at = std::collections::HashMap::with_capacity(count);
    for (key, entry) in entries {
        match at.get(&key).and_then(|&place: &usize| by_uid.get_mut(place)) {
            Some(earlier) => earlier.1 = entry,
            None => {
                at.insert(key.clone(), by_uid.len());
                by_uid.push((key, entry));
            }
        }
    }
    by_uid.sort_by_key(|(key, _)| array_index(key).unwrap_or(u64::MAX));
    by_uid
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
    let entries = sorted.into_iter().map(|(_, entry)| Json::Object(export_entry(entry, Extent::Whole))).collect();
    [("entries", Json::Array(entries)), ("name", name.into())].into_iter().collect()
}
