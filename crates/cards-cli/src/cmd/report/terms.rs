//! What one can look for on a contact sheet: every name or tag, and every word of them.

use std::collections::{BTreeMap, BTreeSet};

/// Words of one text that can be looked for; a name of five thousand characters is no list of words.
const WORDS: usize = 40;

/// Names of all cards, or their tags, as a list to choose from.
#[derive(Debug, Default)]
pub(super) struct Terms {
    /// In alphabetical order.
    pub(super) list: Vec<Term>,
    /// The sets that each card is in, by the number of the card.
    of_card: Vec<Vec<usize>>,
    /// How many sets there are.
    pub(super) sets: usize,
}

/// One thing to look for.
#[derive(Debug)]
pub(super) struct Term {
    /// As the first card spells it.
    pub(super) text: String,
    /// How many cards have it.
    pub(super) cards: usize,
    /// The set of these cards. Terms of the same cards share one, so that the page needs a style rule for each set
    /// and not for each term: all the words of a name that no other card has are one set.
    pub(super) set: usize,
    /// Whether it stands for itself on a card, and not only as a word of something longer.
    pub(super) whole: bool,
}

/// A term while the cards are gone through.
#[derive(Debug)]
struct Found<'a> {
    text: &'a str,
    whole: bool,
    cards: Vec<usize>,
}

/// How a word relates to a whole text that is spelled like it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Words {
    /// A word is looked for wherever it stands: `anna` finds Anna and Anna Lee.
    Everywhere,
    /// A text that some card has as a whole means that one alone: `magic` does not find `no magic`.
    WholeFirst,
}

impl Terms {
    /// The terms of what each card says, in the order of the cards. Case does not count.
    pub(super) fn of<'a, T>(cards: impl Iterator<Item = T>, words_as: Words) -> Self
    where
        T: IntoIterator<Item = &'a str>,
    {
        let (mut wholes, mut words) = (BTreeMap::new(), BTreeMap::new());
        let mut count = 0;
        for (card, texts) in cards.enumerate() {
            for text in texts.into_iter().map(str::trim).filter(|text| !text.is_empty()) {
                note(text, true, card, &mut wholes);
                for word in words_of(text) {
                    note(word, false, card, &mut words);
                }
            }
            count = card + 1;
        }
        for (key, word) in words {
            match wholes.get_mut(&key) {
                Some(_) if words_as == Words::WholeFirst => {}
                // Every card of the whole text has its word too.
                Some(whole) => whole.cards = word.cards,
                None => {
                    wholes.insert(key, word);
                }
            }
        }
        Self::numbered(wholes, count)
    }

    fn numbered(found: BTreeMap<String, Found<'_>>, cards: usize) -> Self {
        let mut found: Vec<_> = found.into_iter().collect();
        // Quotation marks and brackets do not count for the order.
        found.sort_by_cached_key(|(key, _)| key.trim_start_matches(|c: char| !c.is_alphanumeric()).to_owned());
        let mut terms = Self { of_card: vec![Vec::new(); cards], ..Self::default() };
        let mut sets = BTreeMap::new();
        for (_, Found { text, whole, cards }) in found {
            let (text, count) = (text.to_owned(), cards.len());
            let next = sets.len();
            let set = *sets.entry(cards).or_insert(next);
            terms.list.push(Term { text, cards: count, set, whole });
        }
        terms.sets = sets.len();
        for (cards, set) in sets {
            for card in cards {
                if let Some(of_card) = terms.of_card.get_mut(card) {
                    of_card.push(set);
                }
            }
        }
        terms
    }

    /// The sets that a card is in.
    pub(super) fn sets_of(&self, card: usize) -> &[usize] {
        self.of_card.get(card).map_or(&[], Vec::as_slice)
    }

    /// Whole texts that most cards have, the most frequent first.
    pub(super) fn frequent(&self, most: usize) -> Vec<&Term> {
        let mut wholes: Vec<_> = self.list.iter().filter(|term| term.whole).collect();
        wholes.sort_by_key(|term| std::cmp::Reverse(term.cards));
        wholes.truncate(most);
        wholes
    }
}

