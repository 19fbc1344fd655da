//! What the desk needs of the outside: files of named roots, a clock, chance.

mod disk;
mod memory;

use std::io;

use cards_kit::Timestamp;
use cards_kit::container::Source;

use crate::path::CardPath;

pub use disk::{Disk, Root};
pub use memory::Memory;

/// Why a file of a root cannot be had.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FilesError {
    /// The path begins with no root that there is.
    #[error("there is no root of that name; there are: {known}")]
    NoRoot {
        /// The names of the roots.
        known: String,
    },
    /// Nothing is there.
    #[error("there is no such file")]
    NoFile,
    /// A part of the path is a link.
    #[error("a part of that path is a link")]
    Link,
    /// A folder or a device is there.
    #[error("that is not a file")]
    NotAFile,
    /// A file is there.
    #[error("that is not a folder")]
    NotAFolder,
    /// It has more bytes than may be read.
    #[error("the file has {size} bytes, more than the {limit} that are read")]
    TooLarge {
        /// Its bytes.
        size: u64,
        /// The limit `file_bytes`.
        limit: u64,
    },
    /// It is not what the plan was made from.
    #[error("the file is not what it was")]
    Moved,
    /// Something is there that was not to be replaced.
    #[error("there is a file of that name")]
    Exists,
    /// What it was before is not kept any more.
    #[error("what the file was before is not kept any more")]
    NotKept,
    /// The system says no.
    #[error("the system refused")]
    Io(#[from] io::Error),
}

/// An entry of a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Where it is.
    pub path: CardPath,
    /// Whether it is a folder.
    pub is_folder: bool,
}

/// What there is in a folder: files and folders, by name; links and hidden files are none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    /// What there is.
    pub entries: Vec<Listed>,
    /// How many links were passed over.
    pub links: usize,
}

/// Files of named roots, and what else a desk needs of the outside.
///
/// Paths are names within roots; an implementation follows no link, and writes a file whole or not at all.
pub trait Files: Send + Sync {
    /// The names of the roots.
    fn roots(&self) -> Vec<String>;

    /// Lists a folder.
    ///
    /// # Errors
    /// [`FilesError`].
    fn list(&self, folder: &CardPath) -> Result<Listing, FilesError>;

    /// Whether a folder is there.
    fn is_folder(&self, path: &CardPath) -> bool;

    /// Whether anything is there.
    fn is_there(&self, path: &CardPath) -> bool;

    /// Opens a file to read parts of it.
    ///
    /// # Errors
    /// [`FilesError`].
    fn open(&self, path: &CardPath) -> Result<Box<dyn Source + '_>, FilesError>;

    /// Puts a file in place in one step, and keeps what was there. `was` is the hash of the file that is replaced, nothing where none is.
    /// Gives the name under which the old one is kept.
    ///
    /// # Errors
    /// [`FilesError::Moved`] and [`FilesError::Exists`] where something else is there.
    fn write(&mut self, path: &CardPath, bytes: &[u8], was: Option<&str>) -> Result<u64, FilesError>;

    /// Puts back what a [`Files::write`] replaced, if the file is still what that wrote, and gives the name under which what was
    /// there until now is kept. A file that was new is taken away.
    ///
    /// # Errors
    /// [`FilesError::Moved`] where something else is there, [`FilesError::NotKept`].
    fn put_back(&mut self, kept: u64) -> Result<u64, FilesError>;

    /// The present moment.
    fn now(&self) -> Option<Timestamp>;

    /// Milliseconds since some moment.
    fn millis(&self) -> u64;

    /// A number that nobody guesses.
    fn random(&mut self) -> u64;
}

/// Bytes of a file, all of them.
pub(crate) fn read_whole(files: &dyn Files, path: &CardPath, limit: u64) -> Result<Vec<u8>, FilesError> {
    let mut source = files.open(path)?;
    let size = source.size();
    if size > limit {
        return Err(FilesError::TooLarge { size, limit });
    }
    let mut bytes = vec![0; usize::try_from(size).map_err(|_| FilesError::TooLarge { size, limit })?];
    let mut done = 0;
    while let Some(rest) = bytes.get_mut(done..).filter(|rest| !rest.is_empty()) {
        match source.read_at(done as u64, rest)? {
            // It became shorter while it was read.
            0 => return Err(FilesError::Moved),
            count => done += count,
        }
    }
    Ok(bytes)
}
