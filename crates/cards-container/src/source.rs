//! Bytes that a reader picks from at will.

#![deny(clippy::arithmetic_side_effects)]

use std::borrow::Cow;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::Arc;

use crate::error::Error;
use crate::place::Place;

/// Bytes of known length, read at any offset.
///
/// Memory is a `Source` as it is (`&[u8]`, `Vec<u8>` and the like); a file or any other `Read + Seek` becomes one through
/// [`Seekable`]. A
/// caller with positioned reads (`pread`) saves one system call per chunk by implementing the two methods itself.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no length and no place to read at",
    note = "a file and whatever reads and seeks becomes a source by `Seekable::new`; `load_from` does so by itself"
)]
pub trait Source {
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

/// A `Read + Seek` seen as a [`Source`].
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

impl<R: Read + Seek> Source for Seekable<R> {
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
pub(crate) fn fill(source: &mut impl Source, offset: u64, buf: &mut [u8]) -> Result<usize, Error> {
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
    source: &'a mut impl Source,
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
    source: &mut impl Source,
    offset: u64,
    len: u64,
    place: impl Fn() -> Place,
    mut take: impl FnMut(&[u8]) -> Result<(), Error>,
) -> Result<(), Error> {
    let (mut at, mut left) = (offset, len);
    while left > 0 {
        let step = left.min(256 << 10);
        take(&bytes(source, at, step, &place)?)?;
        at = at.saturating_add(step);
        left = left.saturating_sub(step);
    }
    Ok(())
}
