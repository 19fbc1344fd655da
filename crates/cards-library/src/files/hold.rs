//! Whose a file is: who writes to one, or is about to take its place, holds a lock on it (`flock`), which ends with the program however
//! that ends, on whatever machine of a shared disk. Where a system or a file system has no such locks, nothing is known of anybody.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use super::stamp::Stamp;

/// Whether this system has locks, and so tells what is written from what was left.
pub const TELLS: bool = cfg!(any(target_os = "linux", target_os = "android", target_os = "macos"));

/// How long somebody may write to a file that others wait for, and between two looks whether it is free.
const PATIENCE: Duration = Duration::from_secs(10);
const PAUSE: Duration = Duration::from_millis(2);

/// Whose a file or folder is.
pub(super) enum Hold {
    /// Nobody else's: the lock is in this file.
    Ours(File),
    /// Of somebody who writes to it.
    Others,
    /// Nothing can be said: there are no locks here, or it may not be opened.
    Unknown,
}

impl Hold {
    /// Asks, and holds what is nobody's; never waits.
    pub(super) fn of(path: &Path) -> Self {
        // Never a pipe of that name, which would be waited for.
        if !TELLS || !fs::symlink_metadata(path).is_ok_and(|meta| meta.is_file() || meta.is_dir()) {
            return Self::Unknown;
        }
        let Ok(file) = File::open(path) else { return Self::Unknown };
        match try_lock(&file) {
            Ok(true) => Self::Ours(file),
            Ok(false) => Self::Others,
            Err(_) => Self::Unknown,
        }
    }

    /// The lock, which ends with the file.
    pub(super) fn ours(self) -> Option<File> {
        match self {
            Self::Ours(file) => Some(file),
            Self::Others | Self::Unknown => None,
        }
    }
}

/// Waits until nobody else holds a file, and holds it; nothing where there is none, or there are no locks.
///
/// # Errors
/// Somebody holds it for ten seconds.
pub(super) fn wait_for(path: &Path) -> io::Result<Option<File>> {
    wait(path, PATIENCE)
}

fn wait(path: &Path, patience: Duration) -> io::Result<Option<File>> {
    let begun = Instant::now();
    loop {
        match Hold::of(path) {
            // Another file may have its name since: its writer held the old one.
            Hold::Ours(file) if Stamp::of(path).ok() == Stamp::of_file(&file).ok() => return Ok(Some(file)),
            Hold::Unknown => return Ok(None),
            Hold::Ours(_) | Hold::Others if begun.elapsed() < patience => std::thread::sleep(PAUSE),
            Hold::Ours(_) | Hold::Others => {
                let message = format!("another program has held it for {} seconds", patience.as_secs());
                return Err(io::Error::new(io::ErrorKind::ResourceBusy, message));
            }
        }
    }
}

/// Takes the lock of a file, if nobody else has it.
#[cfg(any(target_os = "linux", target_os = "android", target_os = "macos"))]
fn try_lock(file: &File) -> io::Result<bool> {
    use rustix::fs::{FlockOperation, flock};
    match flock(file, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(true),
        Err(rustix::io::Errno::WOULDBLOCK) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_os = "macos")))]
fn try_lock(_: &File) -> io::Result<bool> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(test)]
#[cfg(any(target_os = "linux", target_os = "android", target_os = "macos"))]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_somebody_holds_is_waited_for_and_then_given_up() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let (path, other) = (folder.path().join("a.json"), folder.path().join("b.json"));
        assert!(wait(&path, Duration::ZERO)?.is_none(), "there is no file");
        fs::write(&path, "a")?;
        fs::write(&other, "b")?;
        let first = wait(&path, Duration::ZERO)?;
        assert!(first.is_some());
        let late = wait(&path, Duration::from_secs(1)).unwrap_err();
        assert_eq!(late.to_string(), "another program has held it for 1 seconds");

        // Who waits for a file that another takes the place of waits for that one.
        fs::rename(&other, &path)?;
        let second = wait(&path, Duration::ZERO)?.ok_or(io::ErrorKind::NotFound)?;
        assert_eq!(io::read_to_string(&second)?, "b");
        drop(first);
        assert!(wait(&path, Duration::ZERO).is_err());
        Ok(())
    }
}
