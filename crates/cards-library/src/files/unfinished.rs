//! Temporary files and folders, so that a program that is told to stop leaves none of them behind.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// What has no name of its own yet: each thread has one at most.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
static BEGUN: OnceLock<fn()> = OnceLock::new();

/// Has something done before anything temporary is made: most often, to begin to listen for Ctrl-C, which calls [`remove_all`]. Only
/// the first call counts.
pub fn when_begun(listen: fn()) {
    // A second program within the same process has the first one's.
    let _ = BEGUN.set(listen);
}

/// Makes something temporary that [`remove_all`] removes until it is [`finished`].
///
/// # Errors
/// What `make` answers.
pub fn temporary<T: AsRef<Path>>(make: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    if let Some(listen) = BEGUN.get() {
        listen();
    }
    // Who removes all waits for the lock, so that nothing is made that it does not know of.
    let mut unfinished = lock();
    let made = make()?;
    unfinished.push(made.as_ref().to_owned());
    Ok(made)
}

/// Says that what was temporary has its name now, or is gone.
pub fn finished(path: &Path) {
    lock().retain(|unfinished| unfinished != path);
}

/// As long as it is held, nothing temporary is made.
#[derive(Debug)]
pub struct Stopped {
    _lock: MutexGuard<'static, Vec<PathBuf>>,
}

/// Removes whatever is not finished, and lets nothing new be made until the answer is dropped: for who ends the program.
#[must_use]
pub fn remove_all() -> Stopped {
    let mut unfinished = lock();
    unfinished.drain(..).for_each(|path| remove(&path));
    Stopped { _lock: unfinished }
}

fn lock() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes a temporary file or folder, while the program may still be writing into it.
fn remove(path: &Path) {
    // Under another name nothing new comes into a folder.
    let mut aside = path.as_os_str().to_owned();
    aside.push("-stopped");
    if path.is_dir() && fs::rename(path, &aside).is_ok() {
        let _ = fs::remove_dir_all(aside);
    } else {
        // What is gone already needs nothing.
        let _ = fs::remove_file(path);
    }
}
