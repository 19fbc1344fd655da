//! Card text made fit for a terminal.

use std::borrow::Cow;

/// The text with control characters, and characters that turn the direction of writing, shown as escapes.
///
/// Line breaks and tabs stay. Card text is data: it must not move the cursor, set a title or hide what follows.
pub(crate) fn printable(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_unsafe(c) {
            out.extend(c.escape_unicode());
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// The text on one line, cut to so many characters.
pub(crate) fn line(text: &str, width: usize) -> String {
    let one_line: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let shown = printable(&one_line);
    if shown.chars().count() <= width {
        return shown.into_owned();
    }
    let mut out: String = shown.chars().take(width.saturating_sub(1)).collect();
    out.push('…');
    out
}

fn is_unsafe(c: char) -> bool {
    (c.is_control() && !matches!(c, '\n' | '\t' | '\r'))
        || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_of_terminals_are_shown_and_not_sent() {
        assert_eq!(printable("a\u{1b}[2Jb\n\tc"), "a\\u{1b}[2Jb\n\tc");
        assert_eq!(printable("\u{202e}x"), "\\u{202e}x");
        assert!(matches!(printable("plain é 北"), Cow::Borrowed(_)));
    }

    #[test]
    fn lines_are_cut_by_characters() {
        assert_eq!(line("one\n two  three", 8), "one two…");
        assert_eq!(line("短い", 8), "短い");
    }
}
