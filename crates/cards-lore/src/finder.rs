//! Texts found by their first bytes, ready in a fraction of the time that an automaton takes to build.
//!
//! Four bytes of the searched text at a time are looked up in a set of bits, which most of them are not in. Where they are, the
//! texts that begin so have few lengths; for each of them, the end is looked up in the same way, and then the whole. What would
//! need more looks than that at one place is left to the automaton: long texts, and those of many lengths with one beginning.

use std::collections::HashMap;

use crate::text_hash::{BuildMixer, TextHash, TextRole};

/// The longest text that is found this way: a bit for each length.
const LONGEST: usize = 63;
/// The most lengths that texts of one beginning may have.
const MOST_LENGTHS: u32 = 12;
/// Bytes of a beginning; a shorter text is its own.
const WIDEST: usize = 4;
/// Places to list before what can be answered is answered.
const MANY: usize = 4_096;

/// A text that was met in another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Met {
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// The number of the text.
    pub(crate) text: u32,
}

/// Texts by their beginnings.
#[derive(Debug, Default)]
pub(crate) struct Finder {
    /// Of one byte, of two, of three, and of four and more.
    classes: [Class; WIDEST],
    /// Numbers of the texts by their hash.
    numbers: HashMap<u64, u32, BuildMixer>,
    texts: Vec<String>,
}

/// Texts whose beginnings have the same number of bytes.
#[derive(Debug, Default)]
struct Class {
    begins: Bits,
    /// Ends, each with its length.
    ends: Bits,
    /// The lengths of the texts that begin so, a bit for each.
    lengths: HashMap<u32, u64, BuildMixer>,
}

impl Finder {
    /// Takes the texts that can be found this way, and gives the numbers of the others. `numbers` has the first text of each hash;
    /// another one of the same hash is not found by it, and is among `twins`, which ascend.
    pub(crate) fn new(texts: Vec<String>, numbers: HashMap<u64, u32, BuildMixer>, twins: &[u32]) -> (Self, Vec<u32>) {
        let mut finder = Self::default();
        let is_ours = |number: u32, text: &str| text.len() <= LONGEST && twins.binary_search(&number).is_err();
        for (number, text) in (0..).zip(&texts) {
            if is_ours(number, text)
                && let Some((class, word)) = beginning(text.as_bytes())
                && let Some(class) = finder.classes.get_mut(class)
            {
                *class.lengths.entry(word).or_default() |= 1 << text.len();
            }
        }
        for class in &mut finder.classes {
            class.lengths.retain(|_, lengths| lengths.count_ones() <= MOST_LENGTHS);
            let texts = class.lengths.len();
            class.begins = Bits::for_about(texts);
            class.ends = Bits::for_about(texts);
        }
        let mut others = Vec::new();
        for (number, text) in (0..).zip(&texts) {
            let bytes = text.as_bytes();
            let class = beginning(bytes)
                .filter(|_| is_ours(number, text))
                .and_then(|(class, word)| Some((finder.classes.get_mut(class)?, word)))
                .filter(|(class, word)| class.lengths.contains_key(word));
            match class {
                Some((class, word)) => {
                    class.begins.set(word);
                    class.ends.set(end_of(bytes));
                }
                None => others.push(number),
            }
        }
        (Self { texts, numbers, ..finder }, others)
    }

    /// All texts, found this way or not.
    pub(crate) fn texts(&self) -> &[String] {
        &self.texts
    }

    /// Lists the texts that are met from a place on, without those that are settled, and gives the place to go on from: the end,
    /// or one where there are many to be answered first.
    pub(crate) fn meet(&self, searched: &[u8], from: usize, settled: &[u64], met: &mut Vec<Met>) -> usize {
        let [one, two, three, four] = &self.classes;
        let short = [(one, 0xff_u32), (two, 0xffff), (three, 0x00ff_ffff)];
        let short: Vec<_> = short.into_iter().filter(|(class, _)| !class.lengths.is_empty()).collect();
        let mut at = from;
        for window in searched.get(from..).unwrap_or_default().windows(WIDEST) {
            let word = <[u8; WIDEST]>::try_from(window).map_or(0, u32::from_le_bytes);
            if four.begins.may_have(word) {
                self.at(four, word, searched, at, settled, met);
            }
            for (class, mask) in &short {
                if class.begins.may_have(word & mask) {
                    self.at(class, word & mask, searched, at, settled, met);
                }
            }
            at += 1;
            if met.len() >= MANY {
                return at;
            }
        }
        while let Some(rest) = searched.get(at..).filter(|rest| !rest.is_empty()) {
            for (class, mask) in &short {
                let width = mask.count_ones() as usize / 8;
                if let Some(word) = rest.get(..width).map(word_of) {
                    self.at(class, word, searched, at, settled, met);
                }
            }
            at += 1;
        }
        at
    }

    /// The texts of a class that begin with a word at a place.
    fn at(&self, class: &Class, word: u32, searched: &[u8], at: usize, settled: &[u64], met: &mut Vec<Met>) {
        let mut lengths = class.lengths.get(&word).copied().unwrap_or_default();
        while lengths != 0 {
            let length = lengths.trailing_zeros() as usize;
            lengths &= lengths - 1;
            // The lengths are in ascending order.
            let Some(bytes) = searched.get(at..at + length) else { return };
            if !class.ends.may_have(end_of(bytes)) {
                continue;
            }
            let TextHash(hash, _) = TextHash::of_bytes(TextRole::Key, bytes);
            if let Some(&text) = self.numbers.get(&hash)
                && self.texts.get(text as usize).is_some_and(|text| text.as_bytes() == bytes)
                && !is_set(settled, text)
            {
                met.push(Met { start: at, end: at + length, text });
            }
        }
    }
}

