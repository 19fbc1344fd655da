//! What a run over many files replaced, so that one command puts it back.
//!
//! Each run that changes files in place has a record of two files: `ID.jsonl` with a line for each file that it wrote, and `ID.old` with
//! the bytes that these lost, since most of a picture or archive stays what it is. Both are on the disk before the file is written, and
//! nothing is put back over what somebody else wrote since, which the hashes in the line tell.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead as _, BufReader, Read, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use cards_library::files::stream_hash;
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::save::Staged;

/// Runs that are remembered; older records go when a new run begins.
const RUNS: usize = 10;
/// The version of the layout of a record.
const LAYOUT: u32 = 1;
/// Bytes that are compared at once.
const BLOCK: u64 = 1 << 16;

/// The first line of a record.
#[derive(Debug, Serialize, Deserialize)]
struct Head {
    schema: u32,
    /// The command line.
    command: String,
}

/// A file that was written: the old one has the first `head` bytes of the new one, then `size` bytes that are kept, then the last `tail`.
#[derive(Debug, Serialize, Deserialize)]
struct Kept {
    /// Its name, which need not be text.
    path: OsString,
    /// SHA-256 of the old file and of the new one.
    before: String,
    after: String,
    head: u64,
    tail: u64,
    /// Where the bytes are that are kept.
    at: u64,
    size: u64,
}

/// The record of a run, which begins with the first file that it writes.
#[derive(Debug)]
pub(crate) struct Journal {
    command: String,
    record: Option<Record>,
}

#[derive(Debug)]
struct Record {
    path: PathBuf,
    lines: File,
    old: File,
    /// Bytes that are kept so far.
    kept: u64,
}

impl Journal {
    /// A record of a run of this command line.
    pub(crate) fn of(command: &str) -> Self {
        Self { command: command.to_owned(), record: None }
    }

    /// Keeps what a new file lacks of the one that it replaces. Nothing may be written before this is done.
    pub(crate) fn keep(&mut self, path: &Path, new: &Path) -> Result<(), Failure> {
        let record = match &mut self.record {
            Some(record) => record,
            none => none.insert(Record::begin(&self.command)?),
        };
        let unread = |source| Failure::Read { path: path.to_owned(), source };
        let (mut old, new) = (File::open(path).map_err(unread)?, File::open(new).map_err(unread)?);
        let mut kept = compared(path, &old, &new).map_err(unread)?;
        kept.at = record.kept;
        old.seek(SeekFrom::Start(kept.head)).map_err(unread)?;
        record.add(&kept, old.take(kept.size)).map_err(|source| Failure::Write { path: record.path.clone(), source })
    }
}

/// What two files have in common, and the hashes of both.
fn compared(path: &Path, old: &File, new: &File) -> io::Result<Kept> {
    let (before, after) = (old.metadata()?.len(), new.metadata()?.len());
    let head = same_head(BufReader::new(old), BufReader::new(new))?;
    let tail = same_tail((old, before), (new, after), before.min(after) - head)?;
    let hash = |mut file: &File| {
        file.rewind()?;
        stream_hash(file)
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
    fn begin(command: &str) -> Result<Self, Failure> {
        let folder = folder()?;
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let path = folder.join(format!("{:015}-{}.jsonl", since.as_millis(), std::process::id()));
        Self::begin_at(&folder, &path, command).map_err(|source| Failure::Write { path, source })
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
        Ok(Self { path: path.to_owned(), lines, old: private(&path.with_extension("old"))?, kept: 0 })
    }

    fn add(&mut self, kept: &Kept, mut old: impl Read) -> io::Result<()> {
        self.kept += io::copy(&mut old, &mut self.old)?;
        self.old.sync_data()?;
        append(&mut self.lines, kept)?;
        self.lines.sync_data()
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
        let last = records(&folder()?).pop();
        last.map(|path| Self::read(&path).map_err(|source| Failure::Read { path, source })).transpose()
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

    /// Puts each file back that is still what the run made of it, the last first, or sees which ones could be.
    pub(crate) fn take_back(&self, dry_run: bool, mut tell: impl FnMut(&Path, Fate)) {
        let old = self.path.with_extension("old");
        for kept in self.files.iter().rev() {
            tell(Path::new(&kept.path), put_back(kept, &old, dry_run));
        }
    }

    /// Forgets the run.
    pub(crate) fn forget(self) -> Result<(), Failure> {
        remove(&self.path).map_err(|source| Failure::Write { path: self.path, source })
    }
}

fn put_back(kept: &Kept, old: &Path, dry_run: bool) -> Fate {
    let path = Path::new(&kept.path);
    let damaged = |_| Fate::Left("its record is damaged".to_owned());
    match File::open(path).and_then(stream_hash) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Fate::Left("it is there no more".to_owned()),
        Err(error) => Fate::Left(error.to_string()),
        Ok(hash) if hash == kept.before => Fate::Back,
        Ok(hash) if hash != kept.after => Fate::Left("it was changed since".to_owned()),
        Ok(_) => match was(kept, path, old).and_then(stream_hash) {
            Ok(hash) if hash != kept.before => damaged(()),
            Err(_) => damaged(()),
            Ok(_) if dry_run => Fate::Back,
            Ok(_) => write(kept, path, old).map_or_else(|failure| Fate::Left(failure.chain()), |()| Fate::Back),
        },
    }
}

/// The bytes of a file as they were before the run.
fn was(kept: &Kept, path: &Path, old: &Path) -> io::Result<impl Read + use<>> {
    let (head, mut between, mut tail) = (File::open(path)?, File::open(old)?, File::open(path)?);
    between.seek(SeekFrom::Start(kept.at))?;
    let end = tail.metadata()?.len();
    tail.seek(SeekFrom::Start(end.saturating_sub(kept.tail)))?;
    Ok(head.take(kept.head).chain(between.take(kept.size)).chain(tail))
}

fn write(kept: &Kept, path: &Path, old: &Path) -> Result<(), Failure> {
    let mut staged = Staged::create(path)?;
    let written = was(kept, path, old).and_then(|mut bytes| io::copy(&mut bytes, staged.writer()));
    written.map_err(|source| Failure::Write { path: path.to_owned(), source })?;
    staged.commit()
}
