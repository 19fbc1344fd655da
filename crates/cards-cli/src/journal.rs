//! Where the tool keeps what its runs replace, so that `cards undo` puts it back.

use std::path::PathBuf;

use cards_library::files::FilesError;
use cards_library::files::journal::state_folder;
pub(crate) use cards_library::files::journal::{Fate, Journal, Run, SERVER};

use crate::failure::Failure;

/// A record of a run of this command line.
pub(crate) fn journal(command: &str) -> Journal {
    Journal::of(folder(), command)
}

/// The last run; nothing where none is remembered.
pub(crate) fn last() -> Result<Option<Run>, Failure> {
    Ok(Run::last(&folder().ok_or(FilesError::NoState)?)?)
}

/// The folder of records.
fn folder() -> Option<PathBuf> {
    state_folder(|name| std::env::var_os(name))
}
