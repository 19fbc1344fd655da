//! The estimate of tokens that every verb and layer uses.

use crate::tokens::TokenCounter;

/// An estimate of the tokens of a text, from the scripts that it is written in.
#[derive(Clone, Copy, Debug, Default)]
pub struct Estimate;

impl TokenCounter for Estimate {
    fn name(&self) -> &str {
        "estimate"
    }

    fn count(&mut self, text: &str) -> u64 {
        (text.len() as u64).div_ceil(4)
    }
}
