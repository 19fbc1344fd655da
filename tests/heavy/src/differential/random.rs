//! Choices out of a seed.

use cards_lore::{Dice as _, SeededDice};

/// Random choices; the same seed and number give the same ones.
#[derive(Debug)]
pub struct Random(SeededDice);

impl Random {
    /// The choices of one case.
    pub fn of(seed: u64, number: u64) -> Self {
        // Far apart, so that neighbours share no sequence.
        Self(SeededDice::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number.wrapping_mul(0xd1b5_4a32_d192_ed03)))
    }

    /// A number below `end`; 0 for 0.
    pub fn below(&mut self, end: usize) -> usize {
        (self.0.roll() * end as f64) as usize
    }

    /// Whether something with this chance happens.
    pub fn chance(&mut self, chance: f64) -> bool {
        self.0.roll() < chance
    }

    /// One of several.
    pub fn of_list<'l, T: ?Sized>(&mut self, list: &[&'l T]) -> &'l T {
        list[self.below(list.len())]
    }

    /// A roll that looks well in a row.
    pub fn roll(&mut self) -> f64 {
        self.below(1000) as f64 / 1000.0
    }
}
