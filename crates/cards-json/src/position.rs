//! Places in a text, for people.

/// A place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct Position {
    /// Bytes before the place.
    pub offset: usize,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

impl Position {
    /// The beginning of a text.
    pub const START: Self = Self { offset: 0, line: 1, column: 1 };

    /// The place of a byte of a text; one past its end is the end.
    ///
    /// ```
    /// let at = cards_json::Position::of("{\n  \"é\": 1}", 9);
    /// assert_eq!((at.line, at.column), (2, 7));
    /// ```
    #[must_use]
    pub fn of(text: &str, offset: usize) -> Self {
        Self::START.forward(text, offset)
    }

    /// The place of a byte further on in the same text, at the cost of what lies between.
    #[must_use]
    pub fn forward(self, text: &str, offset: usize) -> Self {
        let offset = offset.clamp(self.offset, text.len().max(self.offset));
        let between = text.as_bytes().get(self.offset..offset).unwrap_or_default();
        let last_line = memchr::memrchr(b'\n', between).map(|at| at + 1);
        let tail = between.get(last_line.unwrap_or_default()..).unwrap_or_default();
        // Every character has one byte that does not continue another.
        let chars = tail.iter().filter(|byte| !matches!(byte, 0x80..=0xBF)).count();
        let line = self.line + memchr::memchr_iter(b'\n', between).count();
        let column = if last_line.is_some() { 1 } else { self.column } + chars;
        Self { offset, line, column }
    }
}