/// The class of a text and its beginning; none of an empty one.
fn beginning(text: &[u8]) -> Option<(usize, u32)> {
    let width = text.len().min(WIDEST);
    Some((width.checked_sub(1)?, word_of(text.get(..width)?)))
}

/// The last bytes of a text, with its length.
fn end_of(text: &[u8]) -> u32 {
    let width = text.len().min(WIDEST);
    let last = text.get(text.len() - width..).map_or(0, word_of);
    last ^ (text.len() as u32).wrapping_mul(0x85eb_ca6b)
}

fn word_of(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte))
}

/// Whether the bit of a number is set.
pub(crate) fn is_set(bits: &[u64], number: u32) -> bool {
    bits.get(number as usize / 64).is_some_and(|word| word >> (number % 64) & 1 == 1)
}

/// Sets the bit of a number.
pub(crate) fn set(bits: &mut [u64], number: u32) {
    if let Some(word) = bits.get_mut(number as usize / 64) {
        *word |= 1 << (number % 64);
    }
}

/// A set of words that says of a few more that they are in it.
#[derive(Debug, Default)]
struct Bits {
    bits: Vec<u64>,
    shift: u32,
}

impl Bits {
    /// Some sixteen bits a word.
    fn for_about(words: usize) -> Self {
        if words == 0 {
            return Self::default();
        }
        let bits = words.saturating_mul(16).next_power_of_two().clamp(1 << 10, 1 << 24);
        Self { bits: vec![0; bits / 64], shift: 32 - bits.trailing_zeros() }
    }

    fn place(&self, word: u32) -> u32 {
        word.wrapping_mul(0x9e37_79b1) >> self.shift
    }

    fn set(&mut self, word: u32) {
        let place = self.place(word);
        set(&mut self.bits, place);
    }

    fn may_have(&self, word: u32) -> bool {
        is_set(&self.bits, self.place(word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A finder of texts, and the numbers of those that it leaves to others.
    fn finder(texts: &[String]) -> (Finder, Vec<u32>) {
        let hash = |text: &String| TextHash::of(TextRole::Key, &[text]).0;
        let numbers = texts.iter().map(hash).zip(0..).collect();
        Finder::new(texts.to_vec(), numbers, &[])
    }

    /// Every text, wherever it is, the long way.
    fn all(texts: &[String], left: &[u32], searched: &str) -> Vec<(usize, usize, u32)> {
        let mut all = Vec::new();
        for (text, number) in texts.iter().zip(0..).filter(|(_, number)| !left.contains(number)) {
            let places = (0..searched.len()).filter(|at| searched.as_bytes()[*at..].starts_with(text.as_bytes()));
            all.extend(places.map(|at| (at, at + text.len(), number)));
        }
        all.sort_unstable();
        all
    }

    #[track_caller]
    fn check(texts: &[String], left: usize, searched: &str) {
        let (finder, others) = finder(texts);
        assert_eq!(others.len(), left, "{others:?}");
        let (mut met, mut found, mut from) = (Vec::new(), Vec::new(), 0);
        while from < searched.len() {
            from = finder.meet(searched.as_bytes(), from, &[], &mut met);
            found.extend(met.drain(..).map(|Met { start, end, text }| (start, end, text)));
        }
        found.sort_unstable();
        assert_eq!(found, all(texts, &others, searched));
    }

    fn owned(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn texts_of_all_lengths_are_found_wherever_they_are() {
        let texts = owned(&["a", "ab", "abc", "abcd", "abcde", "bc", "d", "é", "lamp", "lamplight", "xyz", "🦀"]);
        for searched in ["", "a", "ab", "xyz", "abcde", "abcdabcde", "a lamplight éé 🦀xyz", "nothng"] {
            check(&texts, 0, searched);
        }
        check(&[], 0, "anything");
    }

    #[test]
    fn what_would_need_many_looks_at_a_place_is_left_to_others() {
        let texts: Vec<_> = (1..=40).map(|length| "a".repeat(length)).collect();
        // Those of one to three bytes are their own beginnings.
        check(&texts, 37, &"a".repeat(100));
        check(&owned(&[&"x".repeat(63), &"x".repeat(64)]), 1, &"x".repeat(200));
        let (mut few, mut many) = (vec![0; 12], vec![0; 13]);
        for lengths in [&mut few, &mut many] {
            (4..).zip(lengths.iter_mut()).for_each(|(length, place)| *place = length);
        }
        let of = |lengths: &[usize]| lengths.iter().map(|length| "ab".repeat(*length)[..*length].to_owned()).collect();
        let (few, many): (Vec<String>, Vec<String>) = (of(&few), of(&many));
        check(&few, 0, &"ab".repeat(50));
        check(&many, 13, &"ab".repeat(50));
    }

    #[test]
    fn a_text_with_more_places_than_are_listed_at_once_is_gone_through_to_its_end() {
        check(&owned(&["a", "aa", "aaab"]), 0, &format!("{}b", "a".repeat(2 * MANY)));
    }

    #[test]
    fn the_second_text_of_a_hash_and_settled_ones_are_passed_over() {
        let texts = owned(&["lamp", "bell"]);
        let hash = |text: &str| TextHash::of(TextRole::Key, &[text]).0;
        let (finder, others) = Finder::new(texts, HashMap::from_iter([(hash("lamp"), 0)]), &[1]);
        assert_eq!(others, [1]);
        let mut met = Vec::new();
        finder.meet(b"a bell and a lamp", 0, &[0], &mut met);
        assert_eq!(met, [Met { start: 13, end: 17, text: 0 }]);
        met.clear();
        finder.meet(b"a bell and a lamp", 0, &[1], &mut met);
        assert!(met.is_empty());
    }
}
