//! Cards whose texts are nearly the same: signatures by MinHash, and the pairs among many of them.

use std::collections::HashMap;

use crate::edit::texts::Text;

/// Values of a signature. The similarity of two texts is told to within 0.04 (one standard deviation at 0.8).
const VALUES: usize = 128;
/// Values of a band: two texts are compared when all of one band agree, which at a similarity of 0.8 fails for 1 pair in
/// 20,000, and at 0.4 happens to 1 pair in 4.
const ROWS: usize = 5;
/// Characters of a shingle. No word boundaries are asked for, so that it works for every language.
const SHINGLE: usize = 5;
/// Bands that more cards share than this are texts that many cards have in common, such as an empty template.
const CROWD: usize = 1_000;

/// What the prose of a card is known by: near texts have near signatures, whatever their language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature(Vec<u16>);

impl Signature {
    /// Takes the signature of a card's prose: descriptions, greetings, examples, prompts and lorebook texts, without names,
    /// tags, notes and keys. Nothing for less text than a sentence, which says nothing about a card.
    #[must_use]
    pub fn of(texts: &[Text<'_>]) -> Option<Self> {
        /// Characters that say something.
        const LEAST: usize = 40;
        let prose = texts.iter().filter(|text| {
            !["name", "nickname", "tags", "creator_notes", "book.name", "book.keys", "book.comment"]
                .iter()
                .any(|field| text.is_of(field))
        });
        let mut values = vec![u64::MAX; VALUES];
        let mut count = 0;
        for text in prose {
            count += shingles(&text.text, |hash| {
                let bin = usize::try_from(hash >> 57).unwrap_or_default();
                if let Some(value) = values.get_mut(bin) {
                    *value = (*value).min(hash & (u64::MAX >> 7));
                }
            });
        }
        if count < LEAST {
            return None;
        }
        // A bin that nothing fell into takes the value of the next that has one, turned by the way to it.
        let filled: Vec<u16> = (0..VALUES)
            .map(|bin| {
                let steps =
                    (0..VALUES).find(|step| values.get((bin + step) % VALUES).is_some_and(|value| *value != u64::MAX));
                let steps = steps.unwrap_or_default();
                let value = values.get((bin + steps) % VALUES).copied().unwrap_or_default();
                folded(mixed(value.wrapping_add((steps as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15))))
            })
            .collect();
        Some(Self(filled))
    }

    /// Gives the signature as hex digits, four a value.
    #[must_use]
    pub fn to_hex(&self) -> String {
        self.0.iter().map(|value| format!("{value:04x}")).collect()
    }

    /// Reads what [`Signature::to_hex`] gave; nothing for any other text.
    #[must_use]
    pub fn from_hex(text: &str) -> Option<Self> {
        if text.len() != 4 * VALUES || !text.is_ascii() {
            return None;
        }
        let value = |at: usize| u16::from_str_radix(text.get(4 * at..4 * at + 4)?, 16).ok();
        (0..VALUES).map(value).collect::<Option<Vec<_>>>().map(Self)
    }

    /// Estimates how much two texts have in common: the part of their shingles that both have, 1 for the same text.
    #[must_use]
    pub fn similarity(&self, other: &Self) -> f64 {
        let same = self.0.iter().zip(&other.0).filter(|(a, b)| a == b).count();
        same as f64 / VALUES as f64
    }
}

/// Goes through the runs of characters of a text, capital and small letters alike, blanks taken as one; gives their number.
fn shingles(text: &str, mut each: impl FnMut(u64)) -> usize {
    let mut window = [0_u32; SHINGLE];
    let (mut filled, mut blank, mut count) = (0, true, 0);
    for char in text.chars().flat_map(char::to_lowercase) {
        let is_blank = char.is_whitespace();
        if is_blank && blank {
            continue;
        }
        blank = is_blank;
        window.rotate_left(1);
        if let Some(last) = window.last_mut() {
            *last = if is_blank { u32::from(' ') } else { u32::from(char) };
        }
        filled += 1;
        if filled >= SHINGLE {
            let hash = window.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, char| {
                (hash ^ u64::from(*char)).wrapping_mul(0x0000_0100_0000_01b3)
            });
            each(mixed(hash));
            count += 1;
        }
    }
    count
}

