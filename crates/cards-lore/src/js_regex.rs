//! Regular expressions as JavaScript means them, translated to the engines at hand.
//!
//! The linear engine takes what it can; look-around and back-references go to the backtracking one. Matching is by
//! code points where JavaScript without the `u` flag goes by UTF-16 units.

mod case;
mod class;
mod escape;
mod literal;
mod translate;

pub(crate) use translate::Translated;

use std::fmt;

/// The flags of a JavaScript regular expression that matter for "does it occur".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Flags {
    pub(crate) ignore_case: bool,
    pub(crate) multi_line: bool,
    pub(crate) dot_all: bool,
    pub(crate) unicode: bool,
    /// Matches at the start of the text only, since the client always begins there.
    pub(crate) sticky: bool,
}

impl Flags {
    /// Reads flags out of `gimsuy`; none may stand twice.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let mut flags = Self::default();
        let mut global = false;
        for c in text.chars() {
            let flag = match c {
                'g' => &mut global,
                'i' => &mut flags.ignore_case,
                'm' => &mut flags.multi_line,
                's' => &mut flags.dot_all,
                'u' => &mut flags.unicode,
                'y' => &mut flags.sticky,
                _ => return None,
            };
            if std::mem::replace(flag, true) {
                return None;
            }
        }
        Some(flags)
    }
}

/// Why a pattern is not a JavaScript regular expression, or not one that we can run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PatternError {
    /// JavaScript refuses it, at this byte.
    Syntax { what: &'static str, at: usize },
    /// Past a limit.
    TooLarge { what: &'static str },
    /// What is built from the books would be past a limit.
    Budget { limit: &'static str },
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax { what, at } => write!(f, "{what} at byte {at}"),
            Self::TooLarge { what } => write!(f, "{what}"),
            Self::Budget { limit } => write!(f, "what is built from the books is past the limit `{limit}`"),
        }
    }
}

/// Splits `/pattern/flags`; `None` when the text does not have that form.
///
/// The last slash ends the pattern. Slashes inside are left to the caller, see [`has_bare_slash`].
pub(crate) fn split_slashes(text: &str) -> Option<(&str, &str)> {
    let rest = text.strip_prefix('/')?;
    let end = rest.rfind('/')?;
    let (pattern, flags) = (rest.get(..end)?, rest.get(end + 1..)?);
    if pattern.is_empty() { None } else { Some((pattern, flags)) }
}

/// Tells whether a slash stands in the pattern without a backslash before it.
pub(crate) fn has_bare_slash(pattern: &str) -> bool {
    let mut previous = 0;
    for byte in pattern.bytes() {
        if byte == b'/' && previous != b'\\' {
            return true;
        }
        previous = byte;
    }
    false
}

/// Translates a pattern.
pub(crate) fn translate(pattern: &str, flags: Flags, max_depth: usize) -> Result<Translated, PatternError> {
    translate::translate(pattern, flags, max_depth)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_stand_once() {
        assert!(Flags::read("gimsuy").is_some());
        assert!(Flags::read("ii").is_none());
        assert!(Flags::read("x").is_none());
    }

    #[test]
    fn the_last_slash_ends_the_pattern() {
        assert_eq!(split_slashes("/a\\/b/i"), Some(("a\\/b", "i")));
        assert_eq!(split_slashes("//"), None);
        assert_eq!(split_slashes("/cat"), None);
        assert!(has_bare_slash("[/]x"));
        assert!(!has_bare_slash("a\\/b"));
    }
}
