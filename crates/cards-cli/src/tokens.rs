//! How many tokens a text takes, roughly.

/// The name of the estimate, for output.
pub(crate) const ESTIMATE: &str = "characters / 4";

/// An estimate of the tokens of a text: a quarter of its characters, rounded up.
///
/// Tokenizers differ by a quarter and more on the same English text, and by far more on other languages; this is for
/// comparing fields with each other.
pub(crate) fn estimate(text: &str) -> usize {
    text.chars().count().div_ceil(4)
}
