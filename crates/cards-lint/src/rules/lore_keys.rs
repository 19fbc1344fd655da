//! Rules about keys that do not do what their author meant.

use std::collections::HashSet;

use cards_lore::finding::FindingKind;
use cards_model::Form;

use crate::engine::is_slashed;
use crate::readers;
use crate::rule::rules;
use crate::sink::Sink;
use crate::subject::Subject;

use super::lore::{Second, enabled, is_pattern, keys, second};

rules! {
    /// The rules about keys.
    KEYS;
    /// A pattern that is none, or that no client finishes.
    PATTERN: "entry-pattern", Warning, "CCv3 Lorebook use_regex (an invalid pattern never matches); ECMAScript 2024 §22.2; de facto: SillyTavern 1.19 searches for it literally, slashes included",
        "Patterns are regular expressions that every client can run.",
        "Correct the pattern; until then the entry fires by it nowhere, or on its very letters alone.",
        check: pattern;
    /// A key too long to ever are in a message.
    KEY_LONG: "entry-key-long", Warning, "V2 keys (matched as a whole)",
        "A key is a word or a short phrase.",
        "Split the key at its commas, or keep the word that matters; a key has to occur in a message letter by letter.",
        check: key_long;
    /// Several keys in one.
    KEY_COMMA: "entry-key-comma", Warning, "V2 keys; de facto: RisuAI 460ecae splits keys at commas, SillyTavern 1.19 does not",
        "Each key is an element of its own.",
        "Make each word an element of the list: outside of RisuAI a key matches commas and all.",
        check: key_comma,
        breaks: readers::KEEP_COMMAS;
    /// A key with characters that nobody types.
    KEY_INVISIBLE: "entry-key-invisible", Warning, "V2 keys (matched letter by letter); Unicode §23.2, §3.11; de facto: SillyTavern 1.19 compares without normalising",
        "Keys hold the characters that people type.",
        "Type the key again; what was pasted brings characters that show as nothing or as another one.",
        check: key_invisible;
    /// A key that fires on almost everything.
    KEY_BROAD: "entry-key-broad", Warning, "V2 keys (plain keys match inside of words); de facto: SillyTavern 1.19 searches `name: text`",
        "A key occurs in few messages.",
        "Take a rarer word, add a secondary key, or make the entry constant if it is meant to be there always.",
        check: key_broad;
    /// A key that is a pattern to some clients and a text to others.
    KEY_SLASHES: "entry-key-slashes", Note, "CCv3 Lorebook use_regex; de facto: SillyTavern 1.19 takes `/key/` for a pattern whatever use_regex says, and nothing else; RisuAI 460ecae runs no pattern without slashes",
        "Patterns are written between slashes, and `use_regex` says that they are patterns.",
        "Set `use_regex` (CCv3) and write `/key/flags`, or take the slashes away.",
        check: key_slashes;
    /// Plain words that are said to be patterns.
    REGEX_PLAIN: "entry-regex-plain", Note, "CCv3 Lorebook use_regex; de facto: SillyTavern 1.19 writes `true` into every entry that it exports",
        "`use_regex` is set where keys are patterns.",
        "Set `use_regex` to false: programs that take it at its word tell upper from lower case in such keys, and some pass over `constant` and secondary keys.",
        check: regex_plain, breaks: readers::TRUST_USE_REGEX;
}

fn pattern(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    let (Some(book), Some(verdicts)) = (&subject.book, subject.verdicts()) else {
        return;
    };
    let broken = verdicts.broken.iter().filter_map(|(number, kind)| match kind {
        // Plain words are what `entry-regex-plain` is about.
        FindingKind::InvalidPattern { key, .. } if is_plain(key) => None,
        FindingKind::InvalidPattern { key, reason } | FindingKind::CostlyPattern { key, reason } => {
            Some((*number, key, format!("the key never matches as a pattern: {reason}")))
        }
        _ => None,
    });
    let no_patterns = verdicts.no_patterns.iter().map(|(number, key, reason)| {
        (*number, key, format!("no pattern ({reason}), so it is searched for literally, slashes included"))
    });
    let mut all: Vec<_> = broken.chain(no_patterns).collect();
    all.sort_by_key(|(number, ..)| *number);
    for (number, key, message) in all {
        if sink.is_full() {
            sink.leave_out();
            continue;
        }
        let Some(entry) = book.entries.get(number) else { continue };
        let pointer = keys(entry).find(|(_, own)| own.trim() == key.trim()).map(|(pointer, _)| pointer);
        sink.value(pointer.unwrap_or_else(|| entry.pointer.clone()), message).excerpt(key);
    }
}

