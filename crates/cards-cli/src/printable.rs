//! Card text made fit for a terminal.

use std::borrow::Cow;

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// The text with control characters, and characters that turn the direction of writing, shown as escapes.
///
/// Line breaks and tabs stay. Card text is data: it must not move the cursor, set a title or hide what follows.
pub(crate) fn printable(text: &str) -> Cow<'_, str> {
    if !text.contains(|c| is_unsafe(c) || c == '\r') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        // Alone, it goes back to the beginning of the line, and what follows hides what was there.
        let returns = c == '\r' && rest.peek() != Some(&'\n');
        match returns || is_unsafe(c) {
            true => out.extend(c.escape_unicode()),
            false => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// JSON text with the characters escaped that [`printable`] would show as escapes: the same JSON, fit for a terminal.
pub(crate) fn escaped_json(json: &str) -> Cow<'_, str> {
    // Control characters of ASCII are in no JSON text but as escapes already, except for the last of them.
    let is_plain = json.is_ascii() && !json.contains('\u{7f}');
    if is_plain || !json.contains(is_unsafe) {
        return Cow::Borrowed(json);
    }
    let mut out = String::with_capacity(json.len() + 16);
    for c in json.chars() {
        match is_unsafe(c) {
            true => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            false => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// The text on one line, cut to so many columns of a terminal; wide characters take two.
pub(crate) fn line(text: &str, width: usize) -> String {
    let one_line: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let shown = printable(&one_line);
    // Nothing takes more columns than bytes.
    if shown.len() <= width || columns(&shown) <= width {
        return shown.into_owned();
    }
    let mut out = String::new();
    let mut left = width.saturating_sub(1);
    for c in shown.chars() {
        let Some(rest) = left.checked_sub(c.width().unwrap_or(0)) else { break };
        left = rest;
        out.push(c);
    }
    out.push('…');
    out
}

/// The columns that a text takes.
pub(crate) fn columns(text: &str) -> usize {
    text.width()
}

/// The text in lines of at most so many columns, broken between words; a longer word keeps its line.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let shown = printable(text);
    let mut lines: Vec<String> = vec![String::new()];
    for word in shown.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if columns(line) + 1 + columns(word) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// The text with lines of at most so many columns, broken between words; what is between backticks stays whole, as does the command line at
/// the end of a text, so that it can be copied.
pub(crate) fn folded(text: &str, width: usize) -> String {
    text.split('\n')
        .map(|line| if columns(line) <= width { line.to_owned() } else { folded_line(line, width) })
        .collect::<Vec<_>>()
        .join("\n")
}

fn folded_line(line: &str, width: usize) -> String {
    let (mut out, mut taken, mut quoted) = (String::new(), 0, false);
    let mut piece = String::new();
    let mut rest = line;
    while !rest.is_empty() {
        let end = if rest.starts_with("cards ") && out.ends_with(':') {
            rest.len()
        } else {
            rest.find(' ').unwrap_or(rest.len())
        };
        let (word, behind) = rest.split_at(end);
        quoted ^= word.matches('`').count() % 2 == 1;
        piece.push_str(word);
        rest = behind.strip_prefix(' ').unwrap_or(behind);
        if quoted && !rest.is_empty() {
            piece.push(' ');
            continue;
        }
        let wide = columns(&piece);
        if taken > 0 && taken + 1 + wide > width {
            out.push_str("\n  ");
            taken = 2;
        } else if taken > 0 {
            out.push(' ');
            taken += 1;
        }
        out.push_str(&piece);
        taken += wide;
        piece.clear();
    }
    out
}

/// Whether a character would move the cursor, or turn the direction of writing.
pub(crate) fn is_unsafe(c: char) -> bool {
    (c.is_control() && !matches!(c, '\n' | '\t' | '\r'))
        || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}' | '\u{61c}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_broken_between_words_and_commands_stay_whole() {
        let text = "one two `cards get a.png name` three\nfour: cards pack a.png -o b.png";
        assert_eq!(folded(text, 100), text);
        assert_eq!(folded(text, 12), "one two\n  `cards get a.png name`\n  three\nfour:\n  cards pack a.png -o b.png");
        assert_eq!(folded("unbreakable", 4), "unbreakable");
    }

    #[test]
    fn escapes_of_terminals_are_shown_and_not_sent() {
        assert_eq!(printable("a\u{1b}[2Jb\n\tc"), "a\\u{1b}[2Jb\n\tc");
        assert_eq!(printable("\u{202e}x"), "\\u{202e}x");
        assert_eq!(printable("seen\rhidden\r\nnext\r"), "seen\\u{d}hidden\r\nnext\\u{d}");
        assert!(matches!(printable("plain é 北"), Cow::Borrowed(_)));
    }

    #[test]
    fn json_says_the_same_in_escapes() {
        let json = "{\"a\":\"x\u{9b}2J\u{202e}\u{7f}é\"}";
        let escaped = escaped_json(json);
        assert_eq!(escaped, r#"{"a":"x\u009b2J\u202e\u007fé"}"#);
        let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
        assert_eq!(value(&escaped), value(json));
    }

    #[test]
    fn lines_are_cut_by_columns() {
        assert_eq!(line("one\n two  three", 8), "one two…");
        assert_eq!(line("短い", 8), "短い");
        assert_eq!(line("短い文章です", 8), "短い文…");
    }

    #[test]
    fn lines_are_wrapped_between_words() {
        assert_eq!(wrapped("one two\nthree  four", 9), ["one two", "three", "four"]);
        assert_eq!(wrapped("短い 文章 です", 9), ["短い 文章", "です"]);
        assert_eq!(wrapped("a-word-that-is-too-long x", 5), ["a-word-that-is-too-long", "x"]);
        assert_eq!(wrapped("", 5), [""]);
    }
}
