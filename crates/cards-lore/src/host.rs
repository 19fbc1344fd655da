//! What the engine asks of its caller: token counts, dice, text expansion.

use std::borrow::Cow;

/// Counts tokens.
pub trait TokenCounter {
    /// Names the counter; counts are kept between turns under this name.
    fn name(&self) -> &str;
    /// Counts the tokens of a text.
    fn count(&mut self, text: &str) -> u64;
}

/// Rolls dice.
pub trait Dice {
    /// Gives a number from 0 up to, but without, 1.
    fn roll(&mut self) -> f64;
}

/// Expands macros in keys and contents.
pub trait Expander {
    /// Expands a text; borrowed when nothing changed.
    fn expand<'t>(&mut self, text: &'t str) -> Cow<'t, str>;
}

/// The caller's side of one turn.
pub struct Host<'h> {
    /// The token counter.
    pub tokens: &'h mut dyn TokenCounter,
    /// The dice.
    pub dice: &'h mut dyn Dice,
    /// The macros.
    pub expander: &'h mut dyn Expander,
}

/// The default counter: an honest estimate, four bytes of text to a token, rounded up.
///
/// Real tokenizers of English text come to three and a half to four and a half bytes; scripts outside of ASCII come
/// to two to three bytes of UTF-8, so this estimate is low for them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Estimate;

impl TokenCounter for Estimate {
    fn name(&self) -> &str {
        "estimate-bytes/4"
    }

    fn count(&mut self, text: &str) -> u64 {
        (text.len() as u64).div_ceil(4)
    }
}

/// Counts runs of characters that are not white space.
#[derive(Clone, Copy, Debug, Default)]
pub struct Words;

impl TokenCounter for Words {
    fn name(&self) -> &str {
        "words"
    }

    fn count(&mut self, text: &str) -> u64 {
        text.split_whitespace().count() as u64
    }
}

/// Seeded dice (the `splitmix64` sequence): the same seed gives the same rolls.
#[derive(Clone, Debug)]
pub struct SeededDice(u64);

impl SeededDice {
    /// Starts the sequence at a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }
}

impl Dice for SeededDice {
    fn roll(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        // 53 bits, as many as a double holds.
        (z >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// Leaves texts as they are.
#[derive(Clone, Copy, Debug, Default)]
pub struct Verbatim;

impl Expander for Verbatim {
    fn expand<'t>(&mut self, text: &'t str) -> Cow<'t, str> {
        Cow::Borrowed(text)
    }
}
