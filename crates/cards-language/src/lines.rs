//! Lines and columns as the protocol of editors counts them: in units of UTF-16, from 0.

use std::ops::Range as Bytes;

use serde::{Deserialize, Serialize};

/// A place in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Position {
    /// The line, from 0.
    pub line: u32,
    /// The units of UTF-16 before it in its line.
    pub character: u32,
}

/// A stretch of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Range {
    /// Its first place.
    pub start: Position,
    /// The place behind its last.
    pub end: Position,
}

/// Bytes between two marks.
const STEP: usize = 1024;

/// Where the lines of a text begin, with marks in between, so that no long line has to be counted through.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    starts: Vec<usize>,
    /// Bytes and the units of UTF-16 before them, in order.
    marks: Vec<(usize, usize)>,
}

impl Lines {
    /// Looks at a text.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        for (at, byte) in bytes.iter().enumerate() {
            if *byte == b'\n' || (*byte == b'\r' && bytes.get(at + 1) != Some(&b'\n')) {
                starts.push(at + 1);
            }
        }
        Self { starts, marks: marks(text, 0, 0) }
    }

    /// How many lines there are.
    pub(crate) fn count(&self) -> usize {
        self.starts.len()
    }

    /// Follows a change of the text; `before` is the text as it was.
    pub fn edit(&mut self, before: &str, replaced: &Bytes<usize>, new: &str) {
        let after = format!("{new}{}", before.get(replaced.end..replaced.end + 1).unwrap_or_default());
        let touched = before.get(replaced.start.saturating_sub(1)..replaced.end).unwrap_or("\r");
        if after.contains('\r') || touched.contains('\r') {
            let mut text = before.to_owned();
            text.replace_range(replaced.clone(), new);
            *self = Self::of(&text);
            return;
        }
        let moved = |at: usize| at + new.len() - replaced.len();
        let (from, to) = (
            self.starts.partition_point(|start| *start <= replaced.start),
            self.starts.partition_point(|start| *start <= replaced.end),
        );
        let fresh = new.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| replaced.start + at + 1);
        let behind: Vec<usize> = self.starts.drain(from..).skip(to - from).collect();
        self.starts.extend(fresh);
        self.starts.extend(behind.into_iter().map(moved));

        let (gone, come) = (units(before.get(replaced.clone()).unwrap_or_default()), units(new));
        let from = self.marks.partition_point(|(at, _)| *at <= replaced.start);
        let to = self.marks.partition_point(|(at, _)| *at <= replaced.end);
        let behind: Vec<(usize, usize)> = self.marks.drain(from..).skip(to - from).collect();
        if new.len() > STEP {
            let start = self.units_before(before, replaced.start);
            self.marks.extend(marks(new, replaced.start, start).into_iter().skip(1));
        }
        self.marks.extend(behind.into_iter().map(|(at, units)| (moved(at), units + come - gone)));
    }

    /// Gives the place of a byte.
    #[must_use]
    pub fn position(&self, text: &str, offset: usize) -> Position {
        let offset = offset.min(text.len());
        let line = self.starts.partition_point(|start| *start <= offset).saturating_sub(1);
        let start = self.starts.get(line).copied().unwrap_or_default();
        let character = if offset - start <= STEP {
            units(text.get(start..offset).unwrap_or_default())
        } else {
            self.units_before(text, offset) - self.units_before(text, start)
        };
        let small = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Position { line: small(line), character: small(character) }
    }

    /// Gives the stretch that some bytes are.
    #[must_use]
    pub fn range(&self, text: &str, bytes: &Bytes<usize>) -> Range {
        Range { start: self.position(text, bytes.start), end: self.position(text, bytes.end) }
    }

    /// Gives the byte of a place; behind the end of a line that is its end.
    #[must_use]
    pub fn offset(&self, text: &str, position: Position) -> usize {
        let line = position.line as usize;
        let Some(&start) = self.starts.get(line) else { return text.len() };
        let end = self.starts.get(line + 1).map_or(text.len(), |next| next - 1);
        let end =
            if text.get(..end).is_some_and(|before| end > start && before.ends_with('\r')) { end - 1 } else { end };
        let (mut at, mut left) = (start, position.character as usize);
        if left > STEP {
            let wanted = self.units_before(text, start) + left;
            let mark = self.marks.partition_point(|(_, units)| *units <= wanted).saturating_sub(1);
            if let Some((byte, units)) = self.marks.get(mark).filter(|(byte, _)| *byte > start && *byte <= end) {
                (at, left) = (*byte, wanted - units);
            }
        }
        for c in text.get(at..end).unwrap_or_default().chars() {
            if left < c.len_utf16() {
                break;
            }
            left -= c.len_utf16();
            at += c.len_utf8();
        }
        at
    }

    /// Gives the bytes of a stretch.
    #[must_use]
    pub fn bytes(&self, text: &str, range: Range) -> Bytes<usize> {
        let start = self.offset(text, range.start);
        start..self.offset(text, range.end).max(start)
    }

    fn units_before(&self, text: &str, offset: usize) -> usize {
        let mark = self.marks.partition_point(|(at, _)| *at <= offset).saturating_sub(1);
        let (at, before) = self.marks.get(mark).copied().unwrap_or_default();
        before + units(text.get(at..offset).unwrap_or_default())
    }
}

