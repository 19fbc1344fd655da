//! Rules about lorebook entries that do not do what their author meant.

use cards_lore::FindingKind;
use cards_model::{Entry, Form};

use crate::rule::rules;
use crate::sink::Sink;
use crate::subject::{EntryPlace, Subject};

rules! {
    /// The rules about entries that do not do what their author meant.
    LORE;
    /// A pattern that is none, or that no client finishes.
    PATTERN: "entry-pattern", Warning, "CCv3 Lorebook use_regex (an invalid pattern never matches); ECMAScript 2024 §22.2",
        "Patterns are regular expressions that every client can run.",
        "Correct the pattern; until then the entry never fires by it.",
        check: Some(pattern);
    /// A key too long to ever stand in a message.
    KEY_LONG: "entry-key-long", Warning, "V2 keys (matched as a whole)",
        "A key is a word or a short phrase.",
        "Split the key at its commas, or keep the word that matters; a key has to stand in a message letter by letter.",
        check: Some(key_long);
    /// Several keys in one.
    KEY_COMMA: "entry-key-comma", Warning, "V2 keys; de facto: RisuAI 460ecae splits keys at commas, SillyTavern 1.19 does not",
        "Each key is an element of its own.",
        "Make each word an element of the list: outside of RisuAI a key matches commas and all.",
        check: Some(key_comma);
    /// A key that fires on almost everything.
    KEY_BROAD: "entry-key-broad", Warning, "V2 keys (plain keys match inside of words)",
        "A key stands in few messages.",
        "Take a rarer word, add a secondary key, or make the entry constant if it is meant to be there always.",
        check: Some(key_broad);
    /// A plain key that looks like a pattern.
    KEY_SLASHES: "entry-key-slashes", Note, "CCv3 Lorebook use_regex; de facto: SillyTavern 1.19 takes `/key/` for a pattern whatever use_regex says",
        "Keys in slashes are patterns, and `use_regex` says so.",
        "Set `use_regex` (CCv3), or take the slashes away.",
        check: Some(key_slashes);
    /// `@@is_greeting` names a greeting that there is not.
    GREETING_INDEX: "entry-greeting-index", Warning, "CCv3 decorators, is_greeting",
        "`@@is_greeting` names a greeting of the card.",
        "Count from 0 (`first_mes`), then the alternate greetings from 1; as it stands the entry never fires.",
        check: Some(greeting_index);
    /// A decorator that nobody knows.
    DECORATOR: "entry-decorator", Note, "CCv3 decorators; de facto: RisuAI 460ecae has more",
        "Decorators are those of the spec.",
        "Correct the name; unknown decorators are passed over, and their fallbacks count.",
        check: Some(decorator);
    /// Two entries are the same.
    ENTRY_TWICE: "entry-twice", Note, "de facto: merged lorebooks",
        "Entries differ.",
        "Take one of them out: the same text comes twice into the prompt.",
        check: Some(entry_twice);
}

/// The enabled entries with their numbers and places.
fn enabled<'a>(subject: &'a Subject<'_>) -> impl Iterator<Item = (usize, &'a EntryPlace, &'a Entry)> {
    let entries = subject.book.as_ref().map(|book| book.entries().enumerate());
    entries.into_iter().flatten().filter(|(_, (_, entry))| entry.enabled).map(|(i, (place, entry))| (i, place, entry))
}

fn pattern(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    let (Some(book), Some(verdicts)) = (&subject.book, subject.verdicts()) else {
        return;
    };
    for (number, kind) in &verdicts.broken {
        let (Some(place), Some(entry)) = (book.places.get(*number), book.book.entries.get(*number)) else { continue };
        let (FindingKind::InvalidPattern { key, reason } | FindingKind::CostlyPattern { key, reason }) = kind else {
            continue;
        };
        let at = |keys: &[String]| keys.iter().position(|own| own == key);
        let pointer = match (at(&entry.keys), at(entry.secondary_keys.as_deref().unwrap_or_default())) {
            (Some(i), _) => format!("{}/{}/{i}", place.pointer, place.keys),
            (_, Some(i)) => format!("{}/{}/{i}", place.pointer, place.secondary),
            _ => place.pointer.clone(),
        };
        sink.value(pointer, format!("the key never matches: {reason}")).excerpt(key);
    }
}

