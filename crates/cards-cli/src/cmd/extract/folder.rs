//! A folder that nothing is written outside of.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use cards_container::Error;
use cards_container::zip::SafePath;

use crate::failure::Failure;

/// A folder to write new files into.
pub(super) struct Folder {
    root: PathBuf,
    force: bool,
    /// Bytes that may still be written.
    left: u64,
}

/// Why a file was not written.
pub(super) enum Denied {
    /// It would pass the limit on all bytes.
    Full,
    /// The disk failed.
    Disk(io::Error),
    /// Something that is no plain file, or must not be replaced, has its name.
    InTheWay(&'static str),
    /// Its bytes cannot be read.
    Source(Error),
}

impl Folder {
    /// Makes the folder, or takes an empty one; one with files in it only by `force`.
    pub(super) fn create(root: &Path, force: bool, most: u64) -> Result<Self, Failure> {
        let failed = |source| Failure::Write { path: root.to_owned(), source };
        match fs::read_dir(root) {
            Ok(mut entries) => {
                if !force && entries.next().is_some() {
                    let message = format!("{} is not empty; give --force to write into it", root.display());
                    return Err(Failure::Other { class: "exists", message });
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => fs::create_dir_all(root).map_err(failed)?,
            Err(error) => return Err(failed(error)),
        }
        Ok(Self { root: root.to_owned(), force, left: most })
    }

    /// Writes one new file, and says how many bytes it has; nothing of it stays after an error.
    pub(super) fn write(
        &mut self,
        path: &SafePath,
        work: impl FnOnce(&mut Measured) -> Result<u64, Error>,
    ) -> Result<u64, Denied> {
        let target = self.place(path)?;
        // A new file in a folder that is no link: an existing link is never followed.
        let file =
            OpenOptions::new().write(true).create_new(true).open(&target).map_err(|error| match error.kind() {
                io::ErrorKind::AlreadyExists => Denied::InTheWay("something of that name is there already"),
                io::ErrorKind::InvalidFilename => Denied::InTheWay("this disk takes no such name"),
                _ => Denied::Disk(error),
            })?;
        let mut measured = Measured { file: io::BufWriter::with_capacity(1 << 16, file), left: self.left, full: false };
        let done = work(&mut measured).and_then(|size| {
            measured.file.flush().map_err(|source| Error::Write { source })?;
            Ok(size)
        });
        let Measured { left, full, .. } = measured;
        match done {
            Ok(size) => {
                self.left = left;
                Ok(size)
            }
            Err(error) => {
                let _ = fs::remove_file(&target);
                Err(match error {
                    _ if full => Denied::Full,
                    Error::Write { source } => Denied::Disk(source),
                    other => Denied::Source(other),
                })
            }
        }
    }

    /// The path of a file, its folders made one by one; none of them may be a link.
    fn place(&self, path: &SafePath) -> Result<PathBuf, Denied> {
        let mut at = self.root.clone();
        let mut parts = path.parts().peekable();
        while let Some(part) = parts.next() {
            at.push(part);
            let found = match fs::symlink_metadata(&at) {
                Ok(found) => Some(found.file_type()),
                Err(error) if error.kind() == io::ErrorKind::NotFound => None,
                Err(_) => return Err(Denied::InTheWay("a file stands where a folder would")),
            };
            match (parts.peek().is_some(), found) {
                (true, None) => fs::create_dir(&at).map_err(Denied::Disk)?,
                (true, Some(kind)) if kind.is_dir() => {}
                (true, Some(_)) => return Err(Denied::InTheWay("a file or link stands where a folder would")),
                (false, Some(kind)) if kind.is_file() && self.force => fs::remove_file(&at).map_err(Denied::Disk)?,
                (false, Some(_)) => return Err(Denied::InTheWay("something of that name is there already")),
                (false, None) => {}
            }
        }
        Ok(at)
    }
}

/// A file that takes no more than what may still be written.
pub(super) struct Measured {
    file: io::BufWriter<File>,
    left: u64,
    full: bool,
}

impl Write for Measured {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        if buf.len() as u64 > self.left {
            self.full = true;
            return Err(io::Error::other("over the limit"));
        }
        let written = self.file.write(buf)?;
        self.left -= written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
