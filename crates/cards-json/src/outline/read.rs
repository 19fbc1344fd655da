//! Reading a text that may be half typed.

use std::ops::Range;

use super::{Node, Outline, Problem, is_string};
use crate::relaxed::{end_of_comment, end_of_string};
use crate::{Kind, Limits, Number};

/// What is said of a string that its line ends.
pub(super) const NOT_CLOSED: &str = "a string is not closed";

/// Reads a text; `broken` ends strings that are not closed with their lines.
pub(super) fn read(text: &str, limits: &Limits, broken: bool) -> Outline {
    let bytes = usize::try_from(limits.bytes).unwrap_or(usize::MAX);
    let mut reader = Reader { text, at: 0, limits, broken, open: Vec::new(), outline: Outline::default() };
    if text.len() > bytes {
        reader.problem(0..0, "the text is longer than what is read (limit `bytes`)");
        return reader.outline;
    }
    reader.blanks();
    if reader.at >= text.len() {
        reader.problem(reader.at..reader.at, "a value is missing");
        return reader.outline;
    }
    reader.value(None);
    reader.run(|_| false);
    reader.outline
}

pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    pub(super) limits: &'a Limits,
    pub(super) broken: bool,
    /// The containers that are not closed yet, with how many values each holds.
    pub(super) open: Vec<(usize, usize)>,
    pub(super) outline: Outline,
}

