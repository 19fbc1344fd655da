//! What Marinara's import makes of a lorebook. De facto: bf0518d, `importSTLorebook`: a lorebook of a card and world info are read alike,
//! each member by its name in one or the other, and what is in `extensions` is left there. A lorebook that the client exported is taken as
//! it is: its members have names that the import knows too, but for secondary keys and the number of a depth, and keys are patterns where
//! an entry says so, whatever they look like.

use cards_model::Json;
use cards_model::json::javascript;
use cards_model::sillytavern::keyed_entries;
use cards_model::text_as_pattern;
use cards_pattern::split_slashes;
use cards_words::Role;

use crate::book::{Book, BookKind, Entry, Group, Logic, RecursionRules, Timing};
use crate::placement::Placement;

/// What the client writes where a book says nothing.
const SCAN_DEPTH: f64 = 2.0;
const TOKEN_BUDGET: f64 = 2048.0;

/// Who made a lorebook.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hand {
    Client,
    Others,
}

/// The lorebook of an export of the client's own.
pub(crate) fn own(file: &Json, kind: BookKind) -> Option<Book> {
    let data = file.get("data")?;
    // What is no entry is none of the content either.
    let listed = data.get("entries")?.as_array()?.iter().filter(|entry| entry.as_object().is_some());
    Some(read(data.get("lorebook").unwrap_or(&Json::Null), listed, kind, Hand::Client))
}

pub(crate) fn book(book: &Json, kind: BookKind) -> Book {
    let listed: Vec<&Json> = match book.get("entries") {
        Some(Json::Array(list)) => list.iter().collect(),
        Some(Json::Object(map)) => {
            keyed_entries(map.iter().map(|(key, entry)| (key.to_owned(), entry))).into_iter().map(|(_, e)| e).collect()
        }
        _ => Vec::new(),
    };
    read(book, listed.into_iter(), kind, Hand::Others)
}

fn read<'j>(book: &Json, listed: impl Iterator<Item = &'j Json>, kind: BookKind, by: Hand) -> Book {
    let number = |names: &[&str], silent| said(book, names).and_then(Json::as_f64).unwrap_or(silent);
    Book {
        name: text(book.get("name")),
        kind,
        scan_depth: Some(number(&["scan_depth", "scanDepth"], SCAN_DEPTH)),
        token_budget: Some(number(&["token_budget", "tokenBudget"], TOKEN_BUDGET)),
        recursive_scanning: Some(is(said(book, &["recursive_scanning", "recursiveScanning"]))),
        entries: listed.map(|value| entry(value, by)).collect(),
        ..Book::default()
    }
}

fn entry(value: &Json, by: Hand) -> Entry {
    let of = |names: &[&str]| said(value, names);
    let number = |name: &str| of(&[name]).and_then(number_or_text);
    let whole_words = is(of(&["matchWholeWords", "match_whole_words"]));
    let (keys, secondary) =
        (texts(of(&["key", "keys"]), by), texts(of(&["keysecondary", "secondary_keys", "secondaryKeys"]), by));
    let says_regex = is(of(&["useRegex", "regex"]));
    let is_own = by == Hand::Client;
    let in_slashes = || keys.iter().chain(&secondary).any(|key| between_slashes(key).is_some());
    let use_regex = says_regex || !is_own && in_slashes();
    let ready = |keys: &[String]| -> Vec<String> {
        let each = |key: &String| match between_slashes(key) {
            _ if is_own || !use_regex => key.clone(),
            Some(pattern) => pattern.to_owned(),
            None if says_regex => key.clone(),
            None => text_as_pattern(key, whole_words),
        };
        keys.iter().map(each).collect()
    };
    let certain = of(&["useProbability", "use_probability"]) == Some(&Json::Bool(false));
    let name = [value.get("comment"), value.get("name")].into_iter().map(text).find(|name| !name.trim().is_empty());
    Entry {
        id: text(value.get("id").or(value.get("uid"))),
        name: name.unwrap_or_default(),
        comment: text(value.get("comment")),
        keys: ready(&keys),
        secondary_keys: ready(&secondary),
        selective: is(value.get("selective")),
        logic: Some(logic(value.get("selectiveLogic"))),
        content: text(value.get("content")),
        enabled: match of(&["disable"]) {
            Some(off) => !is(Some(off)),
            None => of(&["enabled"]).is_none_or(|on| is(Some(on))),
        },
        constant: is(value.get("constant")),
        order: of(&["order", "insertion_order"]).and_then(Json::as_f64).unwrap_or(100.0),
        use_regex,
        case_sensitive: Some(is(of(&["caseSensitive", "case_sensitive"]))),
        whole_words: Some(whole_words),
        scan_depth: of(&["scanDepth", "scan_depth"]).and_then(number_or_text),
        placement: placement(value, by),
        role: match value.get("role") {
            Some(Json::String(role)) => role.parse().unwrap_or(Role::System),
            role => match role.and_then(Json::as_i64) {
                Some(1) => Role::User,
                Some(2) => Role::Assistant,
                _ => Role::System,
            },
        },
        probability: if certain { None } else { number("probability").map(|chance| chance.clamp(0.0, 100.0)) },
        recursion: RecursionRules {
            exclude: is(value.get("excludeRecursion")),
            // Silence is yes, but for an entry that was made there.
            prevent: of(&["preventRecursion"]).map_or(!is_own, |prevents| is(Some(prevents))),
            delay_level: u32::from(is(value.get("delayUntilRecursion"))),
        },
        timing: Timing {
            sticky: number("sticky").unwrap_or_default() as u32,
            cooldown: number("cooldown").unwrap_or_default() as u32,
            delay: number("delay").unwrap_or_default() as u32,
        },
        group: Group { names: text(value.get("group")), weight: number("groupWeight"), ..Group::default() },
        ..Entry::default()
    }
}

