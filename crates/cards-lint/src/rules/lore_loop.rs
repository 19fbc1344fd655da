//! Rules about entries that fire other entries.

use std::collections::{BTreeMap, HashSet, VecDeque};

use aho_corasick::{AhoCorasick, AhoCorasickKind};
use cards_model::book::{BookView, EntryView};
use cards_words::decorators::{Block, Syntax};

use crate::engine::is_slashed;
use crate::excerpt;
use crate::options::Options;
use crate::rule::rules;
use crate::sink::Sink;
use crate::subject::Subject;

use super::circles::circles;
use super::lore::{Second, second, title};

rules! {
    /// The rules about entries that fire other entries.
    LOOP;
    /// Entries fire each other.
    ENTRY_LOOP: "entry-loop", Note, "V2 and CCv3 recursive_scanning; de facto: SillyTavern 1.19 exclude_recursion, prevent_recursion",
        "Entries do not fire each other.",
        "Where one of them comes, all of them come: merge them, name the others differently in one of the texts, or switch recursive scanning off.",
        check: entry_loop;
}

/// Keys found in contents at most; a book of more is past what its author can mean.
const MOST_HITS: usize = 10_000_000;
/// Bytes of contents that are searched again for keys whose case counts.
const MOST_BYTES: usize = 256 << 20;
/// Keys in one automaton. Building one costs more than in proportion to its keys, so large books take several.
const TOGETHER: usize = 4_096;
/// Keys at most; each automaton takes a pass over every content.
const MOST_KEYS: usize = 65_536;
/// Entries named in a message.
const NAMED: usize = 6;

fn entry_loop(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    let Some(book) = subject.book.as_ref() else { return };
    let Some(fires) = fires(book, subject.options) else { return };
    for circle in circles(&fires) {
        report(book, &fires, &circle, sink);
    }
}

/// Gives for each entry of a book the others that its text fires, as far as plain keys go: what `entry-loop` looks for circles in.
/// `None` for a book that does not search inserted texts, and for one past what a person writes.
#[must_use]
pub fn fires(book: &BookView<'_>, options: &Options<'_>) -> Option<Vec<Vec<usize>>> {
    if book.recursive_scanning() == Some(false) {
        return None;
    }
    Keys::of(book, options.thresholds.key_chars).edges(book)
}

/// The plain keys of a book, in lower case, and the entries that they are for.
struct Keys<'a> {
    /// Sorted, so that the same book gives the same automata.
    texts: Vec<String>,
    /// For each text: the entries whose key it is, with the key as it is written where its case counts.
    owners: Vec<Vec<(usize, Option<&'a str>)>>,
    /// For each entry with a second condition: its keys by number.
    seconds: BTreeMap<usize, (Second, Vec<usize>)>,
}

