//! What SillyBunny reads of an entry that SillyTavern reads otherwise. De facto: SillyBunny 16609ad, `convertCharacterBook`, and
//! 60fa0af, `world-info-character-book.js`.

use cards_model::json::javascript;
use cards_model::{Json, Object};
use cards_pattern::{Flags, has_bare_slash, split_slashes};

/// Places by their words; the number of each is what SillyTavern calls it.
const PLACES: [&[&str]; 8] = [
    &["before", "before_char", "before character"],
    &["after", "after_char", "after character"],
    &["an_top", "author_note_top"],
    &["an_bottom", "author_note_bottom"],
    &["at_depth", "depth"],
    &["em_top", "examples_top"],
    &["em_bottom", "examples_bottom"],
    &["outlet"],
];

/// The number of a place, where what is written means one.
fn known_place(written: Option<&Json>) -> Option<usize> {
    let word = match written? {
        Json::Number(_) => String::new(),
        other => javascript::trim(other.as_str()?).to_lowercase(),
    };
    let number = match written?.as_f64() {
        None if word.is_empty() => return None,
        None => javascript::number(Some(&Json::from(word.as_str()))),
        Some(number) => number,
    };
    let named = || PLACES.iter().position(|words| words.contains(&&*word));
    if number.fract() == 0.0 { (0.0..8.0).contains(&number).then_some(number as usize) } else { named() }
}

/// The place of an entry of world info: what is none is before the character.
pub(crate) fn place(written: Option<&Json>) -> Option<Json> {
    known_place(written).map(|place| Json::from(place as i64))
}

/// A card's entry as SillyTavern's import would have to read it to come to what SillyBunny's does.
pub(crate) fn of_card(entry: &Json) -> Json {
    let Json::Object(entry) = entry else { return entry.clone() };
    let mut mended = entry.clone();
    let extensions = entry.get("extensions");
    let own = |name: &str| extensions.and_then(|extensions| extensions.get(name)).filter(|value| !value.is_null());
    let mut written: Object = extensions.and_then(Json::as_object).cloned().unwrap_or_default();
    // Entries are counted, whatever their ids are.
    mended.remove("id");
    mended.insert("enabled", Json::from(entry.get("enabled") != Some(&Json::from(false))));
    let place = known_place(own("position")).or_else(|| known_place(entry.get("position")));
    written.insert("position", Json::from(place.unwrap_or(1) as i64));
    if let Some(case) = entry.get("case_sensitive").filter(|case| !case.is_null()) {
        written.insert("case_sensitive", case.clone());
    }
    if entry.get("use_regex").is_some_and(javascript::truthy) {
        for name in ["keys", "secondary_keys"] {
            if let Some(Json::Array(keys)) = entry.get(name) {
                mended.insert(name, Json::Array(keys.iter().map(as_pattern).collect()));
            }
        }
    }
    mended.insert("extensions", Json::Object(written));
    Json::Object(mended)
}

/// A key between slashes, with those inside behind a backslash; as it is where it is a pattern.
fn as_pattern(key: &Json) -> Json {
    let Some(text) = key.as_str() else { return key.clone() };
    let is_pattern = split_slashes(text).is_some_and(|(pattern, flags)| {
        let flags = Flags::read(flags).filter(|_| !flags.contains(['d', 'v']) && !has_bare_slash(pattern));
        flags.is_some_and(|flags| {
            let translated = cards_pattern::translate(pattern, flags, &cards_pattern::Limits::default());
            !matches!(translated, Err(cards_pattern::Error::Syntax { .. }))
        })
    });
    if is_pattern {
        return key.clone();
    }
    let (mut written, mut behind) = (String::from("/"), 0_usize);
    for c in text.chars() {
        if c == '/' && behind.is_multiple_of(2) {
            written.push('\\');
        }
        behind = if c == '\\' { behind + 1 } else { 0 };
        written.push(c);
    }
    written.push('/');
    Json::from(written.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_read_from_its_words() {
        for (written, place) in [
            ("4", Some(4)),
            ("\"before_char\"", Some(0)),
            ("\" At_Depth \"", Some(4)),
            ("\"2\"", Some(2)),
            ("9", None),
            ("\"9\"", None),
            ("\"\"", None),
            ("true", None),
            ("1.5", None),
        ] {
            let written: Json = written.parse().unwrap();
            assert_eq!(known_place(Some(&written)), place, "{written}");
        }
    }

    #[test]
    fn a_plain_key_becomes_a_pattern() {
        for (key, pattern) in
            [("oar", "/oar/"), ("/oar/i", "/oar/i"), ("a/b", r"/a\/b/"), (r"a\/b", r"/a\/b/"), ("/(/", r"/\/(\//")]
        {
            assert_eq!(as_pattern(&Json::from(key)), Json::from(pattern), "{key}");
        }
    }
}
