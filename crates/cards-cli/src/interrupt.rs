//! Ctrl-C: nothing half-written stays behind.

use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use cards_library::files::unfinished::remove_all;
pub(crate) use cards_library::files::unfinished::{Mark, temporary};

static LISTEN: Once = Once::new();
static STOPPING: AtomicBool = AtomicBool::new(false);

/// The status that shells give a program stopped by Ctrl-C.
const STOPPED: i32 = 130;

/// Begins to listen for Ctrl-C. Before that the system's own handling, which just ends the program, is right.
pub(crate) fn listen() {
    LISTEN.call_once(|| {
        let listening = ctrlc::set_handler(|| {
            STOPPING.store(true, Ordering::SeqCst);
            // Held to the end of the process.
            let _stopped = remove_all();
            std::process::exit(STOPPED);
        });
        // Without a listener Ctrl-C ends the program all the same, and a hidden temporary file may stay.
        drop(listening);
    });
}

/// Waits for the end when Ctrl-C has been pressed: what is removed makes writes fail, which is not worth a word.
pub(crate) fn let_stop() {
    while STOPPING.load(Ordering::SeqCst) {
        std::thread::park();
    }
}
