//! Why a call was refused, and what to do next.

use cards_kit::chain;

use crate::files::FilesError;

/// Why a call was refused. The message is ours; what a file or a library says of it is in the detail, which is data.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Refusal {
    /// A stable word.
    pub(crate) class: &'static str,
    /// What went wrong, in our words.
    pub(crate) message: String,
    /// What may hold words of a file.
    pub(crate) detail: Option<String>,
    /// What to do about it.
    pub(crate) next: String,
}

impl Refusal {
    pub(crate) fn new(class: &'static str, message: impl Into<String>) -> Self {
        Self { class, message: message.into(), detail: None, next: String::new() }
    }

    /// Arguments that are not what the tool takes.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::new("usage", message).next("change the arguments; the description of the tool has examples")
    }

    pub(crate) fn next(self, next: impl Into<String>) -> Self {
        Self { next: next.into(), ..self }
    }

    pub(crate) fn detail(self, detail: impl Into<String>) -> Self {
        Self { detail: Some(detail.into()), ..self }
    }
}

impl From<cards_kit::Error> for Refusal {
    fn from(error: cards_kit::Error) -> Self {
        let class = error.class();
        let (message, next) = match class {
            "no-place" => {
                ("there is no such place in this file", "see its places with `look`; the detail names what it has")
            }
            "usage" => ("a name or a place in the arguments is none", "the detail says which; `guide` has lists"),
            "not-a-card" => (
                "the file is not what this tool works on",
                "see with `look` what it is; `make` writes another kind of file from it",
            ),
            "bad-field" => ("a value does not fit its place", "the detail says which kind of value belongs there"),
            "limit" | "too-large" => ("a limit was reached", "ask for less"),
            "cannot-repair" => (
                "the new file could not be read back as it has to be; nothing was written",
                "see with `check` what is wrong with the file as it is",
            ),
            _ => ("the file cannot be read or written as a card", "see with `check` what is wrong with it"),
        };
        Self::new(class, message).detail(chain(&error)).next(next)
    }
}

impl From<cards_kit::container::Error> for Refusal {
    fn from(error: cards_kit::container::Error) -> Self {
        cards_kit::Error::from(error).into()
    }
}

impl From<FilesError> for Refusal {
    fn from(error: FilesError) -> Self {
        let (class, next) = match &error {
            FilesError::NoRoot { .. } => {
                ("no-root", "begin paths with one of the roots: `find` without arguments lists them")
            }
            FilesError::NoFile => ("no-file", "see with `find` what there is"),
            FilesError::Link => ("link", "links are not followed; name the file itself"),
            FilesError::NotAFile => ("not-a-file", "name a file; of a folder, `find` lists the files"),
            FilesError::NotAFolder => ("not-a-folder", "name a folder"),
            FilesError::TooLarge { .. } => ("too-large", "start the server with a larger --max-file-mb"),
            FilesError::Moved => ("stale", "the file was changed meanwhile: look at it again and plan anew"),
            FilesError::Exists => ("exists", "choose another path, or plan with `replace_existing`"),
            FilesError::NotKept => ("no-undo", "the copy for undo is gone"),
            FilesError::Io(_) => ("io", "see whether the disk is full or the file is not yours to write"),
        };
        let detail = match &error {
            FilesError::Io(source) => Some(source.to_string()),
            _ => None,
        };
        Self { class, message: error.to_string(), detail, next: next.to_owned() }
    }
}
