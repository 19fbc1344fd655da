//! What a file was when it was looked at.

use std::fs;
use std::io;
use std::path::Path;
use std::time::SystemTime;

/// Which file of the disk a name leads to, how long it is and when it was changed: whether somebody wrote it is seen without reading it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    file: (u64, u64),
    size: u64,
    changed: Option<SystemTime>,
}

impl Stamp {
    /// That of a file as it is now.
    ///
    /// # Errors
    /// What the system says.
    pub fn of(path: &Path) -> io::Result<Self> {
        fs::metadata(path).map(|meta| Self::of_meta(&meta))
    }

    /// That of an open file.
    pub(super) fn of_file(file: &fs::File) -> io::Result<Self> {
        file.metadata().map(|meta| Self::of_meta(&meta))
    }

    fn of_meta(meta: &fs::Metadata) -> Self {
        #[cfg(unix)]
        let file = (std::os::unix::fs::MetadataExt::dev(meta), std::os::unix::fs::MetadataExt::ino(meta));
        // Other systems give no number; there a file that takes the place of another has a time of its own.
        #[cfg(not(unix))]
        let file = (0, 0);
        Self { file, size: meta.len(), changed: meta.modified().ok() }
    }
}
