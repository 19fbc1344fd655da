//! The parts of an object or array in a text.

use std::ops::Range;

use crate::relaxed::end_of_comment;
use crate::{Kind, Limits, Reader};

/// Bytes of a text.
pub(super) type Span = Range<usize>;

/// An object or an array, cut into what belongs to each of its items. All pieces in their order are the text.
pub(super) struct Parts<'a> {
    pub(super) is_object: bool,
    /// The opening bracket, with a comment on its line.
    pub(super) open: &'a str,
    pub(super) items: Vec<Item<'a>>,
    /// Whether a comma is behind the last item.
    pub(super) trailing_comma: bool,
    /// What is in front of the closing bracket.
    pub(super) close: &'a str,
}

/// An element, or a member with its name.
pub(super) struct Item<'a> {
    /// The name of a member.
    pub(super) name: String,
    /// Blanks and comments in front of it.
    pub(super) lead: &'a str,
    /// The name with its colon, as written.
    pub(super) head: &'a str,
    /// Where the value is.
    pub(super) value: Span,
    /// What is between the value and the comma.
    pub(super) after: &'a str,
    /// Whether a comma is there.
    pub(super) comma: bool,
    /// A comment behind it on its line.
    pub(super) tail: &'a str,
}

impl Item<'_> {
    /// Whether what is in front is more than a blank between two items of one line.
    pub(super) fn is_apart(&self) -> bool {
        !self.lead.bytes().all(|byte| matches!(byte, b' ' | b'\t'))
    }
}

impl<'a> Parts<'a> {
    /// Cuts what is at a place; an object or array that was read there before.
    pub(super) fn of(text: &'a str, strict: &'a str, span: Span) -> Self {
        let slice = |from: usize, to: usize| text.get(from..to).unwrap_or_default();
        let close = span.end.saturating_sub(1);
        let opened = span.start + 1 + tail_len(slice(span.start + 1, close));
        let mut parts = Self {
            is_object: text.as_bytes().get(span.start) == Some(&b'{'),
            open: slice(span.start, opened),
            items: Vec::new(),
            trailing_comma: false,
            close: slice(opened, close),
        };
        let mut begin = opened;
        for (start, name, value) in places(strict, &span) {
            let lead = slice(begin, start);
            let comma = comma_in(slice(value.end, close)).map(|at| value.end + at);
            let after = slice(value.end, comma.unwrap_or(value.end));
            let behind = comma.map_or(value.end, |comma| comma + 1);
            begin = behind + tail_len(slice(behind, close));
            parts.trailing_comma = comma.is_some();
            parts.close = slice(begin, close);
            let (head, tail) = (slice(start, value.start), slice(behind, begin));
            parts.items.push(Item { name, lead, head, value, after, comma: comma.is_some(), tail });
        }
        if parts.items.is_empty() && !parts.close.trim().is_empty() {
            parts.open = slice(span.start, close).trim_end();
        }
        parts
    }
}

/// Where each item of a container begins, its name, and where its value is.
fn places(strict: &str, span: &Span) -> Vec<(usize, String, Span)> {
    let limits = Limits::unbounded();
    let text = strict.get(span.clone()).unwrap_or_default();
    let mut reader = Reader::new(text, &limits);
    let mut found = Vec::new();
    // The text was read as a whole before, so that nothing here fails.
    let _ = (|| {
        let is_object = reader.peek()? == Kind::Object;
        if is_object {
            reader.begin_object()?
        } else {
            reader.begin_array()?
        };
        let mut first = true;
        loop {
            let before = reader.offset();
            let name = match is_object {
                true => reader.next_key(&mut first)?,
                false => reader.next_element(found.len())?.then(Default::default),
            };
            let Some(name) = name else { break };
            reader.peek()?;
            let value = reader.offset();
            reader.skip()?;
            reader.leave();
            let start = if is_object { start_of(text, before) } else { value };
            let end = span.start + reader.offset();
            found.push((span.start + start, name.into_owned(), span.start + value..end));
        }
        Ok::<(), crate::Error>(())
    })();
    found
}

/// The first place behind blanks and a comma.
fn start_of(text: &str, from: usize) -> usize {
    let rest = text.get(from..).unwrap_or_default();
    from + rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n', ',']).len()
}

/// Where the comma is that comes next, with nothing but blanks and comments in front of it.
fn comma_in(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 0;
    loop {
        match bytes.get(at)? {
            b' ' | b'\t' | b'\r' | b'\n' => at += 1,
            b'/' => at = end_of_comment(bytes, at)?,
            b',' => return Some(at),
            _ => return None,
        }
    }
}

/// How many bytes at the front are a comment with nothing behind it on its line, and the blanks before it.
fn tail_len(text: &str) -> usize {
    let bytes = text.as_bytes();
    let (mut at, mut end) = (0, 0);
    loop {
        match bytes.get(at) {
            Some(b' ' | b'\t') => at += 1,
            Some(b'/') => {
                let Some(behind) = end_of_comment(bytes, at) else { return 0 };
                if bytes.get(at..behind).is_some_and(|comment| comment.contains(&b'\n')) {
                    return 0;
                }
                (at, end) = (behind, behind);
            }
            None | Some(b'\r' | b'\n') => return end,
            _ => return 0,
        }
    }
}

/// Whether blanks and comments end in one that only the end of its line ends; a bracket may be in front of them.
pub(super) fn ends_in_comment(text: &str) -> bool {
    let bytes = text.as_bytes();
    let (mut at, mut open) = (0, false);
    while let Some(byte) = bytes.get(at) {
        let comment = (*byte == b'/').then(|| end_of_comment(bytes, at)).flatten();
        open = comment == Some(bytes.len()) && bytes.get(at + 1) == Some(&b'/');
        at = comment.unwrap_or(at + 1);
    }
    open
}