/// The keys of an entry with their pointers.
fn keys<'a>(place: &'a EntryPlace, entry: &'a Entry) -> impl Iterator<Item = (String, &'a str)> {
    let list = |name: &'static str, keys: &'a [String]| {
        keys.iter().enumerate().map(move |(i, key)| (format!("{}/{name}/{i}", place.pointer), key.as_str()))
    };
    list(place.keys, &entry.keys).chain(list(place.secondary, entry.secondary_keys.as_deref().unwrap_or_default()))
}

/// Whether a key is a pattern, by its flag or by its slashes.
fn is_pattern(entry: &Entry, key: &str) -> bool {
    entry.use_regex == Some(true) || in_slashes(key)
}

fn in_slashes(key: &str) -> bool {
    let Some((pattern, flags)) = key.trim().strip_prefix('/').and_then(|rest| rest.rsplit_once('/')) else {
        return false;
    };
    !pattern.is_empty() && flags.len() <= 6 && flags.bytes().all(|b| b"dgimsuvy".contains(&b))
}

fn key_long(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    let most = subject.options.thresholds.key_chars;
    for (_, place, entry) in enabled(subject) {
        for (pointer, key) in keys(place, entry).filter(|(_, key)| !is_pattern(entry, key)) {
            let length = key.chars().count();
            if length > most {
                let message = format!("a key of {length} characters stands in no message; over {most}");
                sink.value(pointer, message).excerpt(key);
            }
        }
    }
}

fn key_comma(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    for (_, place, entry) in enabled(subject) {
        for (pointer, key) in keys(place, entry).filter(|(_, key)| !is_pattern(entry, key)) {
            let parts = key.split([',', '，', '、']).filter(|part| !part.trim().is_empty()).count();
            if parts > 1 && key.chars().count() <= subject.options.thresholds.key_chars {
                sink.value(pointer, format!("{parts} keys in one; it matches only as a whole")).excerpt(key);
            }
        }
    }
}

