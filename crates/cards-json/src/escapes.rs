//! A string of a text and what it says: offsets there and back.

use std::ops::Range;

use crate::writer::push_string;

/// What the inside of a JSON string says, with the way from a place in it to the place in the file and back.
///
/// Any text is taken: an escape that is none is read as the characters that it is written with, which is what an author
/// who is still typing sees.
///
/// ```
/// use cards_json::Escapes;
/// let map = Escapes::of(r#"say \"hi\"\nto \u00e9"#);
/// assert_eq!(map.text(), "say \"hi\"\nto é");
/// assert_eq!((map.to_file(4), map.to_text(4)), (4, 4));
/// assert_eq!((map.to_file(8), map.to_text(10)), (10, 8));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Escapes {
    text: String,
    /// Where pieces begin, in the text and in the file: those of one length are written as they are, others are escapes.
    pieces: Vec<(usize, usize)>,
    /// Bytes of the string in the file.
    written: usize,
    /// Whether every escape is one of JSON.
    whole: bool,
}

impl Escapes {
    /// Reads what is between the quotes of a string.
    #[must_use]
    pub fn of(inside: &str) -> Self {
        let mut map =
            Self { text: String::with_capacity(inside.len()), pieces: Vec::new(), written: inside.len(), whole: true };
        let mut at = 0;
        loop {
            let rest = inside.get(at..).unwrap_or_default();
            let plain = memchr::memchr(b'\\', rest.as_bytes()).unwrap_or(rest.len());
            if plain > 0 {
                map.pieces.push((map.text.len(), at));
                map.text.push_str(rest.get(..plain).unwrap_or_default());
            }
            at += plain;
            if at >= inside.len() {
                return map;
            }
            map.pieces.push((map.text.len(), at));
            at += map.escape(inside.get(at..).unwrap_or_default());
        }
    }

    /// Pairs a text with the way in which it is written elsewhere, as YAML writes it: what is the same is paired, and what
    /// is written beside it (indentation, quotes, marks) has no place in the text.
    #[must_use]
    pub fn aligned(written: &str, text: &str) -> Self {
        let mut map = Self { text: text.to_owned(), pieces: Vec::new(), written: written.len(), whole: true };
        let (mut at, mut along) = (0, true);
        for (place, said) in text.char_indices() {
            let rest = written.get(at..).unwrap_or_default();
            let blank = |c: char| c == ' ' || c == '\n' || c == '\r' || c == '\t';
            // Line ends are folded into blanks, and indentation is left out.
            let skipped = match rest.chars().next() {
                Some(next) if next == said => 0,
                Some('\\' | '"' | '\'' | '|' | '>') => rest.find(said).filter(|at| *at <= ESCAPE).unwrap_or(0),
                Some(next) if blank(next) => {
                    let behind = rest.trim_start_matches(blank);
                    if behind.starts_with(said) { rest.len() - behind.len() } else { 0 }
                }
                _ => 0,
            };
            if skipped > 0 {
                map.pieces.push((place, at));
            }
            if skipped > 0 || !along || map.pieces.is_empty() {
                map.pieces.push((place, at + skipped));
            }
            at += skipped;
            let next = written.get(at..).and_then(|rest| rest.chars().next());
            // A blank that stands for a line end is as long as it.
            along = next.is_some_and(|next| next.len_utf8() == said.len_utf8() && (next == said || blank(next)));
            at += if along { said.len_utf8() } else { next.filter(|next| *next == said).map_or(0, char::len_utf8) };
        }
        map.pieces.push((text.len(), at));
        map
    }

    /// Gives what the string says.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether every escape is one that JSON has.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.whole
    }

    /// Gives where a byte of the text is written, counted from the beginning of the string's inside.
    #[must_use]
    pub fn to_file(&self, at: usize) -> usize {
        if at >= self.text.len() {
            return self.written;
        }
        let ((text, file), next) = self.piece(|(text, _)| *text <= at);
        if self.is_escape((text, file), next) { file } else { (file + (at - text)).min(self.written) }
    }

    /// Gives which byte of the text is written at a byte of the string's inside; inside of an escape, that which it stands for.
    #[must_use]
    pub fn to_text(&self, at: usize) -> usize {
        if at >= self.written {
            return self.text.len();
        }
        let ((text, file), next) = self.piece(|(_, file)| *file <= at);
        if self.is_escape((text, file), next) {
            return text;
        }
        let mut there = (text + at.saturating_sub(file)).min(next.0);
        while !self.text.is_char_boundary(there) {
            there -= 1;
        }
        there
    }

    /// Gives where a range of the text is written.
    #[must_use]
    pub fn range_to_file(&self, range: &Range<usize>) -> Range<usize> {
        self.to_file(range.start)..self.to_file(range.end)
    }

    /// The last piece that begins where `before` says, and where the next begins.
    fn piece(&self, before: impl Fn(&(usize, usize)) -> bool) -> ((usize, usize), (usize, usize)) {
        let next = self.pieces.partition_point(before);
        let own = next.checked_sub(1).and_then(|own| self.pieces.get(own)).copied().unwrap_or_default();
        (own, self.pieces.get(next).copied().unwrap_or((self.text.len(), self.written)))
    }

    /// Whether a piece is written otherwise than it reads.
    fn is_escape(&self, own: (usize, usize), next: (usize, usize)) -> bool {
        next.0 - own.0 != next.1 - own.1
    }

    /// Reads the escape at the head of a text, and gives how long it is.
    fn escape(&mut self, rest: &str) -> usize {
        let plain = match rest.as_bytes().get(1) {
            Some(b'n') => '\n',
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'u') => return self.unicode(rest),
            _ => return self.none(),
        };
        self.text.push(plain);
        2
    }

    /// Reads `\u` with its digits, and a second one where two make one character.
    fn unicode(&mut self, rest: &str) -> usize {
        let Some(unit) = hex4(rest) else { return self.none() };
        if let Some(c) = char::from_u32(unit) {
            self.text.push(c);
            return 6;
        }
        let low = rest.get(6..).filter(|_| unit < 0xDC00).and_then(hex4).filter(|low| (0xDC00..0xE000).contains(low));
        let whole = low.and_then(|low| char::from_u32(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00)));
        self.text.push(whole.unwrap_or(char::REPLACEMENT_CHARACTER));
        if whole.is_some() { 12 } else { 6 }
    }

    /// A backslash that begins no escape.
    fn none(&mut self) -> usize {
        self.whole = false;
        self.text.push('\\');
        1
    }
}

/// Bytes of an escape that is passed over at most.
const ESCAPE: usize = 12;

/// The number behind `\u` at the head of a text.
fn hex4(text: &str) -> Option<u32> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    digits.bytes().all(|b| b.is_ascii_hexdigit()).then(|| u32::from_str_radix(digits, 16).ok())?
}

/// Gives a text as it is written between the quotes of a JSON string.
///
/// ```
/// assert_eq!(cards_json::escaped("a \"b\"\n"), r#"a \"b\"\n"#);
/// ```
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut out = String::new();
    push_string(&mut out, text);
    out.pop();
    out.remove(0);
    out
}
