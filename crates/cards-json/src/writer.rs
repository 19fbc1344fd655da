//! JSON text from values.

use crate::sealed::Sealed;
use crate::{Json, Number, Object, Sink};

/// How JSON text is laid out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// No white space: what goes into containers.
    #[default]
    Compact,
    /// One member a line, indented by so many spaces: what goes into `.json` files.
    Pretty(u8),
    /// One member a line, indented by a tab.
    Tabs,
}

impl Style {
    /// The layout of an existing text, told from its first line break, so that an edited file keeps its looks.
    #[must_use]
    pub fn like(text: &[u8]) -> Self {
        let Some(rest) = first_break(text) else {
            return Self::Compact;
        };
        let indent: Vec<u8> = rest.iter().take_while(|b| matches!(b, b' ' | b'\t')).copied().take(16).collect();
        match indent.first() {
            Some(b'\t') => Self::Tabs,
            _ => Self::Pretty(u8::try_from(indent.len()).unwrap_or(2)),
        }
    }
}

/// What is behind the line break after the first bracket, if one does; a comment may be between them.
fn first_break(text: &[u8]) -> Option<&[u8]> {
    let open = text.iter().position(|b| matches!(b, b'{' | b'['))?;
    let mut rest = text.get(open + 1..)?;
    loop {
        match rest {
            [b' ' | b'\t' | b'\r', tail @ ..] => rest = tail,
            [b'\n', tail @ ..] => return Some(tail),
            [b'/', b'/', tail @ ..] => rest = tail.get(tail.iter().position(|b| *b == b'\n')?..)?,
            [b'/', b'*', tail @ ..] => rest = tail.get(tail.windows(2).position(|pair| pair == b"*/")? + 2..)?,
            _ => return None,
        }
    }
}

/// A new JSON text with the line ends of an old one, and the white space that was behind it.
#[must_use]
pub fn with_line_ends_of(text: String, old: &[u8]) -> String {
    // Within strings a line end is escaped, so that all of them are layout.
    let first = old.iter().position(|b| *b == b'\n');
    let carriage = first.and_then(|at| old.get(at.checked_sub(1)?)) == Some(&b'\r');
    let mut text = if carriage { text.replace('\n', "\r\n") } else { text };
    let blanks = old.iter().rev().take_while(|b| b.is_ascii_whitespace()).count();
    text.push_str(old.get(old.len() - blanks..).and_then(|end| std::str::from_utf8(end).ok()).unwrap_or_default());
    text
}

/// Writes one JSON value, piece by piece.
#[derive(Debug)]
pub struct Writer {
    out: String,
    style: Style,
    depth: usize,
    /// Whether the next piece follows another one at its level.
    comma: bool,
}

impl Writer {
    /// A writer with nothing written.
    #[must_use]
    pub fn new(style: Style) -> Self {
        Self { out: String::new(), style, depth: 0, comma: false }
    }

    /// The text.
    #[must_use]
    pub fn finish(self) -> String {
        self.out
    }

    fn nest(&mut self, open: char, close: char, body: impl FnOnce(&mut Self)) {
        self.out.push(open);
        self.depth += 1;
        self.comma = false;
        let empty = self.out.len();
        body(self);
        self.depth -= 1;
        if self.out.len() > empty {
            self.line();
        }
        self.out.push(close);
        self.comma = true;
    }

    /// Separates from the piece before.
    fn piece(&mut self) {
        if self.comma {
            self.out.push(',');
        }
        self.line();
    }

    fn line(&mut self) {
        match self.style {
            Style::Compact => {}
            Style::Pretty(width) => {
                self.out.push('\n');
                self.out.extend(std::iter::repeat_n(' ', self.depth * usize::from(width)));
            }
            Style::Tabs => {
                self.out.push('\n');
                self.out.extend(std::iter::repeat_n('\t', self.depth));
            }
        }
    }
}

impl Sealed for Writer {}

impl Sink for Writer {
    fn object(&mut self, body: impl FnOnce(&mut Self)) {
        self.nest('{', '}', body);
    }

    fn array(&mut self, body: impl FnOnce(&mut Self)) {
        self.nest('[', ']', body);
    }

    fn key(&mut self, key: &str) {
        self.piece();
        push_string(&mut self.out, key);
        self.out.push_str(if self.style == Style::Compact { ":" } else { ": " });
        self.comma = false;
    }

    fn element(&mut self) {
        self.piece();
        self.comma = false;
    }

    fn string(&mut self, text: &str) {
        push_string(&mut self.out, text);
        self.comma = true;
    }

    fn number(&mut self, number: &Number) {
        number.write(&mut self.out);
        self.comma = true;
    }

    fn bool(&mut self, value: bool) {
        self.out.push_str(if value { "true" } else { "false" });
        self.comma = true;
    }

    fn null(&mut self) {
        self.out.push_str("null");
        self.comma = true;
    }

    fn json(&mut self, value: &Json) {
        match value {
            Json::Null => self.null(),
            Json::Bool(value) => self.bool(*value),
            Json::Number(number) => self.number(number),
            Json::String(text) => self.string(text),
            Json::Array(items) => self.array(|out| {
                for item in items {
                    out.element();
                    out.json(item);
                }
            }),
            Json::Object(object) => self.members_of(object),
        }
    }

    fn members_of(&mut self, object: &Object) {
        self.object(|out| {
            for (key, value) in object.iter() {
                out.key(key);
                out.json(value);
            }
        });
    }
}

/// Appends a string literal; only what JSON demands is escaped.
pub(crate) fn push_string(out: &mut String, text: &str) {
    out.reserve(text.len() + 2);
    out.push('"');
    let mut rest = text;
    loop {
        let (clean, behind) = rest.split_at_checked(clean_len(rest.as_bytes())).unwrap_or((rest, ""));
        out.push_str(clean);
        let mut chars = behind.chars();
        match chars.next() {
            None => break,
            Some('"') => out.push_str("\\\""),
            Some('\\') => out.push_str("\\\\"),
            Some('\n') => out.push_str("\\n"),
            Some('\r') => out.push_str("\\r"),
            Some('\t') => out.push_str("\\t"),
            Some('\u{8}') => out.push_str("\\b"),
            Some('\u{c}') => out.push_str("\\f"),
            Some(other) => {
                out.push_str("\\u00");
                for nibble in [u32::from(other) >> 4, u32::from(other) & 15] {
                    out.push(char::from_digit(nibble, 16).unwrap_or('0'));
                }
            }
        }
        rest = chars.as_str();
    }
    out.push('"');
}

/// How many bytes are before the first one that has to be escaped.
fn clean_len(bytes: &[u8]) -> usize {
    /// Blocks of this many bytes are looked at in one go.
    const BLOCK: usize = 32;
    let odd = |byte: u8| (byte < 0x20) | (byte == b'"') | (byte == b'\\');
    let mut len = 0;
    for block in bytes.chunks(BLOCK) {
        // No early exit, so that the loop is done many bytes at a time.
        if block.iter().fold(false, |seen, &byte| seen | odd(byte)) {
            return len + block.iter().take_while(|byte| !odd(**byte)).count();
        }
        len += block.len();
    }
    len
}
