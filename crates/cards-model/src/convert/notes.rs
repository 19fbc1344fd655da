//! Creator notes by language, on their way between specs that keep them differently.
//!
//! CCv3 has a plain text, which is the English one, and a map for other languages; CCv3L has a list; the others have
//! one text.

use crate::spec::locale::{ENGLISH, nearest};

/// Texts with their languages, in the order of the text.
type Listed = Vec<(String, String)>;

/// Creator notes, as the source has them.
#[derive(Clone, Debug)]
pub(crate) enum Notes {
    /// One text of no named language.
    One(String),
    /// A plain text and a map (CCv3).
    TextAndMap(String, Listed),
    /// A list (CCv3L).
    List(Listed),
}

impl Default for Notes {
    fn default() -> Self {
        Self::One(String::new())
    }
}

impl Notes {
    /// Notes of a source that may have a map beside its plain text.
    pub(crate) fn of(plain: String, map: Option<Listed>) -> Self {
        match map {
            Some(map) => Self::TextAndMap(plain, map),
            None => Self::One(plain),
        }
    }

    /// The one text of a spec that has no other: in the wanted language, or what serves best.
    pub(crate) fn into_one(self, locale: &str) -> String {
        let mut listed = match self {
            Self::One(text) => return text,
            // The English notes are those of readers whose language is not there. Where the plain ones were left empty, a
            // spec without a map has none: so the vectors want it.
            Self::TextAndMap(text, mut map) => {
                let listed = english(&map).map(|at| map.remove(at).1);
                map.insert(0, (ENGLISH.to_owned(), listed.filter(|_| !text.is_empty()).unwrap_or(text)));
                map
            }
            Self::List(listed) => listed,
        };
        let at = nearest(listed.iter().map(|(locale, _)| locale.as_str()), locale).unwrap_or_default();
        if listed.is_empty() { String::new() } else { listed.swap_remove(at).1 }
    }

    /// The list of CCv3L, in which a text of no named language gets the wanted one.
    pub(crate) fn into_list(self, locale: &str) -> Listed {
        match self {
            Self::One(text) if text.is_empty() => Vec::new(),
            Self::One(text) => vec![(locale.to_owned(), text)],
            Self::TextAndMap(text, map) => beside(text, map),
            Self::List(listed) => listed,
        }
    }

    /// The plain text and the map of CCv3. English notes are the plain ones; without them the wanted ones are there
    /// as well as in the map, for readers that know no map.
    pub(crate) fn into_text_and_map(self, locale: &str) -> (String, Option<Listed>) {
        let mut listed = match self {
            Self::One(text) => return (text, None),
            Self::TextAndMap(text, map) => return (text, Some(map)),
            Self::List(listed) => first_of_each(listed),
        };
        if let Some(at) = english(&listed) {
            let (_, text) = listed.remove(at);
            return (text, Some(listed).filter(|rest| !rest.is_empty()));
        }
        let at = nearest(listed.iter().map(|(locale, _)| locale.as_str()), locale).unwrap_or_default();
        let text = listed.get(at).map(|(_, text)| text.clone()).unwrap_or_default();
        (text, Some(listed).filter(|rest| !rest.is_empty()))
    }
}

/// All notes of a plain text and a map, the plain ones first.
///
/// Spec: CCv3 `creator_notes_multilingual`: the plain text is the English one, and is ignored where the map has `en`.
/// One that is in the map as well is there for readers that know no map, and no further note.
fn beside(text: String, mut map: Listed) -> Listed {
    if !text.is_empty() && english(&map).is_none() && map.iter().all(|(_, other)| *other != text) {
        map.insert(0, (ENGLISH.to_owned(), text));
    }
    map
}

/// The first text of each language: a map has one of each, and who reads the list takes the first.
fn first_of_each(mut listed: Listed) -> Listed {
    let mut known: Vec<String> = Vec::new();
    listed.retain(|(locale, _)| {
        let locale = locale.to_ascii_lowercase();
        let new = !known.contains(&locale);
        known.extend(new.then_some(locale));
        new
    });
    listed
}

fn english(listed: &[(String, String)]) -> Option<usize> {
    listed.iter().position(|(locale, _)| locale.eq_ignore_ascii_case(ENGLISH))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(texts: &[(&str, &str)]) -> Listed {
        texts.iter().map(|(locale, text)| ((*locale).to_owned(), (*text).to_owned())).collect()
    }

    #[test]
    fn plain_notes_beside_a_map_are_english_unless_it_has_those() {
        let with = |map: &[(&str, &str)]| Notes::TextAndMap("OLD".to_owned(), listed(map));
        assert_eq!(with(&[("en", "NEW")]).into_one("en"), "NEW");
        assert_eq!(with(&[("en", "NEW")]).into_one("fr"), "NEW");
        let empty = Notes::TextAndMap(String::new(), listed(&[("en", "NEW")]));
        assert_eq!(empty.into_one("en"), "");
        assert_eq!(with(&[("fr", "FR")]).into_one("en"), "OLD");
        assert_eq!(with(&[("fr", "FR")]).into_one("fr-CA"), "FR");
        assert_eq!(with(&[]).into_one("fr"), "OLD");
        assert_eq!(with(&[("fr", "FR")]).into_list("fr"), listed(&[("en", "OLD"), ("fr", "FR")]));
        assert_eq!(with(&[("en", "NEW")]).into_list("fr"), listed(&[("en", "NEW")]));
    }

    #[test]
    fn a_list_keeps_its_languages_on_the_way_to_ccv3_and_back() {
        let there = |texts: &[(&str, &str)]| Notes::List(listed(texts)).into_text_and_map("ko");
        assert_eq!(there(&[("en", "E"), ("ko", "K")]), ("E".to_owned(), Some(listed(&[("ko", "K")]))));
        assert_eq!(there(&[("en", "E")]), ("E".to_owned(), None));
        assert_eq!(there(&[]), (String::new(), None));
        let (text, map) = there(&[("fr", "F"), ("ko", "K")]);
        assert_eq!((text.as_str(), &map), ("K", &Some(listed(&[("fr", "F"), ("ko", "K")]))));
        assert_eq!(Notes::of(text, map).into_list("en"), listed(&[("fr", "F"), ("ko", "K")]));
        // Of two in one language the first is what readers of the list show, and so do those of the map.
        assert_eq!(there(&[("en", "ONE"), ("EN", "TWO")]), ("ONE".to_owned(), None));
    }
}
