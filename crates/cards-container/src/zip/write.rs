//! Writing archives that every program reads, the same bytes each time.

#![deny(clippy::arithmetic_side_effects)]

use std::collections::HashSet;
use std::io::Write;

use flate2::{Compress, Compression, FlushCompress, Status};

use crate::error::Error;
use crate::inflate;
use crate::limits::Limits;
use crate::place::{Place, shown};
use crate::sniff::Format;
use crate::source::{self, Source};

use super::archive::Archive;
use super::end::u16_at;
use super::entry::{Entry, LOCAL, Method, extra_fields};
use super::name::SafePath;
use super::reader;

/// How new entries are packed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Packing {
    /// Deflated, unless the bytes are of a compressed format, deflate gains nothing, or it gains so much that readers
    /// would take it for a bomb ([`Limits::ratio`](crate::Limits::ratio)).
    #[default]
    Auto,
    /// Stored as they are.
    Store,
}

cards_words::named! {
    Packing: "way to pack";
    Auto => "auto",
    Store => "store",
}

/// 1 January 1980, the oldest date that ZIP knows: one date for all, so that the same input gives the same bytes.
const DATE: u32 = 0x0021_0000;
/// The flag of an entry whose checksum and sizes are behind its data.
const DESCRIPTOR: u16 = 0x8;
/// Version 2.0: deflate and folders.
const NEEDED: u16 = 20;

/// Writes an archive: plain local headers, no descriptors, ASCII names, no dates, entries in the order given.
#[derive(Debug)]
pub struct Writer<W> {
    out: W,
    offset: u64,
    directory: Vec<u8>,
    count: u64,
    names: HashSet<Vec<u8>>,
    comment: Vec<u8>,
}

impl<W: Write> Writer<W> {
    /// Starts an archive.
    pub fn new(out: W) -> Self {
        Self { out, offset: 0, directory: Vec::new(), count: 0, names: HashSet::new(), comment: Vec::new() }
    }

    /// Gives the archive a comment; of one that is longer than the 65 535 bytes that ZIP holds the rest is cut off.
    #[must_use]
    pub fn with_comment(mut self, comment: &[u8]) -> Self {
        self.comment = comment.get(..usize::from(u16::MAX)).unwrap_or(comment).to_vec();
        self
    }

    /// Adds an entry.
    ///
    /// # Errors
    /// [`Error::CannotWrite`] for a name that is not a safe ASCII path, occurs twice, or passes what ZIP holds without
    /// ZIP64; [`Error::Write`].
    pub fn add(&mut self, name: &str, bytes: &[u8], packing: Packing) -> Result<(), Error> {
        let refuse = |reason| Error::CannotWrite { place: Place::Entry(shown(name.as_bytes())), reason };
        let path = SafePath::new(name).map_err(|error| refuse(error.reason()))?;
        if path.as_str() != name || !name.is_ascii() {
            return Err(refuse("its name must be a plain ASCII path"));
        }
        let deflated = match packing {
            Packing::Auto if !Format::of(bytes.get(..256).unwrap_or(bytes)).is_compressed() => deflate(bytes),
            _ => None,
        };
        let (body, method) = match &deflated {
            Some(body) => (body.as_slice(), Method::Deflated),
            None => (bytes, Method::Stored),
        };
        let header = Header {
            name: name.as_bytes(),
            made_by: NEEDED,
            flags: 0,
            method: method.number(),
            time: DATE,
            crc: crc32fast::hash(bytes),
            compressed: body.len() as u64,
            size: bytes.len() as u64,
            internal: 0,
            external: 0,
            local_extra: &[],
            extra: &[],
            comment: &[],
        };
        self.claim(name.as_bytes())?;
        self.head(&header)?;
        self.put(body)
    }

    /// Adds an entry of another archive as it is, compressed and encrypted as it was; only the data descriptor of an
    /// entry that is not encrypted becomes a plain header.
    ///
    /// # Errors
    /// What reading and writing answer; [`Error::CannotWrite`] past what ZIP holds without ZIP64 or for a second entry
    /// of that name.
    pub fn add_raw(&mut self, archive: &mut Archive<'_>, index: usize) -> Result<(), Error> {
        self.copy(archive, index, true)
    }

