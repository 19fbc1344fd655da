//! From pointers to places in a text.

use std::collections::{HashMap, HashSet};

use crate::{Kind, Limits, Pointer, Position, Reader};

/// Where a value is in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Span {
    /// Where it begins.
    pub start: Position,
    /// The byte behind its end.
    pub end: usize,
}

/// The places of many values, found in one pass over a JSON text.
///
/// ```
/// use cards_json::{Places, Pointer};
/// let text = "{\n  \"tags\": [1, 2]\n}";
/// let second = Pointer::from(["tags"]).index(1);
/// let places = Places::of(text, [&second]);
/// let span = places.nearest(&second).unwrap();
/// assert_eq!((span.start.line, span.start.column), (2, 15));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Places(HashMap<Pointer, Span>);

impl Places {
    /// Walks a text and notes where the values of these pointers, and those that hold them, are. A text that is not JSON
    /// has no places.
    #[must_use]
    pub fn of<'p>(text: &str, pointers: impl IntoIterator<Item = &'p Pointer>) -> Self {
        let mut wanted = HashSet::new();
        for pointer in pointers {
            let mut above = Some(pointer.clone());
            while let Some(pointer) = above {
                above = pointer.parent();
                if !wanted.insert(pointer) {
                    break;
                }
            }
        }
        let mut walk = Walk { reader: Reader::new(text, &Limits::unbounded()), wanted, spans: Vec::new() };
        match walk.value(&mut Pointer::default()).and_then(|()| walk.reader.finish()) {
            Ok(()) => Self(with_positions(text, walk.spans)),
            Err(_) => Self::default(),
        }
    }

    /// The place of a value, or of the nearest one above it that is there.
    #[must_use]
    pub fn nearest(&self, pointer: &Pointer) -> Option<Span> {
        if let Some(span) = self.0.get(pointer) {
            return Some(*span);
        }
        std::iter::successors(pointer.parent(), Pointer::parent).find_map(|above| self.0.get(&above).copied())
    }
}

struct Walk<'a> {
    reader: Reader<'a>,
    wanted: HashSet<Pointer>,
    /// Pointer, start and end, in the order of their starts.
    spans: Vec<(Pointer, usize, usize)>,
}

impl Walk<'_> {
    /// Walks one value that is wanted, or has wanted ones in it.
    fn value(&mut self, pointer: &mut Pointer) -> Result<(), crate::Error> {
        if !self.wanted.contains(pointer) {
            return self.reader.skip();
        }
        let kind = self.reader.peek()?;
        let slot = self.spans.len();
        self.spans.push((pointer.clone(), self.reader.offset(), 0));
        match kind {
            Kind::Object => {
                self.reader.begin_object()?;
                let mut first = true;
                while let Some(key) = self.reader.next_key(&mut first)? {
                    pointer.push_member(&key);
                    self.value(pointer)?;
                    self.reader.leave();
                    pointer.pop();
                }
            }
            Kind::Array => {
                self.reader.begin_array()?;
                let mut index = 0;
                while self.reader.next_element(index)? {
                    pointer.push_index(index);
                    self.value(pointer)?;
                    self.reader.leave();
                    pointer.pop();
                    index += 1;
                }
            }
            _ => self.reader.skip()?,
        }
        if let Some(span) = self.spans.get_mut(slot) {
            span.2 = self.reader.offset();
        }
        Ok(())
    }
}

/// Spans with lines and columns, counted in one pass: a card may be one line of megabytes.
fn with_positions(text: &str, spans: Vec<(Pointer, usize, usize)>) -> HashMap<Pointer, Span> {
    let mut at = Position::START;
    let mut places = HashMap::with_capacity(spans.len());
    for (pointer, start, end) in spans {
        at = at.forward(text, start);
        places.insert(pointer, Span { start: at, end });
    }
    places
}