fn key_broad(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    let (Some(book), Some(verdicts)) = (&subject.book, subject.verdicts()) else {
        return;
    };
    for (number, count, key) in &verdicts.broad {
        let (Some(place), Some(entry)) = (book.places.get(*number), book.book.entries.get(*number)) else { continue };
        let pointer = match entry.keys.iter().position(|own| own.trim() == key.trim()) {
            Some(i) => format!("{}/{}/{i}", place.pointer, place.keys),
            None => place.pointer.clone(),
        };
        let message = format!("fires on {count} of {} everyday sentences", verdicts.sentences);
        sink.value(pointer, message).excerpt(key);
    }
    for (_, place, entry) in enabled(subject).filter(|(_, _, entry)| entry.constant != Some(true)) {
        for (pointer, key) in keys(place, entry) {
            let name = key.trim().to_ascii_lowercase();
            if ["{{user}}", "{{char}}", "<user>", "<char>", "<bot>"].contains(&name.as_str()) {
                let message = "the name stands before every message where clients search `name: text`";
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
    for (_, place, entry) in enabled(subject).filter(|(_, _, entry)| entry.use_regex != Some(true)) {
        for (pointer, key) in keys(place, entry).filter(|(_, key)| in_slashes(key)) {
            sink.value(pointer, "a pattern in SillyTavern, and a plain text with slashes elsewhere").excerpt(key);
        }
    }
}

/// The decorator lines of a content: line start, name, value, whether it is a fallback.
fn decorators(content: &str) -> Vec<(usize, &str, &str)> {
    let mut all = Vec::new();
    let mut at = 0;
    for line in content.split_inclusive('\n') {
        let text = line.trim();
        let Some(rest) = text.strip_prefix("@@") else {
            if text.is_empty() {
                at += line.len();
                continue;
            }
            break;
        };
        let rest = rest.strip_prefix('@').unwrap_or(rest);
        let (name, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        all.push((at, name, value.trim()));
        at += line.len();
    }
    all
}

fn greeting_index(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    let Some(card) = subject.card() else { return };
    // Greetings for groups and other locales are counted apart.
    let own = |kind: &cards_model::GreetingKind| {
        matches!(kind, cards_model::GreetingKind::First | cards_model::GreetingKind::Alternate)
    };
    let count = card.greetings().iter().filter(|greeting| own(&greeting.kind)).count();
    for (_, place, entry) in enabled(subject) {
        for (_, name, value) in decorators(&entry.content) {
            if name == "is_greeting"
                && let Ok(index) = value.parse::<f64>()
                && (index < 0.0 || index >= count as f64)
            {
                let message = format!("greeting {value} of a card with {count}, counted from 0; the entry never fires");
                sink.value(format!("{}/content", place.pointer), message).excerpt(&format!("@@{name} {value}"));
            }
        }
    }
}

/// The decorators of CCv3.
const SPEC: &[&str] = &[
    "activate_only_after",
    "activate_only_every",
    "keep_activate_after_match",
    "dont_activate_after_match",
    "depth",
    "instruct_depth",
    "reverse_depth",
    "reverse_instruct_depth",
    "role",
    "scan_depth",
    "instruct_scan_depth",
    "is_greeting",
    "position",
    "ignore_on_max_context",
    "additional_keys",
    "exclude_keys",
    "is_user_icon",
    "activate",
    "dont_activate",
    "disable_ui_prompt",
];

/// Those that RisuAI 460ecae adds.
const RISU: &[&str] = &[
    "end",
    "probability",
    "priority",
    "match_full_word",
    "match_partial_word",
    "exclude_keys_all",
    "unrecursive",
    "recursive",
    "no_recursive_search",
    "inject_lore",
    "inject_at",
    "inject_prepend",
    "inject_replace",
];

fn decorator(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    // De facto: SillyTavern's world info has two decorators of its own.
    let world = subject.content().form() == Form::WorldInfo;
    for (_, place, entry) in enabled(subject) {
        for (_, name, value) in decorators(&entry.content) {
            if SPEC.contains(&name) || world {
                continue;
            }
            let message = if RISU.contains(&name) {
                format!("`@@{name}` is RisuAI's own; other clients pass over it")
            } else {
                match near(name) {
                    Some(meant) => format!("`@@{name}` is no decorator; `@@{meant}` is like it"),
                    None => format!("`@@{name}` is no decorator"),
                }
            };
            let line = format!("@@{name} {value}");
            sink.value(format!("{}/content", place.pointer), message).excerpt(&line);
        }
    }
}

/// The decorator that a misspelt one is like.
fn near(name: &str) -> Option<&'static str> {
    let known = SPEC.iter().chain(RISU).copied();
    let plain = |text: &str| text.to_ascii_lowercase().replace(['-', ' '], "_");
    let near = known.map(|known| (crate::catalogue::distance(&plain(name), known), known)).min()?;
    (near.0 <= name.len().div_ceil(4)).then_some(near.1)
}

fn entry_twice(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    let mut seen = std::collections::HashMap::new();
    for (_, place, entry) in enabled(subject).filter(|(_, _, entry)| !entry.content.trim().is_empty()) {
        if let Some(first) = seen.insert((&entry.keys, &entry.content), place.pointer.as_str()) {
            sink.value(place.pointer.as_str(), format!("keys and text are those of {first}")).excerpt(&entry.content);
        }
    }
}
