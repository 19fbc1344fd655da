//! Where an entry stands.

use std::fmt;

/// The place of an entry: which book, and which entry of it, both counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct EntryAt {
    /// The book's place among the books given to [`Lore::compile`](crate::Lore::compile).
    pub book: usize,
    /// The entry's place in the book.
    pub entry: usize,
}

impl fmt::Display for EntryAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "entry {} of book {}", self.entry, self.book)
    }
}
