//! Refusals as exceptions.

use std::io;
use std::path::{Path, PathBuf};

use cards_cli::words;
use cards_kit::Error;
use cards_kit::answer::Refusal;
use cards_library::files::FilesError;
use pyo3::prelude::*;

/// Why a job was not done.
pub(crate) enum Failed {
    /// The system does not let a file be read.
    Io(PathBuf, io::Error),
    /// The library refuses, with what it is about.
    Refused(Refusal, Option<String>),
    /// Something of the caller's own went wrong.
    Python(PyErr),
}

impl Failed {
    /// What the library says of a file.
    pub(crate) fn of(file: &Path, error: Error) -> Self {
        let part = match &error {
            Error::Container(error) => error.place().map(ToString::to_string),
            _ => None,
        };
        let place = error.place().map(str::to_owned).or(part);
        Self::Refused(words::refusal(file, error), place)
    }

    /// A value that is not one of those that there are.
    pub(crate) fn usage(message: impl ToString) -> Self {
        Self::refusal("usage", &message)
    }

    /// A refusal of this class.
    pub(crate) fn refusal(class: &'static str, message: &impl ToString) -> Self {
        let mut refusal = Refusal::default();
        (refusal.class, refusal.message) = (class, message.to_string());
        Self::Refused(refusal, None)
    }
}

impl From<Refusal> for Failed {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal, None)
    }
}

impl From<FilesError> for Failed {
    fn from(error: FilesError) -> Self {
        Self::Refused(words::refusal_of_files(error), None)
    }
}

impl From<PyErr> for Failed {
    fn from(error: PyErr) -> Self {
        Self::Python(error)
    }
}

impl From<Failed> for PyErr {
    fn from(failed: Failed) -> Self {
        Python::attach(|py| match failed {
            Failed::Python(error) => error,
            Failed::Io(path, error) => {
                let error = match error.raw_os_error() {
                    // With its number and file, as `open` raises it.
                    Some(number) => {
                        let text = io::Error::from_raw_os_error(number).to_string();
                        let text = text.split(" (os error").next().unwrap_or_default().to_owned();
                        py.import("builtins").and_then(|builtins| {
                            builtins.getattr("OSError")?.call1((number, text, path.into_os_string()))
                        })
                    }
                    None => return error.into(),
                };
                error.map_or_else(|error| error, PyErr::from_value)
            }
            Failed::Refused(refusal, place) => {
                let made = py.import("character_cards._errors").and_then(|module| {
                    module.getattr("CardsError")?.call1((refusal.message, refusal.class, place, refusal.help))
                });
                made.map_or_else(|error| error, PyErr::from_value)
            }
        })
    }
}
