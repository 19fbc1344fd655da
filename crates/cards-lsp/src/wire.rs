//! The way to the editor and back, over standard input and output. Frames are those of `lsp-server`.

use std::io::{self, Write as _};
use std::thread::{JoinHandle, spawn};

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use lsp_server::Message;

/// The threads that read and write.
pub(crate) struct Threads {
    all: [JoinHandle<io::Result<()>>; 2],
}

impl Threads {
    /// Waits until all is read and written.
    pub(crate) fn join(self) -> io::Result<()> {
        self.all.into_iter().try_for_each(|thread| {
            thread.join().unwrap_or_else(|_| Err(io::Error::other("a thread that reads or writes stopped")))
        })
    }
}

/// Opens standard input and output.
pub(crate) fn stdio() -> (Receiver<Message>, Sender<String>, Threads) {
    let (read, from_editor) = bounded(0);
    let (to_editor, to_write) = unbounded();
    let all = [spawn(move || reads(&read)), spawn(move || writes(&to_write))];
    (from_editor, to_editor, Threads { all })
}

fn reads(to: &Sender<Message>) -> io::Result<()> {
    let mut stdin = io::stdin().lock();
    while let Some(message) = Message::read(&mut stdin)? {
        let is_exit = matches!(&message, Message::Notification(note) if note.method == "exit");
        to.send(message).map_err(io::Error::other)?;
        if is_exit {
            break;
        }
    }
    Ok(())
}

fn writes(all: &Receiver<String>) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    for message in all {
        // In one piece: an editor that is woken by the head alone waits for the rest once more.
        stdout.write_all(format!("Content-Length: {}\r\n\r\n{message}", message.len()).as_bytes())?;
        stdout.flush()?;
    }
    Ok(())
}
