//! Cards whose texts are nearly the same: signatures by MinHash find who may be near to whom, and the texts themselves, where
//! they are at hand, say who is.

mod links;

use cards_kit::edit::texts::{Text, TextClass};
use cards_kit::plain::hex;

pub use links::{Link, groups, links};

/// Values of a signature. The similarity of two texts is told to within 0.04 (one standard deviation at 0.8).
const VALUES: usize = 128;
/// Characters of a shingle. No word boundaries are asked for, so that it works for every language.
const SHINGLE: usize = 5;

/// What the prose of a card is known by: near texts have near signatures, whatever their language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature(Vec<u16>);

impl Signature {
    /// Takes the signature of a card's prose: descriptions, greetings, examples, prompts and lorebook texts, without names,
    /// tags, notes and keys. Nothing for less text than a sentence, which says nothing about a card.
    #[must_use]
    pub fn of(texts: &[Text<'_>]) -> Option<Self> {
        let mut least = Least::default();
        for text in prose(texts) {
            shingles(&text.text, |hash| least.add(hash));
        }
        least.signature()
    }

    /// Gives the signature as hex digits, four a value.
    #[must_use]
    pub fn to_hex(&self) -> String {
        let bytes: Vec<u8> = self.0.iter().flat_map(|value| value.to_be_bytes()).collect();
        hex(&bytes)
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

/// All runs of five characters of a card's prose: what two cards have in common is counted with them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shingles(Vec<u32>);

impl Shingles {
    /// Takes those of the texts that [`Signature::of`] takes.
    #[must_use]
    pub fn of(texts: &[Text<'_>]) -> Self {
        Self::with_signature(texts).0
    }

    /// Takes both in one pass, for whoever asks whether a text is still the one that was signed.
    #[must_use]
    pub fn with_signature(texts: &[Text<'_>]) -> (Self, Option<Signature>) {
        let (mut all, mut least) = (Vec::new(), Least::default());
        for text in prose(texts) {
            // Half of a hash is enough to tell the few thousand runs of two cards apart.
            shingles(&text.text, |hash| {
                all.extend(u32::try_from(hash >> 32));
                least.add(hash);
            });
        }
        all.sort_unstable();
        all.dedup();
        (Self(all), least.signature())
    }

    /// Tells how much two texts have in common: the part of their shingles that both have, 1 for the same text.
    #[must_use]
    pub fn similarity(&self, other: &Self) -> f64 {
        let (mut left, mut right, mut both) = (0, 0, 0);
        // Without a branch on which is less, which no processor foresees in texts that differ.
        while let (Some(a), Some(b)) = (self.0.get(left), other.0.get(right)) {
            both += usize::from(a == b);
            left += usize::from(a <= b);
            right += usize::from(b <= a);
        }
        let all = self.0.len() + other.0.len() - both;
        if all == 0 { 1.0 } else { both as f64 / all as f64 }
    }
}

/// The least hash of each bin, of which a signature is made.
struct Least {
    bins: [u64; VALUES],
    count: usize,
}

impl Default for Least {
    fn default() -> Self {
        Self { bins: [u64::MAX; VALUES], count: 0 }
    }
}

impl Least {
    fn add(&mut self, hash: u64) {
        let bin = usize::try_from(hash >> 57).unwrap_or_default();
        if let Some(value) = self.bins.get_mut(bin) {
            *value = (*value).min(hash & (u64::MAX >> 7));
        }
        self.count += 1;
    }

    fn signature(&self) -> Option<Signature> {
        /// Runs of characters that say something.
        const LEAST: usize = 40;
        if self.count < LEAST {
            return None;
        }
        // A bin that nothing fell into takes the value of the next that has one, turned by the way to it.
        let filled: Vec<u16> = (0..VALUES)
            .map(|bin| {
                let value = |step: usize| self.bins.get((bin + step) % VALUES).copied().unwrap_or(u64::MAX);
                let steps = (0..VALUES).find(|step| value(*step) != u64::MAX).unwrap_or_default();
                folded(mixed(value(steps).wrapping_add((steps as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15))))
            })
            .collect();
        Some(Signature(filled))
    }
}

/// The texts that say what a card is about: not its names, tags, notes and keys.
fn prose<'t, 'a>(texts: &'t [Text<'a>]) -> impl Iterator<Item = &'t Text<'a>> {
    texts.iter().filter(|text| text.class == TextClass::Prose).filter(|text| {
        ![
            "name",
            "nickname",
            "tags",
            "creator_notes",
            "guidance_note",
            "intro",
            "book.name",
            "book.keys",
            "book.comment",
        ]
        .iter()
        .any(|field| text.is_of(field))
    })
}

/// Goes through the runs of characters of a text, capital and small letters alike, blanks taken as one.
fn shingles(text: &str, mut each: impl FnMut(u64)) {
    let mut window = [0_u32; SHINGLE];
    let (mut filled, mut blank) = (0, true);
    let mut take = |char: char| {
        let is_blank = char.is_whitespace();
        if is_blank && blank {
            return;
        }
        blank = is_blank;
        let [_, a, b, c, d] = window;
        window = [a, b, c, d, u32::from(if is_blank { ' ' } else { char })];
        filled += 1;
        if filled >= SHINGLE {
            let hash = window.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, char| {
                (hash ^ u64::from(*char)).wrapping_mul(0x0000_0100_0000_01b3)
            });
            each(mixed(hash));
        }
    };
    for char in text.chars() {
        // The small letter of a character may be several, and to go through one as such takes four times as long.
        if char.is_ascii() {
            take(char.to_ascii_lowercase());
        } else {
            char.to_lowercase().for_each(&mut take);
        }
    }
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

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A generator of numbers that are always the same.
    pub(in crate::near) struct Dice(pub(in crate::near) u64);

    impl Dice {
        pub(in crate::near) fn below(&mut self, most: usize) -> usize {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            usize::try_from(mixed(self.0) % most as u64).unwrap()
        }

        /// Words of a made language, of Latin letters or of Chinese characters.
        pub(in crate::near) fn words(&mut self, count: usize, script: usize) -> Vec<String> {
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

    pub(in crate::near) fn signature(words: &[String]) -> Signature {
        read(words, Signature::of).unwrap()
    }

    pub(in crate::near) fn read<T: Default>(words: &[String], use_them: impl Fn(&[Text<'_>]) -> T) -> T {
        let json = serde_json::json!({"spec": "chara_card_v2", "spec_version": "2.0", "data": {"description": words.join(" ")}});
        let text = json.to_string();
        use_them(&cards_kit::edit::texts::texts(
            cards_kit::open(text.as_bytes(), cards_kit::Limits::default()).unwrap().content(),
        ))
    }

    /// How many of the shingles of two texts both have.
    pub(in crate::near) fn shared(a: &[String], b: &[String]) -> f64 {
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
    fn runs_of_characters_are_those_of_the_small_letters() {
        let all = |text: &str| {
            let mut all = Vec::new();
            shingles(text, |hash| all.push(hash));
            all
        };
        // Small letters that are two characters, or other ones in ASCII, are among them.
        let text = "The\u{2003} K\u{212A}ing İN the STRASSE ẞ, ΟΔΟΣ\n\n\tÉÉ 灯台Ab";
        let small: String = text.chars().flat_map(char::to_lowercase).collect();
        assert_eq!(all(text), all(&small));
        assert_eq!(
            all(text).len() + SHINGLE - 1,
            small.split_whitespace().collect::<Vec<_>>().join(" ").chars().count()
        );
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
        let read = cards_kit::open(&short[..], cards_kit::Limits::default())
            .map(|opened| Signature::of(&cards_kit::edit::texts::texts(opened.content())));
        assert_eq!(read.unwrap(), None);
    }
}
