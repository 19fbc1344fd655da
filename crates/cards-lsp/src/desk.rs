//! The server where there is neither a disk nor a second thread: its files are those that it is given, and long work is done
//! between two messages.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use lsp_server::Message;

use crate::host::{Host, path_of, uri_of};
use crate::server::Server;
use crate::work::Work;

/// Files that were given.
#[derive(Debug, Default)]
struct Given {
    files: BTreeMap<PathBuf, Vec<u8>>,
    /// Those that the server wrote, which are to be saved.
    written: Vec<PathBuf>,
    now: Option<i64>,
}

impl Host for Given {
    fn real(&self, path: &Path) -> PathBuf {
        path.to_owned()
    }

    fn size(&self, path: &Path) -> Option<u64> {
        u64::try_from(self.files.get(path)?.len()).ok()
    }

    fn read(&self, path: &Path) -> Result<Vec<u8>, String> {
        self.files.get(path).cloned().ok_or_else(|| "there is no such file here".to_owned())
    }

    fn replace(&mut self, path: &Path, bytes: Vec<u8>) -> Result<(), String> {
        self.files.insert(path.to_owned(), bytes);
        self.written.push(path.to_owned());
        Ok(())
    }

    fn below(&self, folder: &Path, most: usize) -> Vec<PathBuf> {
        self.files.keys().filter(|path| path.starts_with(folder)).take(most).cloned().collect()
    }

    fn now(&self) -> Option<i64> {
        self.now
    }
}

/// What a desk has to say.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Said {
    /// Messages to the editor, as JSON.
    pub messages: Vec<String>,
    /// Files that are to be saved, by their addresses, before the messages are read.
    pub files: Vec<(String, Vec<u8>)>,
    /// After how long without a message [`Desk::work`] is to be called; nothing where there is nothing to do.
    pub rest: Option<Duration>,
}

/// A server with the files that it is given.
///
/// ```
/// let mut desk = cards_lsp::Desk::default();
/// let said = desk.hear(&[br#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#], None)?;
/// assert!(said.messages[0].contains("hoverProvider"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Desk {
    server: Server<Given>,
    work: Work,
}

impl Default for Desk {
    fn default() -> Self {
        Self { server: Server::new(Given::default()), work: Work::default() }
    }
}

impl Desk {
    /// Takes a file by its address, or takes it away.
    pub fn file(&mut self, uri: &str, bytes: Option<Vec<u8>>) {
        let Some(path) = path_of(uri) else { return };
        let files = &mut self.server.host.files;
        match bytes {
            Some(bytes) => drop(files.insert(path, bytes)),
            None => drop(files.remove(&path)),
        }
    }

    /// Answers messages that came together, as JSON; `now` is in seconds since 1970.
    ///
    /// # Errors
    /// What is no message of the protocol.
    pub fn hear(&mut self, messages: &[impl AsRef<[u8]>], now: Option<i64>) -> Result<Said, serde_json::Error> {
        self.server.host.now = now;
        for message in messages {
            self.server.take(serde_json::from_slice::<Message>(message.as_ref())?);
        }
        while !self.server.is_idle() {
            self.server.step();
        }
        Ok(self.said())
    }

    /// Does a step of the long work.
    pub fn work(&mut self, now: Option<i64>) -> Said {
        self.server.host.now = now;
        if let Some(done) = self.work.step(&self.server.host) {
            self.server.news(done);
        }
        self.said()
    }

    fn said(&mut self) -> Said {
        self.server.jobs().for_each(|job| self.work.take(job));
        let host = &mut self.server.host;
        let written: Vec<PathBuf> = host.written.drain(..).collect();
        let files = written.iter().filter_map(|path| Some((uri_of(path), host.files.get(path)?.clone()))).collect();
        Said { messages: self.server.said().collect(), files, rest: self.work.rest() }
    }
}
