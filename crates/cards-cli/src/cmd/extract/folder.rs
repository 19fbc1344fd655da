//! A folder that nothing is written outside of.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use cards_container::Error;
use cards_container::zip::SafePath;
use tempfile::{NamedTempFile, TempDir};

use crate::failure::Failure;
use crate::interrupt::{self, Mark};
use crate::save::{SYNCS_DISKS, folder_of, new_file_in, new_folder_in, sync_disk_of, sync_folder};

/// So many files are made durable one by one; of more, the rest is at once, with whatever else the disk still has to write.
const ONE_BY_ONE: u64 = 64;

/// A folder to write new files into.
///
/// One that is not there yet is filled under a temporary name and gets its own when all is written, so that its files have theirs
/// from the first byte on; in one that is there, each file appears whole.
pub(super) struct Folder {
    root: PathBuf,
    /// Where the files go until the folder is finished, if not into it.
    temporary: Option<(TempDir, Mark)>,
    force: bool,
    /// Bytes that may still be written.
    left: u64,
    /// Folders in the temporary one, which nobody else writes into.
    made: HashSet<PathBuf>,
    /// Files that were made durable, one by one.
    durable: u64,
    /// Whether a file is there that was not.
    owes: bool,
}

/// A file that is being written.
enum Begun {
    /// Without its name, beside where it will be; marked where it is in no folder of its own.
    Beside(NamedTempFile, Option<Mark>),
    /// Under its name, in a folder that has not got its own yet.
    Named(fs::File),
}

impl Begun {
    fn as_file(&self) -> &fs::File {
        match self {
            Self::Beside(file, _) => file.as_file(),
            Self::Named(file) => file,
        }
    }
}

