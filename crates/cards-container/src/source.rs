//! Bytes that a reader picks from at will.

#![deny(clippy::arithmetic_side_effects)]

use std::borrow::Cow;
use std::fmt;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::sync::Arc;

use crate::error::Error;
use crate::place::Place;

/// Bytes of known length, read at any offset.
///
/// Memory is a `Source` as it is (`&[u8]`, `Vec<u8>` and the like), and so is a file; any other `Read + Seek` becomes one through
/// [`Seekable`]. A caller with positioned reads (`pread`) saves one system call per chunk by implementing the two methods itself.
///
/// ```
/// use cards_container::{Limits, Source, open};
/// use std::io::{self, Read};
/// struct Blocks(Vec<[u8; 16]>);
/// impl Source for Blocks {
///     fn size(&self) -> u64 {
///         16 * self.0.len() as u64
///     }
///     fn read_at(&mut self, offset: u64, buf: &mut [u8]) -> io::Result<usize> {
///         let block = self.0.get(offset as usize / 16).map_or(&[][..], |block| &block[offset as usize % 16..]);
///         (&block[..]).read(buf)
///     }
/// }
/// let blocks = Blocks(vec![*br#"{"spec":"chara_c"#, *br#"ard_v2","data":{"#, *br#""name":"Aria"}} "#]);
/// assert_eq!(open(blocks, Limits::default())?.load()?.document.card().map(|card| card.name()), Some("Aria"));
/// # Ok::<(), cards_container::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no length and no place to read at",
    note = "whatever reads and seeks becomes a source by `Seekable::new`"
)]
pub trait Source: Send {
    /// The number of bytes in all.
    fn size(&self) -> u64;

    /// Reads some bytes at an offset, as `Read::read` does; 0 means the end.
    fn read_at(&mut self, offset: u64, buf: &mut [u8]) -> io::Result<usize>;

    /// The bytes themselves where they are in memory already, so that nothing is copied.
    fn memory(&self) -> Option<&[u8]> {
        None
    }
}

/// Bytes in memory, owned or borrowed, as a [`Source`].
macro_rules! memory {
    ($([$($generic:tt)*] $kind:ty,)+) => {$(
        impl<$($generic)*> Source for $kind {
            fn size(&self) -> u64 {
                self.len() as u64
            }

            fn read_at(&mut self, offset: u64, buf: &mut [u8]) -> io::Result<usize> {
                let rest = usize::try_from(offset).ok().and_then(|at| self.get(at..)).unwrap_or_default();
                let take = rest.len().min(buf.len());
                if let (Some(to), Some(from)) = (buf.get_mut(..take), rest.get(..take)) {
                    to.copy_from_slice(from);
                }
                Ok(take)
            }

            fn memory(&self) -> Option<&[u8]> {
                Some(&self[..])
            }
        }
    )+};
}

memory! {
    [] &[u8],
    [const N: usize] &[u8; N],
    [] Vec<u8>,
    [] &Vec<u8>,
    [] Arc<[u8]>,
    [] Cow<'_, [u8]>,
}

impl<S: Source + ?Sized> Source for &mut S {
    fn size(&self) -> u64 {
        (**self).size()
    }

    fn read_at(&mut self, offset: u64, buf: &mut [u8]) -> io::Result<usize> {
        (**self).read_at(offset, buf)
    }

    fn memory(&self) -> Option<&[u8]> {
        (**self).memory()
    }
}

impl<S: Source + ?Sized> Source for Box<S> {
    fn size(&self) -> u64 {
        (**self).size()
    }

    fn read_at(&mut self, offset: u64, buf: &mut [u8]) -> io::Result<usize> {
        (**self).read_at(offset, buf)
    }

    fn memory(&self) -> Option<&[u8]> {
        (**self).memory()
    }
}

/// A file on disk, as it is opened: one whose length the system does not tell is taken for empty.
///
/// ```
/// # let path = std::env::temp_dir().join(format!("cards-source-{}.json", std::process::id()));
/// # std::fs::write(&path, br#"{"spec":"chara_card_v2","data":{"name":"Aria"}}"#)?;
/// let loaded = cards_container::open(std::fs::File::open(&path)?, cards_container::Limits::default())?.load()?;
/// assert_eq!(loaded.document.card().map(|card| card.name()), Some("Aria"));
/// # std::fs::remove_file(path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl Source for File {
    fn size(&self) -> u64 {
        self.metadata().map_or(0, |data| data.len())
    }

    fn read_at(&mut self, offset: u64, buf: &mut [u8]) -> io::Result<usize> {
        self.seek(SeekFrom::Start(offset))?;
        self.read(buf)
    }
}

/// What an opened file reads from: any [`Source`] behind one type, so that what reads files is compiled once, whatever they
/// are kept in.
pub type Bytes<'s> = Box<dyn Source + 's>;

impl fmt::Debug for dyn Source + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.size())
    }
}

/// A `Read + Seek` seen as a [`Source`].
///
/// ```
/// use cards_container::{Limits, Seekable, open};
/// use std::io::Cursor;
/// let file = Cursor::new(br#"{"spec":"chara_card_v2","data":{"name":"Aria"}}"#);
/// let loaded = open(Seekable::new(file)?, Limits::default())?.load()?;
/// assert_eq!(loaded.document.card().map(|card| card.name()), Some("Aria"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Seekable<R> {
    inner: R,
    size: u64,
    position: u64,
}

