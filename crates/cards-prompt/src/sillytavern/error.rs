//! Why no prompt could be made.

/// Why no prompt could be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Expanding a text hit a limit.
    #[error(transparent)]
    Macro(#[from] cards_macro::Error),
    /// The lore engine hit a limit.
    #[error(transparent)]
    Lore(#[from] cards_lore::Error),
}