/// Spreads what a hash knows over all of its bits (the finaliser of MurmurHash3).
fn mixed(mut hash: u64) -> u64 {
    hash ^= hash >> 33;
    hash = hash.wrapping_mul(0xff51_afd7_ed55_8ccd);
    hash ^= hash >> 33;
    hash = hash.wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    hash ^ (hash >> 33)
}

fn folded(hash: u64) -> u16 {
    u16::try_from(hash & 0xffff).unwrap_or_default()
}

/// Two near texts by their numbers, the smaller one first, and how near they are.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Pair {
    /// The number of the one.
    pub first: usize,
    /// The number of the other.
    pub second: usize,
    /// What they have in common, from 0 to 1.
    pub similarity: f64,
}

/// Finds the pairs of signatures that are at least so similar, in order. Only those are compared that agree in one of 25
/// bands, so that the work grows with the number of cards and not with its square.
#[must_use]
pub fn pairs(signatures: &[Signature], least: f64) -> Vec<Pair> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    for band in 0..VALUES / ROWS {
        let mut buckets: HashMap<&[u16], Vec<usize>> = HashMap::new();
        for (number, signature) in signatures.iter().enumerate() {
            if let Some(key) = signature.0.get(band * ROWS..(band + 1) * ROWS) {
                buckets.entry(key).or_default().push(number);
            }
        }
        for bucket in buckets.values().filter(|bucket| bucket.len() > 1) {
            if bucket.len() > CROWD {
                // Of a crowd each is compared with the one in front of it, which keeps a group together.
                found.extend(bucket.iter().zip(bucket.iter().skip(1)).map(|(a, b)| (*a, *b)));
                continue;
            }
            for (at, first) in bucket.iter().enumerate() {
                found.extend(bucket.iter().skip(at + 1).map(|second| (*first, *second)));
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    let near = |(first, second): (usize, usize)| {
        let similarity = signatures.get(first)?.similarity(signatures.get(second)?);
        (similarity >= least).then_some(Pair { first, second, similarity })
    };
    found.into_iter().filter_map(near).collect()
}

/// The groups that pairs make of so many things: each with the numbers of its members in order, and the least similarity of a
/// pair in it. What is near to nothing is in none.
#[must_use]
pub fn groups(pairs: &[Pair], count: usize) -> Vec<(Vec<usize>, f64)> {
    let mut lead: Vec<usize> = (0..count).collect();
    for pair in pairs {
        let (a, b) = (leader(&mut lead, pair.first), leader(&mut lead, pair.second));
        if let Some(one) = lead.get_mut(a.max(b)) {
            *one = a.min(b);
        }
    }
    let mut groups: HashMap<usize, (Vec<usize>, f64)> = HashMap::new();
    for number in 0..count {
        let group = groups.entry(leader(&mut lead, number)).or_insert((Vec::new(), 1.0));
        group.0.push(number);
    }
    for pair in pairs {
        if let Some(group) = groups.get_mut(&leader(&mut lead, pair.first)) {
            group.1 = group.1.min(pair.similarity);
        }
    }
    let mut groups: Vec<_> = groups.into_values().filter(|(members, _)| members.len() > 1).collect();
    groups.sort_by(|(a, _), (b, _)| a.cmp(b));
    groups
}

/// The least member of a group, the way to it made short.
fn leader(lead: &mut [usize], of: usize) -> usize {
    let mut at = of;
    while let Some(&next) = lead.get(at).filter(|next| **next != at) {
        let after = lead.get(next).copied().unwrap_or(next);
        if let Some(slot) = lead.get_mut(at) {
            *slot = after;
        }
        at = next;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A generator of numbers that are always the same.
    struct Dice(u64);

    impl Dice {
        fn below(&mut self, most: usize) -> usize {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            usize::try_from(mixed(self.0) % most as u64).unwrap()
        }

        /// Words of a made language, of Latin letters or of Chinese characters.
        fn words(&mut self, count: usize, script: usize) -> Vec<String> {
            (0..count)
                .map(|_| {
                    let letters = if script == 0 { 2 + self.below(7) } else { 1 + self.below(2) };
                    let first = if script == 0 { 'a' } else { '\u{4e00}' };
                    let range = if script == 0 { 26 } else { 2_000 };
                    (0..letters).map(|_| char::from_u32(u32::from(first) + self.below(range) as u32).unwrap()).collect()
                })
                .collect()
        }
    }

    fn signature(words: &[String]) -> Signature {
        let json = serde_json::json!({"spec": "chara_card_v2", "spec_version": "2.0", "data": {"description": words.join(" ")}});
        let text = json.to_string();
        let read = crate::edit::texts::read_texts(text.as_bytes(), &Default::default(), |_| true, Signature::of);
        read.unwrap().unwrap()
    }

    /// How many of the shingles of two texts both have.
    fn shared(a: &[String], b: &[String]) -> f64 {
        let set = |words: &[String]| {
            let mut all = std::collections::HashSet::new();
            shingles(&words.join(" "), |hash| {
                all.insert(hash);
            });
            all
        };
        let (a, b) = (set(a), set(b));
        a.intersection(&b).count() as f64 / a.union(&b).count() as f64
    }

    #[test]
    fn near_cards_of_a_made_library_are_found_and_others_are_not() {
        let mut dice = Dice(7);
        let (mut texts, mut known) = (Vec::new(), Vec::new());
        for card in 0..240 {
            let length = 60 + dice.below(240);
            let words = dice.words(length, card % 2);
            // Every second card has an edited copy: some words are others, some are gone.
            if card % 4 < 2 {
                let mut copy = words.clone();
                for _ in 0..(words.len() / 60).max(1) {
                    let at = dice.below(copy.len());
                    copy[at] = "edited".to_owned();
                }
                copy.remove(dice.below(words.len()));
                if shared(&words, &copy) >= 0.85 {
                    known.push((texts.len(), texts.len() + 1));
                }
                texts.push(words);
                texts.push(copy);
            } else {
                texts.push(words);
            }
        }
        let signatures: Vec<_> = texts.iter().map(|words| signature(words)).collect();
        let found = pairs(&signatures, 0.8);
        let hits = known.iter().filter(|(a, b)| found.iter().any(|pair| (pair.first, pair.second) == (*a, *b))).count();
        assert!(known.len() >= 90 && hits * 100 >= known.len() * 95, "{hits} of {}", known.len());
        let far = found.iter().filter(|pair| shared(&texts[pair.first], &texts[pair.second]) < 0.7).count();
        assert!(far * 100 <= found.len(), "{far} of {} are not near", found.len());
    }

    #[test]
    fn letters_and_blanks_make_no_difference_and_little_text_says_nothing() {
        let words: Vec<_> = Dice(1).words(40, 0);
        let loud: Vec<_> = words.iter().map(|word| format!(" {}\n", word.to_uppercase())).collect();
        assert!(signature(&words).similarity(&signature(&loud)) > 0.95);
        let known = signature(&words);
        assert_eq!(Signature::from_hex(&known.to_hex()), Some(known));
        assert_eq!(Signature::from_hex("00"), None);
        let short = br#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"description":"A bard.","tags":["x"]}}"#;
        let read = crate::edit::texts::read_texts(&short[..], &Default::default(), |_| true, Signature::of);
        assert_eq!(read.unwrap(), None);
    }

    #[test]
    fn groups_hold_whatever_pairs_connect() {
        let pair = |first, second| Pair { first, second, similarity: 0.9 - first as f64 / 100.0 };
        let found = groups(&[pair(0, 4), pair(1, 2), pair(2, 4)], 6);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].0, [0, 1, 2, 4]);
        assert!((found[0].1 - 0.88).abs() < 1e-9);
    }
}