impl<R: Read + Seek> Seekable<R> {
    /// Takes a reader and asks it for its length.
    ///
    /// # Errors
    /// What seeking answers.
    pub fn new(mut inner: R) -> io::Result<Self> {
        let size = inner.seek(SeekFrom::End(0))?;
        Ok(Self { inner, size, position: size })
    }

    /// Gives the reader back, at an unspecified position.
    pub fn into_inner(self) -> R {
        self.inner
    }
}

impl<R: Read + Seek + Send> Source for Seekable<R> {
    fn size(&self) -> u64 {
        self.size
    }

    fn read_at(&mut self, offset: u64, buf: &mut [u8]) -> io::Result<usize> {
        if offset != self.position {
            self.position = self.inner.seek(SeekFrom::Start(offset))?;
        }
        let got = self.inner.read(buf)?;
        self.position = self.position.saturating_add(got as u64);
        Ok(got)
    }
}

/// Fills as much of `buf` as the source has from `offset` on.
pub(crate) fn fill(source: &mut dyn Source, offset: u64, buf: &mut [u8]) -> Result<usize, Error> {
    let mut done = 0;
    while let Some(rest) = buf.get_mut(done..).filter(|rest| !rest.is_empty()) {
        let at = offset.saturating_add(done as u64);
        match source.read_at(at, rest) {
            Ok(0) => break,
            Ok(n) => done = done.saturating_add(n.min(rest.len())),
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => {
                return Err(Error::Io { offset: at, source: e });
            }
        }
    }
    Ok(done)
}

/// The bytes from `offset` on, `len` of them, without a copy where they are in memory.
///
/// The caller has checked `len` against a limit.
pub(crate) fn bytes<'a>(
    source: &'a mut dyn Source,
    offset: u64,
    len: u64,
    place: impl FnOnce() -> Place,
) -> Result<Cow<'a, [u8]>, Error> {
    let end = offset.checked_add(len).filter(|&end| end <= source.size());
    let (Some(end), Ok(len)) = (end, usize::try_from(len)) else {
        return Err(Error::Truncated { place: place(), size: source.size() });
    };
    if source.memory().is_some() {
        let source: &'a _ = source;
        let range = usize::try_from(offset).ok().zip(usize::try_from(end).ok());
        let found = source.memory().zip(range).and_then(|(memory, (from, to))| memory.get(from..to));
        return found.map(Cow::Borrowed).ok_or_else(|| Error::Truncated { place: place(), size: end });
    }
    let mut buf = vec![0; len];
    if fill(source, offset, &mut buf)? < len {
        return Err(Error::Truncated { place: place(), size: source.size() });
    }
    Ok(Cow::Owned(buf))
}

/// Hands `len` bytes from `offset` on to `take`, a piece at a time.
pub(crate) fn pieces(
    source: &mut dyn Source,
    offset: u64,
    len: u64,
    place: impl Fn() -> Place,
    take: impl FnMut(&[u8]) -> Result<(), Error>,
) -> Result<(), Error> {
    let end = offset.saturating_add(len);
    Ahead::default().pieces(source, offset..end, end, place, take)
}

/// Bytes of a source that were read a block at a time and are held, so that neighbours take one read and one buffer.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ahead {
    block: Vec<u8>,
    /// Where the block begins in the source.
    at: u64,
    /// How much of the block was read.
    held: usize,
}

impl Ahead {
    /// Bytes that are read at once: enough that system calls do not count, few enough to stay in a core's own cache.
    const BLOCK: u64 = 64 << 10;

    /// Hands a range on to `take`, a piece at a time; reads go on up to `reach`.
    pub(crate) fn pieces(
        &mut self,
        source: &mut dyn Source,
        range: Range<u64>,
        reach: u64,
        place: impl Fn() -> Place,
        mut take: impl FnMut(&[u8]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let len = range.end.saturating_sub(range.start);
        if len == 0 {
            return Ok(());
        }
        if range.end > source.size() || source.memory().is_some() {
            return take(&bytes(source, range.start, len, place)?);
        }
        let mut at = range.start;
        while at < range.end {
            if self.from(at).is_empty() {
                self.read(source, at, reach.max(range.end))?;
            }
            let held = self.from(at);
            let most = usize::try_from(range.end.saturating_sub(at)).unwrap_or(usize::MAX);
            let piece = held.get(..most).unwrap_or(held);
            if piece.is_empty() {
                return Err(Error::Truncated { place: place(), size: source.size() });
            }
            take(piece)?;
            at = at.saturating_add(piece.len() as u64);
        }
        Ok(())
    }

    /// What is held from a place on.
    fn from(&self, at: u64) -> &[u8] {
        let held = self.block.get(..self.held).unwrap_or_default();
        let skip = at.checked_sub(self.at).and_then(|skip| usize::try_from(skip).ok());
        skip.and_then(|skip| held.get(skip..)).unwrap_or_default()
    }

    /// Holds a block from a place on in place of the last one. What a read gives counts; behind it, it may fail.
    fn read(&mut self, source: &mut dyn Source, at: u64, reach: u64) -> Result<(), Error> {
        let most = usize::try_from(reach.saturating_sub(at).min(Self::BLOCK)).unwrap_or_default();
        if self.block.len() < most {
            self.block.resize(most, 0);
        }
        (self.at, self.held) = (at, 0);
        let room = self.block.get_mut(..most).unwrap_or_default();
        self.held = loop {
            match source.read_at(at, room) {
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                read => break read.map_err(|e| Error::Io { offset: at, source: e })?.min(most),
            }
        };
        Ok(())
    }
}
