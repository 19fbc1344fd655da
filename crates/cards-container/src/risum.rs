//! RisuAI modules: `module.risum`, inside a CHARX or alone.
//!
//! de facto: RisuAI 460ecae. The file holds the byte 0x6F, version 0, and a length before the module's JSON; then, for
//! each asset, the byte 1, a length and the bytes; then a byte 0. JSON and assets are packed by a fixed permutation of
//! byte values.

#![deny(clippy::arithmetic_side_effects)]

use std::ops::Range;

use crate::error::Error;
use crate::limits::Limits;
use crate::place::Place;
use crate::source::{self, Source};

/// The permutation: the packed value of each byte. de facto: RisuAI 460ecae.
const PACKED: [u8; 256] = unhex(
    b"c40d1e0bbd2b3f55fc456ef566534f1ae0bb309486ba6bbf41506f9befdeb710611720df3289a89d6dabc990000c5dafd2c156e516649182657497ca23d652d1\
ffb4a0e82f8a58385a60199649dbd7c83b3e434ba56347aa6a2992f415cf623478d31d3ce2058e2a570e1bcd4c2df2402c2579480fb27ab5a76c37e69c7b547e\
fe87dc9a02e433a2ebb12e03dd99a6b0e7d58818837cf6bee15c9fc321461f084ed076125feefd8f44eaa35e8b2809359e69cc0ac78507ad4af377e967d4da84\
8093b64d73fa27267f04c6fbf1723951c236a968acf8edc5b9cbce75a43d81d942701c9511bcd88c98f959a113f7147db3ec71c0e38df001ae5b310624223ab8",
);

const PLAIN: [u8; 256] = inverse(&PACKED);

/// Packs bytes as RisuAI does.
pub fn pack(bytes: &[u8]) -> Vec<u8> {
    permute(bytes, &PACKED)
}

/// Unpacks bytes that [`pack`] packed.
pub fn unpack(bytes: &[u8]) -> Vec<u8> {
    permute(bytes, &PLAIN)
}

/// A module as its file holds it: the JSON text unpacked, the assets still packed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Risum {
    /// The JSON text: an object with `type` and `module`.
    pub json: Vec<u8>,
    file: Vec<u8>,
    blobs: Vec<Range<usize>>,
}

impl Risum {
    /// Reads a module file.
    ///
    /// # Errors
    /// [`Error::Unsupported`] for another format or version, [`Error::Truncated`], [`Error::TooLarge`] past
    /// `Limits::json` or `Limits::module`, [`Error::TooMany`] past `Limits::members`.
    pub fn read(file: Vec<u8>, limits: &Limits) -> Result<Self, Error> {
        within(file.len() as u64, limits)?;
        let mut cursor = Cursor { file: &file, at: 0 };
        match (cursor.byte("head")?, cursor.byte("head")?) {
            (0x6f, 0) => {}
            (0x6f, version) => {
                return Err(Error::BadModule { reason: "its version is not known", found: version });
            }
            (other, _) => {
                return Err(Error::BadModule { reason: "it does not begin with the module mark", found: other });
            }
        }
        let json = cursor.block("JSON")?;
        if json.len() as u64 > limits.json {
            let (size, limit) = (json.len() as u64, limits.json);
            return Err(Error::TooLarge { place: place("JSON"), size, limit, name: "json" });
        }
        let json = unpack(file.get(json).unwrap_or_default());
        let mut blobs = Vec::new();
        loop {
            match cursor.byte("asset list")? {
                0 => break,
                1 => blobs.push(cursor.block("asset")?),
                found => {
                    return Err(Error::BadModule { reason: "its asset list has an unknown mark", found });
                }
            }
            let (count, limit) = (blobs.len() as u64, limits.members);
            if count > limit {
                return Err(Error::TooMany { place: place("file"), what: "assets", count, limit, name: "members" });
            }
        }
        Ok(Self { json, blobs, file })
    }

    /// The same of a file that is read here.
    pub(crate) fn of(source: &mut dyn Source, limits: &Limits) -> Result<Self, Error> {
        let size = source.size();
        within(size, limits)?;
        let file = source::bytes(source, 0, size, || place("file"))?;
        Self::read(file.into_owned(), limits)
    }

    /// The number of assets; the module's JSON names them in the same order.
    pub fn asset_count(&self) -> usize {
        self.blobs.len()
    }

    /// The bytes of one asset, unpacked.
    pub fn asset(&self, index: usize) -> Option<Vec<u8>> {
        self.file.get(self.blobs.get(index)?.clone()).map(unpack)
    }
}

fn place(part: &str) -> Place {
    Place::Module(part.to_owned())
}

/// Refuses a file of more bytes than a module may have.
fn within(size: u64, limits: &Limits) -> Result<(), Error> {
    let limit = limits.module;
    if size > limit { Err(Error::TooLarge { place: place("file"), size, limit, name: "module" }) } else { Ok(()) }
}

struct Cursor<'a> {
    file: &'a [u8],
    at: usize,
}

impl Cursor<'_> {
    fn cut(&self, part: &str) -> Error {
        Error::Truncated { place: Place::Module(part.to_owned()), size: self.file.len() as u64 }
    }

    fn byte(&mut self, part: &str) -> Result<u8, Error> {
        let byte = self.file.get(self.at).copied().ok_or_else(|| self.cut(part))?;
        self.at = self.at.saturating_add(1);
        Ok(byte)
    }

    /// A length and that many bytes.
    fn block(&mut self, part: &str) -> Result<Range<usize>, Error> {
        let length = self.file.get(self.at..).and_then(<[u8]>::first_chunk).ok_or_else(|| self.cut(part))?;
        let from = self.at.saturating_add(4);
        let to = from.checked_add(u32::from_le_bytes(*length) as usize).filter(|&to| to <= self.file.len());
        self.at = to.ok_or_else(|| self.cut(part))?;
        Ok(from..self.at)
    }
}

fn permute(bytes: &[u8], table: &[u8; 256]) -> Vec<u8> {
    bytes.iter().map(|&b| table.get(usize::from(b)).copied().unwrap_or(b)).collect()
}

#[expect(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "runs when compiling, where a wrong index or sum is a compile error"
)]
const fn unhex(text: &[u8; 512]) -> [u8; 256] {
    const fn digit(c: u8) -> u8 {
        if c.is_ascii_digit() { c - b'0' } else { c - b'a' + 10 }
    }
    let mut out = [0; 256];
    let mut i = 0;
    while i < 256 {
        out[i] = digit(text[2 * i]) * 16 + digit(text[2 * i + 1]);
        i += 1;
    }
    out
}

#[expect(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "runs when compiling, where a wrong index or sum is a compile error"
)]
const fn inverse(table: &[u8; 256]) -> [u8; 256] {
    let mut out = [0; 256];
    let mut i = 0;
    while i < 256 {
        out[table[i] as usize] = i as u8;
        i += 1;
    }
    out
}
