//! Ctrl-C: nothing half-written stays behind.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, Once, PoisonError};

/// What to remove when the program is told to stop: a temporary file, or a folder of them.
static UNFINISHED: Mutex<Option<PathBuf>> = Mutex::new(None);
static LISTEN: Once = Once::new();
static STOPPING: AtomicBool = AtomicBool::new(false);

/// The status that shells give a program stopped by Ctrl-C.
const STOPPED: i32 = 130;

/// Makes something temporary that Ctrl-C removes until [`finished`].
pub(crate) fn temporary<T: AsRef<Path>>(make: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    listen();
    // Ctrl-C waits for the lock, so that nothing is made that it does not know of.
    let mut unfinished = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner);
    let made = make()?;
    *unfinished = Some(made.as_ref().to_owned());
    Ok(made)
}

/// Says that what was temporary has its name now, or is gone.
pub(crate) fn finished() {
    *UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner) = None;
}

/// Begins to listen for Ctrl-C. Before that the system's own handling, which just ends the program, is right.
fn listen() {
    LISTEN.call_once(|| {
        let listening = ctrlc::set_handler(|| {
            STOPPING.store(true, Ordering::SeqCst);
            // Held to the end of the process, so that nothing temporary is made any more.
            let mut unfinished = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(path) = unfinished.take() {
                remove(&path);
            }
            std::process::exit(STOPPED);
        });
        // Without a listener Ctrl-C ends the program all the same, and a hidden temporary file may stay.
        drop(listening);
    });
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

/// Waits for the end when Ctrl-C has been pressed: what is removed makes writes fail, which is not worth a word.
pub(crate) fn let_stop() {
    while STOPPING.load(Ordering::SeqCst) {
        std::thread::park();
    }
}
