//! Writing files: whole or not at all.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::unfinished::{self, PREFIX};
use super::{FilesError, hold, successor};

pub use super::stamp::Stamp;

/// Whether a file is under a name, which writing would replace. Devices and pipes are written into.
///
/// # Errors
/// [`FilesError::Write`] for a folder, and for a link that leads in circles.
pub fn would_replace(path: &Path) -> Result<bool, FilesError> {
    Ok(matches!(Place::of(path)?, Place::File(file) if file.exists()))
}

/// What is under a name that is to be written to.
enum Place {
    /// A file, or nothing yet. A link stands for the file that it leads to, and stays a link.
    File(PathBuf),
    /// A device or a pipe: bytes go into it, and it stays what it is.
    Special(PathBuf),
}

impl Place {
    fn of(path: &Path) -> Result<Self, FilesError> {
        let meta = match fs::metadata(path) {
            Ok(meta) => meta,
            Err(source) => return led_to(path, source).map(Self::File),
        };
        if meta.is_dir() {
            let source = io::Error::new(io::ErrorKind::IsADirectory, "it is a folder");
            return Err(FilesError::Write { path: path.to_owned(), source });
        }
        if !meta.is_file() {
            return Ok(Self::Special(path.to_owned()));
        }
        Ok(Self::File(fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())))
    }

    /// Where the temporary file belongs: beside a file, so that renaming is one step; out of the way of devices.
    fn folder(&self) -> PathBuf {
        match self {
            Self::File(path) => folder_of(path).to_owned(),
            Self::Special(_) => std::env::temp_dir(),
        }
    }
}

/// Where a name leads that nothing is under: the name itself, or the file that a dangling link is about.
fn led_to(path: &Path, source: io::Error) -> Result<PathBuf, FilesError> {
    /// As many links as Linux follows.
    const LINKS: usize = 40;
    let mut at = path.to_owned();
    for _ in 0..LINKS {
        match fs::read_link(&at) {
            // A link is read from the folder that it is in.
            Ok(next) => at = folder_of(&at).join(next),
            Err(_) => return Ok(at),
        }
    }
    Err(FilesError::Write { path: path.to_owned(), source })
}

/// Puts bytes in the place of a file in one step: a crash at any moment leaves the old file or the new one. The answer is that of
/// [`Staged::commit`].
///
/// # Errors
/// [`FilesError::Write`]; nothing was changed.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<u64, FilesError> {
    let mut staged = Staged::create(path)?;
    staged.write(bytes)?;
    staged.commit()
}

/// A file being written: nothing is under its name before [`Staged::commit`], and nothing is left over when the
/// program ends before that, by an error or by Ctrl-C.
pub struct Staged {
    file: io::BufWriter<tempfile::NamedTempFile>,
    mark: unfinished::Mark,
    path: PathBuf,
    place: Place,
    /// The file whose place is taken, locked against others that take it by this library.
    held: Option<fs::File>,
}

impl Staged {
    /// Starts a temporary file in the folder of the wanted one.
    ///
    /// # Errors
    /// [`FilesError::Write`].
    pub fn create(path: &Path) -> Result<Self, FilesError> {
        let written = |source| FilesError::Write { path: path.to_owned(), source };
        let place = Place::of(path)?;
        let file = unfinished::temporary(|| match &place {
            Place::File(path) if !path.exists() => new_file_in(folder_of(path)),
            // What is there may be private, and so is its successor until it takes over the rights.
            _ => tempfile::Builder::new().prefix(PREFIX).tempfile_in(place.folder()),
        });
        let (file, mark) = file.map_err(|error| {
            written(match error.kind() {
                io::ErrorKind::NotFound => io::Error::new(error.kind(), "its folder is not there"),
                // The error of the temporary file names that file, which nobody asked for.
                kind => kind.into(),
            })
        })?;
        Ok(Self { file: io::BufWriter::with_capacity(1 << 16, file), mark, path: path.to_owned(), place, held: None })
    }

