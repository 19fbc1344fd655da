//! Temporary files and folders: a program that is told to stop leaves none of them behind, and what one leaves that was killed is known
//! as such by the next.
//!
//! Who writes holds a lock on what is temporary (`flock`), which ends with the program however that ends. So a name of ours that nobody
//! holds was left by a program that is gone, on whatever machine it ran. Where a system or a file system has no such locks, nothing is
//! ever said to be left.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use super::hold::Hold;
pub use super::hold::TELLS;

/// What has no name of its own yet, with its lock: each thread has one at most.
static UNFINISHED: Mutex<Vec<(PathBuf, Option<File>)>> = Mutex::new(Vec::new());
static BEGUN: OnceLock<fn()> = OnceLock::new();

/// What walks and looks came by that has such a name.
static MET: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// How the names of temporary files and folders begin.
pub(super) const PREFIX: &str = ".cards-";

/// Characters that `tempfile` puts behind it.
const RANDOM: usize = 6;

/// The end of the name of a folder that is being removed.
const ASIDE: &str = "-stopped";

/// How many of what was left are kept in mind: what is told of them is a few names and a count.
const MOST: usize = 10_000;

/// Has something done before anything temporary is made: most often, to begin to listen for Ctrl-C, which calls [`remove_all`]. Only
/// the first call counts.
pub fn when_begun(listen: fn()) {
    // A second program within the same process has the first one's.
    let _ = BEGUN.set(listen);
}

/// Says of something temporary that it is not finished; when this is dropped, it has its name, or is gone.
#[derive(Debug)]
pub struct Mark(PathBuf);

impl Drop for Mark {
    fn drop(&mut self) {
        lock(&UNFINISHED).retain(|(unfinished, _)| *unfinished != self.0);
    }
}

/// Makes something temporary that [`remove_all`] removes, and that others know to be in use, as long as its mark is there.
///
/// # Errors
/// What `make` answers.
pub fn temporary<T: AsRef<Path>>(make: impl Fn() -> io::Result<T>) -> io::Result<(T, Mark)> {
    if let Some(listen) = BEGUN.get() {
        listen();
    }
    // Who removes all waits for the lock, so that nothing is made that it does not know of.
    let mut unfinished = lock(&UNFINISHED);
    loop {
        let made = make()?;
        let hold = Hold::of(made.as_ref());
        // Between its making and its lock somebody may have taken it for left, and removed it.
        if matches!(hold, Hold::Others) || !made.as_ref().exists() {
            continue;
        }
        let mark = Mark(made.as_ref().to_owned());
        unfinished.push((mark.0.clone(), hold.ours()));
        return Ok((made, mark));
    }
}

/// As long as it is held, nothing temporary is made.
#[derive(Debug)]
pub struct Stopped {
    _lock: MutexGuard<'static, Vec<(PathBuf, Option<File>)>>,
}

/// Removes whatever is not finished, and lets nothing new be made until the answer is dropped: for who ends the program.
#[must_use]
pub fn remove_all() -> Stopped {
    let mut unfinished = lock(&UNFINISHED);
    // What is gone already needs nothing.
    unfinished.drain(..).for_each(|(path, _hold)| drop(remove(&path)));
    Stopped { _lock: unfinished }
}

/// Keeps a name in mind for [`left`], if it is one that temporary files have.
pub(super) fn meet(path: &Path) {
    if is_ours(path) {
        let mut met = lock(&MET);
        if met.len() < MOST {
            met.push(path.to_owned());
        }
    }
}

/// Looks through the first names of a folder, `most` of them, for what [`left`] answers. A folder that cannot be read has nothing.
pub fn look_into(folder: &Path, most: usize) {
    for entry in fs::read_dir(folder).into_iter().flatten().take(most).flatten() {
        meet(&entry.path());
    }
}

/// What programs left behind that were ended while they wrote: of the names that walks and [`look_into`] came by since the last
/// question, those that nobody writes to.
#[must_use]
pub fn left() -> Vec<PathBuf> {
    let mut met = std::mem::take(&mut *lock(&MET));
    met.sort_unstable();
    met.dedup();
    met.retain(|path| matches!(Hold::of(path), Hold::Ours(_)));
    met
}

/// Removes something that [`left`] named. The answer is whether it did: somebody may have removed it before.
///
/// # Errors
/// What the system says.
pub fn remove_left(path: &Path) -> io::Result<bool> {
    if !is_ours(path) {
        return Ok(false);
    }
    // Held until it is gone, so that nobody who made it just now goes on with it.
    let Hold::Ours(_hold) = Hold::of(path) else { return Ok(false) };
    remove(path).map(|()| true)
}

/// Whether a name is one that temporary files and folders of ours have.
fn is_ours(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).and_then(|name| name.strip_prefix(PREFIX));
    name.map(|name| name.strip_suffix(ASIDE).unwrap_or(name))
        .is_some_and(|random| random.len() == RANDOM && random.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

fn lock<T>(held: &'static Mutex<T>) -> MutexGuard<'static, T> {
    held.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes a temporary file or folder, while a program may still be writing into it.
fn remove(path: &Path) -> io::Result<()> {
    if !path.is_dir() {
        return fs::remove_file(path);
    }
    // Under another name nothing new comes into a folder.
    let mut aside = path.as_os_str().to_owned();
    if !path.to_string_lossy().ends_with(ASIDE) {
        aside.push(ASIDE);
        fs::rename(path, &aside)?;
    }
    fs::remove_dir_all(aside)
}

#[cfg(test)]
#[cfg(any(target_os = "linux", target_os = "android", target_os = "macos"))]
mod tests {
    use super::*;
    use crate::files::save::{new_file_in, new_folder_in};

    #[test]
    fn what_nobody_writes_to_was_left_and_can_be_removed() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let at = folder.path();
        let ((file, written), (_staging, filled)) = (temporary(|| new_file_in(at))?, temporary(|| new_folder_in(at))?);
        // Names of others: what begins alike, and what no lock is asked of.
        fs::write(at.join(".cards-settings"), "")?;
        fs::write(at.join(".cards-Ab_123"), "")?;
        std::os::unix::fs::symlink(at.join(".cards-settings"), at.join(".cards-Ab1234"))?;
        let found = || {
            look_into(at, 100);
            let inside = left().into_iter().filter(|path| path.starts_with(at));
            inside.collect::<Vec<_>>()
        };
        assert_eq!(found(), Vec::<PathBuf>::new());
        assert!(!remove_left(file.path())?, "somebody writes to it");
        assert!(!remove_left(&at.join(".cards-settings"))?, "it is no name of ours");

        // As after a kill: the locks are gone, and the files are not.
        let (_, kept) = file.keep()?;
        drop((written, filled));
        let all = found();
        assert_eq!(all.len(), 2);
        assert!(all.contains(&kept));
        look_into(at, 0);
        assert!(!left().iter().any(|path| path.starts_with(at)), "no name was read");
        for path in all {
            assert!(remove_left(&path)?);
            assert!(!path.exists());
            assert!(!remove_left(&path)?, "it is gone");
        }
        assert_eq!(found(), Vec::<PathBuf>::new());
        Ok(())
    }
}
