//! Writing archives that every program reads, the same bytes each time.

use std::collections::HashSet;
use std::io::Write;

use flate2::{Compress, Compression, FlushCompress, Status};

use crate::error::Error;
use crate::place::{Place, shown};
use crate::sniff::Format;
use crate::source::{self, Source};

use super::archive::Archive;
use super::end::u16_at;
use super::entry::{Entry, Method, extra_fields};
use super::name::SafePath;
use super::reader;

/// How new entries are packed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Packing {
    /// Deflated, unless the bytes are of a compressed format or deflate gains nothing.
    #[default]
    Auto,
    /// Stored as they are.
    Store,
}

/// 1 January 1980, the oldest date that ZIP knows: one date for all, so that the same input gives the same bytes.
const DATE: u32 = 0x0021_0000;
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
}

impl<W: Write> Writer<W> {
    /// Starts an archive.
    pub fn new(out: W) -> Self {
        Self { out, offset: 0, directory: Vec::new(), count: 0, names: HashSet::new() }
    }

    /// Adds an entry.
    ///
    /// # Errors
    /// [`Error::CannotWrite`] for a name that is not a safe ASCII path, stands twice, or passes what ZIP holds without
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
        self.head(&header)?;
        self.put(body)
    }

    /// Adds an entry of another archive as it is, compressed as it was; only a data descriptor becomes a plain header.
    ///
    /// # Errors
    /// What reading and writing answer; [`Error::CannotWrite`] past what ZIP holds without ZIP64 or for a second entry
    /// of that name.
    pub fn add_raw<S: Source>(&mut self, archive: &mut Archive<S>, index: usize) -> Result<(), Error> {
        let Archive { source, directory, .. } = archive;
        let Some(entry) = directory.get(index) else {
            return Err(Error::BadZip { place: Place::Directory, reason: "it has no entry of that number" });
        };
        let (base, stop) = (directory.base, directory.offset);
        let (_, data) = reader::local(source, base, stop, &entry, 0)?;
        let local_extra = local_extra(source, base + entry.offset, &entry)?;
        let (local_extra, extra) = (without_zip64(&local_extra), without_zip64(entry.extra));
        self.head(&Header {
            name: entry.name.bytes,
            made_by: entry.made_by,
            flags: entry.flags & !0x8,
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
        })?;
        let (mut at, end) = (data.at, data.at + entry.compressed);
        while at < end {
            let step = (end - at).min(256 << 10);
            let piece = source::bytes(source, at, step, || Place::Entry(entry.shown()))?;
            self.put(&piece)?;
            at += step;
        }
        Ok(())
    }

    /// Writes the directory and gives the output back.
    ///
    /// # Errors
    /// [`Error::CannotWrite`] past what ZIP holds without ZIP64, [`Error::Write`].
    pub fn finish(mut self) -> Result<W, Error> {
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
        end.extend_from_slice(&[0, 0]);
        self.put(&end)?;
        self.out.flush().map_err(|source| Error::Write { source })?;
        Ok(self.out)
    }

    fn put(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.out.write_all(bytes).map_err(|source| Error::Write { source })?;
        self.offset += bytes.len() as u64;
        Ok(())
    }

    /// Writes a local header and remembers its directory record.
    fn head(&mut self, header: &Header<'_>) -> Result<(), Error> {
        let refuse = |reason| Error::CannotWrite { place: Place::Entry(shown(header.name)), reason };
        if !self.names.insert(header.name.to_vec()) {
            return Err(refuse("the archive has an entry of that name"));
        }
        let offset = fits(self.offset).ok_or_else(|| refuse("it would stand behind 4 GiB, which takes ZIP64"))?;
        let shared = header.shared().ok_or_else(|| refuse("it is larger than the 4 GiB that ZIP holds"))?;
        let short = |len: usize| u16::try_from(len).map_err(|_| refuse("its name or extra field is too long"));
        let (name_len, comment_len) = (short(header.name.len())?, short(header.comment.len())?);
        let (local_len, extra_len) = (short(header.local_extra.len())?, short(header.extra.len())?);

        let mut local = b"PK\x03\x04".to_vec();
        local.extend_from_slice(&shared);
        local.extend_from_slice(&name_len.to_le_bytes());
        local.extend_from_slice(&local_len.to_le_bytes());
        local.extend_from_slice(header.name);
        local.extend_from_slice(header.local_extra);

        let record = &mut self.directory;
        record.extend_from_slice(b"PK\x01\x02");
        record.extend_from_slice(&header.made_by.to_le_bytes());
        record.extend_from_slice(&shared);
        for len in [name_len, extra_len, comment_len, 0, header.internal] {
            record.extend_from_slice(&len.to_le_bytes());
        }
        record.extend_from_slice(&header.external.to_le_bytes());
        record.extend_from_slice(&offset.to_le_bytes());
        record.extend_from_slice(header.name);
        record.extend_from_slice(header.extra);
        record.extend_from_slice(header.comment);
        self.count += 1;
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
    /// The fields that both headers have, from the version needed to the sizes.
    fn shared(&self) -> Option<Vec<u8>> {
        let (compressed, size) = (fits(self.compressed)?, fits(self.size)?);
        let mut out = Vec::with_capacity(22);
        for value in [NEEDED, self.flags, self.method] {
            out.extend_from_slice(&value.to_le_bytes());
        }
        for value in [self.time, self.crc, compressed, size] {
            out.extend_from_slice(&value.to_le_bytes());
        }
        Some(out)
    }
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
    (status == Status::StreamEnd && out.len() < bytes.len()).then_some(out)
}

/// The extra field of a local header, which may differ from the directory's.
fn local_extra(source: &mut impl Source, offset: u64, entry: &Entry<'_>) -> Result<Vec<u8>, Error> {
    let place = || Place::Entry(entry.shown());
    let head = source::bytes(source, offset, 30, place)?.into_owned();
    let at = offset + 30 + u64::from(u16_at(&head, 26));
    Ok(source::bytes(source, at, u64::from(u16_at(&head, 28)), place)?.into_owned())
}

/// An extra block without its ZIP64 field, whose values stand in the plain fields again.
fn without_zip64(extra: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(extra.len());
    for (id, body) in extra_fields(extra).filter(|(id, _)| *id != 0x0001) {
        out.extend_from_slice(&id.to_le_bytes());
        out.extend_from_slice(&(body.len() as u16).to_le_bytes());
        out.extend_from_slice(body);
    }
    out
}
