//! The estimate of tokens that every verb and layer uses.

use crate::tokens::TokenCounter;

/// An estimate of the tokens of a text, from the scripts that it is written in.
///
/// It needs no tables and costs one pass over the text. An English word of up to six letters counts as a token, a longer
/// one as a token and a fifth for each letter more; Chinese, Japanese and Korean letters count as five sixths of a token
/// each; blanks between words count nothing. The answer is rounded up, and a text that is not empty has a token at least.
///
/// Fitted to the o200k ranks. On prose of a card's kind (`fixtures/words/tokens.tsv`) the median of the differences from
/// them is 4% for Chinese and Japanese, and 3% for Korean and English; on 2,158 texts in Latin letters out of real cards,
/// books and documents it is 10%. Other scripts and European languages come within a fifth. Texts that no tokenizer has
/// seen (base64, random names) take up to twice as many tokens as estimated.
///
/// # Examples
///
/// ```
/// use cards_words::Estimate;
///
/// assert_eq!(Estimate::of("The lamp burns whale oil."), 6);
/// assert_eq!(Estimate::of("灯塔的守夜人"), 5);
/// assert_eq!(Estimate::of(""), 0);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Estimate;

impl Estimate {
    /// How the estimate comes about, for people who read its numbers.
    pub const DESCRIBED: &str = "counted by letters, since each model counts in its own way";

    /// Estimates the tokens of a text.
    #[must_use]
    pub fn of(text: &str) -> u64 {
        let (mut parts, mut words, mut rest) = (0, Words::default(), text);
        loop {
            while let Some((block, behind)) = Block::split(rest) {
                parts += words.cost(&block);
                rest = behind;
            }
            let mut chars = rest.chars();
            let Some(c) = chars.next() else { break };
            rest = chars.as_str();
            if c.is_ascii() {
                parts += words.cost_of_one(c);
                continue;
            }
            (parts, words) = (parts + cost(c), Words::default());
            while let Some(c) = chars.next().filter(|c| !c.is_ascii()) {
                parts += cost(c);
                rest = chars.as_str();
            }
        }
        // A lone blank is a token as well.
        parts.div_ceil(TOKEN).max(u64::from(!text.is_empty()))
    }
}

impl TokenCounter for Estimate {
    fn name(&self) -> Option<&str> {
        Some("estimate")
    }

    fn count(&mut self, text: &str) -> u64 {
        Self::of(text)
    }
}

/// The words of plain Latin letters, as far as their costs need it: which of the last eight characters were letters, the newest in
/// the highest byte.
#[derive(Default)]
struct Words(u64);

impl Words {
    /// What the next characters cost. Words begin and grow long where shifted bytes say so, and no processor has to guess the way.
    fn cost(&mut self, block: &Block) -> u64 {
        let letters = block.letters();
        let costs = self.follow(letters, Block::LENGTH) + block.costs(letters);
        // The sum of all bytes, in the highest one: at most four words begin, and 4 * 30 + 4 * 20 is below 256.
        costs.wrapping_mul(Block::all(1)) >> 56
    }

    /// The same of one character of ASCII.
    fn cost_of_one(&mut self, c: char) -> u64 {
        let letter = c.is_ascii_alphabetic();
        self.follow(if letter { 0x80 } else { 0 }, 1) + if letter { 0 } else { cost(c) }
    }

    /// What the letters among so many characters cost, in the byte of each.
    fn follow(&mut self, letters: u64, characters: usize) -> u64 {
        let all = u128::from(letters) << 64 | u128::from(self.0);
        self.0 = (all >> (8 * characters)) as u64;
        let two = all & all << 8;
        let four = two & two << 16;
        // A letter with six before it, which are one token.
        let further = four & four << 24;
        let begun = letters & !((all << 8 >> 64) as u64);
        Block::each(begun, TOKEN) + Block::each((further >> 64) as u64, LETTER)
    }
}

/// Eight characters of ASCII, looked at together: a character in each byte of the number, the first in the lowest.
struct Block(u64);

impl Block {
    const LENGTH: usize = 8;
    /// The bit of each byte that ASCII leaves free: an answer is there.
    const FREE: u64 = Self::all(0x80);

    /// The block that a text begins with, and the text behind it, where it begins with so much ASCII.
    fn split(text: &str) -> Option<(Self, &str)> {
        let (block, behind) = text.split_at_checked(Self::LENGTH)?;
        let block = u64::from_le_bytes(block.as_bytes().try_into().ok()?);
        (block & Self::FREE == 0).then_some((Self(block), behind))
    }

