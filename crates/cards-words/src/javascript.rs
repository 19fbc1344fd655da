//! JavaScript's white space, which programs in it take off the ends of texts.

/// `text.trim()`.
///
/// ```
/// assert_eq!(cards_words::javascript::trim("\u{feff} a \n"), "a");
/// ```
#[must_use]
pub fn trim(text: &str) -> &str {
    text.trim_matches(is_blank)
}

/// Whether `text.trim()` takes a character off, and `\s` matches it.
#[must_use]
pub fn is_blank(c: char) -> bool {
    (c.is_whitespace() && c != '\u{85}') || c == '\u{feff}'
}