impl<'a> Keys<'a> {
    fn of(book: &'a BookView<'_>, longest: usize) -> Self {
        let mut found: BTreeMap<String, Vec<(usize, Option<&'a str>)>> = BTreeMap::new();
        let mut seconds: BTreeMap<usize, (Second, Vec<String>)> = BTreeMap::new();
        for (number, entry) in book.entries.iter().enumerate().filter(|(_, entry)| waits_for_text(entry)) {
            for key in entry.keys() {
                let key = key.trim();
                let exact = (entry.case_sensitive() == Some(true)).then_some(key);
                if let Some(text) = folded(key, longest) {
                    found.entry(text).or_default().push((number, exact));
                }
            }
            let second = second(entry);
            if matches!(second, Second::Any | Second::All) {
                let keys: Vec<String> =
                    entry.secondary_keys().iter().filter_map(|key| folded(key.trim(), longest)).collect();
                for key in &keys {
                    found.entry(key.clone()).or_default();
                }
                seconds.insert(number, (second, keys));
            }
        }
        let (texts, owners): (Vec<String>, Vec<_>) = found.into_iter().unzip();
        let number = |key: &String| texts.binary_search(key).ok();
        let seconds = seconds
            .into_iter()
            .map(|(entry, (second, keys))| (entry, (second, keys.iter().filter_map(number).collect())))
            .collect();
        Self { texts, owners, seconds }
    }

    /// For each entry, those that its text fires; nothing past a limit.
    fn edges(&self, book: &BookView<'_>) -> Option<Vec<Vec<usize>>> {
        let entries = &book.entries;
        let mut edges = vec![Vec::new(); entries.len()];
        if self.texts.len() > MOST_KEYS {
            return None;
        }
        // Each searches a book once: a faster automaton would take longer to build than it saves.
        let mut builder = AhoCorasick::builder();
        builder.kind(Some(AhoCorasickKind::ContiguousNFA));
        // Keys past the automaton's limits belong to no book that a person wrote.
        let automata: Vec<AhoCorasick> =
            self.texts.chunks(TOGETHER).map(|keys| builder.build(keys)).collect::<Result<_, _>>().ok()?;
        let (mut hits, mut bytes) = (MOST_HITS, MOST_BYTES);
        for (number, entry) in entries.iter().enumerate().filter(|(_, entry)| gives_text(entry)) {
            let content = entry.content().to_lowercase();
            let mut found: HashSet<usize> = HashSet::new();
            for (part, automaton) in automata.iter().enumerate() {
                for hit in automaton.find_overlapping_iter(&content) {
                    hits = hits.checked_sub(1)?;
                    found.insert(part * TOGETHER + hit.pattern().as_usize());
                }
            }
            let mut fired: HashSet<usize> = HashSet::new();
            for owners in found.iter().filter_map(|key| self.owners.get(*key)) {
                // A key of thousands of entries costs as much as thousands of keys.
                hits = hits.checked_sub(owners.len())?;
                // What has the very same key fires with this entry, whatever its text says.
                if owners.iter().any(|(owner, _)| *owner == number) {
                    continue;
                }
                for (owner, exact) in owners {
                    if let Some(exact) = exact {
                        bytes = bytes.checked_sub(entry.content().len())?;
                        if !entry.content().contains(exact) {
                            continue;
                        }
                    }
                    if self.allows(*owner, &found) {
                        fired.insert(*owner);
                    }
                }
            }
            let mut fired: Vec<usize> = fired.into_iter().collect();
            fired.sort_unstable();
            if let Some(slot) = edges.get_mut(number) {
                *slot = fired;
            }
        }
        Some(edges)
    }

    /// Whether a text with these keys meets the second condition of an entry.
    fn allows(&self, entry: usize, found: &HashSet<usize>) -> bool {
        match self.seconds.get(&entry) {
            Some((Second::All, keys)) => keys.iter().all(|key| found.contains(key)),
            Some((_, keys)) => keys.iter().any(|key| found.contains(key)),
            None => true,
        }
    }
}

/// A plain key as it is looked for; nothing for patterns, for single letters and for what is too long to be meant.
fn folded(key: &str, longest: usize) -> Option<String> {
    let length = key.chars().take(longest + 1).count();
    ((2..=longest).contains(&length) && !is_slashed(key)).then(|| key.to_lowercase())
}

/// Whether an entry waits for a text that may be another entry's.
fn waits_for_text(entry: &EntryView<'_>) -> bool {
    let open = entry.enabled() && !entry.constant() && entry.use_regex() != Some(true);
    open && entry.exclude_recursion() != Some(true) && !decorated(entry, "no_recursive_search")
}

/// Whether the text of an entry is searched for keys.
fn gives_text(entry: &EntryView<'_>) -> bool {
    waits_for_text(entry) && entry.prevent_recursion() != Some(true) && !decorated(entry, "unrecursive")
}

/// Whether a decorator of RisuAI is at the head of an entry.
fn decorated(entry: &EntryView<'_>, name: &str) -> bool {
    Block::read(entry.content(), &Syntax::RISU).lines().any(|line| line.name == name)
}

/// Says that the entries of a circle fire each other: one finding for all of them, since books of a world have many.
fn report(book: &BookView<'_>, fires: &[Vec<usize>], circle: &[usize], sink: &mut Sink<'_>) {
    let Some(&first) = circle.first() else { return };
    let path = shortest(fires, circle, first);
    let names: Vec<String> =
        path.iter().take(NAMED).filter_map(|number| Some(title(book.entries.get(*number)?, *number))).collect();
    let mut message = match names.as_slice() {
        [a, b] if path.len() == 2 => format!("{a} and {b} fire each other"),
        names => {
            let more = if path.len() > names.len() { " → …" } else { "" };
            format!("{}{more} fire each other in a circle", names.join(" → "))
        }
    };
    match circle.len().saturating_sub(path.len()) {
        0 => {}
        1 => message.push_str("; 1 entry more fires and is fired by them"),
        more => message.push_str(&format!("; {more} entries more fire and are fired by them")),
    }
    let Some(entry) = book.entries.get(first) else { return };
    let second = path.get(1).and_then(|number| book.entries.get(*number));
    let shown = second.and_then(|second| naming(entry.content(), second));
    let added = sink.value(entry.pointer.clone(), message);
    if let Some(shown) = shown {
        added.excerpt(&shown);
    }
}

/// Where a text names an entry.
fn naming(content: &str, entry: &EntryView<'_>) -> Option<String> {
    const TRIED: usize = 64;
    let lower = content.to_lowercase();
    let keys = entry.keys().iter().take(TRIED).map(|key| key.trim().to_lowercase());
    let hit = keys.filter(|key| key.chars().count() > 1).find_map(|key| {
        let at = lower.find(&key)?;
        Some(at..at + key.len())
    })?;
    // Lower-casing moves places where it changes lengths.
    let text = if lower.len() == content.len() && content.is_char_boundary(hit.start) { content } else { &lower };
    Some(excerpt::around(text, &hit))
}

/// The shortest way from an entry of a circle back to itself, without the end.
fn shortest(fires: &[Vec<usize>], circle: &[usize], first: usize) -> Vec<usize> {
    let members: HashSet<usize> = circle.iter().copied().collect();
    let mut before: BTreeMap<usize, usize> = BTreeMap::new();
    let mut queue = VecDeque::from([first]);
    while let Some(at) = queue.pop_front() {
        for &next in fires.get(at).map(Vec::as_slice).unwrap_or_default() {
            if next == first {
                let mut path: Vec<usize> = std::iter::successors(Some(at), |at| before.get(at).copied()).collect();
                path.reverse();
                return path;
            }
            if members.contains(&next) && !before.contains_key(&next) {
                before.insert(next, at);
                queue.push_back(next);
            }
        }
    }
    circle.to_vec()
}
