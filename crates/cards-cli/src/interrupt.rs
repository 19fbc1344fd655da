//! Ctrl-C: nothing half-written stays behind.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, Once, PoisonError};

/// The temporary file to remove when the program is told to stop.
static UNFINISHED: Mutex<Option<PathBuf>> = Mutex::new(None);
static LISTEN: Once = Once::new();

/// The status that shells give a program stopped by Ctrl-C.
const STOPPED: i32 = 130;

/// Names the file that Ctrl-C removes, or none when it is finished.
///
/// The listener starts with the first file: until then the system's own handling, which just ends the program, is right.
pub(crate) fn clean_up(file: Option<&Path>) {
    *UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner) = file.map(Path::to_owned);
    LISTEN.call_once(|| {
        let listening = ctrlc::set_handler(|| {
            if let Some(file) = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner).take() {
                let _ = std::fs::remove_file(file);
            }
            std::process::exit(STOPPED);
        });
        // Without a listener Ctrl-C ends the program all the same, and a hidden temporary file may stay.
        drop(listening);
    });
}
