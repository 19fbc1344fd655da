//! Files of named folders of the disk.

use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use cards_kit::Timestamp;
use cards_kit::container::Source;
use cards_library::files::journal::{Fate, Journal, SERVER};
use cards_library::files::save::Staged;
use cards_library::files::{FileSource, FilesError as Written, stream_hash};

use super::{Files, FilesError, Listed, Listing};
use crate::path::CardPath;

/// A folder whose files may be looked at, and the name that paths begin with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Root {
    name: String,
    folder: PathBuf,
}

impl Root {
    /// Names a folder, which is resolved once and for all.
    ///
    /// # Errors
    /// What the system says where it is no folder; [`io::ErrorKind::InvalidInput`] for a name that no path can begin with.
    pub fn new(name: &str, folder: &Path) -> io::Result<Self> {
        let folder = fs::canonicalize(folder)?;
        if !folder.is_dir() {
            return Err(io::Error::new(io::ErrorKind::NotADirectory, "that is no folder"));
        }
        let is_plain = name.chars().all(|letter| letter.is_alphanumeric() || matches!(letter, '-' | '_'));
        if name.is_empty() || name.starts_with("plan-") || !is_plain {
            let message = format!("`{name}` is no name of a root; letters, digits, `-` and `_` belong there");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        Ok(Self { name: name.to_owned(), folder })
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// Files of named folders of the disk. Links in them are not followed, and what is replaced is kept in the folder of records that
/// `cards undo` reads, where one run of the server is one run.
#[derive(Debug)]
pub struct Disk {
    roots: Vec<Root>,
    journal: Journal,
    begun: Instant,
}

impl Disk {
    /// Files of these roots. `state` is the folder of records, as [`cards_library::files::journal::state_folder`] gives it; without one
    /// nothing can be written.
    #[must_use]
    pub fn new(roots: Vec<Root>, state: Option<PathBuf>) -> Self {
        Self { roots, journal: Journal::of(state, SERVER), begun: Instant::now() }
    }

    /// The place of a path on the disk; no part of it within its root is a link.
    fn place(&self, path: &CardPath) -> Result<PathBuf, FilesError> {
        let root = self.roots.iter().find(|root| root.name == path.root());
        let root = root.ok_or_else(|| FilesError::NoRoot { known: self.roots().join(", ") })?;
        let mut at = root.folder.clone();
        for part in path.inside().into_iter().flat_map(|inside| inside.split('/')) {
            at.push(part);
            match fs::symlink_metadata(&at) {
                Ok(meta) if meta.file_type().is_symlink() => return Err(FilesError::Link),
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) if error.kind() == io::ErrorKind::NotADirectory => return Err(FilesError::NoFile),
                Err(error) => return Err(error.into()),
            }
        }
        Ok(at)
    }

    /// The place of a file that is there.
    fn file(&self, path: &CardPath) -> Result<(PathBuf, Metadata), FilesError> {
        let at = self.place(path)?;
        match fs::symlink_metadata(&at) {
            Ok(meta) if meta.is_file() => Ok((at, meta)),
            Ok(_) => Err(FilesError::NotAFile),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Err(FilesError::NoFile),
            Err(error) => Err(error.into()),
        }
    }
}

/// Why the library could not write.
fn unwritten(error: Written) -> FilesError {
    match error {
        Written::Read { source, .. } | Written::Write { source, .. } => FilesError::Io(source),
        error => FilesError::Io(io::Error::other(error.to_string())),
    }
}

impl Files for Disk {
    fn roots(&self) -> Vec<String> {
        self.roots.iter().map(|root| root.name.clone()).collect()
    }

    fn list(&self, folder: &CardPath) -> Result<Listing, FilesError> {
        let at = self.place(folder)?;
        match fs::symlink_metadata(&at) {
            Ok(meta) if meta.is_dir() => {}
            Ok(_) => return Err(FilesError::NotAFolder),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(FilesError::NoFile),
            Err(error) => return Err(error.into()),
        }
        let mut listing = Listing::default();
        for entry in fs::read_dir(&at)? {
            let entry = entry?;
            let (name, kind) = (entry.file_name(), entry.file_type()?);
            let Some(name) = name.to_str().filter(|name| !name.starts_with('.')) else { continue };
            if kind.is_symlink() {
                listing.links += 1;
            } else if let (Some(path), true) = (folder.join(name), kind.is_dir() || kind.is_file()) {
                listing.entries.push(Listed { path, is_folder: kind.is_dir() });
            }
        }
        listing.entries.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(listing)
    }

    fn is_folder(&self, path: &CardPath) -> bool {
        self.place(path).is_ok_and(|at| fs::symlink_metadata(at).is_ok_and(|meta| meta.is_dir()))
    }

    fn is_there(&self, path: &CardPath) -> bool {
        self.place(path).is_ok_and(|at| fs::symlink_metadata(at).is_ok())
    }

    fn open(&self, path: &CardPath) -> Result<Box<dyn Source + '_>, FilesError> {
        let (at, meta) = self.file(path)?;
        Ok(Box::new(FileSource::new(File::open(at)?, meta.len())?))
    }

    fn write(&mut self, path: &CardPath, bytes: &[u8], was: Option<&str>) -> Result<u64, FilesError> {
        let at = match (self.file(path), was) {
            (Ok((at, _)), Some(_)) => at,
            (Ok(_), None) => return Err(FilesError::Exists),
            (Err(FilesError::NoFile), None) => self.place(path)?,
            (Err(FilesError::NoFile), Some(_)) => return Err(FilesError::Moved),
            (Err(error), _) => return Err(error),
        };
        let mut staged = Staged::create(&at).map_err(unwritten)?;
        staged.write(bytes).map_err(unwritten)?;
        if let Some(was) = was {
            // From here on nobody else takes its place who writes as this does.
            staged.hold().map_err(unwritten)?;
            if stream_hash(File::open(&at)?)? != was {
                return Err(FilesError::Moved);
            }
        }
        let kept = self.journal.keep(&at, staged.so_far().map_err(unwritten)?).map_err(unwritten)?;
        staged.commit().map_err(unwritten)?;
        Ok(kept as u64)
    }

    fn put_back(&mut self, kept: u64) -> Result<u64, FilesError> {
        let kept = usize::try_from(kept).map_err(|_| FilesError::NotKept)?;
        match self.journal.put_back(kept).map_err(unwritten)? {
            (Fate::Back, Some(again)) => Ok(again as u64),
            // Somebody else put it back already.
            (Fate::Back, None) => Err(FilesError::Moved),
            (Fate::Left(why), _) if why.contains("record") => Err(FilesError::NotKept),
            (Fate::Left(_), _) => Err(FilesError::Moved),
        }
    }

    fn now(&self) -> Option<Timestamp> {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
        i64::try_from(since.as_secs()).ok().map(Timestamp::from_seconds)
    }

    fn millis(&self) -> u64 {
        u64::try_from(self.begun.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    fn random(&mut self) -> u64 {
        // Without the system's randomness, tokens can be guessed by who can see the clock, and still are good for once.
        getrandom::u64().unwrap_or_else(|_| self.begun.elapsed().as_nanos() as u64)
    }
}
