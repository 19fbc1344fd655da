//! From JSON pointers to lines and columns.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use cards_model::Limits;
use cards_model::json::{Kind, Reader};

use crate::finding::LineColumn;

/// Finds the places of many pointers in one pass over a JSON text.
///
/// A pointer to a member that is absent is found at the object that lacks it. The reader keeps its position to
/// itself, so the text is walked by a scanner of its own; it is known to be JSON.
pub(crate) struct Places {
    places: HashMap<String, LineColumn>,
}

impl Places {
    /// Walks a text and notes where the values of these pointers begin.
    pub(crate) fn of<'p>(text: &str, pointers: impl Iterator<Item = &'p str>) -> Self {
        let mut wanted = HashSet::new();
        for pointer in pointers {
            let mut pointer = Some(pointer);
            while let Some(above) = pointer.filter(|above| wanted.insert(*above)) {
                pointer = above.rsplit_once('/').map(|(above, _)| above);
            }
        }
        let mut spans = Vec::new();
        // Only a text that reads as JSON is walked, so that the scanner need not check its grammar.
        let mut reader = Reader::new(text, &Limits::default());
        let whole = reader.peek().is_ok_and(|kind| matches!(kind, Kind::Object | Kind::Array));
        if whole && reader.skip().is_ok() && reader.finish().is_ok() {
            let spans = &mut spans;
            Scanner { bytes: text.as_bytes(), at: 0, wanted: &wanted, spans }.value(&mut String::new());
        }
        Self { places: lines_and_columns(text, spans) }
    }

    /// The line and column of a pointer, or of the nearest value above it that is there.
    pub(crate) fn find(&self, pointer: &str) -> Option<LineColumn> {
        let mut pointer = pointer;
        loop {
            if let Some(place) = self.places.get(pointer) {
                return Some(*place);
            }
            pointer = pointer.rsplit_once('/')?.0;
        }
    }
}

/// Lines and columns of spans that begin in ascending order, counted in one pass: a card may be one line of megabytes.
fn lines_and_columns(text: &str, spans: Vec<(String, Range<usize>)>) -> HashMap<String, LineColumn> {
    let (mut at, mut line, mut column) = (0, 1, 1);
    let mut places = HashMap::with_capacity(spans.len());
    for (pointer, span) in spans {
        for c in text.get(at..span.start).unwrap_or_default().chars() {
            (line, column) = if c == '\n' { (line + 1, 1) } else { (line, column + 1) };
        }
        at = span.start;
        let width = text.get(span).unwrap_or_default().chars().count();
        places.insert(pointer, LineColumn { line, column, width });
    }
    places
}

struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
    wanted: &'a HashSet<&'a str>,
    spans: &'a mut Vec<(String, Range<usize>)>,
}

impl Scanner<'_> {
    fn peek(&mut self) -> Option<u8> {
        while self.bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        self.bytes.get(self.at).copied()
    }

    /// Walks one value and notes where it and its parts stand. Depth is bounded by the reader that ran before.
    fn value(&mut self, pointer: &mut String) {
        let first = self.peek();
        let (start, slot) = (self.at, self.spans.len());
        let wanted = self.wanted.contains(pointer.as_str());
        if wanted {
            self.spans.push((pointer.clone(), start..start + 1));
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
        let is_scalar = !matches!(first, Some(b'{' | b'['));
        if wanted
            && is_scalar
            && let Some((_, span)) = self.spans.get_mut(slot)
        {
            span.end = self.at;
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
        let mut reader = Reader::new(raw, &Limits::default());
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
        let at = |pointer: &str| places.find(pointer).map(|at| (at.line, at.column, at.width));
        assert_eq!(at(""), Some((1, 1, 1)));
        assert_eq!(at("/a/1"), Some((2, 12, 3)));
        assert_eq!(at("/a/2/b~1c"), Some((2, 25, 4)));
        assert_eq!(at("/d/missing"), Some((3, 8, 1)));
        assert_eq!(Places::of("{", [""].into_iter()).find(""), None);
    }
}
