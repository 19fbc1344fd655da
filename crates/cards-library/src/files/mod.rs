//! Files and folders of cards, gone through.
//!
//! [`scan`] gives a row for each file, on all cores and in order. Its parts are here for programs that do something else with each
//! file: [`Walk`] finds files, [`Members`] takes archives of many cards apart, [`in_order`] spreads work over threads.
//!
//! ```
//! use cards_library::files::{How, scan};
//!
//! # let folder = std::env::temp_dir().join("cards-library-files-example");
//! # std::fs::create_dir_all(&folder)?;
//! # std::fs::write(folder.join("aria.json"), r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria"}}"#)?;
//! let mut names = Vec::new();
//! scan(&[folder], &How::default().with_sorted(true), |rows| {
//!     names.extend(rows.into_iter().filter_map(|file| Some(file.row.ok()?.name)));
//!     true
//! })?;
//! assert_eq!(names, ["Aria"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod archives;
mod hold;
#[cfg(feature = "serde")]
pub mod journal;
mod names;
mod order;
mod place;
mod row;
pub mod save;
mod source;
mod stamp;
mod successor;
pub mod unfinished;
mod walk;

use cards_words::setters;
use std::io;
use std::path::PathBuf;

pub use crate::file_row::{Depth, FileRow};
pub use archives::Members;
pub use names::has_card_name;
pub use order::in_order;
pub use place::{data_folder, of_place};
pub use row::modified_us;
pub use source::{FileSource, stream_hash};
pub use walk::{Choice, Found, PassedOver, Walk, refuse_absent};

/// Why a library cannot be gone through.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FilesError {
    /// A path that was named cannot be read.
    #[error("cannot read {}", path.display())]
    Read {
        /// The path.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A file could not be written; the old one, if any, is as it was.
    #[error("cannot write {}; nothing was changed", path.display())]
    Write {
        /// The path.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The system has no folder for what a run replaces.
    #[error("there is no folder for what `cards undo` needs; name one in XDG_STATE_HOME")]
    NoState,
    /// The system gives no more threads.
    #[error("cannot start threads; ask for fewer")]
    Threads(#[source] io::Error),
}

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

setters! {
    How:
    /// Looks at so much in each file.
    with_depth(depth: Depth) = depth;
    /// Uses so many threads.
    with_threads(threads: usize) = threads;
    /// Tries every file, or not.
    with_all(all: bool) = all;
    /// Orders rows by name within each folder, or not.
    with_sorted(sorted: bool) = sorted;
}

/// Goes through files and folders as `cards scan` does, and hands rows on in order, in small groups, on the caller's
/// thread, until `take` says no. Archives of cards are taken apart, and a file that cannot be read is a row with an error.
///
/// # Errors
/// A path that leads nowhere, and threads that cannot be started.
pub fn scan(paths: &[PathBuf], how: &How, take: impl FnMut(Vec<FileRow>) -> bool) -> Result<(), FilesError> {
    refuse_absent(paths)?;
    let choice = Choice { all: how.all, sorted: how.sorted, archives: true };
    let mut take = take;
    let row = |found: Found| {
        let row = FileRow::of(&found, how.depth);
        (!row.is_passed_over(&found)).then_some(row)
    };
    let rows_of = |rows: Vec<Option<FileRow>>| take(rows.into_iter().flatten().collect());
    rows(Members::of(Walk::new(paths, choice), choice), how, row, rows_of)
}

/// Makes rows of files in memory, each with its name, as [`scan`] does of those on disk.
///
/// # Errors
/// Threads that cannot be started.
pub fn scan_bytes<B: AsRef<[u8]> + Send>(
    files: impl Iterator<Item = (String, B)> + Send,
    how: &How,
    take: impl FnMut(Vec<FileRow>) -> bool,
) -> Result<(), FilesError> {
    rows(files, how, |(name, bytes): (String, B)| FileRow::of_bytes(name, bytes.as_ref(), how.depth), take)
}

fn rows<I: Send, R: Send>(
    items: impl Iterator<Item = I> + Send,
    how: &How,
    row: impl Fn(I) -> R + Sync,
    mut take: impl FnMut(Vec<R>) -> bool,
) -> Result<(), FilesError> {
    let done = in_order(items, how.threads, row, |rows| if take(rows) { Ok(()) } else { Err(Stop::Asked) });
    match done {
        Err(Stop::Failed(error)) => Err(error),
        Err(Stop::Asked) | Ok(()) => Ok(()),
    }
}

/// Why a scan ends early.
enum Stop {
    Asked,
    Failed(FilesError),
}

impl From<FilesError> for Stop {
    fn from(error: FilesError) -> Self {
        Self::Failed(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_system_may_say_no() {
        let none = refuse_absent(&[PathBuf::from("no such folder")]).unwrap_err();
        assert_eq!(none.to_string(), "cannot read no such folder");
        let disk = FilesError::Write { path: PathBuf::from("a.json"), source: io::Error::other("no space") };
        assert_eq!(cards_kit::chain(&disk), "cannot write a.json; nothing was changed: no space");
        let nowhere = "there is no folder for what `cards undo` needs; name one in XDG_STATE_HOME";
        assert_eq!(FilesError::NoState.to_string(), nowhere);
        let full = FilesError::Threads(io::Error::other("no memory"));
        assert_eq!(cards_kit::chain(&full), "cannot start threads; ask for fewer: no memory");
    }
}
