//! What rules about lorebook entries share.

use cards_model::Pointer;
use cards_model::book::EntryView;

use crate::engine::is_slashed;
use crate::subject::Subject;

/// The enabled entries with their numbers.
pub(super) fn enabled<'a, 'b>(subject: &'b Subject<'a>) -> impl Iterator<Item = (usize, &'b EntryView<'a>)> {
    let entries = subject.book.as_ref().map(|book| book.entries.iter().enumerate());
    entries.into_iter().flatten().filter(|(_, entry)| entry.enabled())
}

/// The keys of an entry with their pointers, the secondary ones behind the others.
pub(super) fn keys<'a, 'b>(entry: &'b EntryView<'a>) -> impl Iterator<Item = (Pointer, &'a str)> + use<'a, 'b> {
    entry.key_lists().into_iter().flat_map(move |(name, keys)| {
        keys.iter().enumerate().map(move |(i, key)| (entry.pointer.member(name).index(i), key.as_str()))
    })
}

/// Whether a key is a pattern, by its flag or by its slashes.
pub(super) fn is_pattern(entry: &EntryView<'_>, key: &str) -> bool {
    entry.use_regex() == Some(true) || is_slashed(key)
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

/// How the secondary keys of an entry count. De facto: SillyTavern's `selectiveLogic`.
pub(crate) fn second(entry: &EntryView<'_>) -> Second {
    let some = entry.secondary_keys().iter().any(|key| !key.trim().is_empty());
    if !some || entry.selective() != Some(true) {
        return Second::None;
    }
    match entry.selective_logic().unwrap_or_default() as i64 {
        1 => Second::Not { any: false },
        2 => Second::Not { any: true },
        3 => Second::All,
        _ => Second::Any,
    }
}

/// The name of an entry for people.
pub(super) fn title(entry: &EntryView<'_>, number: usize) -> String {
    match (entry.title(), entry.keys().first()) {
        ("", None) => format!("entry {number}"),
        ("", Some(key)) => format!("entry {number} (key `{}`)", crate::excerpt::beginning(key)),
        (title, _) => format!("entry {number} ({})", crate::excerpt::beginning(title)),
    }
}
