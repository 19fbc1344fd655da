//! What a run over many files replaced, so that one command puts it back.
//!
//! Each run that changes files in place has a record: a line for each file, written before the file is. It has the bytes that the new
//! file lacks and where they belong, since most of a picture or archive stays what it is, and the hashes of both, so that nothing is put
//! back over what somebody else wrote since.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use cards_kit::plain::bytes_hash;
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::save::replace;
use crate::shell::word;

/// Runs that are remembered; older records go when a new run begins.
const RUNS: usize = 10;
/// The version of the layout of a record.
const LAYOUT: u32 = 1;

/// The first line of a record.
#[derive(Debug, Serialize, Deserialize)]
struct Head {
    schema: u32,
    /// The command line.
    command: String,
}

/// A file that was written.
#[derive(Debug, Serialize, Deserialize)]
struct Kept {
    path: PathBuf,
    /// SHA-256 of the old file and of the new one.
    before: String,
    after: String,
    /// Bytes at the beginning that both have, and bytes at the end.
    head: usize,
    tail: usize,
    /// What the old file has between them, as base64.
    old: String,
}

/// The record of a run, which begins with the first file that it writes.
#[derive(Debug)]
pub(crate) struct Journal {
    command: String,
    open: Option<(PathBuf, File)>,
}

impl Journal {
    /// A record of a run of this command line.
    pub(crate) fn new() -> Self {
        let shown = |text: String| if text.starts_with('-') { text } else { word(Path::new(&text)) };
        let words = std::env::args().skip(1).map(shown);
        Self { command: words.collect::<Vec<_>>().join(" "), open: None }
    }

    /// Keeps what a new file lacks of the one that it replaces. Nothing may be written before this is done.
    pub(crate) fn keep(&mut self, path: &Path, new: &Path) -> Result<(), Failure> {
        let unread = |path: &Path| {
            let path = path.to_owned();
            |source| Failure::Read { path, source }
        };
        let old = fs::read(path).map_err(unread(path))?;
        let new = fs::read(new).map_err(unread(path))?;
        let head = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
        let most = old.len().min(new.len()) - head;
        let tail = old.iter().rev().zip(new.iter().rev()).take(most).take_while(|(a, b)| a == b).count();
        let between = old.get(head..old.len() - tail).unwrap_or_default();
        let kept = Kept {
            path: std::path::absolute(path).map_err(unread(path))?,
            before: bytes_hash(&old),
            after: bytes_hash(&new),
            head,
            tail,
            old: BASE64_STANDARD.encode(between),
        };
        self.line(&kept)
    }

    fn line(&mut self, kept: &Kept) -> Result<(), Failure> {
        if self.open.is_none() {
            self.open = Some(begin(&self.command)?);
        }
        let Some((path, file)) = &mut self.open else { return Ok(()) };
        let written = |source| Failure::Write { path: path.clone(), source };
        append(file, kept).and_then(|()| file.sync_data()).map_err(written)
    }
}

fn append(file: &mut File, line: &impl Serialize) -> io::Result<()> {
    let mut text = serde_json::to_string(line)?;
    text.push('\n');
    file.write_all(text.as_bytes())
}

/// Begins a record, and takes away those that are too old.
fn begin(command: &str) -> Result<(PathBuf, File), Failure> {
    let folder = folder()?;
    let written = |path: &Path| {
        let path = path.to_owned();
        |source| Failure::Write { path, source }
    };
    fs::create_dir_all(&folder).map_err(written(&folder))?;
    let old = records(&folder);
    for path in old.iter().take((old.len() + 1).saturating_sub(RUNS)) {
        // One that stays is taken away next time.
        let _ = fs::remove_file(path);
    }
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let path = folder.join(format!("{:015}-{}.jsonl", since.as_millis(), std::process::id()));
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    // Texts of cards are in it, which may be private.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&path).map_err(written(&path))?;
    append(&mut file, &Head { schema: LAYOUT, command: command.to_owned() }).map_err(written(&path))?;
    Ok((path, file))
}

/// The folder of records: where the system keeps what programs remember of a user.
fn folder() -> Result<PathBuf, Failure> {
    let of = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let state = of("XDG_STATE_HOME").or_else(|| match () {
        () if cfg!(windows) => of("LOCALAPPDATA"),
        () if cfg!(target_os = "macos") => Some(of("HOME")?.join("Library/Application Support")),
        () => Some(of("HOME")?.join(".local/state")),
    });
    let state = state.ok_or_else(|| Failure::Other {
        class: "io",
        message: "there is no folder for what `cards undo` needs; name one in XDG_STATE_HOME".to_owned(),
    })?;
    Ok(state.join("cards").join("undo"))
}

/// The records in a folder, the oldest first.
fn records(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<_> =
        entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|end| end == "jsonl")).collect();
    paths.sort();
    paths
}

/// The record of a run that can be taken back.
pub(crate) struct Run {
    path: PathBuf,
    /// The command line of the run.
    pub(crate) command: String,
    files: Vec<Kept>,
}

/// What becomes of one file of a run.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It is as it was before the run, or would be.
    Back,
    /// It is left as it is, and why.
    Left(String),
}

impl Run {
    /// The last run; nothing where none is remembered.
    pub(crate) fn last() -> Result<Option<Self>, Failure> {
        match records(&folder()?).pop() {
            Some(path) => Self::read(path).map(Some),
            None => Ok(None),
        }
    }

    fn read(path: PathBuf) -> Result<Self, Failure> {
        let unread = |source: io::Error| Failure::Read { path: path.clone(), source };
        let mut lines = BufReader::new(File::open(&path).map_err(unread)?).lines();
        let head = lines.next().transpose().map_err(unread)?.unwrap_or_default();
        let head: Head = serde_json::from_str(&head).map_err(|error| unread(error.into()))?;
        let mut files = Vec::new();
        for line in lines {
            let line = line.map_err(unread)?;
            // A run that was killed may have left half of its last line, behind which nothing was written.
            if let Ok(kept) = serde_json::from_str(&line) {
                files.push(kept);
            }
        }
        Ok(Self { path, command: head.command, files })
    }

    /// Puts each file back that is still what the run made of it, the last first, or sees which ones could be.
    pub(crate) fn take_back(&self, dry_run: bool, mut tell: impl FnMut(&Path, Fate)) {
        for kept in self.files.iter().rev() {
            tell(&kept.path, put_back(kept, dry_run));
        }
    }

    /// Forgets the run.
    pub(crate) fn forget(self) -> Result<(), Failure> {
        let path = self.path;
        fs::remove_file(&path).map_err(|source| Failure::Write { path, source })
    }
}

fn put_back(kept: &Kept, dry_run: bool) -> Fate {
    let now = match fs::read(&kept.path) {
        Ok(now) => now,
        Err(error) => return Fate::Left(error.to_string()),
    };
    let hash = bytes_hash(&now);
    if hash == kept.before {
        return Fate::Back;
    }
    if hash != kept.after {
        return Fate::Left("it was changed since".to_owned());
    }
    let parts = (now.get(..kept.head), BASE64_STANDARD.decode(&kept.old), now.len().checked_sub(kept.tail));
    let (Some(head), Ok(old), Some(tail)) = parts else {
        return Fate::Left("its record is damaged".to_owned());
    };
    let old = [head, &old, now.get(tail..).unwrap_or_default()].concat();
    if bytes_hash(&old) != kept.before {
        return Fate::Left("its record is damaged".to_owned());
    }
    match if dry_run { Ok(()) } else { replace(&kept.path, &old) } {
        Ok(()) => Fate::Back,
        Err(failure) => Fate::Left(failure.chain()),
    }
}
