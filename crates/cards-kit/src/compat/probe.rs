//! Chats that should fire one entry, each in another way: what an entry's own keys are asked by.

use cards_lore::Entry;

use crate::chat::Chat;

/// Messages behind the key of the probe that looks further back: more than either client searches unless told.
const BACK: usize = 8;
/// What these messages say; no key of a card is likely to be in it.
const FILLER: &str = "…";

/// The chats for an entry, each with what it asks.
pub(super) fn probes(entry: &Entry) -> Vec<(&'static str, Chat)> {
    let keys: Vec<String> = entry.keys.iter().map(|key| spoken(key)).filter(|key| !key.trim().is_empty()).collect();
    // An entry with second keys wants some of them as well; which of them, its logic says, so all are there.
    let seconds: Vec<String> = entry.secondary_keys.iter().map(|key| spoken(key)).collect();
    let Some(key) = keys.first() else { return vec![("any message", said([FILLER.to_owned()]))] };
    let with = |key: &str| [&[key.to_owned()], &seconds[..]].concat().join(" ");
    let mut probes = vec![("its key as written", said([with(key)]))];
    if !seconds.is_empty() {
        probes.push(("its key without the second ones", said([key.clone()])));
    }
    let other = other_case(key);
    if other != *key {
        probes.push(("its key in another case", said([with(&other)])));
    }
    probes.push(("its key inside a word", said([with(&format!("x{key}x"))])));
    let behind = std::iter::repeat_n(FILLER.to_owned(), BACK);
    probes.push(("its key some messages back", said(std::iter::once(with(key)).chain(behind))));
    probes
}

fn said(texts: impl IntoIterator<Item = String>) -> Chat {
    let mut chat = Chat::default();
    for text in texts {
        chat.say_as_user(text);
    }
    chat
}

/// A key with upper case for lower and lower for upper.
fn other_case(key: &str) -> String {
    let turned =
        |c: char| -> String { if c.is_lowercase() { c.to_uppercase().collect() } else { c.to_lowercase().collect() } };
    key.chars().map(turned).collect()
}

/// What somebody would say to meet a key: the key itself, or for a pattern between slashes the letters of its first way
/// through. A pattern that this does not meet is asked nothing by it, which both sides then say alike.
fn spoken(key: &str) -> String {
    let body = key.strip_prefix('/').and_then(|rest| rest.get(..rest.rfind('/')?));
    let Some(body) = body.filter(|body| !body.is_empty()) else { return key.to_owned() };
    let mut out = String::new();
    let mut letters = body.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '|' => break,
            '\\' => match letters.next() {
                Some('b' | 'B') | None => {}
                Some('d') => out.push('1'),
                Some('w') => out.push('a'),
                Some('s') => out.push(' '),
                Some(other) => out.push(other),
            },
            '[' => {
                let class: String = letters.by_ref().take_while(|c| *c != ']').collect();
                out.extend(class.trim_start_matches('^').chars().next());
            }
            '.' => out.push('a'),
            '(' if letters.peek() == Some(&'?') => _ = (letters.next(), letters.next()),
            '(' | ')' | '^' | '$' | '?' | '*' | '+' => {}
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_is_spoken_by_its_first_way() {
        for (key, wanted) in [
            ("dragon", "dragon"),
            ("/dragons?/i", "dragons"),
            (r"/\b(?:rain|snow)\b/", "rain"),
            (r"/[Dd]ay \d/", "Day 1"),
            ("/", "/"),
            ("//", "//"),
            ("a/b", "a/b"),
        ] {
            assert_eq!(spoken(key), wanted, "{key}");
        }
    }

    #[test]
    fn an_entry_is_asked_in_every_way_that_its_keys_have() {
        let asked = |keys: &[&str], secondary: &[&str]| {
            let own = |keys: &[&str]| keys.iter().map(|key| (*key).to_owned()).collect();
            let entry = Entry { keys: own(keys), secondary_keys: own(secondary), ..Entry::default() };
            probes(&entry).into_iter().map(|(name, _)| name).collect::<Vec<_>>()
        };
        assert_eq!(asked(&[], &[]), ["any message"]);
        assert_eq!(asked(&["雨"], &[]), ["its key as written", "its key inside a word", "its key some messages back"]);
        assert_eq!(asked(&["rain"], &["night"]).len(), 5);
    }
}
