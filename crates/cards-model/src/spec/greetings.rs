//! The greetings that a user chooses from, by their numbers.

use super::fields::first_locale;
use crate::{Card, Error, GreetingKind};

impl Card {
    /// Sets a greeting by its number: 0 is the first, and the alternate ones follow, as in `greetings[1]` of the tool. Those for
    /// group chats and for other locales have no number here.
    ///
    /// ```
    /// let mut card = cards_model::Card::new("Aria");
    /// card.add_greeting("Good evening.")?;
    /// card.set_greeting(1, "Who goes there?")?;
    /// assert_eq!(card.alternate_greetings(), ["Who goes there?"]);
    /// # Ok::<(), cards_model::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NoGreeting`] where the card has none of this number; [`Card::add_greeting`] makes one.
    pub fn set_greeting(&mut self, number: usize, text: impl Into<String>) -> Result<(), Error> {
        let text = text.into();
        self.change_greetings(number, |texts, at| {
            if let Some(slot) = texts.get_mut(at) {
                *slot = text;
            }
        })
    }

    /// Takes out the greeting of a number, counted as [`Card::set_greeting`] does, and gives its text. Where it is the first, the
    /// one behind it is the first from then on; the only one becomes empty, and in CCv3L and Prom, which have lists, goes.
    ///
    /// # Errors
    /// [`Error::NoGreeting`] where the card has none of this number.
    pub fn remove_greeting(&mut self, number: usize) -> Result<String, Error> {
        self.change_greetings(number, |texts, at| texts.remove(at))
    }

    /// Moves the greeting of a number to another, counted as [`Card::set_greeting`] does; those between them move up or down by one.
    ///
    /// ```
    /// let mut card = cards_model::Card::new("Aria");
    /// card.set_first_mes("Hello.");
    /// card.add_greeting("Good evening.")?;
    /// card.move_greeting(1, 0)?;
    /// assert_eq!((card.first_mes(), card.alternate_greetings()), ("Good evening.", vec!["Hello."]));
    /// # Ok::<(), cards_model::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NoGreeting`] where the card has none of one of the numbers.
    pub fn move_greeting(&mut self, from: usize, to: usize) -> Result<(), Error> {
        self.has_greeting(to)?;
        self.change_greetings(from, |texts, from| {
            let text = texts.remove(from);
            texts.insert(to, text);
        })
    }

    /// The greetings that have numbers.
    fn numbered(&self) -> Vec<&str> {
        let numbered = |kind: &GreetingKind| matches!(kind, GreetingKind::First | GreetingKind::Alternate);
        self.greetings().into_iter().filter(|greeting| numbered(&greeting.kind)).map(|greeting| greeting.text).collect()
    }

    fn has_greeting(&self, number: usize) -> Result<(), Error> {
        let count = self.numbered().len();
        if number < count { Ok(()) } else { Err(Error::NoGreeting { number, count }) }
    }

    /// Changes the list of greetings, of which the given number is one.
    fn change_greetings<T>(
        &mut self,
        number: usize,
        change: impl FnOnce(&mut Vec<String>, usize) -> T,
    ) -> Result<T, Error> {
        self.has_greeting(number)?;
        let mut texts: Vec<String> = self.numbered().into_iter().map(str::to_owned).collect();
        let several = texts.len() > 1;
        let answer = change(&mut texts, number);
        match self {
            Self::V3L(card) => {
                if let Some(list) = first_locale(card) {
                    *list = texts;
                }
            }
            Self::Prom(card) => card.data.greetings.solo = texts,
            _ => {
                let mut texts = texts.into_iter();
                self.set_first_mes(texts.next().unwrap_or_default());
                // A form without the field has one greeting alone.
                if several {
                    self.set_alternate_greetings(texts)?;
                }
            }
        }
        Ok(answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Form, prom, v1, v2, v3, v3l};

    fn texts(card: &Card) -> Vec<&str> {
        std::iter::once(card.first_mes()).chain(card.alternate_greetings()).collect()
    }

    fn cards() -> [Card; 4] {
        let cards = [
            Card::from(v2::Card::default()),
            v3::Card::default().into(),
            v3l::Card::default().into(),
            prom::Card::default().into(),
        ];
        cards.map(|mut card| {
            card.set_first_mes("a");
            card.set_alternate_greetings(["b", "c"]).unwrap();
            card
        })
    }

    #[test]
    fn greetings_are_set_moved_and_removed_by_their_numbers_in_each_form() {
        for mut card in cards() {
            let form = card.form();
            card.move_greeting(2, 0).unwrap();
            assert_eq!(texts(&card), ["c", "a", "b"], "{form}");
            card.set_greeting(1, "A").unwrap();
            assert_eq!(texts(&card), ["c", "A", "b"], "{form}");
            assert_eq!(card.remove_greeting(0).unwrap(), "c", "{form}");
            assert_eq!(texts(&card), ["A", "b"], "{form}");
        }
    }

    #[test]
    fn a_move_and_the_move_back_change_nothing() {
        for before in cards() {
            for (from, to) in (0..3).flat_map(|from| (0..3).map(move |to| (from, to))) {
                let mut card = before.clone();
                card.move_greeting(from, to).unwrap();
                card.move_greeting(to, from).unwrap();
                assert_eq!(card, before, "{from} to {to}");
            }
        }
    }

    #[test]
    fn a_number_without_a_greeting_is_refused_and_the_card_is_as_it_was() {
        for before in cards() {
            let mut card = before.clone();
            let said = card.set_greeting(3, "d").unwrap_err().to_string();
            assert_eq!(said, "the card has 3 greetings, numbered from 0, and none of number 3");
            assert!(card.remove_greeting(3).is_err() && card.move_greeting(0, 3).is_err());
            assert_eq!(card, before);
        }
    }

    #[test]
    fn a_card_of_lists_may_have_none_at_all() {
        for mut card in cards().into_iter().skip(2) {
            for left in (0..3).rev() {
                card.remove_greeting(0).unwrap();
                assert_eq!(card.greetings().len(), left, "{}", card.form());
            }
            let said = card.remove_greeting(0).unwrap_err().to_string();
            assert_eq!(said, "the card has 0 greetings, numbered from 0, and none of number 0");
        }
    }

    #[test]
    fn the_one_greeting_of_v1_is_number_0() {
        let mut card = Card::from(v1::Card::default());
        assert_eq!(card.form(), Form::V1);
        card.set_greeting(0, "a").unwrap();
        assert!(card.move_greeting(0, 1).is_err());
        assert_eq!((card.remove_greeting(0).unwrap().as_str(), card.first_mes()), ("a", ""));
    }
}
