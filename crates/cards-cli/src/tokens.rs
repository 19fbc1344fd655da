//! How many tokens a text takes, roughly.

use cards_words::Estimate;

/// The name of the estimate, for output.
pub(crate) const ESTIMATE: &str = "estimated from the letters";

/// The estimate that every verb uses, as a count.
pub(crate) fn estimate(text: &str) -> usize {
    usize::try_from(Estimate::of(text)).unwrap_or(usize::MAX)
}
