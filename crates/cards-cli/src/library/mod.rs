//! What a package of another language shares with the tool: the rows of a library of cards, and what a refusal says.

mod names;

use std::path::{Path, PathBuf};

use cards_kit::answer::Refusal;

use crate::failure::Failure;
use crate::file_row::read_row;
pub use crate::file_row::{Depth, FileRow};
use crate::many::in_order;
use crate::shards::Members;
use crate::walk::{Choice, Walk, refuse_absent};
pub use names::{form, lint_options, random_ids, reader, report_page};

/// How a library is gone through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct How {
    /// What is looked at in each file.
    pub depth: Depth,
    /// Threads to use; as many as there are cores where it is 0.
    pub threads: usize,
    /// Whether every file is tried, hidden ones and those of other extensions too.
    pub all: bool,
    /// Whether rows come by name within each folder.
    pub sorted: bool,
}

impl How {
    /// Looks at so much in each file.
    #[must_use]
    pub fn with_depth(self, depth: Depth) -> Self {
        Self { depth, ..self }
    }

    /// Uses so many threads.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// Tries every file, or not.
    #[must_use]
    pub fn with_all(self, all: bool) -> Self {
        Self { all, ..self }
    }

    /// Orders rows by name within each folder, or not.
    #[must_use]
    pub fn with_sorted(self, sorted: bool) -> Self {
        Self { sorted, ..self }
    }
}

/// Goes through files and folders as `cards scan` does, and hands rows on in order, in small groups, on the caller's
/// thread, until `take` says no. Archives of cards are taken apart, and a file that cannot be read is a row with an error.
///
/// # Errors
/// A path that leads nowhere, and threads that cannot be started.
pub fn scan(paths: &[PathBuf], how: &How, take: impl FnMut(Vec<FileRow>) -> bool) -> Result<(), Refusal> {
    refuse_absent(paths).map_err(|failure| failure.answer())?;
    let choice = Choice { all: how.all, sorted: how.sorted, shards: true };
    rows(Members::of(Walk::new(paths, choice), choice), how, |found| read_row(&found, how.depth), take)
}

/// Makes rows of files in memory, each with its name, as [`scan`] does of those on disk.
///
/// # Errors
/// Threads that cannot be started.
pub fn scan_bytes<B: AsRef<[u8]> + Send>(
    files: impl Iterator<Item = (String, B)> + Send,
    how: &How,
    take: impl FnMut(Vec<FileRow>) -> bool,
) -> Result<(), Refusal> {
    rows(files, how, |(name, bytes)| FileRow::of_bytes(name, bytes.as_ref(), how.depth), take)
}

fn rows<I: Send>(
    items: impl Iterator<Item = I> + Send,
    how: &How,
    row: impl Fn(I) -> FileRow + Sync,
    mut take: impl FnMut(Vec<FileRow>) -> bool,
) -> Result<(), Refusal> {
    let mut stopped = false;
    let done = in_order(items, how.threads, row, |rows| {
        stopped = !take(rows);
        if stopped { Err(Failure::Other { class: "stopped", message: String::new() }) } else { Ok(()) }
    });
    match done {
        Err(failure) if !stopped => Err(failure.answer()),
        _ => Ok(()),
    }
}

/// Says why something about a file was refused, and what to do about it, in the words of the tool.
#[must_use]
pub fn refusal(file: &Path, error: cards_kit::Error) -> Refusal {
    Failure::of(file, error).answer()
}

/// The same of a file that the system does not let be read.
#[must_use]
pub fn unread(file: &Path, source: std::io::Error) -> Refusal {
    Failure::Read { path: file.to_owned(), source }.answer()
}
