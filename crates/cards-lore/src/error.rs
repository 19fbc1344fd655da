//! Why the engine refuses.

/// Why books cannot be compiled or a turn cannot be run.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// More entries than [`Limits::entries`](crate::Limits::entries).
    #[error("the books hold {count} entries, more than the limit of {limit}; raise `Limits::entries` to read them")]
    TooManyEntries {
        /// Entries of all books.
        count: usize,
        /// The limit.
        limit: usize,
    },
    /// The texts are too large for the automaton.
    #[error("the keys of the books are too many for one automaton")]
    TooManyKeys,
    /// The client whose rules hold gives up on this entry.
    #[error("entry {entry} of book {book} stops the client at decorator line {line}: `@@position` without a value")]
    Aborted {
        /// The book's place among the books.
        book: usize,
        /// The entry's place in the book.
        entry: usize,
        /// The line of its content.
        line: u32,
    },
    /// A saved state cannot be read.
    #[error("line {line} of the saved state is not readable; delete the state to start afresh")]
    State {
        /// The line, counted from 1.
        line: usize,
    },
    /// A saved state is of another version.
    #[error(
        "the saved state is of version {version}, which this release does not read; delete the state to start afresh"
    )]
    StateVersion {
        /// The version that it names.
        version: String,
    },
}

impl Error {
    /// Gives the stable class of the error.
    #[must_use]
    pub fn class(&self) -> &'static str {
        match self {
            Self::TooManyEntries { .. } | Self::TooManyKeys => "limit",
            Self::Aborted { .. } | Self::State { .. } | Self::StateVersion { .. } => "bad-field",
        }
    }
}