    /// Adds an entry as it is; `alone` refuses a second one of its name.
    pub(crate) fn copy(&mut self, archive: &mut Archive<'_>, index: usize, alone: bool) -> Result<(), Error> {
        let Archive { source, directory, .. } = archive;
        let Some(entry) = directory.get(index) else {
            return Err(Error::BadZip { place: Place::Directory, reason: "it has no entry of that number" });
        };
        if alone {
            self.claim(entry.name.bytes)?;
        }
        let (base, stop) = (directory.base, directory.offset);
        let (_, data) = reader::local(&mut **source, base, stop, &entry, 0)?;
        let local_extra = local_extra(&mut **source, base.saturating_add(entry.offset), &entry)?;
        let (local_extra, extra) = (without_zip64(&local_extra), without_zip64(entry.extra));
        let header = Header {
            name: entry.name.bytes,
            made_by: entry.made_by,
            // Readers take the byte that proves a password from the date where this flag is set, else from the checksum.
            flags: if entry.is_encrypted() { entry.flags } else { entry.flags & !DESCRIPTOR },
            method: entry.method.number(),
            time: entry.time,
            crc: entry.crc,
            compressed: entry.compressed,
            size: entry.size,
            internal: entry.internal,
            external: entry.external,
            local_extra: &local_extra,
            extra: &extra,
            comment: entry.comment,
        };
        self.head(&header)?;
        self.stream(&mut **source, data.at, entry.compressed, || Place::Entry(entry.shown()))?;
        if header.flags & DESCRIPTOR != 0 {
            let sizes = header.sizes().ok_or_else(|| too_large(header.name))?;
            self.put(b"PK\x07\x08")?;
            self.put(&sizes)?;
        }
        Ok(())
    }

    /// Copies bytes of another file.
    fn stream(&mut self, source: &mut dyn Source, at: u64, len: u64, place: impl Fn() -> Place) -> Result<(), Error> {
        source::pieces(source, at, len, place, |piece| self.put(piece))
    }

    /// Begins with the bytes that are in front of another archive.
    pub(crate) fn front(&mut self, archive: &mut Archive<'_>) -> Result<(), Error> {
        let front = archive.prefix_len();
        self.stream(&mut *archive.source, 0, front, || Place::File)?;
        // Offsets that did not count these bytes go on without them.
        self.offset = front.saturating_sub(archive.directory.base);
        Ok(())
    }

    /// Writes the directory and then the bytes that are behind another archive, and gives the output back.
    pub(crate) fn finish_before(mut self, archive: &mut Archive<'_>) -> Result<W, Error> {
        self.end()?;
        let behind = archive.suffix_len();
        let from = archive.source.size().saturating_sub(behind);
        self.stream(&mut *archive.source, from, behind, || Place::File)?;
        self.flushed()
    }

    /// Writes the directory and gives the output back.
    ///
    /// # Errors
    /// [`Error::CannotWrite`] past what ZIP holds without ZIP64, [`Error::Write`].
    pub fn finish(mut self) -> Result<W, Error> {
        self.end()?;
        self.flushed()
    }

    fn flushed(mut self) -> Result<W, Error> {
        self.out.flush().map_err(|source| Error::Write { source })?;
        Ok(self.out)
    }

    /// Writes the directory and the end record.
    fn end(&mut self) -> Result<(), Error> {
        let refuse = |reason| Error::CannotWrite { place: Place::Directory, reason };
        let count = u16::try_from(self.count).ok().filter(|&n| n < u16::MAX);
        let count = count.ok_or_else(|| refuse("it would hold more than 65 534 entries"))?;
        let (size, offset) = (self.directory.len() as u64, self.offset);
        let size = fits(size).ok_or_else(|| refuse("it would be larger than 4 GiB"))?;
        let offset = fits(offset).ok_or_else(|| refuse("the archive would be larger than 4 GiB"))?;
        let directory = std::mem::take(&mut self.directory);
        self.put(&directory)?;
        let mut end = b"PK\x05\x06\0\0\0\0".to_vec();
        end.extend_from_slice(&count.to_le_bytes());
        end.extend_from_slice(&count.to_le_bytes());
        end.extend_from_slice(&size.to_le_bytes());
        end.extend_from_slice(&offset.to_le_bytes());
        end.extend_from_slice(&u16::try_from(self.comment.len()).unwrap_or_default().to_le_bytes());
        end.append(&mut self.comment);
        self.put(&end)
    }

    fn put(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.out.write_all(bytes).map_err(|source| Error::Write { source })?;
        self.offset = self.offset.saturating_add(bytes.len() as u64);
        Ok(())
    }

    /// Takes a name for an entry, once.
    fn claim(&mut self, name: &[u8]) -> Result<(), Error> {
        if self.names.insert(name.to_vec()) {
            return Ok(());
        }
        let reason = "the archive has an entry of that name";
        Err(Error::CannotWrite { place: Place::Entry(shown(name)), reason })
    }

