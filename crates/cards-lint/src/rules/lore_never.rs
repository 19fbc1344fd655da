//! Rules about entries that do nothing.

use cards_model::book::EntryView;
use cards_model::{Card, Number};

use crate::readers;
use crate::rule::rules;
use crate::sink::Sink;
use crate::subject::Subject;

use super::lore::{Second, enabled, is_pattern, second};

rules! {
    /// The rules about entries that do nothing.
    NEVER;
    /// The settings of an entry contradict each other.
    NEVER_FIRES: "entry-never-fires", Warning, "de facto: SillyTavern 1.19 probability, recursion, selectiveLogic, scanDepth",
        "Settings of an entry let it fire.",
        "Change one of the two settings, or switch the entry off.",
        check: never_fires,
        breaks: readers::HEED_SETTINGS_OF_ENTRIES;
    /// Nothing is searched.
    DEPTH_ZERO: "scan-depth-zero", Note, "V2 and CCv3 scan_depth; de facto: SillyTavern 1.19 and RisuAI 460ecae have a depth of their own",
        "The scan depth takes in a message.",
        "Set `scan_depth` to the number of messages that are searched, or take it out for the client's own.",
        check: depth_zero,
        breaks: readers::KEEP_TO_BOOK_DEPTHS;
    /// Two entries are the same.
    ENTRY_TWICE: "entry-twice", Note, "de facto: merged lorebooks",
        "Entries differ.",
        "Take one of them out: the same text comes twice into the prompt.",
        check: entry_twice;
    /// The book travels in the card, where one program does not look.
    NOT_IMPORTED: "book-not-imported", Note, "de facto: SillyTavern 1.19 scans world info that is imported, and no embedded book",
        "Users of SillyTavern import the lorebook of a card.",
        "Tell users in the creator notes to agree when SillyTavern asks whether to import the lorebook; until then none of its entries fires there.",
        check: not_imported, breaks: readers::IMPORT_BOOKS_APART;
}

fn not_imported(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    let (Some(book), Some(Card::V2(_) | Card::V3(_))) = (&subject.book, subject.card()) else { return };
    let entries = enabled(subject).count();
    if entries > 0 {
        let entries = if entries == 1 { "1 entry fires".to_owned() } else { format!("{entries} entries fire") };
        let message = format!("in SillyTavern its {entries} only when the user has imported the book");
        sink.value(book.pointer.clone(), message);
    }
}

fn never_fires(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    for (_, entry) in enabled(subject) {
        let mut found = |message: String| {
            sink.value(entry.pointer.clone(), message).excerpt(entry.content());
        };
        if entry.probability() == Some(0.0) && entry.use_probability() != Some(false) {
            found("the chance is 0 percent; the entry never fires".to_owned());
        } else if entry.delay_until_recursion().is_some_and(|level| level > 0.0)
            && entry.exclude_recursion() == Some(true)
        {
            found("fires in recursion only, and is excluded from recursion; the entry never fires".to_owned());
        } else if is_keyed(entry) && entry.own_scan_depth() == Some(0.0) {
            found(
                "its own scan depth is 0, so that no message is searched for its keys; the entry never fires"
                    .to_owned(),
            );
        } else if let Some((key, second)) = forbidden(entry) {
            found(format!("each key brings a secondary key that must not be there: `{key}` holds `{second}`"));
        }
    }
}

/// A key and the forbidden secondary key inside of it, when all keys of the entry have one.
fn forbidden<'a>(entry: &EntryView<'a>) -> Option<(&'a str, &'a str)> {
    if second(entry) != (Second::Not { any: true }) || entry.constant() {
        return None;
    }
    let plain = |keys: &[String]| keys.iter().all(|key| !is_pattern(entry, key) && !key.contains("{{"));
    let seconds = entry.secondary_keys();
    let keys = entry.keys().iter().map(|key| key.trim()).filter(|key| !key.is_empty());
    // What a key holds is there whenever the key is; lists of thousands are no slip of a person.
    if !plain(entry.keys()) || !plain(seconds) || entry.keys().len().saturating_mul(seconds.len()) > 10_000 {
        return None;
    }
    let within = |key: &str| {
        let lower = key.to_lowercase();
        let found = seconds.iter().map(|second| second.trim()).filter(|second| !second.is_empty());
        found.into_iter().find(|second| lower.contains(&second.to_lowercase()))
    };
    let pairs: Option<Vec<_>> = keys.map(|key| Some((key, within(key)?))).collect();
    pairs?.first().copied()
}

fn depth_zero(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    let Some(book) = &subject.book else { return };
    if book.scan_depth().map(Number::as_f64) != Some(0.0) {
        return;
    }
    let silent = |entry: &EntryView<'_>| is_keyed(entry) && entry.own_scan_depth().is_none_or(|own| own == 0.0);
    let count = enabled(subject).filter(|(_, entry)| silent(entry)).count();
    if count > 0 {
        let what = if count == 1 { "1 entry waits" } else { &format!("{count} entries wait") };
        sink.value(book.pointer.member("scan_depth"), format!("no message is searched, and {what} for a key"));
    }
}

/// Whether an entry waits for a key.
fn is_keyed(entry: &EntryView<'_>) -> bool {
    !entry.constant() && entry.keys().iter().any(|key| !key.trim().is_empty())
}

fn entry_twice(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    let mut seen = std::collections::HashMap::new();
    for (_, entry) in enabled(subject).filter(|(_, entry)| !entry.content().trim().is_empty()) {
        let first = *seen.entry((entry.keys(), entry.content())).or_insert(entry.pointer.as_str());
        if entry.pointer != first {
            sink.value(entry.pointer.clone(), format!("keys and text are those of {first}")).excerpt(entry.content());
        }
    }
}
