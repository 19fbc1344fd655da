//! Places in a text, for people.

/// A place in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct Position {
    /// Bytes before the place.
    pub offset: usize,
    /// The line, from 1.
    pub line: usize,
    /// The column in bytes, from 1.
    pub column: usize,
}

impl Position {
    /// The place of a byte of a text; one past its end is the end.
    ///
    /// ```
    /// let at = cards_json::Position::of("{\n  \"a\": 1}", 4);
    /// assert_eq!((at.line, at.column), (2, 3));
    /// ```
    #[must_use]
    pub fn of(text: &str, offset: usize) -> Self {
        let offset = offset.min(text.len());
        let before = text.as_bytes().get(..offset).unwrap_or_default();
        let line = memchr::memchr_iter(b'\n', before).count() + 1;
        let column = before.len() - memchr::memrchr(b'\n', before).map_or(0, |at| at + 1) + 1;
        Self { offset, line, column }
    }
}