fn note<'a>(text: &'a str, whole: bool, card: usize, into: &mut BTreeMap<String, Found<'a>>) {
    let found = into.entry(text.to_lowercase()).or_insert_with(|| Found { text, whole, cards: Vec::new() });
    if found.cards.last() != Some(&card) {
        found.cards.push(card);
    }
}

/// The words of a text, each once.
fn words_of(text: &str) -> BTreeSet<&str> {
    text.split(|c| !is_of_word(c))
        .map(|word| word.trim_matches(['\'', '’', '\u{200c}', '\u{200d}']))
        .filter(|word| word.contains(char::is_alphanumeric))
        .take(WORDS)
        .collect()
}

/// Letters, digits, and what stands inside of words: apostrophes, joiners, and the marks of scripts that write vowels
/// above and below their letters.
fn is_of_word(c: char) -> bool {
    c.is_alphanumeric()
        || matches!(c, '\'' | '’' | '\u{200c}' | '\u{200d}' | '\u{300}'..='\u{36f}' | '\u{591}'..='\u{1cff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(cards: &[&[&'static str]], words_as: Words) -> Terms {
        Terms::of(cards.iter().map(|texts| texts.iter().copied()), words_as)
    }

    fn found(terms: &Terms) -> Vec<(&str, usize)> {
        terms.list.iter().map(|term| (term.text.as_str(), term.cards)).collect()
    }

    #[test]
    fn every_word_and_every_whole_name_is_found() {
        let names = terms(&[&["The drowned bell"], &["Bell"], &["\"Anna\" of the bell"], &["  "]], Words::Everywhere);
        assert_eq!(
            found(&names),
            [
                ("Anna", 1),
                ("\"Anna\" of the bell", 1),
                ("Bell", 3),
                ("drowned", 1),
                ("of", 1),
                ("The", 2),
                ("The drowned bell", 1)
            ]
        );
        // One set for each of: card 2, all three, card 0, cards 0 and 2.
        assert_eq!(names.sets, 4);
        let set = |text: &str| names.list.iter().find(|term| term.text == text).map(|term| term.set);
        assert_eq!(set("drowned"), set("The drowned bell"));
        assert!(names.sets_of(0).contains(&set("drowned").unwrap()));
        assert!(!names.sets_of(1).contains(&set("drowned").unwrap()));
        assert_eq!((names.sets_of(0).len(), names.sets_of(3).len(), names.sets_of(9).len()), (3, 0, 0));
    }

    #[test]
    fn a_tag_is_that_tag_and_its_words_are_for_the_rest() {
        let tags = terms(&[&["magic", "Sci-Fi"], &["no magic"], &["MAGIC"]], Words::WholeFirst);
        assert_eq!(found(&tags), [("Fi", 1), ("magic", 2), ("no", 1), ("no magic", 1), ("Sci", 1), ("Sci-Fi", 1)]);
        let frequent: Vec<_> = tags.frequent(2).into_iter().map(|term| term.text.as_str()).collect();
        assert_eq!(frequent, ["magic", "no magic"]);
    }

    #[test]
    fn words_of_every_script_stay_whole() {
        let words = |text| words_of(text).into_iter().collect::<Vec<_>>();
        assert_eq!(words("D'Arc, l’hiver (2nd)!"), ["2nd", "D'Arc", "l’hiver"]);
        assert_eq!(words("क्षत्रिय किला"), ["किला", "क्षत्रिय"]);
        assert_eq!(words("夜番・灯"), ["夜番", "灯"]);
        assert_eq!(words("🌙 -- '' \u{202e}"), [""; 0]);
        assert_eq!(words(&"ab ".repeat(5000)), ["ab"]);
        let many: String = (0..1000).map(|n| format!("w{n} ")).collect();
        assert_eq!(words_of(&many).len(), WORDS);
    }
}
