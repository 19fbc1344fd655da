//! Why a verb gave up.

use std::io;
use std::path::{Path, PathBuf};

use cards_kit::Error;
use cards_kit::answer::Refusal;
pub(crate) use cards_kit::chain;
use cards_library::files::FilesError;

use crate::input::name;
use crate::nearest::nearest;

/// Why a verb gave up, with all that a person needs to do something about it.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// A file could not be opened or read.
    #[error("cannot read {}", name(path))]
    Read { path: PathBuf, source: io::Error },
    /// A file could not be written; the old one, if any, is as it was.
    #[error("cannot write {}; nothing was changed", name(path))]
    Write { path: PathBuf, source: io::Error },
    /// The output exists and replacing it was not asked for.
    #[error("{} exists; give --force to replace it", name(path))]
    Exists { path: PathBuf },
    /// A file is no card, or a damaged one.
    #[error("{}", name(path))]
    Card { path: PathBuf, source: cards_container::Error },
    /// A file is not what this verb takes.
    #[error("{}: {message}", name(path))]
    Content { path: PathBuf, class: &'static str, message: String },
    /// A text with macros passes a limit.
    #[error("{what}")]
    Macro { what: String, source: cards_macro::Error },
    /// A verb cannot go on for a reason of its own.
    #[error("{message}")]
    Other { class: &'static str, message: String },
    /// Standard output failed.
    #[error("cannot write to standard output")]
    Output(#[from] io::Error),
}

impl From<FilesError> for Failure {
    fn from(error: FilesError) -> Self {
        match error {
            FilesError::Read { path, source } => Self::Read { path, source },
            FilesError::Write { path, source } => Self::Write { path, source },
            FilesError::Threads(error) => Self::Other {
                class: "io",
                message: format!("cannot start threads: {error}; ask for fewer with --threads"),
            },
            error => Self::Other { class: "io", message: chain(&error) },
        }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        if error.is_io() {
            return Self::Output(error.into());
        }
        Self::Other { class: "bad-json", message: format!("the answer cannot be written as JSON: {error}") }
    }
}

impl Failure {
    /// A stable word for scripts.
    pub(crate) fn class(&self) -> &'static str {
        match self {
            Self::Read { .. } | Self::Write { .. } | Self::Output(_) => "io",
            Self::Exists { .. } => "exists",
            Self::Card { source, .. } => source.class(),
            Self::Macro { source, .. } => source.class(),
            Self::Content { class, .. } | Self::Other { class, .. } => class,
        }
    }

    /// The file that it is about, where it is about one.
    pub(crate) fn path(&self) -> Option<&Path> {
        match self {
            Self::Read { path, .. }
            | Self::Write { path, .. }
            | Self::Exists { path }
            | Self::Card { path, .. }
            | Self::Content { path, .. } => Some(path),
            Self::Macro { .. } | Self::Other { .. } | Self::Output(_) => None,
        }
    }

    /// What the library refuses about a file.
    pub(crate) fn of(path: &Path, error: Error) -> Self {
        let path = path.to_owned();
        match error {
            Error::Container(source) => Self::Card { path, source },
            error => {
                let hint = match &error {
                    Error::NotACard { .. } => {
                        "; --to lorebook, worldinfo, module … make another kind of lorebook".to_owned()
                    }
                    Error::NoLorebook => "; --to v1, v2, v3 … convert the card".to_owned(),
                    Error::NoSuchPlace { place, known, .. } => {
                        let named = place.rsplit(['.', '[']).next().unwrap_or(place).trim_matches([']', '"']);
                        nearest(named, known).map(|near| format!("; did you mean {near}?")).unwrap_or_default()
                    }
                    _ => String::new(),
                };
                Self::Content { path, class: error.class(), message: chain(&error) + &hint }
            }
        }
    }

    /// What scripts get of it.
    pub(crate) fn answer(&self) -> Refusal {
        self.answer_with(self.advice())
    }

    /// The same, with what to do about it at some place.
    pub(crate) fn answer_with(&self, help: Option<String>) -> Refusal {
        let mut refusal = Refusal::default();
        (refusal.class, refusal.message, refusal.help) = (self.class(), self.chain(), help);
        refusal
    }

    /// The message with everything behind it.
    pub(crate) fn chain(&self) -> String {
        chain(self)
    }

    /// Whether whoever reads our output went away.
    pub(crate) fn is_broken_pipe(&self) -> bool {
        matches!(self, Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writing_says_what_became_of_the_old_file() {
        let path = PathBuf::from("a.json");
        let full = Failure::Write { path: path.clone(), source: io::Error::other("no space") };
        assert_eq!(full.chain(), "cannot write a.json; nothing was changed: no space");
        let full = Failure::from(FilesError::Threads(io::Error::other("no memory")));
        assert_eq!(full.chain(), "cannot start threads: no memory; ask for fewer with --threads");
        assert_eq!(Failure::Exists { path }.chain(), "a.json exists; give --force to replace it");
    }
}
