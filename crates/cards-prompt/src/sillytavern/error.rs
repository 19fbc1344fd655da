//! Why no prompt could be made.

/// Why no prompt could be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Expanding a text hit a limit.
    #[error(transparent)]
    Macro(#[from] cards_macro::Error),
    /// All texts of a prompt together hit a limit.
    #[error(
        "the texts of the prompt come to more than {limit} bytes, twice `output_bytes`; shorten them, or raise the limit"
    )]
    Texts {
        /// Twice [`cards_macro::Limits::output_bytes`].
        limit: usize,
    },
    /// The lore engine hit a limit.
    #[error(transparent)]
    Lore(#[from] cards_lore::Error),
    /// A story string cannot be read; the client makes no prompt then.
    #[error("the story string cannot be read")]
    StoryString(#[from] super::text::TemplateError),
    /// A preset or template is not JSON.
    #[error("the file is not readable JSON")]
    Json(#[from] cards_model::json::Error),
    /// A preset or template is a file of another kind.
    #[error("this is no {wanted}, but: {found}")]
    NotAPreset {
        /// What was asked for.
        wanted: &'static str,
        /// What it seems to be.
        found: &'static str,
    },
}