/// Marks of a text that begins at a byte and a unit.
fn marks(text: &str, offset: usize, mut before: usize) -> Vec<(usize, usize)> {
    let (mut marks, mut at) = (vec![(offset, before)], 0);
    while at + STEP < text.len() {
        let mut next = at + STEP;
        while !text.is_char_boundary(next) {
            next += 1;
        }
        before += units(text.get(at..next).unwrap_or_default());
        at = next;
        marks.push((offset + at, before));
    }
    marks
}

/// The units of UTF-16 of a text: one for a character, two for one of four bytes.
fn units(text: &str) -> usize {
    // Most texts have a letter a byte.
    if text.is_ascii() {
        return text.len();
    }
    text.bytes().map(|byte| usize::from(byte & 0xC0 != 0x80) + usize::from(byte >= 0xF0)).sum()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn characters_beyond_the_first_plane_are_two_units() {
        let text = "a😀b\r\né\rc";
        let lines = Lines::of(text);
        for (offset, line, character) in [(0, 0, 0), (5, 0, 3), (8, 1, 0), (10, 1, 1), (11, 2, 0), (12, 2, 1)] {
            assert_eq!(lines.position(text, offset), Position { line, character }, "{offset}");
            assert_eq!(lines.offset(text, Position { line, character }), offset);
        }
        assert_eq!(lines.offset(text, Position { line: 0, character: 99 }), 6, "the end of the line");
        assert_eq!(lines.offset(text, Position { line: 9, character: 0 }), text.len());
    }

    proptest! {
        #[test]
        fn places_there_and_back_are_the_same(text in "([a-z😀é]{0,40}(\n|\r\n)?){0,20}", times in 1usize..80) {
            let text = text.repeat(times);
            let lines = Lines::of(&text);
            for (offset, _) in text.char_indices().filter(|(at, c)| at % 7 == 0 && *c != '\n') {
                prop_assert_eq!(lines.offset(&text, lines.position(&text, offset)), offset);
            }
        }

        #[test]
        fn following_a_change_is_looking_anew(
            text in "([a-z😀é]{0,60}\r?\n?){0,9}", times in 1usize..40, from in any::<prop::sample::Index>(), len in 0usize..9,
            new in "[a\n\ré😀]{0,4}", again in 1usize..900,
        ) {
            let text = text.repeat(times);
            let new = new.repeat(again);
            let at: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
            let first = from.index(at.len());
            let replaced = at[first]..at[(first + len).min(at.len() - 1)];
            let mut lines = Lines::of(&text);
            lines.edit(&text, &replaced, &new);
            let mut changed = text.clone();
            changed.replace_range(replaced, &new);
            let anew = Lines::of(&changed);
            prop_assert_eq!(&lines.starts, &anew.starts);
            for (offset, _) in changed.char_indices().step_by(5) {
                prop_assert_eq!(lines.position(&changed, offset), anew.position(&changed, offset));
            }
        }
    }
}
