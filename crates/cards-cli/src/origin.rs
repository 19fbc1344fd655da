//! Where the bytes of a file come from, for those who read it more than once.

use std::borrow::Cow;
use std::fs;
use std::path::Path;

use cards_container::Bytes;
use cards_kit::plain::bytes_hash;
use cards_kit::{Error, Limits};

use crate::failure::Failure;
use crate::input::{is_read_once, open, read_bytes};
use crate::save::{self, Staged, Stamp};
use cards_library::files::stream_hash;

/// Where the bytes of a file come from. What gives them only once is kept.
pub(crate) struct Origin<'a> {
    pub(crate) path: &'a Path,
    kept: Option<Vec<u8>>,
    /// What the file was before the first look at it.
    stamp: Option<Stamp>,
}

impl<'a> Origin<'a> {
    pub(crate) fn new(path: &'a Path, limits: &Limits) -> Result<Self, Failure> {
        let kept = if is_read_once(path) { Some(read_bytes(path, &limits.files)?) } else { None };
        let stamp = Stamp::of(path).ok();
        Ok(Self { path, kept, stamp })
    }

    /// Has the file to itself, of all that write as this program does, until what is staged takes its place, if it is still what it was.
    pub(crate) fn hold(&self, staged: &mut Staged) -> Result<(), Failure> {
        save::hold(staged, self.path, self.stamp)
    }

    pub(crate) fn source(&self) -> Result<Bytes<'_>, Failure> {
        Ok(match &self.kept {
            Some(bytes) => Box::new(bytes.as_slice()),
            None => Box::new(open(self.path)?),
        })
    }

    /// All of the bytes.
    pub(crate) fn bytes(&self) -> Result<Cow<'_, [u8]>, Failure> {
        match &self.kept {
            Some(bytes) => Ok(Cow::Borrowed(bytes)),
            None => fs::read(self.path).map(Cow::Owned).map_err(|source| self.unread(source)),
        }
    }

    /// SHA-256 of the bytes as they are now.
    pub(crate) fn hash(&self) -> Result<String, Failure> {
        match &self.kept {
            Some(bytes) => Ok(bytes_hash(bytes)),
            None => fs::File::open(self.path).and_then(|file| stream_hash(&file)).map_err(|source| self.unread(source)),
        }
    }

    pub(crate) fn refused(&self, error: Error) -> Failure {
        Failure::of(self.path, error)
    }

    fn unread(&self, source: std::io::Error) -> Failure {
        Failure::Read { path: self.path.into(), source }
    }
}
