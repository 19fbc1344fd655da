//! What can be wrong with a suite or a program.

/// Why rows or answers could not be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A line of a file is no row.
    #[error("line {line} is not a row of the suite")]
    Row {
        /// The line, from 1.
        line: usize,
        /// What the JSON reader says.
        source: serde_json::Error,
    },
    /// A line of a file is larger than a row may be.
    #[error("line {line} is past a limit of rows")]
    Limit {
        /// The line, from 1.
        line: usize,
        /// Which limit.
        source: cards_json::Error,
    },
    /// A committed result cannot be read.
    #[error("the results of `{name}` cannot be read")]
    Results {
        /// The file.
        name: String,
        /// What the JSON reader says.
        source: serde_json::Error,
    },
}
