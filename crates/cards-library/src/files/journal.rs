//! What a run over many files replaced, so that one command puts it back.
//!
//! Each run that changes files in place has a record of two files: `ID.jsonl` with a line for each file that it wrote, and `ID.old` with
//! the bytes that these lost, since most of a picture or archive stays what it is. Both are on the disk before the file is written, and
//! nothing is put back over what somebody else wrote since, which the hashes in the line tell.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead as _, BufReader, Read, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::save::Staged;
use super::{FilesError, stream_hash};

/// Runs that are remembered; older records go when a new run begins.
const RUNS: usize = 10;
/// The version of the layout of a record.
const LAYOUT: u32 = 1;
/// Bytes that are compared at once.
const BLOCK: u64 = 1 << 16;

/// What stands for the command line in the record of a server for agents, `cards-mcp`.
pub const SERVER: &str = "cards-mcp";

/// The first line of a record.
#[derive(Debug, Serialize, Deserialize)]
struct Head {
    schema: u32,
    /// The command line.
    command: String,
}

/// A file that was written: the old one has the first `head` bytes of the new one, then `size` bytes that are kept, then the last `tail`.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Kept {
    /// Its name, which need not be text.
    path: OsString,
    /// SHA-256 of the old file and of the new one; nothing where there was none, or is none.
    before: Option<String>,
    after: Option<String>,
    head: u64,
    tail: u64,
    /// Where the bytes are that are kept.
    at: u64,
    size: u64,
}

/// The record of a run, which begins with the first file that it writes. Several threads may keep files in it.
#[derive(Debug)]
pub struct Journal {
    folder: Option<PathBuf>,
    command: String,
    record: Mutex<Option<Record>>,
}

#[derive(Debug)]
struct Record {
    path: PathBuf,
    lines: File,
    old: File,
    /// Bytes that are kept so far.
    kept: u64,
    files: Vec<Kept>,
}

impl Journal {
    /// A record of a run of this command line, in a folder of records, as [`state_folder`] gives it. It is made with the first file.
    #[must_use]
    pub fn of(folder: Option<PathBuf>, command: &str) -> Self {
        Self { folder, command: command.to_owned(), record: Mutex::new(None) }
    }

    /// Keeps what a new file lacks of the one that it replaces, if it replaces one, and gives its number in the record. Nothing may be
    /// written before this is done.
    ///
    /// # Errors
    /// [`FilesError::Read`] and [`FilesError::Write`].
    pub fn keep(&self, path: &Path, new: &Path) -> Result<usize, FilesError> {
        self.change(path, Some(new))
    }

    /// Keeps a file that is to be taken away, and gives its number in the record.
    ///
    /// # Errors
    /// Those of [`Journal::keep`].
    pub fn keep_removed(&self, path: &Path) -> Result<usize, FilesError> {
        self.change(path, None)
    }

    fn change(&self, path: &Path, new: Option<&Path>) -> Result<usize, FilesError> {
        let unread = |source| FilesError::Read { path: path.to_owned(), source };
        let mut old = there(File::open(path)).map_err(unread)?;
        let new = new.map(File::open).transpose().map_err(unread)?;
        let mut kept = compared(path, old.as_ref(), new.as_ref()).map_err(unread)?;
        let mut record = self.record.lock().unwrap_or_else(PoisonError::into_inner);
        let record = match &mut *record {
            // The user may have taken the run back, or forgotten it, while it goes on.
            Some(record) if record.path.exists() => record,
            none => none.insert(Record::begin(self.folder.as_deref().ok_or(FilesError::NoState)?, &self.command)?),
        };
        kept.at = record.kept;
        let name = record.path.clone();
        match &mut old {
            Some(old) => {
                old.seek(SeekFrom::Start(kept.head)).map_err(unread)?;
                let size = kept.size;
                record.add(kept, old.take(size))
            }
            None => record.add(kept, io::empty()),
        }
        .map_err(|source| FilesError::Write { path: name, source })?;
        Ok(record.files.len() - 1)
    }

    /// Puts back a file of the record, if it is still what the run made of it, and gives what became of it and the number under which
    /// what was there is kept.
    ///
    /// # Errors
    /// Those of [`Journal::keep`].
    pub fn put_back(&self, number: usize) -> Result<(Fate, Option<usize>), FilesError> {
        let found = {
            let record = self.record.lock().unwrap_or_else(PoisonError::into_inner);
            let record = record.as_ref().filter(|record| record.path.exists());
            record.and_then(|record| Some((record.files.get(number)?.clone(), record.path.with_extension("old"))))
        };
        let Some((kept, old)) = found else { return Ok((Fate::Left("its record is gone".to_owned()), None)) };
        let mut again = None;
        let fate = put_back(&kept, &old, false, &mut |path, new| {
            again = Some(self.change(path, new)?);
            Ok(())
        });
        Ok((fate, again))
    }
}

