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
    pub const DESCRIBED: &str = "estimated from the letters";

    /// Estimates the tokens of a text.
    #[must_use]
    pub fn of(text: &str) -> u64 {
        let mut parts = 0;
        let mut word = 0;
        for c in text.chars() {
            if c.is_ascii_alphabetic() {
                parts += if word == 0 {
                    TOKEN
                } else if word < WHOLE {
                    0
                } else {
                    LETTER
                };
                word += 1;
            } else {
                word = 0;
                parts += cost(c);
            }
        }
        // A lone blank is a token as well.
        parts.div_ceil(TOKEN).max(u64::from(!text.is_empty()))
    }
}

impl TokenCounter for Estimate {
    fn name(&self) -> &str {
        "estimate"
    }

    fn count(&mut self, text: &str) -> u64 {
        Self::of(text)
    }
}

/// Parts of a token in which the costs below are given.
const TOKEN: u64 = 60;
/// Letters of an English word that are one token.
const WHOLE: u64 = 6;
/// What each further letter costs.
const LETTER: u64 = 12;

/// What a character costs that is not a plain Latin letter.
const fn cost(c: char) -> u64 {
    match c {
        ' ' | '\r' => 0,
        '\n' => 30,
        '0'..='9' => 24,
        '\0'..='\x7f' => 40,
        // Latin letters with marks break the word that they are in.
        '\u{80}'..='\u{24f}' => 60,
        // Greek, Cyrillic, Armenian, Hebrew and their neighbours.
        '\u{250}'..='\u{5ff}' => 22,
        // Quotes, dashes and points of typography.
        '\u{2000}'..='\u{206f}' => 40,
        // Ideographic punctuation and full-width forms.
        '\u{3000}'..='\u{303f}' | '\u{ff00}'..='\u{ff65}' => 48,
        '\u{3040}'..='\u{30ff}'
        | '\u{3400}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7af}'
        | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{2ffff}' => 50,
        _ => TOKEN,
    }
}

#[cfg(test)]
mod tests {
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
