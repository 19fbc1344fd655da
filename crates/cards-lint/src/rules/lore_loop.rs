//! Rules about entries that fire other entries.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use aho_corasick::{AhoCorasick, MatchKind};

use crate::rule::rules;
use crate::sink::Sink;
use crate::subject::Subject;

rules! {
    /// The rules about entries that fire other entries.
    LOOP;
    /// Two entries fire each other.
    ENTRY_LOOP: "entry-loop", Note, "V2 and CCv3 recursive_scanning",
        "Entries do not fire each other.",
        "Where one of them comes, the other does: merge them, name the other differently in one of the texts, or switch recursive scanning off.",
        check: Some(entry_loop);
}

/// Keys found in contents at most; a book of more is past what its author can mean.
const MOST_HITS: usize = 1_000_000;

fn entry_loop(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    let Some(book) = subject.book.as_ref().filter(|book| book.book.recursive_scanning != Some(false)) else {
        return;
    };
    let entries = &book.book.entries;
    let takes_part = |number: &usize| {
        entries
            .get(*number)
            .is_some_and(|entry| entry.enabled && entry.constant != Some(true) && entry.use_regex != Some(true))
    };
    let members: Vec<usize> = (0..entries.len()).filter(takes_part).collect();
    let mut owners: HashMap<String, Vec<usize>> = HashMap::new();
    for number in &members {
        for key in entries.get(*number).map(|entry| entry.keys.as_slice()).unwrap_or_default() {
            let key = key.trim().to_lowercase();
            if key.chars().count() > 1 && !key.starts_with('/') {
                owners.entry(key).or_default().push(*number);
            }
        }
    }
    let keys: Vec<&String> = owners.keys().collect();
    // A key past the automaton's limits belongs to no book that a person wrote.
    let Ok(automaton) = AhoCorasick::builder().match_kind(MatchKind::Standard).build(&keys) else {
        return;
    };
    let mut fires: BTreeSet<(usize, usize)> = BTreeSet::new();
    let mut left = MOST_HITS;
    for number in &members {
        let Some(entry) = entries.get(*number) else { continue };
        let content = entry.content.to_lowercase();
        for hit in automaton.find_overlapping_iter(&content) {
            let owned = keys.get(hit.pattern().as_usize()).and_then(|key| owners.get(*key));
            let owned = owned.map(Vec::as_slice).unwrap_or_default();
            // A key of thousands of entries costs as much as thousands of keys.
            let Some(after) = left.checked_sub(owned.len().max(1)) else { return };
            left = after;
            fires.extend(owned.iter().map(|other| (*number, *other)));
        }
    }
    // One finding for each entry, at the first of those that fire each other: books whose entries all name each other
    // have more pairs than anyone reads.
    let mut loops: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (a, b) in fires.iter().filter(|(a, b)| a < b && fires.contains(&(*b, *a))) {
        loops.entry(*a).or_default().push(*b);
    }
    for (a, others) in loops {
        let (Some(place), Some(first), Some((b, more))) = (book.places.get(a), entries.get(a), others.split_first())
        else {
            continue;
        };
        let Some(second) = entries.get(*b) else { continue };
        let (first, second) = (title(first, a), title(second, *b));
        let message = match more.len() {
            0 => format!("{first} and {second} fire each other"),
            1 => format!("{first} and {second} fire each other, as it does with 1 entry more"),
            count => format!("{first} and {second} fire each other, as it does with {count} entries more"),
        };
        sink.value(place.pointer.as_str(), message);
    }
}

/// The name of an entry for people.
fn title(entry: &cards_model::Entry, number: usize) -> String {
    match (entry.title(), entry.keys.first()) {
        ("", None) => format!("entry {number}"),
        ("", Some(key)) => format!("entry {number} (key `{key}`)"),
        (title, _) => format!("entry {number} ({title})"),
    }
}