    /// Appends bytes.
    ///
    /// # Errors
    /// [`FilesError::Write`].
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), FilesError> {
        self.file.write_all(bytes).map_err(|source| FilesError::Write { path: self.path.clone(), source })
    }

    /// What to write with, for those who write by themselves.
    pub fn writer(&mut self) -> &mut (impl Write + Send + use<>) {
        &mut self.file
    }

    /// Where the bytes so far can be read.
    ///
    /// # Errors
    /// [`FilesError::Write`].
    pub fn so_far(&mut self) -> Result<&Path, FilesError> {
        self.file.flush().map_err(|source| FilesError::Write { path: self.path.clone(), source })?;
        Ok(self.file.get_ref().path())
    }

    /// Keeps others that write by this library from taking the place of the old file until [`Staged::commit`], so that nobody's change is
    /// lost between a last look at it and that: of many who write at once, each is the only one for a moment. Where there are no locks, it does
    /// nothing.
    ///
    /// # Errors
    /// [`FilesError::Write`] where somebody keeps it for themselves for ten seconds.
    pub fn hold(&mut self) -> Result<(), FilesError> {
        let Place::File(path) = &self.place else { return Ok(()) };
        self.held = hold::wait_for(path).map_err(|source| FilesError::Write { path: self.path.clone(), source })?;
        Ok(())
    }

    /// Gives the file its name, with the owner, the rights and the extended attributes of the one in whose place it goes.
    ///
    /// The answer is how many other names that file has (hard links): they keep its old content, since no system changes a file whole
    /// in one step and under all its names.
    ///
    /// # Errors
    /// [`FilesError::Write`]; nothing was changed.
    pub fn commit(self) -> Result<u64, FilesError> {
        let shown = self.path;
        let written = |source| FilesError::Write { path: shown.clone(), source };
        let file = self.file.into_inner().map_err(|error| written(error.into_error()))?;
        let path = match self.place {
            Place::File(path) => path,
            Place::Special(path) => {
                pour(file.path(), &path).map_err(written)?;
                return Ok(0);
            }
        };
        // A new file has what any new file has.
        let parted = match fs::metadata(&path) {
            Ok(old) => successor::take_over(file.path(), &path, &old).map_err(written)?,
            Err(_) => 0,
        };
        file.as_file().sync_all().map_err(written)?;
        file.persist(&path).map_err(|error| written(error.error))?;
        drop((self.mark, self.held));
        sync_folder(folder_of(&path));
        Ok(parted)
    }
}

/// Copies a finished file into a device or a pipe.
fn pour(from: &Path, into: &Path) -> io::Result<()> {
    let mut into = fs::OpenOptions::new().write(true).open(into)?;
    io::copy(&mut fs::File::open(from)?, &mut into)?;
    into.flush()
}

/// The folder that a path is in.
#[must_use]
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A temporary file with the rights of any new file: all that the user's mask leaves.
///
/// # Errors
/// What the system says.
pub fn new_file_in(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}

/// A temporary folder with the rights of any new folder.
///
/// # Errors
/// What the system says.
pub fn new_folder_in(folder: &Path) -> io::Result<tempfile::TempDir> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o777));
    builder.tempdir_in(folder)
}

/// Makes new names in a folder durable, where the system can.
pub fn sync_folder(folder: &Path) {
    if let Ok(folder) = fs::File::open(folder) {
        // Some file systems refuse to sync a folder; the file is whole either way.
        let _ = folder.sync_all();
    }
}

/// Whether [`sync_disk_of`] does anything here.
pub const SYNCS_DISKS: bool = cfg!(any(target_os = "linux", target_os = "android"));

/// Makes all that was written to the disk of a folder durable at once, which for thousands of new files takes a fraction of the
/// time that one after the other takes; only where [`SYNCS_DISKS`].
///
/// # Errors
/// What the system says.
pub fn sync_disk_of(folder: &Path) -> io::Result<()> {
    let folder = fs::File::open(folder)?;
    #[cfg(any(target_os = "linux", target_os = "android"))]
    rustix::fs::syncfs(&folder)?;
    drop(folder);
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::FileTypeExt as _;

    use super::*;

    #[test]
    fn links_stay_links_and_folders_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        replace(&link, b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert!(replace(folder.path(), b"new").is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn links_that_lead_to_nothing_stay_links_and_loops_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let (link, a, b) = (folder.path().join("link"), folder.path().join("a"), folder.path().join("b"));
        std::os::unix::fs::symlink("wanted", &link).unwrap();
        replace(&link, b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(folder.path().join("wanted")).unwrap(), b"new");
        std::os::unix::fs::symlink(&a, &b).unwrap();
        std::os::unix::fs::symlink(&b, &a).unwrap();
        assert!(matches!(replace(&a, b"new"), Err(FilesError::Write { .. })));
        assert!(fs::symlink_metadata(&a).unwrap().is_symlink());
    }

    #[test]
    fn new_files_have_the_rights_of_any_new_file_and_old_ones_keep_theirs() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let rights = |name: &str| fs::metadata(folder.path().join(name)).unwrap().permissions().mode() & 0o777;
        fs::write(folder.path().join("usual"), "").unwrap();
        replace(&folder.path().join("new"), b"x").unwrap();
        assert_eq!(rights("new"), rights("usual"));
        fs::set_permissions(folder.path().join("new"), fs::Permissions::from_mode(0o600)).unwrap();
        replace(&folder.path().join("new"), b"y").unwrap();
        assert_eq!(rights("new"), 0o600);
    }

    #[test]
    fn pipes_are_written_into_and_stay_pipes() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        if !made.is_ok_and(|status| status.success()) {
            return;
        }
        assert!(!would_replace(&pipe).unwrap());
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::read(pipe).unwrap()
        });
        replace(&pipe, b"through").unwrap();
        assert_eq!(reader.join().unwrap(), b"through");
        assert!(fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo());
    }
}