    /// Writes a local header and remembers its directory record.
    fn head(&mut self, header: &Header<'_>) -> Result<(), Error> {
        let refuse = |reason| Error::CannotWrite { place: Place::Entry(shown(header.name)), reason };
        let offset = fits(self.offset).ok_or_else(|| refuse("it would be behind 4 GiB, which takes ZIP64"))?;
        let sizes = header.sizes().ok_or_else(|| too_large(header.name))?;
        let shared = header.shared();
        let short = |len: usize| u16::try_from(len).map_err(|_| refuse("its name or extra field is too long"));
        let (name_len, comment_len) = (short(header.name.len())?, short(header.comment.len())?);
        let (local_len, extra_len) = (short(header.local_extra.len())?, short(header.extra.len())?);

        let mut local = b"PK\x03\x04".to_vec();
        local.extend_from_slice(&shared);
        // With a descriptor, checksum and sizes are behind the data.
        local.extend_from_slice(if header.flags & DESCRIPTOR == 0 { &sizes } else { &[0; 12] });
        local.extend_from_slice(&name_len.to_le_bytes());
        local.extend_from_slice(&local_len.to_le_bytes());
        local.extend_from_slice(header.name);
        local.extend_from_slice(header.local_extra);

        let record = &mut self.directory;
        record.extend_from_slice(b"PK\x01\x02");
        record.extend_from_slice(&header.made_by.to_le_bytes());
        record.extend_from_slice(&shared);
        record.extend_from_slice(&sizes);
        for len in [name_len, extra_len, comment_len, 0, header.internal] {
            record.extend_from_slice(&len.to_le_bytes());
        }
        record.extend_from_slice(&header.external.to_le_bytes());
        record.extend_from_slice(&offset.to_le_bytes());
        record.extend_from_slice(header.name);
        record.extend_from_slice(header.extra);
        record.extend_from_slice(header.comment);
        self.count = self.count.saturating_add(1);
        self.put(&local)
    }
}

/// What goes into the two headers of an entry.
struct Header<'a> {
    name: &'a [u8],
    made_by: u16,
    flags: u16,
    method: u16,
    time: u32,
    crc: u32,
    compressed: u64,
    size: u64,
    internal: u16,
    external: u32,
    local_extra: &'a [u8],
    extra: &'a [u8],
    comment: &'a [u8],
}

impl Header<'_> {
    /// The fields that both headers have, from the version needed to the date.
    fn shared(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(10);
        for value in [NEEDED, self.flags, self.method] {
            out.extend_from_slice(&value.to_le_bytes());
        }
        out.extend_from_slice(&self.time.to_le_bytes());
        out
    }

    /// Checksum and sizes, as headers and descriptors have them.
    fn sizes(&self) -> Option<Vec<u8>> {
        let values = [self.crc, fits(self.compressed)?, fits(self.size)?];
        Some(values.iter().flat_map(|value| value.to_le_bytes()).collect())
    }
}

fn too_large(name: &[u8]) -> Error {
    Error::CannotWrite { place: Place::Entry(shown(name)), reason: "it is larger than the 4 GiB that ZIP holds" }
}

fn fits(value: u64) -> Option<u32> {
    u32::try_from(value).ok().filter(|&v| v < u32::MAX)
}

/// Deflates, unless that gains nothing.
fn deflate(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut stream = Compress::new(Compression::default(), false);
    let mut out = Vec::with_capacity(bytes.len());
    // Output that does not fit the room of the input is no gain.
    let status = stream.compress_vec(bytes, &mut out, FlushCompress::Finish).ok()?;
    let (packed, size) = (out.len() as u64, bytes.len() as u64);
    let limits = Limits::default();
    let is_bomb = size > limits.ratio_floor && inflate::grew(&limits, packed, size);
    (status == Status::StreamEnd && packed < size && !is_bomb).then_some(out)
}

/// The extra field of a local header, which may differ from the directory's.
fn local_extra(source: &mut dyn Source, offset: u64, entry: &Entry<'_>) -> Result<Vec<u8>, Error> {
    let place = || Place::Entry(entry.shown());
    let head = source::bytes(source, offset, LOCAL as u64, place)?.into_owned();
    let at = offset.saturating_add(LOCAL as u64).saturating_add(u16_at(&head, 26).into());
    Ok(source::bytes(source, at, u64::from(u16_at(&head, 28)), place)?.into_owned())
}

/// An extra block without its ZIP64 field, whose values are in the plain fields again.
fn without_zip64(extra: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(extra.len());
    for (id, body) in extra_fields(extra).filter(|(id, _)| *id != 0x0001) {
        out.extend_from_slice(&id.to_le_bytes());
        out.extend_from_slice(&(body.len() as u16).to_le_bytes());
        out.extend_from_slice(body);
    }
    out
}
