//! Files in memory, for tests and examples.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use cards_kit::Timestamp;
use cards_kit::container::Source;
use cards_kit::plain::bytes_hash;

use super::{Files, FilesError, Listed, Listing};
use crate::path::CardPath;

/// Files in memory.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    files: BTreeMap<String, Vec<u8>>,
    kept: Vec<Kept>,
    drawn: u64,
    /// The clock: each time that it is asked, a millisecond went by.
    asked: Arc<AtomicU64>,
}

/// A file that was written: what it is, what it was.
#[derive(Clone, Debug)]
struct Kept {
    path: String,
    before: Option<Vec<u8>>,
    after: Option<Vec<u8>>,
}

impl Memory {
    /// Files by their paths, each `root/…`.
    pub fn of<'f, B: AsRef<[u8]>>(files: impl IntoIterator<Item = (&'f str, B)>) -> Self {
        let files = files.into_iter().map(|(path, bytes)| (path.to_owned(), bytes.as_ref().to_vec())).collect();
        Self { files, ..Self::default() }
    }

    /// The bytes of a file.
    #[must_use]
    pub fn bytes(&self, path: &str) -> Option<&[u8]> {
        self.files.get(path).map(Vec::as_slice)
    }

    /// Writes a file as somebody else would.
    pub fn put(&mut self, path: &str, bytes: &[u8]) {
        self.files.insert(path.to_owned(), bytes.to_vec());
    }

    fn set(&mut self, path: &str, after: Option<Vec<u8>>) -> u64 {
        let before = match &after {
            Some(bytes) => self.files.insert(path.to_owned(), bytes.clone()),
            None => self.files.remove(path),
        };
        self.kept.push(Kept { path: path.to_owned(), before, after });
        self.kept.len() as u64 - 1
    }
}

impl Files for Memory {
    fn roots(&self) -> Vec<String> {
        let mut roots: Vec<String> =
            self.files.keys().filter_map(|path| path.split('/').next()).map(str::to_owned).collect();
        roots.dedup();
        roots
    }

    fn list(&self, folder: &CardPath) -> Result<Listing, FilesError> {
        let head = format!("{folder}/");
        let mut listing = Listing::default();
        for path in self.files.keys() {
            let Some(rest) = path.strip_prefix(&head) else { continue };
            let (name, is_folder) = rest.split_once('/').map_or((rest, false), |(name, _)| (name, true));
            let Some(path) = folder.join(name) else { continue };
            if listing.entries.last().is_none_or(|last| last.path != path) {
                listing.entries.push(Listed { path, is_folder });
            }
        }
        if listing.entries.is_empty() {
            return Err(if self.files.contains_key(&folder.to_string()) {
                FilesError::NotAFolder
            } else if self.roots().iter().any(|root| root == folder.root()) {
                FilesError::NoFile
            } else {
                FilesError::NoRoot { known: self.roots().join(", ") }
            });
        }
        Ok(listing)
    }

    fn is_folder(&self, path: &CardPath) -> bool {
        self.list(path).is_ok()
    }

    fn is_there(&self, path: &CardPath) -> bool {
        self.files.contains_key(&path.to_string()) || self.is_folder(path)
    }

    fn open(&self, path: &CardPath) -> Result<Box<dyn Source + '_>, FilesError> {
        match self.files.get(&path.to_string()) {
            Some(bytes) => Ok(Box::new(bytes.as_slice())),
            None => Err(self.list(path).err().unwrap_or(FilesError::NotAFile)),
        }
    }

    fn write(&mut self, path: &CardPath, bytes: &[u8], was: Option<&str>) -> Result<u64, FilesError> {
        let there = self.files.get(&path.to_string());
        match (there, was) {
            (Some(there), Some(was)) if bytes_hash(there) != was => return Err(FilesError::Moved),
            (None, Some(_)) => return Err(FilesError::Moved),
            (Some(_), None) => return Err(FilesError::Exists),
            _ => {}
        }
        Ok(self.set(&path.to_string(), Some(bytes.to_vec())))
    }

    fn put_back(&mut self, kept: u64) -> Result<u64, FilesError> {
        let kept = usize::try_from(kept).ok().and_then(|at| self.kept.get(at)).ok_or(FilesError::NotKept)?.clone();
        if self.files.get(&kept.path) != kept.after.as_ref() {
            return Err(FilesError::Moved);
        }
        Ok(self.set(&kept.path, kept.before))
    }

    fn now(&self) -> Option<Timestamp> {
        None
    }

    fn millis(&self) -> u64 {
        self.asked.fetch_add(1, Ordering::Relaxed)
    }

    fn random(&mut self) -> u64 {
        self.drawn += 1;
        self.drawn.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}