    /// A byte in each place.
    const fn all(byte: u8) -> u64 {
        u64::from_le_bytes([byte; Self::LENGTH])
    }

    /// A cost in the byte of each character that an answer is about.
    const fn each(answer: u64, cost: u64) -> u64 {
        (answer >> 7) * cost
    }

    /// Which characters are in a range of ASCII.
    const fn within(&self, first: u8, last: u8) -> u64 {
        // No byte carries over into the next, for both sums stay below 256.
        (self.0 + Self::all(0x80 - first)) & !(self.0 + Self::all(0x7f - last)) & Self::FREE
    }

    const fn letters(&self) -> u64 {
        Self(self.0 | Self::all(b'a' ^ b'A')).within(b'a', b'z')
    }

    /// What each character costs that is no letter.
    const fn costs(&self, letters: u64) -> u64 {
        let digits = self.within(b'0', b'9');
        let lines = self.within(b'\n', b'\n');
        let blanks = self.within(b' ', b' ') | self.within(b'\r', b'\r');
        let others = Self::FREE & !(letters | digits | lines | blanks);
        Self::each(digits, cost('0')) + Self::each(lines, cost('\n')) + Self::each(others, cost('.'))
    }
}

/// Parts of a token in which the costs below are given.
const TOKEN: u64 = 30;
/// What each further letter costs.
const LETTER: u64 = 6;

/// What a character costs that is not a plain Latin letter.
const fn cost(c: char) -> u64 {
    match c {
        ' ' | '\r' => 0,
        '\n' => 15,
        '0'..='9' => 12,
        '\0'..='\x7f' => 20,
        // Latin letters with marks break the word that they are in.
        '\u{80}'..='\u{24f}' => 30,
        // Greek, Cyrillic, Armenian, Hebrew and their neighbours.
        '\u{250}'..='\u{5ff}' => 11,
        // Quotes, dashes and points of typography.
        '\u{2000}'..='\u{206f}' => 20,
        // Ideographic punctuation and full-width forms.
        '\u{3000}'..='\u{303f}' | '\u{ff00}'..='\u{ff65}' => 24,
        '\u{3040}'..='\u{30ff}'
        | '\u{3400}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7af}'
        | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{2ffff}' => 25,
        _ => TOKEN,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The median over the samples of a language of how far the estimate is off, in percent.
    fn median_off(language: &str) -> u64 {
        let samples = include_str!("../../../fixtures/words/tokens.tsv").lines().filter_map(|line| {
            let (name, rest) = line.split_once('\t')?;
            let (tokens, text) = rest.split_once('\t').filter(|_| name == language)?;
            let tokens: u64 = tokens.parse().ok()?;
            Some(Estimate::of(text).abs_diff(tokens) * 100 / tokens)
        });
        let mut off: Vec<u64> = samples.collect();
        assert!(off.len() >= 10, "{language}");
        off.sort_unstable();
        off[off.len() / 2]
    }

    /// The same, a character at a time.
    fn plainly(text: &str) -> u64 {
        let (mut parts, mut word) = (0, 0);
        for c in text.chars() {
            if c.is_ascii_alphabetic() {
                parts += match word {
                    0 => TOKEN,
                    1..6 => 0,
                    _ => LETTER,
                };
                word += 1;
            } else {
                word = 0;
                parts += cost(c);
            }
        }
        parts.div_ceil(TOKEN).max(u64::from(!text.is_empty()))
    }

    proptest! {
        #[test]
        fn blocks_of_characters_cost_what_the_characters_do(
            text in "[a-zA-Z]{0,70}|([a-zA-Z]{1,12}[ .,\\n0-9é灯]{0,3}){0,40}|\\PC{0,200}"
        ) {
            prop_assert_eq!(Estimate::of(&text), plainly(&text));
        }
    }

    #[test]
    fn prose_is_within_15_percent_in_the_median() {
        for language in ["english", "chinese", "japanese", "korean"] {
            let off = median_off(language);
            assert!(off <= 15, "{language}: {off}%");
        }
    }

    #[test]
    fn only_the_empty_text_has_no_tokens() {
        for text in [" ", "\n", "a", "。", "\u{1f980}"] {
            assert_eq!(Estimate::of(text), 1, "{text:?}");
        }
    }
}
