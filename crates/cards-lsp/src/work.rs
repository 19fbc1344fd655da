//! What takes longer than an answer may: rules over a whole file, lore over everyday messages, the files of a folder.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use cards_language::files::{diagnostics_of, split};
use cards_language::lore::Lore;
use cards_language::{Diagnostic, Document, FileNames, Syntax, diagnostics, never_read};

use crate::folder::Folder;
use crate::host::{Host, uri_of};

/// Keys are pressed one after another; the text is looked at when they rest for so long.
const REST: Duration = Duration::from_millis(80);
/// Files of a folder whose names are read at most.
const MOST_FILES: usize = 5_000;
/// Bytes of a file whose names are read at most.
const MOST_BYTES: u64 = 64 << 20;

/// A text to look at.
#[derive(Debug)]
pub struct Look {
    pub(crate) uri: String,
    pub(crate) version: i32,
    pub(crate) text: String,
    pub(crate) syntax: Syntax,
    pub(crate) path: PathBuf,
    pub(crate) folder: Arc<Folder>,
}

/// Something to do.
#[derive(Debug)]
pub enum Job {
    /// Look at a text.
    Look(Look),
    /// Read the names of the files of a folder, or of one file.
    Names(PathBuf),
}

/// Something done.
#[derive(Debug)]
pub enum Done {
    /// What is wrong with a text.
    Diagnosed {
        /// The address of the text.
        uri: String,
        /// Its version.
        version: i32,
        /// What is wrong.
        diagnostics: Vec<Diagnostic>,
    },
    /// What the lore of a text does.
    Lored {
        /// The address of the text.
        uri: String,
        /// Its version.
        version: i32,
        /// What it does.
        lore: Lore,
    },
    /// The names of files.
    Named(Vec<(String, Option<FileNames>)>),
}

/// What is to be done, one step after another, by whoever has the time.
#[derive(Debug, Default)]
pub struct Work {
    looks: HashMap<String, Look>,
    names: Vec<PathBuf>,
    /// The text whose lore comes next.
    begun: Option<(Look, Document)>,
}

impl Work {
    /// Takes a job; of a text only the newest matters.
    pub fn take(&mut self, job: Job) {
        match job {
            Job::Look(look) => {
                self.begun.take_if(|(begun, _)| begun.uri == look.uri);
                self.looks.insert(look.uri.clone(), look);
            }
            Job::Names(path) => self.names.push(path),
        }
    }

    /// How long to wait for newer jobs before the next step; nothing where there is nothing to do.
    #[must_use]
    pub fn rest(&self) -> Option<Duration> {
        if self.begun.is_some() {
            return Some(Duration::ZERO);
        }
        (!self.looks.is_empty() || !self.names.is_empty()).then_some(REST)
    }

    /// Does the next step.
    pub fn step(&mut self, host: &impl Host) -> Option<Done> {
        if let Some((look, document)) = self.begun.take() {
            let (options, client) = (look.folder.options(&look.path, host), look.folder.client(host));
            let lore = Lore::of(&document, &client, &options);
            return Some(Done::Lored { uri: look.uri, version: look.version, lore });
        }
        let uri = self.looks.keys().next().cloned();
        if let Some(look) = uri.and_then(|uri| self.looks.remove(&uri)) {
            let (options, client) = (look.folder.options(&look.path, host), look.folder.client(host));
            if look.syntax == Syntax::Plain {
                let Look { uri, version, text, path, .. } = look;
                let found = split(&uri).and_then(|(_, place)| {
                    diagnostics_of(host.read(&path).unwrap_or_default(), &place, &text, &options)
                });
                // A text of a file that is gone meanwhile has nothing wrong with it that could be told.
                return Some(Done::Diagnosed { uri, version, diagnostics: found.unwrap_or_default() });
            }
            let document = Document::new(look.text.as_str(), look.syntax);
            let mut all = diagnostics(&document, &options);
            all.extend(never_read(&document, &client));
            let done = Done::Diagnosed { uri: look.uri.clone(), version: look.version, diagnostics: all };
            self.begun = Some((look, document));
            return Some(done);
        }
        self.names.pop().map(|path| Done::Named(names_of(&path, host)))
    }
}

/// The names of a file, or of the files of a folder.
fn names_of(path: &Path, host: &impl Host) -> Vec<(String, Option<FileNames>)> {
    if host.size(path).is_some() {
        return vec![(uri_of(path), names(path, host))];
    }
    let below = host.below(path, MOST_FILES);
    let found: Vec<(String, Option<FileNames>)> =
        below.iter().map(|path| (uri_of(path), names(path, host))).filter(|(_, names)| names.is_some()).collect();
    // A file that is gone is no folder either.
    if found.is_empty() { vec![(uri_of(path), None)] } else { found }
}

fn names(path: &Path, host: &impl Host) -> Option<FileNames> {
    let small = host.size(path)? <= MOST_BYTES;
    let bytes = small.then(|| host.read(path).ok())??;
    FileNames::read(&bytes, &path.file_stem()?.to_string_lossy())
}
