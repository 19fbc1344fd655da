//! The files of folders, one after the other.

use std::fs::{self, ReadDir};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::vec::IntoIter;

use super::FilesError;
use super::archives::member::Member;
use super::names::{may_be_archive, may_hold_a_card, seldom_holds_a_card};
use super::unfinished;
use crate::answer::Trouble;

/// Folders within folders that are gone into; deeper ones are reported.
const DEEPEST: usize = 64;

/// Which files a walk gives.
#[derive(Clone, Copy, Debug, Default)]
pub struct Choice {
    /// Every file, hidden ones and those of other extensions too.
    pub all: bool,
    /// By name within each folder; this holds the names of one folder in memory.
    pub sorted: bool,
    /// Archives of many cards too: ZIP, TAR and JSON lines.
    pub archives: bool,
}

/// A file, or a folder that could not be read.
#[derive(Debug)]
pub struct Found {
    /// The path, beginning with the one that was asked for.
    pub path: PathBuf,
    /// Parts of the path before those within the folder that was asked for.
    outside: usize,
    /// Why nothing can be said about it.
    pub error: Option<io::Error>,
    /// The file inside of it that is meant.
    pub(super) member: Option<Member>,
    /// Whether it was named itself, and not found in a folder.
    pub named: bool,
}

impl Found {
    /// The path from the folder that was asked for.
    #[must_use]
    pub fn inside(&self) -> PathBuf {
        let inside: PathBuf = self.path.components().skip(self.outside).collect();
        match &self.member {
            Some(member) => inside.join(&member.name),
            None => inside,
        }
    }

    /// The path as rows have it, with the name of a member behind `!/`.
    #[must_use]
    pub fn shown(&self) -> String {
        let path = self.path.to_string_lossy();
        match &self.member {
            Some(member) if !member.name.is_empty() => format!("{path}!/{}", member.name),
            _ => path.into_owned(),
        }
    }

    /// Bytes of the member that is meant, where it is one of an archive.
    #[must_use]
    pub fn member_size(&self) -> Option<u64> {
        self.member.as_ref().map(|member| member.size)
    }

    /// The bytes of the member that is meant, where it is one of an archive.
    #[must_use]
    pub fn member_bytes(&self) -> Option<Result<Vec<u8>, Trouble>> {
        self.member.as_ref().map(|member| member.read(&self.path).map_err(Trouble::from))
    }

    /// Whether it is a file that was merely found and is of a kind that seldom holds a card, such as a photo.
    #[must_use]
    pub fn seldom_holds_a_card(&self) -> bool {
        !self.named && self.member.is_none() && seldom_holds_a_card(&self.path)
    }

    /// A file inside of this one.
    pub(super) fn with(&self, member: Member) -> Self {
        Self { path: self.path.clone(), outside: self.outside, error: None, member: Some(member), named: self.named }
    }
}

/// Counts the files of folders that nothing else is said about.
#[derive(Clone, Debug, Default)]
pub struct PassedOver {
    /// Left out because of their names.
    unread: Arc<AtomicUsize>,
    /// Looked at, and no card.
    strays: Arc<AtomicUsize>,
}

impl PassedOver {
    /// How many were looked at and are no card so far.
    #[must_use]
    pub fn strays(&self) -> usize {
        self.strays.load(Ordering::Relaxed)
    }

    /// How many were left out because of their names so far.
    #[must_use]
    pub fn count(&self) -> usize {
        self.unread.load(Ordering::Relaxed)
    }

