//! One record of the central directory.

#![deny(clippy::arithmetic_side_effects)]

use crate::error::Error;
use crate::place::shown;

use super::end::{u16_at, u32_at, u64_at};
use super::name::{NameError, RawName, SafePath};

/// Bytes of a directory record without name, extra field and comment.
pub(crate) const RECORD: usize = 46;
/// Bytes of a local header without name and extra field.
pub(crate) const LOCAL: usize = 30;

/// How an entry is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Not at all.
    Stored,
    /// Deflate.
    Deflated,
    /// Another method, by number; such entries are listed and copied, not read.
    Other(u16),
}

impl Method {
    pub(crate) fn number(self) -> u16 {
        match self {
            Self::Stored => 0,
            Self::Deflated => 8,
            Self::Other(n) => n,
        }
    }
}

/// An archive entry, as the central directory has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry<'a> {
    /// Its place in the directory.
    pub index: usize,
    /// Its name.
    pub name: RawName<'a>,
    /// How it is compressed.
    pub method: Method,
    /// Bytes in the archive.
    pub compressed: u64,
    /// Bytes once inflated, as the directory claims.
    pub size: u64,
    /// Checksum of the inflated bytes, as the directory claims.
    pub crc: u32,
    /// Byte offset of the local header, as stored.
    pub(crate) offset: u64,
    pub(crate) flags: u16,
    /// Length of the name in the record; the name itself may come from an extra field.
    pub(crate) raw_name_len: usize,
    pub(crate) made_by: u16,
    pub(crate) time: u32,
    pub(crate) internal: u16,
    pub(crate) external: u32,
    pub(crate) extra: &'a [u8],
    pub(crate) comment: &'a [u8],
}

impl<'a> Entry<'a> {
    /// Reads a whole record, ZIP64 values and UTF-8 name fields taken in.
    pub(crate) fn parse(record: &'a [u8], index: usize) -> Option<Self> {
        let lengths = [28, 30, 32].map(|at| usize::from(u16_at(record, at)));
        let [name_len, extra_len, comment_len] = lengths;
        let (name, rest) = record.get(RECORD..)?.split_at_checked(name_len)?;
        let (extra, rest) = rest.split_at_checked(extra_len)?;
        let comment = rest.get(..comment_len)?;
        let flags = u16_at(record, 8);
        let mut entry = Self {
            index,
            name: RawName { bytes: name, utf8_flag: flags & 0x800 != 0 },
            method: match u16_at(record, 10) {
                0 => Method::Stored,
                8 => Method::Deflated,
                other => Method::Other(other),
            },
            compressed: u64::from(u32_at(record, 20)),
            size: u64::from(u32_at(record, 24)),
            crc: u32_at(record, 16),
            offset: u64::from(u32_at(record, 42)),
            flags,
            raw_name_len: name_len,
            made_by: u16_at(record, 4),
            time: u32_at(record, 12),
            internal: u16_at(record, 36),
            external: u32_at(record, 38),
            extra,
            comment,
        };
        if !extra.is_empty() {
            entry.take_extra();
        }
        Some(entry)
    }

    fn take_extra(&mut self) {
        for (id, body) in extra_fields(self.extra) {
            match id {
                0x0001 => self.take_zip64(body),
                // Info-ZIP's UTF-8 name: version 1, checksum of the plain name, the name.
                0x7075 if body.first() == Some(&1) && u32_at(body, 1) == crc32fast::hash(self.name.bytes) => {
                    let bytes = body.get(5..).unwrap_or_default();
                    self.name = RawName { bytes, utf8_flag: true };
                }
                _ => {}
            }
        }
    }

    fn take_zip64(&mut self, body: &[u8]) {
        let mut values = body.chunks_exact(8).map(|value| u64_at(value, 0));
        for field in [&mut self.size, &mut self.compressed, &mut self.offset] {
            if *field == u64::from(u32::MAX) {
                *field = values.next().unwrap_or(*field);
            }
        }
    }

    /// Whether it stands for a folder.
    pub fn is_folder(&self) -> bool {
        self.name.bytes.ends_with(b"/") || (self.size == 0 && self.name.bytes.ends_with(b"\\"))
    }

    /// Whether it is encrypted.
    pub fn is_encrypted(&self) -> bool {
        self.flags & 0x41 != 0 || self.method == Method::Other(99)
    }

    /// Whether it is a symbolic link, a device or anything else that is neither file nor folder.
    pub fn is_special(&self) -> bool {
        let kind = (self.external >> 16) & 0o170_000;
        !matches!(kind, 0 | 0o100_000 | 0o040_000)
    }

    /// The relative path that the entry may be extracted to.
    ///
    /// # Errors
    /// [`Error::UnsafeName`] for names that could leave the folder or mean a device, and for links.
    pub fn safe_path(&self) -> Result<SafePath, Error> {
        let refuse = |reason| Error::UnsafeName { entry: self.shown(), reason };
        if self.is_special() {
            return Err(refuse(NameError::Special));
        }
        SafePath::of(self.name).map_err(refuse)
    }

    /// The name, made fit for printing.
    pub fn shown(&self) -> String {
        shown(self.name.bytes)
    }

    /// Bytes from the local header to the end of the data, at the least.
    ///
    /// A directory may claim any size, so the sum stops at the largest number.
    pub(crate) fn span(&self) -> u64 {
        (LOCAL as u64).saturating_add(self.name.bytes.len() as u64).saturating_add(self.compressed)
    }
}

/// The fields of an extra block: number and body.
pub(crate) fn extra_fields(mut extra: &[u8]) -> impl Iterator<Item = (u16, &[u8])> {
    std::iter::from_fn(move || {
        let (head, rest) = extra.split_at_checked(4)?;
        let (body, rest) = rest.split_at_checked(usize::from(u16_at(head, 2)))?;
        extra = rest;
        Some((u16_at(head, 0), body))
    })
}
