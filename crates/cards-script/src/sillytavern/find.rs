//! What pattern a script means.

use cards_macro::{Engine, Host};
use cards_pattern::{Flags, Pattern};

use super::script::{Script, Substitute};
use crate::aside::{expand, expand_each};
use crate::finding::FindingKind;
use crate::limits::Limits;

/// Compiles the pattern of a script; `None` where the client makes none and says nothing.
pub(super) fn pattern(script: &Script, host: &mut dyn Host, limits: &Limits) -> Result<Option<Pattern>, FindingKind> {
    let engine = Engine::SillyTavern;
    let find = match script.substitute {
        Substitute::None => Ok(script.find.clone()),
        Substitute::Raw => expand(&script.find, engine, host, limits),
        Substitute::Escaped => expand_each(&script.find, engine, host, limits, escaped),
    };
    let find = find.map_err(|error| FindingKind::Macro { reason: error.to_string() })?;
    let Some((pattern, letters)) = split(&find) else { return Ok(None) };
    let (pattern, flags) = if are_flags(letters) {
        let Some(flags) = Flags::read(letters) else {
            let reason = format!("JavaScript knows no flags `{letters}`");
            return Err(FindingKind::InvalidPattern { pattern: find, reason });
        };
        (pattern, flags)
    } else {
        (find.as_str(), Flags::default())
    };
    match Pattern::compile(pattern, flags, &limits.pattern) {
        Ok(pattern) => Ok(Some(pattern)),
        Err(error @ cards_pattern::Error::Syntax { .. }) => {
            Err(FindingKind::InvalidPattern { pattern: find.clone(), reason: error.to_string() })
        }
        Err(error) => Err(FindingKind::CostlyPattern { pattern: find.clone(), reason: error.to_string() }),
    }
}

/// The pattern and the flags that a script is written with; `None` where it has none.
pub(crate) fn written_pattern(find: &str) -> Option<(&str, &str)> {
    split(find).map(|(pattern, letters)| if are_flags(letters) { (pattern, letters) } else { (find, "") })
}

/// Finds pattern and flags in a text: an optional slash, as much of the line as there is, the same slash, letters.
fn split(find: &str) -> Option<(&str, &str)> {
    let line = find.split(['\n', '\r', '\u{2028}', '\u{2029}']).find(|line| !line.is_empty())?;
    let between = line.strip_prefix('/').and_then(|rest| {
        let end = rest.rfind('/').filter(|&end| end > 0)?;
        Some((rest.get(..end)?, rest.get(end + 1..)?))
    });
    let Some((pattern, behind)) = between else { return Some((line, "")) };
    let letters = behind.bytes().take_while(u8::is_ascii_alphabetic).count();
    Some((pattern, behind.get(..letters)?))
}

/// Whether the client takes the letters for flags; some of them JavaScript then refuses.
fn are_flags(letters: &str) -> bool {
    let once = |(at, c): (usize, char)| !letters.get(..at).is_some_and(|before| before.contains(c));
    letters.char_indices().all(|found| "gmixXsuUAJ".contains(found.1) && once(found))
}

/// Puts a backslash before what means something in a pattern.
fn escaped(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    for c in value.chars() {
        let letter = match c {
            '\n' => 'n',
            '\r' => 'r',
            '\t' => 't',
            '\u{b}' => 'v',
            '\u{c}' => 'f',
            '\0' => '0',
            '.' | '^' | '$' | '*' | '+' | '?' | '{' | '}' | '[' | ']' | '\\' | '/' | '|' | '(' | ')' => c,
            c => {
                out.push(c);
                continue;
            }
        };
        out.push('\\');
        out.push(letter);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slashes_and_letters_are_found_as_the_client_does() {
        for (find, pattern, flags) in [
            ("/a/b/g", "a/b", "g"),
            ("/cat", "/cat", ""),
            ("cat/g", "cat/g", ""),
            ("/a/g # note", "a", "g"),
            ("/a/ g", "a", ""),
            ("//", "//", ""),
            ("\none\ntwo", "one", ""),
        ] {
            assert_eq!(split(find), Some((pattern, flags)), "{find}");
        }
        assert_eq!(split("\n"), None);
        assert!(are_flags("gi") && are_flags("xJ"));
        assert!(!are_flags("gg") && !are_flags("y") && !are_flags("I"));
    }
}
