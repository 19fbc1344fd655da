//! The way to the editor and back. Frames and handshake are those of `lsp-server`; an answer goes out as the text that it was
//! written to, since a tree of values for each of thousands of symbols takes longer than to find them.

use std::io::{self, Write as _};
use std::thread::{JoinHandle, spawn};

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use lsp_server::{Connection, Message, RequestId};

/// What goes to the editor.
#[derive(Debug)]
pub(crate) enum Out {
    /// A question, a note or a refusal.
    Message(Message),
    /// The answer to a request, as JSON.
    Answer(RequestId, String),
}

/// The threads that read and write.
pub(crate) struct Threads {
    all: Vec<JoinHandle<io::Result<()>>>,
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
pub(crate) fn stdio() -> (Connection, Sender<Out>, Threads) {
    let (read, receiver) = bounded(0);
    let (sender, plain) = unbounded();
    let (out, to_write) = unbounded();
    let from_handshake = out.clone();
    let all = vec![
        spawn(move || reads(&read)),
        spawn(move || {
            let all = plain.into_iter().try_for_each(|message| from_handshake.send(Out::Message(message)));
            all.map_err(io::Error::other)
        }),
        spawn(move || writes(&to_write)),
    ];
    (Connection { sender, receiver }, out, Threads { all })
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

fn writes(all: &Receiver<Out>) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    for out in all {
        match out {
            Out::Message(message) => message.write(&mut stdout)?,
            Out::Answer(id, answer) => {
                let before = format!("{{\"jsonrpc\":\"2.0\",\"id\":{},\"result\":", serde_json::to_string(&id)?);
                write!(stdout, "Content-Length: {}\r\n\r\n{before}{answer}}}", before.len() + answer.len() + 1)?;
                stdout.flush()?;
            }
        }
    }
    Ok(())
}
