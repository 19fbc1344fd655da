//! Why the kit refuses.

/// Why a session cannot be made, or a turn cannot be run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A file holds no card, lorebook or module that can be read.
    #[error("{name} cannot be read")]
    File {
        /// The file's name, as the caller gave it.
        name: String,
        /// Why.
        source: cards_container::Error,
    },
    /// A prompt needs a character, and no file is a card.
    #[error("none of the files is a card; a prompt needs a character, so name one beside the lorebooks")]
    NoCard,
    /// The card does not have the greeting.
    #[error(transparent)]
    NoGreeting(#[from] cards_prompt::NoGreeting),
    /// A text of the card or chat cannot be expanded.
    #[error("a text of the card or of the chat cannot be expanded")]
    Macro(#[from] cards_macro::Error),
    /// The books cannot be searched.
    #[error("the lorebooks cannot be searched")]
    Lore(#[from] cards_lore::Error),
    /// A saved memory cannot be read.
    #[error("line {line} of the saved memory is not readable; delete it to start afresh")]
    Memory {
        /// The line, counted from 1.
        line: usize,
    },
}

impl Error {
    /// Gives the stable class of the error.
    #[must_use]
    pub fn class(&self) -> &'static str {
        match self {
            Self::File { source, .. } => source.class(),
            Self::NoCard => "not-a-card",
            Self::NoGreeting(_) | Self::Memory { .. } => "bad-field",
            Self::Macro(_) => "limit",
            Self::Lore(source) => source.class(),
        }
    }
}
