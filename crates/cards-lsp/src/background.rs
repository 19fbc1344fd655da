//! Long work, in a thread of its own.

use cards_lsp::{Done, Job, Work};
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, unbounded};

use crate::disk::Disk;

/// Begins the work, until nobody can ask for more.
///
/// # Errors
/// There can be no thread.
pub(crate) fn start() -> std::io::Result<(Sender<Job>, Receiver<Done>)> {
    let (ask, asked) = unbounded();
    let (tell, told) = unbounded();
    let thread = std::thread::Builder::new().name("background".to_owned());
    thread.spawn(move || work(&asked, &tell)).map(|_| (ask, told))
}

fn work(asked: &Receiver<Job>, tell: &Sender<Done>) {
    let mut work = Work::default();
    loop {
        let next = match work.rest() {
            None => asked.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(rest) => asked.recv_timeout(rest),
        };
        match next {
            Ok(job) => work.take(job),
            Err(RecvTimeoutError::Disconnected) => return,
            Err(RecvTimeoutError::Timeout) => {
                if work.step(&Disk).is_some_and(|done| tell.send(done).is_err()) {
                    return;
                }
            }
        }
    }
}