/// The first of these members that is there and not null.
fn said<'j>(value: &'j Json, names: &[&str]) -> Option<&'j Json> {
    names.iter().filter_map(|name| value.get(name)).find(|value| !value.is_null())
}

fn is(value: Option<&Json>) -> bool {
    value.is_some_and(javascript::truthy)
}

fn text(value: Option<&Json>) -> String {
    value.filter(|value| !value.is_null()).map(javascript::text).unwrap_or_default()
}

/// The keys; the import leaves out empty ones.
fn texts(value: Option<&Json>, by: Hand) -> Vec<String> {
    match value {
        Some(Json::Array(items)) => {
            items.iter().map(|item| text(Some(item))).filter(|key| by == Hand::Client || !key.is_empty()).collect()
        }
        Some(Json::String(key)) if !key.trim().is_empty() => vec![key.clone()],
        _ => Vec::new(),
    }
}

fn number_or_text(value: &Json) -> Option<f64> {
    let number = match value {
        Json::String(text) if text.trim().is_empty() => None,
        Json::String(_) | Json::Number(_) => Some(javascript::number(Some(value))),
        _ => None,
    };
    number.filter(|number| number.is_finite())
}

/// The client leaves the flags of a pattern out: whether case counts is the entry's.
fn between_slashes(key: &str) -> Option<&str> {
    let (pattern, flags) = split_slashes(key)?;
    (!pattern.is_empty() && flags.chars().all(|flag| "dgimsuvy".contains(flag))).then_some(pattern)
}

fn logic(value: Option<&Json>) -> Logic {
    match value {
        Some(Json::String(word)) => match word.as_str() {
            "and_all" => Logic::AndAll,
            "not" => Logic::NotAny,
            "not_all" => Logic::NotAll,
            _ => Logic::AndAny,
        },
        number => match number.and_then(Json::as_f64) {
            Some(1.0) => Logic::NotAll,
            Some(2.0) => Logic::NotAny,
            Some(3.0) => Logic::AndAll,
            _ => Logic::AndAny,
        },
    }
}

/// The places of SillyTavern, of which the client has before and after the character, a depth, and outlets.
fn placement(entry: &Json, by: Hand) -> Placement {
    let at_depth = || Placement::Depth { depth: entry.get("depth").and_then(Json::as_f64).unwrap_or(4.0) };
    let outlet = || Placement::Outlet(text(entry.get("outletName")));
    match entry.get("position") {
        Some(Json::String(word)) => match word.as_str() {
            "after_char" => Placement::AfterChar,
            "at_depth" | "depth" => at_depth(),
            "outlet" => outlet(),
            _ => Placement::BeforeChar,
        },
        place => match place.and_then(Json::as_f64) {
            Some(1.0 | 3.0 | 6.0) => Placement::AfterChar,
            Some(2.0) if by == Hand::Client => at_depth(),
            Some(4.0) => at_depth(),
            Some(7.0) => outlet(),
            _ => Placement::BeforeChar,
        },
    }
}