    /// Counts a file that was left out.
    pub fn leave_out(&self) {
        self.unread.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts a file that was looked at and is no card.
    pub fn stray(&self) {
        self.strays.fetch_add(1, Ordering::Relaxed);
    }
}

/// Refuses a path that leads nowhere; what vanishes later is a row with an error.
///
/// # Errors
/// The first such path.
pub fn refuse_absent(paths: &[PathBuf]) -> Result<(), FilesError> {
    for path in paths {
        fs::symlink_metadata(path).map_err(|source| FilesError::Read { path: path.clone(), source })?;
    }
    Ok(())
}

/// Walks through files and folders. Links to folders are not followed, so that a walk ends.
pub struct Walk {
    roots: IntoIter<PathBuf>,
    root: PathBuf,
    outside: usize,
    folders: Vec<Folder>,
    choice: Choice,
    passed: PassedOver,
}

enum Folder {
    /// As the system gives the names.
    Streaming(ReadDir),
    Sorted(IntoIter<fs::DirEntry>),
}

impl Walk {
    /// Begins a walk.
    #[must_use]
    pub fn new(roots: &[PathBuf], choice: Choice) -> Self {
        let roots: Vec<PathBuf> = roots.to_owned();
        Self {
            roots: roots.into_iter(),
            root: PathBuf::new(),
            outside: 0,
            folders: Vec::new(),
            choice,
            passed: PassedOver::default(),
        }
    }

    /// The walk, counting what it passes over.
    #[must_use]
    pub fn counting(self, passed: &PassedOver) -> Self {
        Self { passed: passed.clone(), ..self }
    }

    /// What the walk counts.
    pub(super) fn passed(&self) -> PassedOver {
        self.passed.clone()
    }

    fn found(&self, path: PathBuf, error: Option<io::Error>) -> Found {
        Found { path, outside: self.outside, error, member: None, named: false }
    }

    fn enter(&mut self, path: &Path) -> io::Result<()> {
        if self.folders.len() >= DEEPEST {
            return Err(io::Error::other(format!("more than {DEEPEST} folders within each other; scan it by itself")));
        }
        let mut entries = fs::read_dir(path)?;
        self.folders.push(if self.choice.sorted {
            let mut all = entries.by_ref().collect::<io::Result<Vec<_>>>()?;
            all.sort_by_key(fs::DirEntry::file_name);
            Folder::Sorted(all.into_iter())
        } else {
            Folder::Streaming(entries)
        });
        Ok(())
    }

    /// What an entry of a folder gives: a file, a folder to go into, or nothing.
    fn look(&mut self, entry: &fs::DirEntry) -> Option<Found> {
        let name = entry.file_name();
        let path = entry.path();
        if name.as_encoded_bytes().starts_with(b".") {
            unfinished::meet(&path);
            if !self.choice.all {
                return None;
            }
        }
        let kind = match entry.file_type() {
            Ok(kind) => kind,
            Err(error) => return Some(self.found(path, Some(error))),
        };
        if kind.is_dir() {
            return self.enter(&path).err().map(|error| self.found(path, Some(error)));
        }
        let is_file = kind.is_file() || (kind.is_symlink() && fs::metadata(&path).is_ok_and(|meta| meta.is_file()));
        let wanted = may_hold_a_card(&path) || (self.choice.archives && may_be_archive(&path));
        if is_file && !self.choice.all && !wanted {
            self.passed.leave_out();
            return None;
        }
        is_file.then(|| self.found(path, None))
    }
}

impl Iterator for Walk {
    type Item = Found;

    fn next(&mut self) -> Option<Found> {
        loop {
            let entry = match self.folders.last_mut() {
                Some(Folder::Streaming(entries)) => entries.next(),
                Some(Folder::Sorted(entries)) => entries.next().map(Ok),
                None => {
                    let root = self.roots.next()?;
                    if !root.is_dir() {
                        self.outside = root.components().count().saturating_sub(1);
                        unfinished::meet(&root);
                        return Some(Found { named: true, ..self.found(root, None) });
                    }
                    self.outside = root.components().count();
                    self.root.clone_from(&root);
                    if let Err(error) = self.enter(&root) {
                        return Some(self.found(root, Some(error)));
                    }
                    continue;
                }
            };
            match entry {
                None => drop(self.folders.pop()),
                Some(Err(error)) => {
                    self.folders.pop();
                    let root = self.root.clone();
                    return Some(self.found(root, Some(error)));
                }
                Some(Ok(entry)) => {
                    if let Some(found) = self.look(&entry) {
                        return Some(found);
                    }
                }
            }
        }
    }
}
