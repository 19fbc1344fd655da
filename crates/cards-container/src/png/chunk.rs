//! Chunk headers, walked without their data.

#![deny(clippy::arithmetic_side_effects)]

use std::fmt;

use crate::error::Error;
use crate::finding::Finding;
use crate::limits::Limits;
use crate::place::{Place, shown};
use crate::source::{self, Source};

/// The eight bytes that begin each PNG.
pub const SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1a\n";

/// A chunk type such as `IDAT`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ChunkType(pub [u8; 4]);

impl ChunkType {
    pub(crate) const IHDR: Self = Self(*b"IHDR");
    pub(crate) const IDAT: Self = Self(*b"IDAT");
    pub(crate) const IEND: Self = Self(*b"IEND");
    pub(crate) const CGBI: Self = Self(*b"CgBI");

    /// Whether the bytes are letters, as the PNG standard wants.
    pub fn is_valid(self) -> bool {
        self.0.iter().all(u8::is_ascii_alphabetic)
    }
}

impl fmt::Display for ChunkType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shown(&self.0))
    }
}

impl fmt::Debug for ChunkType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ChunkType({self})")
    }
}

/// The header of one chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Chunk {
    /// The type.
    pub kind: ChunkType,
    /// Byte offset of the length field.
    pub offset: u64,
    /// Bytes of data, without header and checksum.
    pub length: u32,
}

impl Chunk {
    /// Byte offset of the data.
    pub fn data_offset(&self) -> u64 {
        self.offset.saturating_add(8)
    }

    /// Byte offset behind the checksum.
    pub fn end(&self) -> u64 {
        self.offset.saturating_add(12).saturating_add(self.length.into())
    }

    pub(crate) fn place(&self) -> Place {
        Place::Chunk { name: self.kind.to_string(), offset: self.offset }
    }
}

/// Bytes that the walk reads of each chunk: the header, and enough data to tell every keyword of ours.
const PEEK: usize = 32;

/// What the walk shows of one chunk.
pub(crate) struct Seen<'a> {
    pub(crate) chunk: Chunk,
    /// The first bytes of the data.
    pub(crate) peek: &'a [u8],
    /// Behind the end chunk.
    pub(crate) after_end: bool,
}

/// How the walk came to its end.
#[derive(Default)]
pub(crate) struct Ending {
    /// Byte offset behind `IEND`.
    pub(crate) end: Option<u64>,
    pub(crate) findings: Vec<Finding>,
}

/// Walks the chunk headers of a source whose signature was checked.
pub(crate) fn walk(
    source: &mut dyn Source,
    limits: &Limits,
    mut visit: impl FnMut(&mut dyn Source, Seen<'_>) -> Result<(), Error>,
) -> Result<Ending, Error> {
    let size = source.size();
    let (mut offset, mut count) = (SIGNATURE.len() as u64, 0_u64);
    let mut ending = Ending::default();
    while offset < size {
        let mut head = [0; PEEK];
        let got = source::fill(source, offset, &mut head)?;
        let Some((chunk, peek)) = header(head.get(..got).unwrap_or_default(), offset) else {
            if ending.end.is_none() {
                ending.findings.push(Finding::Truncated { place: Place::File, size });
            }
            break;
        };
        if !chunk.kind.is_valid() {
            if ending.end.is_none() {
                ending.findings.push(Finding::Garbled { offset });
            }
            break;
        }
        count = count.saturating_add(1);
        if count > limits.chunks {
            let limit = limits.chunks;
            return Err(Error::TooMany { place: Place::File, what: "chunks", count, limit, name: "chunks" });
        }
        let cut = chunk.end() > size;
        let peek = peek.get(..peek.len().min(chunk.length as usize)).unwrap_or(peek);
        visit(source, Seen { chunk, peek, after_end: ending.end.is_some() })?;
        if cut && !(chunk.kind == ChunkType::IEND && chunk.data_offset() <= size) {
            if ending.end.is_none() {
                ending.findings.push(Finding::Truncated { place: chunk.place(), size });
            }
            break;
        }
        offset = chunk.end().min(size);
        if chunk.kind == ChunkType::IEND && ending.end.is_none() {
            ending.end = Some(offset);
        }
    }
    let cut = ending.findings.iter().any(|f| matches!(f, Finding::Truncated { .. } | Finding::Garbled { .. }));
    if ending.end.is_none() && !cut {
        ending.findings.push(Finding::Truncated { place: Place::File, size });
    }
    if let Some(count) = ending.end.map(|end| size.saturating_sub(end)).filter(|&n| n > 0) {
        ending.findings.push(Finding::Trailing { count });
    }
    Ok(ending)
}

/// Refuses what does not begin with the PNG signature.
pub(crate) fn check_signature(source: &mut dyn Source) -> Result<(), Error> {
    let mut head = [0; 64];
    let got = source::fill(source, 0, &mut head)?;
    let head = head.get(..got).unwrap_or_default();
    if head.starts_with(&SIGNATURE) {
        return Ok(());
    }
    if !head.is_empty() && SIGNATURE.starts_with(head) {
        return Err(Error::Truncated { place: Place::File, size: source.size() });
    }
    Err(match crate::sniff::Format::of(head) {
        crate::sniff::Format::DamagedPng => Error::BadSignature { hint: damage(head) },
        other => Error::Unsupported(other),
    })
}

fn damage(head: &[u8]) -> &'static str {
    match head {
        [0x89, b'P', b'N', b'G', b'\n', ..] => "carriage returns were removed; send the file in binary mode",
        [0x89, b'P', b'N', b'G', b'\r', b'\r', ..] => "line ends were doubled; send the file in binary mode",
        [0x89, b'P', b'N', b'G', ..] => "the bytes behind its name differ; send the file in binary mode",
        [0xef, 0xbf, 0xbd, ..] | [0xc2, ..] | [b'?', ..] => "the file was saved as text; send it in binary mode",
        _ => "its first byte is lost; send the file in binary mode",
    }
}

fn header(head: &[u8], offset: u64) -> Option<(Chunk, &[u8])> {
    let (length, rest) = head.split_first_chunk::<4>()?;
    let (kind, peek) = rest.split_first_chunk::<4>()?;
    Some((Chunk { kind: ChunkType(*kind), offset, length: u32::from_be_bytes(*length) }, peek))
}