/// SillyTavern does so for every entry, so all of a book are one finding.
fn regex_plain(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    if subject.content().form() == Form::WorldInfo {
        return;
    }
    let plain = enabled(subject).filter(|(_, entry)| {
        let mut keys = keys(entry).peekable();
        entry.use_regex() == Some(true) && keys.peek().is_some() && keys.all(|(_, key)| is_plain(key))
    });
    let all: Vec<_> = plain.collect();
    if let Some(((_, first), others)) = all.split_first() {
        let also = match others.len() {
            0 => String::new(),
            1 => ", as in 1 entry more".to_owned(),
            more => format!(", as in {more} entries more"),
        };
        sink.value(first.pointer.member("use_regex"), format!("true, and no key is a pattern{also}"));
    }
}

/// Whether a key is text and nothing else: no slashes around it, no character that means something in a pattern.
fn is_plain(key: &str) -> bool {
    !is_slashed(key) && !key.contains(['\\', '(', ')', '[', ']', '{', '}', '*', '+', '?', '|', '^', '$', '.'])
}

fn key_long(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    let most = subject.options.thresholds.key_chars;
    for (_, entry) in enabled(subject) {
        for (pointer, key) in keys(entry).filter(|(_, key)| !is_pattern(entry, key)) {
            let length = key.chars().count();
            if length > most {
                let message =
                    format!("a key of {length} characters will hardly occur in a message; the limit is {most}");
                sink.value(pointer, message).excerpt(key);
            }
        }
    }
}

/// What separates words in lists.
const COMMAS: [char; 3] = [',', '，', '、'];

fn key_comma(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    for (_, entry) in enabled(subject) {
        for (pointer, key) in keys(entry).filter(|(_, key)| !is_pattern(entry, key)) {
            if key.chars().count() > subject.options.thresholds.key_chars {
                continue;
            }
            let (words, commas) = (words(key), key.trim().contains(COMMAS));
            if words > 1 {
                sink.value(pointer, format!("{words} keys in one; it matches only as a whole")).excerpt(key);
            } else if words == 1 && commas && key.trim().trim_matches(COMMAS) != key.trim() {
                sink.value(pointer, "the comma is a part of the key; it matches only together with it").excerpt(key);
            }
        }
    }
}

/// How many words a key lists. Commas of numbers and of macros separate nothing.
fn words(key: &str) -> usize {
    let mut depth = 0_usize;
    let (mut before, mut words, mut word) = (None, 0, false);
    let mut rest = key.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let digit = |c: Option<&char>| c.is_some_and(char::is_ascii_digit);
        let number = c == ',' && digit(before.as_ref()) && digit(rest.peek());
        if COMMAS.contains(&c) && depth == 0 && !number {
            words += usize::from(std::mem::take(&mut word));
        } else {
            word |= !c.is_whitespace();
        }
        before = Some(c);
    }
    words + usize::from(word)
}

fn key_invisible(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    for (_, entry) in enabled(subject) {
        for (pointer, key) in keys(entry).filter(|(_, key)| !is_pattern(entry, key)) {
            // Clients take blanks off the ends.
            let inner = key.trim();
            if let Some(c) = inner.chars().find(|c| is_invisible(*c)) {
                let message = format!("U+{:04X} shows as nothing, and nobody types it", u32::from(c));
                sink.value(pointer, message).excerpt(&key.escape_unicode_of(is_invisible));
            } else if inner.contains('\u{a0}') {
                let message = "the blank is a no-break space (U+00A0), which nobody types";
                sink.value(pointer, message).excerpt(&key.escape_unicode_of(|c| c == '\u{a0}'));
            } else if let Some((base, mark)) = decomposed(inner) {
                let message = format!(
                    "`{base}{mark}` is written as two characters, `{base}` and U+{:04X}, and typed as one",
                    u32::from(mark)
                );
                sink.value(pointer, message).excerpt(key);
            }
        }
    }
}

