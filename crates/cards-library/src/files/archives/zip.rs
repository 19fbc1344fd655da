//! ZIP archives of cards.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use cards_container::zip::{Archive, Entry};
use cards_container::{Bytes, Error, Limits};

use super::broken::{Broken, broken};
use crate::files::source::FileSource;

/// An archive that threads read at once: each has it open for itself, and its list is read once a thread.
pub(super) struct Zip {
    path: PathBuf,
    idle: Mutex<Vec<Archive<'static>>>,
}

impl std::fmt::Debug for Zip {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Zip").field("path", &self.path).finish_non_exhaustive()
    }
}

/// What an archive of cards may hold: a data set of millions in one file, each entry within the usual limits.
fn limits() -> Limits {
    Limits::default().with_members(5_000_000).with_directory(1 << 30).with_archive_total(u64::MAX)
}

/// The entries of an archive: number, name and size of each.
type Entries = Vec<(usize, String, u64)>;

impl Zip {
    /// Opens an archive; nothing for one that is a card, or no archive at all.
    pub(super) fn open(path: &Path) -> Result<Option<(Self, Entries)>, Broken> {
        let is_card = |source: Bytes<'static>| match cards_container::open(source, Limits::default()) {
            Err(Error::NoCard { .. } | Error::TooMany { .. } | Error::TooLarge { .. }) => false,
            // What is wrong with it is said when it is read as a card.
            _ => true,
        };
        let Ok(source) = source(path) else { return Ok(None) };
        if is_card(source) {
            return Ok(None);
        }
        let archive = open(path).map_err(|error| broken(&error))?;
        let entries = archive.entries().filter(|entry| !entry.is_folder());
        // What is shown of a long name lacks its end.
        let name = |entry: &Entry<'_>| entry.name.text().map_or_else(|| entry.shown(), str::to_owned);
        let entries = entries.map(|entry| (entry.index, name(&entry), entry.size)).collect();
        Ok(Some((Self { path: path.to_owned(), idle: Mutex::new(vec![archive]) }, entries)))
    }

    /// Reads an entry.
    pub(super) fn read(&self, index: usize) -> Result<Vec<u8>, Error> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut archive = match idle {
            Some(archive) => archive,
            None => open(&self.path)?,
        };
        let bytes = archive.read(index);
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(archive);
        bytes
    }
}

fn source(path: &Path) -> std::io::Result<Bytes<'static>> {
    let file = std::fs::File::open(path)?;
    let size = file.metadata()?.len();
    Ok(Box::new(FileSource::new(file, size)?))
}

fn open(path: &Path) -> Result<Archive<'static>, Error> {
    Archive::open(source(path).map_err(|source| Error::Io { offset: 0, source })?, &limits())
}
