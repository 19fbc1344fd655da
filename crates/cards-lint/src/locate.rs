//! From JSON pointers to lines and columns.

use std::collections::{HashMap, HashSet};

use cards_model::Limits;
use cards_model::json::{Kind, Reader};

use crate::finding::LineColumn;

/// Finds the places of many pointers in one pass over a JSON text.
///
/// A pointer to a member that is absent is found at the object that lacks it. The reader keeps its position to
/// itself, so the text is walked by a scanner of its own; it is known to be JSON.
pub(crate) struct Places<'t> {
    text: &'t str,
    /// Where the values begin that were asked for.
    starts: HashMap<String, usize>,
    /// Where each line begins.
    lines: Vec<usize>,
}

impl<'t> Places<'t> {
    /// Walks a text and notes where the values of these pointers begin.
    pub(crate) fn of<'p>(text: &'t str, pointers: impl Iterator<Item = &'p str>) -> Self {
        let mut wanted = HashSet::new();
        for pointer in pointers {
            let mut pointer = Some(pointer);
            while let Some(above) = pointer.filter(|above| wanted.insert(*above)) {
                pointer = above.rsplit_once('/').map(|(above, _)| above);
            }
        }
        let lines = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let mut places = Self { text, starts: HashMap::new(), lines };
        // Only a text that reads as JSON is walked, so that the scanner need not check its grammar.
        let mut reader = Reader::new(text, Limits::default().with_findings(0));
        let whole = reader.peek().is_ok_and(|kind| matches!(kind, Kind::Object | Kind::Array));
        if whole && reader.skip().is_ok() && reader.finish().is_ok() {
            let starts = &mut places.starts;
            Scanner { bytes: text.as_bytes(), at: 0, wanted: &wanted, starts }.value(&mut String::new());
        }
        places
    }

    /// The line and column of a pointer, or of the nearest value above it that is there.
    pub(crate) fn find(&self, pointer: &str) -> Option<LineColumn> {
        let mut pointer = pointer;
        loop {
            if let Some(&offset) = self.starts.get(pointer) {
                return Some(self.line_column(offset));
            }
            pointer = pointer.rsplit_once('/')?.0;
        }
    }

    fn line_column(&self, offset: usize) -> LineColumn {
        let line = self.lines.partition_point(|&start| start <= offset);
        let start = line.checked_sub(1).and_then(|i| self.lines.get(i)).copied().unwrap_or_default();
        LineColumn { line, column: self.text.get(start..offset).unwrap_or_default().chars().count() + 1 }
    }
}

struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
    wanted: &'a HashSet<&'a str>,
    starts: &'a mut HashMap<String, usize>,
}

impl Scanner<'_> {
    fn peek(&mut self) -> Option<u8> {
        while self.bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        self.bytes.get(self.at).copied()
    }

    /// Walks one value and notes where it and its parts begin. Depth is bounded by the reader that ran before.
    fn value(&mut self, pointer: &mut String) {
        let first = self.peek();
        if self.wanted.contains(pointer.as_str()) {
            self.starts.insert(pointer.clone(), self.at);
        }
        match first {
            Some(b'{') => self.members(pointer),
            Some(b'[') => self.elements(pointer),
            Some(b'"') => drop(self.string()),
            _ => {
                while self
                    .bytes
                    .get(self.at)
                    .is_some_and(|b| !matches!(b, b',' | b']' | b'}') && !b.is_ascii_whitespace())
                {
                    self.at += 1;
                }
            }
        }
    }

    fn members(&mut self, pointer: &mut String) {
        self.at += 1;
        while self.peek() == Some(b'"') {
            let key = self.string();
            let length = pointer.len();
            pointer.push('/');
            pointer.push_str(&key.replace('~', "~0").replace('/', "~1"));
            self.peek();
            self.at += 1;
            self.value(pointer);
            pointer.truncate(length);
            if self.peek() == Some(b',') {
                self.at += 1;
            }
        }
        self.at += 1;
    }

    fn elements(&mut self, pointer: &mut String) {
        self.at += 1;
        let mut index = 0_usize;
        while self.peek().is_some_and(|b| b != b']') {
            let length = pointer.len();
            pointer.push_str(&format!("/{index}"));
            self.value(pointer);
            pointer.truncate(length);
            index += 1;
            if self.peek() == Some(b',') {
                self.at += 1;
            }
        }
        self.at += 1;
    }

    /// Walks a string and gives its text, escapes undone.
    fn string(&mut self) -> String {
        let start = self.at;
        self.at += 1;
        while let Some(&byte) = self.bytes.get(self.at) {
            self.at += 1;
            match byte {
                b'\\' => self.at += 1,
                b'"' => break,
                _ => {}
            }
        }
        let raw = self.bytes.get(start..self.at).and_then(|raw| std::str::from_utf8(raw).ok()).unwrap_or("\"\"");
        let mut reader = Reader::new(raw, Limits::default().with_findings(0));
        reader.string().map(std::borrow::Cow::into_owned).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_are_found_by_line_and_column() {
        let text = "{\n  \"a\": [1, \"é\", {\"b/c\": null}],\n  \"d\": {}\n}";
        let places = Places::of(text, ["/a/1", "/a/2/b~1c", "/d/missing"].into_iter());
        let at = |pointer: &str| places.find(pointer).map(|at| (at.line, at.column));
        assert_eq!(at(""), Some((1, 1)));
        assert_eq!(at("/a/1"), Some((2, 12)));
        assert_eq!(at("/a/2/b~1c"), Some((2, 25)));
        assert_eq!(at("/d/missing"), Some((3, 8)));
        assert_eq!(Places::of("{", [""].into_iter()).find(""), None);
    }
}
