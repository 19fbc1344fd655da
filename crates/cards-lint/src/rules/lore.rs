//! What rules about lorebook entries share.

use cards_model::{Entry, Json, Pointer};

use crate::engine::is_slashed;
use crate::subject::{EntryPlace, Subject};

/// The enabled entries with their numbers and places.
pub(super) fn enabled<'a>(subject: &'a Subject<'_>) -> impl Iterator<Item = (usize, &'a EntryPlace, &'a Entry)> {
    let entries = subject.book.as_ref().map(|book| book.entries().enumerate());
    entries.into_iter().flatten().filter(|(_, (_, entry))| entry.enabled).map(|(i, (place, entry))| (i, place, entry))
}

/// The keys of an entry with their pointers, the secondary ones behind the others.
pub(super) fn keys<'a>(place: &'a EntryPlace, entry: &'a Entry) -> impl Iterator<Item = (Pointer, &'a str)> {
    let list = |name: &'static str, keys: &'a [String]| {
        keys.iter().enumerate().map(move |(i, key)| (place.pointer.member(name).index(i), key.as_str()))
    };
    list(place.keys, &entry.keys).chain(list(place.secondary, entry.secondary_keys.as_deref().unwrap_or_default()))
}

/// Whether a key is a pattern, by its flag or by its slashes.
pub(super) fn is_pattern(entry: &Entry, key: &str) -> bool {
    entry.use_regex == Some(true) || is_slashed(key)
}

/// How the secondary keys of an entry count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Second {
    /// Not at all.
    None,
    /// One of them is enough.
    Any,
    /// All of them.
    All,
    /// None of them may be there, or not all of them.
    Not {
        /// Whether a single one is too many.
        any: bool,
    },
}

/// How the secondary keys of an entry count. De facto: SillyTavern's `selectiveLogic` in extensions.
pub(crate) fn second(entry: &Entry) -> Second {
    let some = entry.secondary_keys.iter().flatten().any(|key| !key.trim().is_empty());
    if !some || entry.selective != Some(true) {
        return Second::None;
    }
    match entry.extensions.get("selectiveLogic").and_then(Json::as_f64).unwrap_or_default() as i64 {
        1 => Second::Not { any: false },
        2 => Second::Not { any: true },
        3 => Second::All,
        _ => Second::Any,
    }
}

/// Whether a flag stands in the extensions of an entry.
pub(super) fn flag(entry: &Entry, name: &str) -> bool {
    entry.extensions.get(name).and_then(Json::as_bool) == Some(true)
}

/// The name of an entry for people.
pub(super) fn title(entry: &Entry, number: usize) -> String {
    match (entry.title(), entry.keys.first()) {
        ("", None) => format!("entry {number}"),
        ("", Some(key)) => format!("entry {number} (key `{}`)", crate::excerpt::beginning(key)),
        (title, _) => format!("entry {number} ({})", crate::excerpt::beginning(title)),
    }
}
