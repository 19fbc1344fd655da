//! `/pattern/flags` in one text.

/// Splits `/pattern/flags`; `None` when the text does not have that form.
///
/// The last slash ends the pattern. Slashes inside are left to the caller, see [`has_bare_slash`].
#[must_use]
pub fn split_slashes(text: &str) -> Option<(&str, &str)> {
    let rest = text.strip_prefix('/')?;
    let end = rest.rfind('/')?;
    let (pattern, flags) = (rest.get(..end)?, rest.get(end + 1..)?);
    if pattern.is_empty() { None } else { Some((pattern, flags)) }
}

/// Tells whether the pattern holds a slash without a backslash before it.
#[must_use]
pub fn has_bare_slash(pattern: &str) -> bool {
    let mut previous = 0;
    for byte in pattern.bytes() {
        if byte == b'/' && previous != b'\\' {
            return true;
        }
        previous = byte;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_slash_ends_the_pattern() {
        assert_eq!(split_slashes("/a\\/b/i"), Some(("a\\/b", "i")));
        assert_eq!(split_slashes("//"), None);
        assert_eq!(split_slashes("/cat"), None);
        assert!(has_bare_slash("[/]x"));
        assert!(!has_bare_slash("a\\/b"));
    }
}
