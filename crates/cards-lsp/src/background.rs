//! What takes longer than an answer may: rules over a whole file, lore over everyday messages, the files of a folder.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use cards_language::lore::Lore;
use cards_language::{Diagnostic, Document, FileNames, Syntax, diagnostics, never_read};
use cards_library::files::{Choice, Walk};
use crossbeam_channel::{Receiver, Sender, unbounded};

use crate::disk::{Folder, uri_of};

/// Keys are pressed one after another; the text is looked at when they rest for so long.
const REST: Duration = Duration::from_millis(80);
/// Files of a folder whose names are read at most.
const MOST_FILES: usize = 5_000;
/// Bytes of a file whose names are read at most.
const MOST_BYTES: u64 = 64 << 20;

/// A text to look at.
#[derive(Debug)]
pub(crate) struct Look {
    pub(crate) uri: String,
    pub(crate) version: i32,
    pub(crate) text: String,
    pub(crate) syntax: Syntax,
    pub(crate) path: PathBuf,
    pub(crate) folder: Arc<Folder>,
}

/// Something to do.
#[derive(Debug)]
pub(crate) enum Job {
    /// Look at a text.
    Look(Look),
    /// Read the names of the files of a folder, or of one file.
    Names(PathBuf),
}

/// Something done.
#[derive(Debug)]
pub(crate) enum Done {
    /// What is wrong with a text.
    Diagnosed { uri: String, version: i32, diagnostics: Vec<Diagnostic> },
    /// What its lore does.
    Lored { uri: String, version: i32, lore: Lore },
    /// The names of files.
    Named(Vec<(String, Option<FileNames>)>),
}

/// Begins the work, until nobody can ask for more.
pub(crate) fn start() -> (Sender<Job>, Receiver<Done>) {
    let (ask, asked) = unbounded();
    let (tell, told) = unbounded();
    std::thread::spawn(move || work(&asked, &tell));
    (ask, told)
}

fn work(asked: &Receiver<Job>, tell: &Sender<Done>) {
    let mut waiting: HashMap<String, Look> = HashMap::new();
    let mut names: Vec<PathBuf> = Vec::new();
    loop {
        let next = if waiting.is_empty() && names.is_empty() {
            asked.recv().map_err(|_| true)
        } else {
            asked.recv_timeout(REST).map_err(|error| error.is_disconnected())
        };
        match next {
            Ok(Job::Look(look)) => {
                // Only the newest of a text matters.
                waiting.insert(look.uri.clone(), look);
                continue;
            }
            Ok(Job::Names(path)) => {
                names.push(path);
                continue;
            }
            Err(true) => return,
            Err(false) => {}
        }
        let uri = waiting.keys().next().cloned();
        let told = match uri.and_then(|uri| waiting.remove(&uri)) {
            Some(look) => answer(&look, asked, &mut waiting, &mut names, tell),
            None => names.pop().is_none_or(|path| tell.send(Done::Named(names_of(path))).is_ok()),
        };
        if !told {
            return;
        }
    }
}

/// Looks at a text; its lore only where nothing newer came meanwhile.
fn answer(
    look: &Look,
    asked: &Receiver<Job>,
    waiting: &mut HashMap<String, Look>,
    names: &mut Vec<PathBuf>,
    tell: &Sender<Done>,
) -> bool {
    let document = Document::new(look.text.as_str(), look.syntax);
    let (options, client) = (look.folder.options(&look.path), look.folder.client());
    let mut all = diagnostics(&document, &options);
    all.extend(never_read(&document, &client));
    let (uri, version) = (look.uri.clone(), look.version);
    if tell.send(Done::Diagnosed { uri: uri.clone(), version, diagnostics: all }).is_err() {
        return false;
    }
    for job in asked.try_iter() {
        match job {
            Job::Look(look) => drop(waiting.insert(look.uri.clone(), look)),
            Job::Names(path) => names.push(path),
        }
    }
    if waiting.contains_key(&uri) {
        return true;
    }
    let lore = Lore::of(&document, &client, &options);
    tell.send(Done::Lored { uri, version, lore }).is_ok()
}

/// The names of a file, or of the files of a folder.
fn names_of(path: PathBuf) -> Vec<(String, Option<FileNames>)> {
    if path.is_file() {
        return vec![(uri_of(&path), names(&path))];
    }
    if !path.is_dir() {
        return vec![(uri_of(&path), None)];
    }
    let found = Walk::new(&[path], Choice::default()).filter(|found| found.error.is_none()).take(MOST_FILES);
    found.map(|found| (uri_of(&found.path), names(&found.path))).filter(|(_, names)| names.is_some()).collect()
}

fn names(path: &std::path::Path) -> Option<FileNames> {
    let small = std::fs::metadata(path).ok()?.len() <= MOST_BYTES;
    let bytes = small.then(|| std::fs::read(path).ok())??;
    FileNames::read(&bytes, &path.file_stem()?.to_string_lossy())
}
