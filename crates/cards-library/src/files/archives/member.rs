//! One file inside of an archive.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::Path;
use std::sync::Arc;

use super::broken::{Broken, broken, class};
use super::zip::Zip;

/// Bytes of one member that are read. Cards with thousands of assets stay below it; what is larger is a row with an error.
pub(super) const LARGEST: u64 = 256 << 20;

/// A file inside of another one.
#[derive(Debug)]
pub(in crate::files) struct Member {
    /// Its name in the archive; the number of the line for JSON lines.
    pub(in crate::files) name: String,
    /// Its bytes.
    pub(in crate::files) size: u64,
    pub(super) content: Content,
}

/// Where the bytes of a member are.
#[derive(Debug)]
pub(super) enum Content {
    /// An entry of an archive that every thread opens once.
    Zip(Arc<Zip>, usize),
    /// So many bytes of the file from here on.
    At(u64),
    /// Bytes that were read on the way.
    Bytes(Vec<u8>),
    /// What cannot be read: a stable word, and why.
    Broken(&'static str, String),
}

impl Member {
    /// A member that cannot be read.
    pub(super) fn broken(name: String, size: u64, class: &'static str, message: impl ToString) -> Self {
        Self { name, size, content: Content::Broken(class, message.to_string()) }
    }

    /// Reads the bytes, out of the file where they are in it.
    pub(in crate::files) fn read(&self, file: &Path) -> Result<Vec<u8>, Broken> {
        if self.size > LARGEST {
            return Err(("too-large", format!("{} bytes are over the limit of {LARGEST}", self.size)));
        }
        match &self.content {
            Content::Zip(zip, index) => zip.read(*index).map_err(|error| broken(&error)),
            Content::At(offset) => range(file, *offset, self.size).map_err(|error| (class(&error), error.to_string())),
            Content::Bytes(bytes) => Ok(bytes.clone()),
            Content::Broken(class, message) => Err((class, message.clone())),
        }
    }
}

/// Reads so many bytes of a file from an offset on.
fn range(path: &Path, offset: u64, size: u64) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(offset))?;
    let mut bytes = Vec::new();
    let count = file.take(size).read_to_end(&mut bytes)?;
    if count as u64 == size {
        Ok(bytes)
    } else {
        Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the archive is cut off within this file"))
    }
}
