//! Why a file holds no scripts.

/// Why JSON is not what a client keeps scripts in.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// It has another shape.
    #[error("no regex scripts: {found}; expected {expected}")]
    NotScripts {
        /// What was found.
        found: String,
        /// What was expected.
        expected: &'static str,
    },
    /// A script of a file has no name, for which SillyTavern 1.19.0 refuses the file.
    #[error("script {number} has no `scriptName`, and SillyTavern takes no script without one")]
    NoName {
        /// Which one, counted from 1.
        number: usize,
    },
    /// More scripts than [`Limits::scripts`](crate::Limits::scripts).
    #[error("{count} scripts, more than the limit `scripts` of {limit}")]
    TooMany {
        /// How many there are.
        count: usize,
        /// How many may be.
        limit: usize,
    },
}
