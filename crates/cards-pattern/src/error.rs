//! Why a pattern does not run.

/// Why a pattern is not a JavaScript regular expression, or not one that can run here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// JavaScript refuses it.
    #[error("{what} at byte {at}")]
    Syntax {
        /// What is wrong.
        what: &'static str,
        /// The byte of the pattern behind it.
        at: usize,
    },
    /// It takes more than a limit allows, or what the engine cannot do.
    #[error("{what}")]
    TooLarge {
        /// What is too large.
        what: &'static str,
    },
    /// A search took more steps than the limits allow.
    #[error("the pattern takes more steps than the limit `{limit}` allows")]
    TooSlow {
        /// The limit's name.
        limit: &'static str,
    },
}