/// Characters without a width, but for those that some scripts and emoji are written with.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
        || (c.is_control() && !c.is_whitespace())
}

/// A Latin letter whose accent is behind it as a character of its own.
fn decomposed(key: &str) -> Option<(char, char)> {
    let mut chars = key.chars().zip(key.chars().skip(1));
    chars.find(|(base, mark)| base.is_ascii_alphabetic() && matches!(mark, '\u{300}'..='\u{36f}'))
}

trait Escape {
    /// The text with some characters shown by their number.
    fn escape_unicode_of(&self, which: impl Fn(char) -> bool) -> String;
}

impl Escape for str {
    fn escape_unicode_of(&self, which: impl Fn(char) -> bool) -> String {
        let mut out = String::new();
        for c in self.chars() {
            if which(c) { out.extend(c.escape_unicode()) } else { out.push(c) }
        }
        out
    }
}

fn key_broad(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    let (Some(book), Some(verdicts)) = (&subject.book, subject.verdicts()) else {
        return;
    };
    for broad in &verdicts.broad {
        let Some(entry) = book.entries.get(broad.entry) else { continue };
        let pointer = match entry.keys().iter().position(|own| own.trim() == broad.key.trim()) {
            Some(i) => entry.pointer.member(entry.key_lists()[0].0).index(i),
            None => entry.pointer.clone(),
        };
        let message = format!("fires on {} of {} everyday messages", broad.count, broad.of);
        sink.value(pointer, message).excerpt(&broad.key);
    }
    let card = subject.card();
    let names: Vec<String> = card
        .into_iter()
        .flat_map(|card| [Some(card.name()), card.nickname()])
        .flatten()
        .map(|name| name.trim().to_lowercase())
        .filter(|name| !name.is_empty())
        .collect();
    for (_, entry) in enabled(subject).filter(|(_, entry)| !entry.constant()) {
        // A second condition may make up for a key that always matches.
        if second(entry) != Second::None {
            continue;
        }
        for (i, key) in entry.keys().iter().enumerate().filter(|(_, key)| !is_pattern(entry, key)) {
            let name = key.trim().to_lowercase();
            let pointer = entry.pointer.member(entry.key_lists()[0].0).index(i);
            if ["{{user}}", "{{char}}", "<user>", "<char>", "<bot>"].contains(&name.as_str()) {
                let message = "the name precedes every message where clients search `name: text`";
                sink.value(pointer, message).excerpt(key);
            } else if names.contains(&name) {
                let message = "the character's name precedes its messages where clients search `name: text`";
                sink.value(pointer, message).excerpt(key);
            }
        }
    }
}

fn key_slashes(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    // World info knows no flag: its slashes are all there is.
    if subject.content().form() == Form::WorldInfo {
        return;
    }
    let wrong = subject.verdicts().map(|verdicts| verdicts.no_patterns.as_slice()).unwrap_or_default();
    let wrong: HashSet<(usize, &str)> = wrong.iter().map(|(number, key, _)| (*number, key.trim())).collect();
    for (number, entry) in enabled(subject) {
        for (pointer, key) in keys(entry) {
            match (entry.use_regex() == Some(true), is_slashed(key)) {
                // What is no pattern is text everywhere, and has a rule of its own.
                (false, true) if !wrong.contains(&(number, key.trim())) => {
                    sink.value(pointer, "a pattern in SillyTavern, and a plain text with slashes elsewhere")
                        .excerpt(key);
                }
                (true, false) if key.contains(['\\', '|', '*', '+', '[', '(', '^', '$']) => {
                    let message =
                        "a pattern by `use_regex`, which SillyTavern takes for a plain text and RisuAI does not run";
                    sink.value(pointer, message).excerpt(key);
                }
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_key_are_counted() {
        for (key, count) in [
            ("a, b", 2),
            ("1,000 gold", 1),
            ("{{random:a,b}}", 1),
            ("x,", 1),
            (",", 0),
            ("，a，b", 2),
            ("well, 3,5", 2),
        ] {
            assert_eq!(words(key), count, "{key}");
        }
    }
}
