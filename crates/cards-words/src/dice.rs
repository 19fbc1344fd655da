//! Chance, from a source that the caller chooses.

/// A source of chance.
///
/// ```
/// use cards_words::{Dice, SeededDice};
/// let mut dice = SeededDice::new(7).with_rolls(&[0.5]);
/// assert_eq!(dice.roll(), 0.5);
/// assert!(dice.roll() < 1.0);
/// ```
pub trait Dice {
    /// Gives a number from 0 up to, but without, 1.
    ///
    /// An item of a list is chosen as `floor(u * n)`, a die shows `floor(u * sides) + 1`.
    fn roll(&mut self) -> f64;
}

impl<D: Dice + ?Sized> Dice for &mut D {
    fn roll(&mut self) -> f64 {
        (**self).roll()
    }
}

/// Seeded dice: the same seed gives the same rolls, after any that were set in advance.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SeededDice {
    state: u64,
    queue: Vec<f64>,
    taken: usize,
}

impl SeededDice {
    /// Starts the sequence at a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { state: seed, ..Self::default() }
    }

    /// Sets the rolls, each from 0 up to 1, that come first, in this order.
    #[must_use]
    pub fn with_rolls(mut self, rolls: &[f64]) -> Self {
        self.queue = rolls.to_vec();
        self.taken = 0;
        self
    }

    /// Counts the rolls so far.
    #[must_use]
    pub fn taken(&self) -> usize {
        self.taken
    }

    /// Gives the seed from which the rolls that are left go on, so that a caller can keep it between turns.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.state
    }
}

impl Dice for SeededDice {
    fn roll(&mut self) -> f64 {
        let queued = self.queue.get(self.taken).copied();
        self.taken += 1;
        // 53 bits fill the mantissa, so every value below 1 is reachable and 1 is not.
        queued.unwrap_or_else(|| (splitmix64(&mut self.state) >> 11) as f64 / (1_u64 << 53) as f64)
    }
}

/// Steps the splitmix64 generator and gives its number: small, fast, every bit good, and the same on every machine.
///
/// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014).
pub fn splitmix64(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_of_a_seed_is_fixed() {
        // The published sequence of seed 0.
        let mut state = 0;
        let numbers = [splitmix64(&mut state), splitmix64(&mut state), splitmix64(&mut state)];
        assert_eq!(numbers, [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f]);
    }

    #[test]
    fn rolls_set_in_advance_come_first() {
        let mut dice = SeededDice::new(7).with_rolls(&[0.25]);
        assert!((dice.roll() - 0.25).abs() < f64::EPSILON);
        let next = dice.roll();
        assert!((next - SeededDice::new(7).roll()).abs() < f64::EPSILON && (0.0..1.0).contains(&next));
        assert_eq!(dice.taken(), 2);
    }
}