impl Reader<'_> {
    /// Reads items until the value ends, or until `stop` says before one, with the blanks before it passed over, that
    /// what follows is known, and whether it did.
    pub(super) fn run(&mut self, mut stop: impl FnMut(&Self) -> bool) -> bool {
        while !self.open.is_empty() && self.at < self.text.len() {
            if self.outline.nodes.len() as u64 > self.limits.values {
                self.problem(self.at..self.at, "the text has more values than are read (limit `values`)");
                break;
            }
            self.blanks();
            if stop(self) {
                return true;
            }
            self.item();
        }
        self.end();
        false
    }

    /// Closes what is open at the end.
    fn end(&mut self) {
        self.blanks();
        while let Some((node, _)) = self.open.pop() {
            self.finish(node, self.at, false);
            if self.open.is_empty() {
                self.problem(self.at..self.at, "a bracket is not closed");
            }
        }
        if self.at < self.text.len() {
            self.problem(self.at..self.text.len(), "something follows the value");
        }
    }

    /// Reads one item of the innermost container, or its end.
    fn item(&mut self) {
        let Some(&(node, _)) = self.open.last() else { return };
        let object = self.outline.nodes.get(node).is_some_and(|node| node.kind == Some(Kind::Object));
        let Some(byte) = self.byte() else { return };
        match byte {
            b'}' | b']' => self.close(byte, object),
            b',' => return self.stray("a value is missing before the comma"),
            _ if object => self.member(),
            b':' => return self.stray("a colon is in a list"),
            _ => self.value(None),
        }
        self.comma();
    }

    /// Passes over a sign that belongs to nothing.
    fn stray(&mut self, problem: &'static str) {
        self.problem(self.at..self.at + 1, problem);
        self.at += 1;
    }

    /// Reads the comma behind a value that is whole.
    pub(super) fn comma(&mut self) {
        let Some(&(node, _)) = self.open.last() else { return };
        // Nothing was read in it yet; what is behind its opening has its own commas.
        if self.outline.nodes.len() == node + 1 {
            return;
        }
        let is_missing = self.outline.nodes.last().is_some_and(|last| last.kind.is_none() && last.span.is_empty());
        self.blanks();
        match self.byte() {
            Some(b',') => {
                // A trailing comma is no problem, as comments are none.
                self.at += 1;
            }
            Some(b'}' | b']') | None => {}
            Some(_) if is_missing => {}
            Some(_) => {
                let before = self.last_end();
                self.problem(before..before, "a comma is missing");
            }
        }
    }

    /// The end of what was read last.
    fn last_end(&self) -> usize {
        let before = self.text.get(..self.at).unwrap_or_default();
        before.trim_end_matches([' ', '\n', '\r', '\t']).len()
    }

    fn close(&mut self, byte: u8, object: bool) {
        let fits = (byte == b'}') == object;
        if !fits {
            self.problem(self.at..self.at + 1, "the bracket closes something else");
            // The bracket of something further out ends what is in it.
            let kind = if byte == b'}' { Kind::Object } else { Kind::Array };
            let is_open = self
                .open
                .iter()
                .any(|(node, _)| self.outline.nodes.get(*node).is_some_and(|node| node.kind == Some(kind)));
            if !is_open {
                self.at += 1;
                return;
            }
            if let Some((node, _)) = self.open.pop() {
                self.finish(node, self.last_end(), false);
            }
            return;
        }
        self.at += 1;
        if let Some((node, _)) = self.open.pop() {
            self.finish(node, self.at, true);
        }
    }

    fn finish(&mut self, node: usize, end: usize, closed: bool) {
        let after = self.outline.nodes.len();
        if let Some(node) = self.outline.nodes.get_mut(node) {
            node.span.end = end.max(node.span.start);
            node.after = after;
            node.closed = closed;
        }
    }

    fn member(&mut self) {
        let start = self.at;
        if self.byte() != Some(b'"') {
            self.word();
            self.problem(start..self.at, "the name of a member is missing");
            if self.byte_behind_blanks() == Some(b':') {
                self.blanks();
                self.at += 1;
                self.blanks();
                self.value(Some(start..self.last_name_end(start)));
            }
            return;
        }
        let (end, closed) = self.string();
        let name = start..end;
        self.at = end;
        if !closed {
            self.problem(name.clone(), NOT_CLOSED);
        } else if !self.text.get(start + 1..end - 1).is_some_and(is_string) {
            self.problem(name.clone(), "an escape is none of JSON");
        }
        let behind = self.at;
        self.blanks();
        if self.byte() == Some(b':') {
            self.at += 1;
            let behind = self.at;
            self.blanks();
            let none = matches!(self.byte(), None | Some(b',' | b'}' | b']'));
            if none || self.is_member() {
                self.missing(name, behind);
            } else {
                self.value(Some(name));
            }
        } else if matches!(self.byte(), None | Some(b',' | b'}' | b']')) || self.is_member() {
            self.missing(name, behind);
        } else {
            self.problem(behind..behind, "a colon is missing");
            self.value(Some(name));
        }
    }

    /// The end of a bare name.
    fn last_name_end(&self, start: usize) -> usize {
        let name = self.text.get(start..self.at).unwrap_or_default();
        start + name.find([':', ' ', '\n', '\r', '\t']).unwrap_or(name.len())
    }

    /// Whether a name with a colon is next, so that a value is missing before it. In a text that is whole there is none.
    fn is_member(&mut self) -> bool {
        if !self.broken || self.byte() != Some(b'"') {
            return false;
        }
        let back = self.at;
        let (end, closed) = self.string();
        self.at = end;
        self.blanks();
        let is_member = closed && self.byte() == Some(b':');
        self.at = back;
        is_member
    }

    fn missing(&mut self, name: Range<usize>, at: usize) {
        self.problem(at..at, "a value is missing");
        self.push(None, at..at, Some(name), false);
    }

    /// Reads a value; one that opens a bracket has its items read later.
    fn value(&mut self, name: Option<Range<usize>>) {
        let start = self.at;
        let kind = match self.byte() {
            Some(b'{') => Kind::Object,
            Some(b'[') => Kind::Array,
            Some(b'"') => {
                let (end, closed) = self.string();
                self.at = end;
                if !closed {
                    self.problem(start..end, NOT_CLOSED);
                } else if !self.text.get(start + 1..end - 1).is_some_and(is_string) {
                    self.problem(start..end, "an escape is none of JSON");
                }
                self.push(Some(Kind::String), start..end, name, closed);
                return;
            }
            _ => {
                self.word();
                let word = self.text.get(start..self.at).unwrap_or_default();
                let kind = match word {
                    "true" | "false" => Some(Kind::Bool),
                    "null" => Some(Kind::Null),
                    word => Number::parse(word).map(|_| Kind::Number),
                };
                if kind.is_none() {
                    self.problem(start..self.at, "this is no value");
                }
                self.push(kind, start..self.at, name, true);
                return;
            }
        };
        self.at += 1;
        let node = self.push(Some(kind), start..self.at, name, false);
        if self.open.len() as u64 >= u64::from(self.limits.depth) {
            self.problem(start..self.at, "it is nested deeper than what is read (limit `depth`)");
            self.at = self.text.len();
            return;
        }
        self.open.push((node, 0));
    }

    fn push(&mut self, kind: Option<Kind>, span: Range<usize>, name: Option<Range<usize>>, closed: bool) -> usize {
        let node = self.outline.nodes.len();
        let (parent, index) = match self.open.last_mut() {
            Some((parent, count)) => {
                *count += 1;
                (Some(*parent), *count - 1)
            }
            None => (None, 0),
        };
        self.outline.nodes.push(Node { kind, span, name, parent, index, after: node + 1, closed });
        node
    }

    /// The end of the string that begins here, and whether it is closed.
    fn string(&mut self) -> (usize, bool) {
        let bytes = self.text.as_bytes();
        let end = end_of_string(bytes, self.at).min(bytes.len());
        let inside = self.text.get(self.at + 1..end).unwrap_or_default();
        let line = memchr::memchr(b'\n', inside.as_bytes());
        self.outline.lines_in_strings |= line.is_some() && !self.broken;
        match line.filter(|_| self.broken) {
            Some(line) => {
                let line = inside.get(..line).unwrap_or_default().trim_end();
                // The comma behind it was one between members.
                let string = line.strip_suffix(',').unwrap_or(line);
                (self.at + 1 + string.len(), false)
            }
            None => (end, end > self.at + 1 && inside.ends_with('"') && ends_string(inside)),
        }
    }

    /// Passes over what is none of the signs of JSON.
    fn word(&mut self) {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let ends = |c: char| c.is_ascii_whitespace() || matches!(c, ',' | ':' | '{' | '}' | '[' | ']' | '"');
        let len =
            rest.char_indices().find(|(at, c)| ends(*c) || (*c == '/' && *at > 0)).map_or(rest.len(), |(at, _)| at);
        self.at += len.max(rest.chars().next().map_or(0, char::len_utf8));
    }

    /// Passes over blanks and comments.
    fn blanks(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(byte) = bytes.get(self.at) {
            match (byte, bytes.get(self.at + 1)) {
                (b' ' | b'\n' | b'\r' | b'\t', _) => self.at += 1,
                (b'/', Some(b'/' | b'*')) => match end_of_comment(bytes, self.at) {
                    Some(end) => self.at = end,
                    None => return,
                },
                _ => return,
            }
        }
    }

    fn byte_behind_blanks(&mut self) -> Option<u8> {
        let back = self.at;
        self.blanks();
        let byte = self.byte();
        self.at = back;
        byte
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn problem(&mut self, span: Range<usize>, problem: &'static str) {
        if self.outline.problems.len() < self.limits.findings.max(1) {
            self.outline.problems.push(Problem { span, problem });
        }
    }
}

/// Whether the quote at the end of an inside closes it.
fn ends_string(inside: &str) -> bool {
    let before = inside.strip_suffix('"').unwrap_or(inside);
    let slashes = before.len() - before.trim_end_matches('\\').len();
    slashes.is_multiple_of(2)
}
