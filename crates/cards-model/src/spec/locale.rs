//! Which of a card's texts a reader of one language sees.

use std::borrow::Cow;

use crate::Card;

/// The locale of plain texts of CCv3, and of texts that a CCv3L card gets without one.
///
/// Spec: CCv3 `creator_notes_multilingual`.
pub(crate) const ENGLISH: &str = "en";

/// The index of the locale that serves a wanted one: exact, else of the same language.
pub(crate) fn nearest<'a>(mut locales: impl Iterator<Item = &'a str> + Clone, wanted: &str) -> Option<usize> {
    let language = |locale: &str| locale.split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase();
    let exact = locales.clone().position(|locale| locale.eq_ignore_ascii_case(wanted));
    exact.or_else(|| locales.position(|locale| language(locale) == language(wanted)))
}

impl Card {
    /// The locales that the card names, each once: those of greetings and creator notes in CCv3L, those of creator
    /// notes in CCv3, whose plain notes are English beside notes in other languages.
    #[must_use]
    pub fn locales(&self) -> Vec<Cow<'_, str>> {
        let all: Vec<&str> = match self {
            Self::V3(card) => {
                let map = card.data.creator_notes_multilingual.iter().flat_map(|map| &map.0);
                let plain = map.clone().next().map(|_| ENGLISH);
                plain.into_iter().chain(map.map(|(locale, _)| locale.as_str())).collect()
            }
            Self::V3L(card) => {
                let greetings = card.data.first_messages.iter().map(|messages| messages.locale.as_str());
                greetings.chain(card.data.creator_notes.iter().map(|note| note.locale.as_str())).collect()
            }
            _ => Vec::new(),
        };
        let mut locales: Vec<Cow<'_, str>> = Vec::new();
        for locale in all {
            if !locales.iter().any(|known| known.eq_ignore_ascii_case(locale)) {
                locales.push(locale.into());
            }
        }
        locales
    }

    /// Makes a locale the one in use, and says whether the card has it, or another of its language.
    ///
    /// Greetings and notes of CCv3L of that locale are first then, where [`Card::greetings`] and
    /// [`Card::creator_notes`] look; the notes of CCv3 become the plain ones. This is for reading: a card that is to be
    /// written keeps the order that it came in.
    pub fn prefer_locale(&mut self, wanted: &str) -> bool {
        let locales = self.locales();
        if nearest(locales.iter().map(AsRef::as_ref), wanted).is_none() {
            return false;
        }
        match self {
            Self::V3(_) => {
                let notes = self.creator_notes_in(wanted).to_owned();
                // The form has the field, so this cannot fail.
                let _ = self.set_creator_notes(notes);
            }
            Self::V3L(card) => {
                let greetings = &mut card.data.first_messages;
                let at = nearest(greetings.iter().map(|messages| messages.locale.as_str()), wanted);
                if let Some(until) = at.and_then(|at| greetings.get_mut(..=at)) {
                    until.rotate_right(1);
                }
                let notes = &mut card.data.creator_notes;
                let at = nearest(notes.iter().map(|note| note.locale.as_str()), wanted);
                if let Some(until) = at.and_then(|at| notes.get_mut(..=at)) {
                    until.rotate_right(1);
                }
            }
            _ => {}
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Document, Limits};

    #[track_caller]
    fn card(text: &str) -> Card {
        Document::read(text.as_bytes(), &Limits::default()).unwrap().into_card().unwrap()
    }

    #[test]
    fn a_locale_is_put_first() {
        let mut lynn = card(
            r#"{"spec":"chara_card_v3l","spec_version":"3.0","data":{"name":"n",
                "first_messages":[{"locale":"en","messages":["Hi."]},{"locale":"ja","messages":["やあ"]},{"locale":"de-AT","messages":["Servus."]}],
                "creator_notes":[{"locale":"en","content":"Calm."},{"locale":"ko","content":"K"}]}}"#,
        );
        assert_eq!(lynn.locales(), ["en", "ja", "de-AT", "ko"]);
        assert!(lynn.prefer_locale("DE"));
        assert_eq!((lynn.first_mes(), lynn.creator_notes()), ("Servus.", "Calm."));
        assert_eq!(lynn.locales(), ["de-AT", "en", "ja", "ko"]);
        assert!(!lynn.prefer_locale("fr"));
    }

    #[test]
    fn notes_of_ccv3_are_those_of_the_locale() {
        let mut v3 = card(
            r#"{"spec":"chara_card_v3","spec_version":"3.0","data":{"name":"n","creator_notes":"OLD",
                "creator_notes_multilingual":{"fr":"FR","en":"NEW"}}}"#,
        );
        assert_eq!(v3.locales(), ["en", "fr"]);
        assert!(v3.prefer_locale("fr-CA"));
        assert_eq!(v3.creator_notes(), "FR");
        assert!(card(r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"n"}}"#).locales().is_empty());
    }
}