/// A file that may be absent.
fn there(file: io::Result<File>) -> io::Result<Option<File>> {
    match file {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        file => file.map(Some),
    }
}

/// What two files have in common, and the hashes of both.
fn compared(path: &Path, old: Option<&File>, new: Option<&File>) -> io::Result<Kept> {
    let size = |file: Option<&File>| file.map_or(Ok(0), |file| file.metadata().map(|meta| meta.len()));
    let (before, after) = (size(old)?, size(new)?);
    let (head, tail) = match (old, new) {
        (Some(old), Some(new)) => {
            let head = same_head(BufReader::new(old), BufReader::new(new))?;
            (head, same_tail((old, before), (new, after), before.min(after) - head)?)
        }
        _ => (0, 0),
    };
    let hash = |file: Option<&File>| {
        file.map(|mut file| {
            file.rewind()?;
            stream_hash(file)
        })
        .transpose()
    };
    Ok(Kept {
        path: std::path::absolute(path)?.into(),
        before: hash(old)?,
        after: hash(new)?,
        head,
        tail,
        at: 0,
        size: before - head - tail,
    })
}

/// How many bytes two streams have in common at their beginning.
fn same_head(mut a: BufReader<impl Read>, mut b: BufReader<impl Read>) -> io::Result<u64> {
    let mut count = 0;
    loop {
        let (one, other) = (a.fill_buf()?, b.fill_buf()?);
        let most = one.len().min(other.len());
        let same = one.iter().zip(other).take_while(|(a, b)| a == b).count();
        a.consume(same);
        b.consume(same);
        count += same as u64;
        if same < most || most == 0 {
            return Ok(count);
        }
    }
}

/// How many bytes two files of these sizes have in common at their end, at most so many.
fn same_tail(a: (&File, u64), b: (&File, u64), most: u64) -> io::Result<u64> {
    let mut count = 0;
    while count < most {
        let step = BLOCK.min(most - count);
        let read = |(mut file, size): (&File, u64)| {
            let mut block = Vec::new();
            file.seek(SeekFrom::Start(size - count - step))?;
            file.take(step).read_to_end(&mut block).map(|_| block)
        };
        let same = read(a)?.iter().rev().zip(read(b)?.iter().rev()).take_while(|(a, b)| a == b).count() as u64;
        count += same;
        if same < step {
            break;
        }
    }
    Ok(count)
}

impl Record {
    /// Begins a record, and takes away those that are too old.
    fn begin(folder: &Path, command: &str) -> Result<Self, FilesError> {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let path = folder.join(format!("{:015}-{}.jsonl", since.as_millis(), std::process::id()));
        Self::begin_at(folder, &path, command).map_err(|source| FilesError::Write { path, source })
    }

    fn begin_at(folder: &Path, path: &Path, command: &str) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let old = records(folder);
        for path in old.iter().take((old.len() + 1).saturating_sub(RUNS)) {
            // One that stays is taken away next time.
            let _ = remove(path);
        }
        let mut lines = private(path)?;
        append(&mut lines, &Head { schema: LAYOUT, command: command.to_owned() })?;
        Ok(Self {
            path: path.to_owned(),
            lines,
            old: private(&path.with_extension("old"))?,
            kept: 0,
            files: Vec::new(),
        })
    }

    fn add(&mut self, kept: Kept, mut old: impl Read) -> io::Result<()> {
        self.kept += io::copy(&mut old, &mut self.old)?;
        self.old.sync_data()?;
        append(&mut self.lines, &kept)?;
        self.lines.sync_data()?;
        self.files.push(kept);
        Ok(())
    }
}

/// A new file that nobody else may read: texts of cards are in it.
fn private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

fn append(file: &mut File, line: &impl Serialize) -> io::Result<()> {
    let mut text = serde_json::to_string(line)?;
    text.push('\n');
    file.write_all(text.as_bytes())
}

fn remove(record: &Path) -> io::Result<()> {
    // A run that was killed at once may have none.
    let _ = fs::remove_file(record.with_extension("old"));
    fs::remove_file(record)
}

/// The folder of records: where the system keeps what programs remember of a user. `variable` gives a variable of the environment.
#[must_use]
pub fn state_folder(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let of = |name: &str| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let state = of("XDG_STATE_HOME").or_else(|| match () {
        () if cfg!(windows) => of("LOCALAPPDATA"),
        () if cfg!(target_os = "macos") => Some(of("HOME")?.join("Library/Application Support")),
        () => Some(of("HOME")?.join(".local/state")),
    });
    Some(state?.join("cards").join("undo"))
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
#[derive(Debug)]
pub struct Run {
    path: PathBuf,
    command: String,
    files: Vec<Kept>,
}

/// What becomes of one file of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It is as it was before the run, or would be.
    Back,
    /// It is left as it is, and why.
    Left(String),
}