impl Write for Begun {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        self.as_file().write(buf)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
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
        let temporary = match fs::read_dir(root) {
            Ok(mut entries) => {
                if !force && entries.next().is_some() {
                    let message = "the folder is not empty; give --force to write into it, or name another".to_owned();
                    return Err(Failure::Content { path: root.to_owned(), class: "exists", message });
                }
                None
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                fs::create_dir_all(folder_of(root)).map_err(failed)?;
                Some(interrupt::temporary(|| new_folder_in(folder_of(root))).map_err(failed)?)
            }
            Err(error) => return Err(failed(error)),
        };
        let (root, made) = (root.to_owned(), HashSet::new());
        Ok(Self { root, temporary, force, left: most, made, durable: 0, owes: false })
    }

    /// Writes one new file, and says how many bytes it has; nothing of it stays after an error.
    pub(super) fn write(
        &mut self,
        path: &SafePath,
        work: impl FnOnce(&mut Measured) -> Result<u64, Error>,
    ) -> Result<u64, Denied> {
        let target = self.place(path)?;
        let file = self.open(&target)?;
        let is_named = matches!(file, Begun::Named(_));
        let written = self.fill(file, &target, work);
        if written.is_err() && is_named {
            // What cannot be removed goes with the folder.
            let _ = fs::remove_file(&target);
        }
        written
    }

    fn fill(
        &mut self,
        file: Begun,
        target: &Path,
        work: impl FnOnce(&mut Measured) -> Result<u64, Error>,
    ) -> Result<u64, Denied> {
        let mut measured = Measured { file: io::BufWriter::with_capacity(1 << 16, file), left: self.left, full: false };
        let done = work(&mut measured).and_then(|size| {
            measured.file.flush().map_err(|source| Error::Write { source })?;
            Ok(size)
        });
        let Measured { file, left, full } = measured;
        match done {
            Ok(size) => {
                let file = file.into_inner().map_err(|error| Denied::Disk(error.into_error()))?;
                self.make_durable(&file).map_err(Denied::Disk)?;
                if let Begun::Beside(file, _mark) = file {
                    self.put(file, target)?;
                }
                self.left = left;
                Ok(size)
            }
            Err(_) if full => Err(Denied::Full),
            Err(Error::Write { source }) => Err(Denied::Disk(source)),
            Err(other) => Err(Denied::Source(other)),
        }
    }

    /// Makes a file durable, or has the whole folder made so in the end. One that gets a name which people see is whole by then.
    fn make_durable(&mut self, file: &Begun) -> io::Result<()> {
        if SYNCS_DISKS && self.temporary.is_some() && self.durable >= ONE_BY_ONE {
            self.owes = true;
            return Ok(());
        }
        self.durable += 1;
        file.as_file().sync_all()
    }

    /// Gives a folder that was not there its name.
    pub(super) fn finish(mut self) -> Result<(), Failure> {
        if let Some((temporary, _mark)) = self.temporary.take() {
            let failed = |source| Failure::Write { path: self.root.clone(), source };
            if self.owes {
                sync_disk_of(temporary.path()).map_err(failed)?;
            }
            fs::rename(temporary.path(), &self.root).map_err(failed)?;
            // Nothing of that name is left to remove.
            let _ = temporary.keep();
            sync_folder(folder_of(&self.root));
        }
        sync_folder(&self.root);
        Ok(())
    }

    /// A file to write into: under its name where nobody sees that yet, else beside it.
    fn open(&self, target: &Path) -> Result<Begun, Denied> {
        let make = || new_file_in(folder_of(target));
        let file = match self.temporary {
            Some(_) if !self.force => return fs::File::create_new(target).map(Begun::Named).map_err(named),
            // What is in a temporary folder goes with it.
            Some(_) => make().map(|file| (file, None)),
            None => interrupt::temporary(make).map(|(file, mark)| (file, Some(mark))),
        };
        file.map(|(file, mark)| Begun::Beside(file, mark)).map_err(Denied::Disk)
    }

    /// Gives a file its name. A link of that name would be replaced itself, never followed.
    fn put(&self, file: NamedTempFile, target: &Path) -> Result<(), Denied> {
        let put = if self.force { file.persist(target) } else { file.persist_noclobber(target) };
        put.map(drop).map_err(|error| named(error.error))
    }

    /// The path of a file, its folders made one by one; none of them may be a link.
    fn place(&mut self, path: &SafePath) -> Result<PathBuf, Denied> {
        let is_ours = self.temporary.is_some();
        let mut at = self.temporary.as_ref().map_or(self.root.as_path(), |(folder, _)| folder.path()).to_owned();
        let mut parts = path.parts().peekable();
        while let Some(part) = parts.next() {
            at.push(part);
            // In a folder of its own, making a file says whether its name is taken.
            if is_ours && (self.made.contains(&at) || (parts.peek().is_none() && !self.force)) {
                continue;
            }
            let found = match fs::symlink_metadata(&at) {
                Ok(found) => Some(found.file_type()),
                Err(error) if error.kind() == io::ErrorKind::NotFound => None,
                Err(error) if error.kind() == io::ErrorKind::InvalidFilename => {
                    return Err(Denied::InTheWay("this disk takes no such name"));
                }
                Err(_) => return Err(Denied::InTheWay("a file is where a folder would")),
            };
            match (parts.peek().is_some(), found) {
                (true, None) => {
                    fs::create_dir(&at).map_err(Denied::Disk)?;
                    if is_ours {
                        self.made.insert(at.clone());
                    }
                }
                (true, Some(kind)) if kind.is_dir() => {}
                (true, Some(_)) => return Err(Denied::InTheWay("a file or link is where a folder would")),
                (false, Some(kind)) if kind.is_file() && self.force => {}
                (false, Some(_)) => return Err(Denied::InTheWay("something of that name is there already")),
                (false, None) => {}
            }
        }
        Ok(at)
    }
}

/// Why a file does not get a name.
fn named(error: io::Error) -> Denied {
    match error.kind() {
        io::ErrorKind::AlreadyExists => Denied::InTheWay("something of that name is there already"),
        io::ErrorKind::InvalidFilename => Denied::InTheWay("this disk takes no such name"),
        _ => Denied::Disk(error),
    }
}

/// A file that takes no more than what may still be written.
pub(super) struct Measured {
    file: io::BufWriter<Begun>,
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
