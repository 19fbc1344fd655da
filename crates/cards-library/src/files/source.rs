//! A file of the disk as a source of bytes, and its hash.

use std::fs::File;
use std::io::{self, Read};

use cards_container::Source;
use cards_kit::plain::hex;
use sha2::{Digest as _, Sha256};

/// SHA-256 of a file or of any other stream, as 64 hex digits.
///
/// # Errors
/// What the system says while it is read.
pub fn stream_hash(mut bytes: impl Read) -> io::Result<String> {
    let (mut hasher, mut block) = (Sha256::new(), vec![0; 1 << 16]);
    loop {
        match bytes.read(&mut block)? {
            0 => return Ok(hex(&hasher.finalize())),
            count => hasher.update(block.get(..count).unwrap_or_default()),
        }
    }
}

/// Bytes at the head of a file that are read at once: signature, header and often the text chunks of a picture, which
/// would take a system call each.
#[cfg(unix)]
const HEAD: usize = 512;

/// A file that is read at any offset: one system call a read beyond the head, and no position to keep.
#[derive(Debug)]
#[cfg(unix)]
pub struct FileSource {
    file: File,
    size: u64,
    head: [u8; HEAD],
    held: usize,
}

#[cfg(unix)]
impl FileSource {
    /// Takes an opened file and how many bytes it has.
    ///
    /// # Errors
    /// What the system says of it.
    pub fn new(file: File, size: u64) -> io::Result<Self> {
        Ok(Self { file, size, head: [0; HEAD], held: 0 })
    }

    /// The wanted bytes, where all of them are in the head.
    fn in_head(&self, offset: u64, wanted: usize) -> Option<&[u8]> {
        let from = usize::try_from(offset).ok()?;
        self.head.get(..self.held)?.get(from..from.checked_add(wanted)?)
    }
}

#[cfg(unix)]
impl Source for FileSource {
    fn size(&self) -> u64 {
        self.size
    }

    fn read_at(&mut self, offset: u64, buf: &mut [u8]) -> io::Result<usize> {
        use std::os::unix::fs::FileExt as _;
        if offset >= self.size {
            return Ok(0);
        }
        if offset == 0 && self.held == 0 && buf.len() <= HEAD {
            self.held = self.file.read_at(&mut self.head, 0)?;
        }
        let wanted = buf.len().min(usize::try_from(self.size - offset).unwrap_or(usize::MAX));
        if let (Some(head), Some(to)) = (self.in_head(offset, wanted), buf.get_mut(..wanted)) {
            to.copy_from_slice(head);
            return Ok(wanted);
        }
        self.file.read_at(buf, offset)
    }
}

/// A file that is read at any offset.
#[cfg(not(unix))]
#[derive(Debug)]
pub struct FileSource(cards_container::Seekable<File>);

#[cfg(not(unix))]
impl FileSource {
    /// Takes an opened file and how many bytes it has.
    ///
    /// # Errors
    /// What the system says of it.
    pub fn new(file: File, _: u64) -> io::Result<Self> {
        cards_container::Seekable::new(file).map(Self)
    }
}

#[cfg(not(unix))]
impl Source for FileSource {
    fn size(&self) -> u64 {
        self.0.size()
    }

    fn read_at(&mut self, offset: u64, buf: &mut [u8]) -> io::Result<usize> {
        self.0.read_at(offset, buf)
    }
}