impl Run {
    /// The last run of a folder of records; nothing where none is remembered.
    ///
    /// # Errors
    /// [`FilesError::Read`].
    pub fn last(folder: &Path) -> Result<Option<Self>, FilesError> {
        let last = records(folder).pop();
        last.map(|path| Self::read(&path).map_err(|source| FilesError::Read { path, source })).transpose()
    }

    fn read(path: &Path) -> io::Result<Self> {
        let mut lines = BufReader::new(File::open(path)?).lines();
        let head: Head = serde_json::from_str(&lines.next().transpose()?.unwrap_or_default())?;
        let mut files = Vec::new();
        for line in lines {
            // A run that was killed may have left half of its last line, behind which nothing was written.
            files.extend(serde_json::from_str(&line?));
        }
        Ok(Self { path: path.to_owned(), command: head.command, files })
    }

    /// The command line of the run.
    #[must_use]
    pub fn command(&self) -> &str {
        &self.command
    }

    /// How many files it changed.
    #[must_use]
    pub fn count(&self) -> usize {
        self.files.len()
    }

    /// Puts each file back that is still what the run made of it, the last first, or sees which ones could be.
    pub fn take_back(&self, dry_run: bool, mut tell: impl FnMut(&Path, Fate)) {
        let old = self.path.with_extension("old");
        for kept in self.files.iter().rev() {
            tell(Path::new(&kept.path), put_back(kept, &old, dry_run, &mut |_, _| Ok(())));
        }
    }

    /// Forgets the run.
    ///
    /// # Errors
    /// [`FilesError::Write`].
    pub fn forget(self) -> Result<(), FilesError> {
        remove(&self.path).map_err(|source| FilesError::Write { path: self.path, source })
    }
}

/// Hears of a file before it is put back: its path, and the new one where there will be one.
type Before<'a> = &'a mut dyn FnMut(&Path, Option<&Path>) -> Result<(), FilesError>;

fn put_back(kept: &Kept, old: &Path, dry_run: bool, before: Before<'_>) -> Fate {
    let path = Path::new(&kept.path);
    let damaged = || Fate::Left("its record is damaged".to_owned());
    let now = match there(File::open(path)).and_then(|file| file.map(stream_hash).transpose()) {
        Err(error) => return Fate::Left(error.to_string()),
        Ok(now) => now,
    };
    if now == kept.before {
        return Fate::Back;
    }
    if now != kept.after {
        let why = if now.is_none() { "it is there no more" } else { "it was changed since" };
        return Fate::Left(why.to_owned());
    }
    if let Some(wanted) = &kept.before {
        match was(kept, path, old).and_then(stream_hash) {
            Ok(hash) if hash == *wanted => {}
            _ => return damaged(),
        }
    }
    if dry_run {
        return Fate::Back;
    }
    let done = match kept.before {
        Some(_) => write(kept, path, old, before),
        None => before(path, None)
            .and_then(|()| fs::remove_file(path).map_err(|source| FilesError::Write { path: path.to_owned(), source })),
    };
    done.map_or_else(|error| Fate::Left(cards_kit::chain(&error)), |()| Fate::Back)
}

/// The bytes of a file as they were before the run.
fn was(kept: &Kept, path: &Path, old: &Path) -> io::Result<impl Read + use<>> {
    let mut between = File::open(old)?;
    between.seek(SeekFrom::Start(kept.at))?;
    // Of a file that was taken away, everything is kept.
    let (head, tail) = match there(File::open(path))? {
        Some(head) => {
            let mut tail = File::open(path)?;
            let end = tail.metadata()?.len();
            tail.seek(SeekFrom::Start(end.saturating_sub(kept.tail)))?;
            (Some(head.take(kept.head)), Some(tail))
        }
        None => (None, None),
    };
    Ok(Perhaps(head).chain(between.take(kept.size)).chain(Perhaps(tail)))
}

/// A stream, or an empty one.
struct Perhaps<R>(Option<R>);

impl<R: Read> Read for Perhaps<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        self.0.as_mut().map_or(Ok(0), |stream| stream.read(buf))
    }
}

fn write(kept: &Kept, path: &Path, old: &Path, before: Before<'_>) -> Result<(), FilesError> {
    let mut staged = Staged::create(path)?;
    let written = was(kept, path, old).and_then(|mut bytes| io::copy(&mut bytes, staged.writer()));
    written.map_err(|source| FilesError::Write { path: path.to_owned(), source })?;
    before(path, Some(staged.so_far()?))?;
    staged.commit().map(drop)
}
