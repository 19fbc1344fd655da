//! Opening a PNG: which chunks may carry a card.

#![deny(clippy::arithmetic_side_effects)]

use std::borrow::Cow;

use crate::error::Error;
use crate::finding::Finding;
use crate::limits::Limits;
use crate::place::{Place, shown};
use crate::source::{self, Ahead, Bytes, Source};

use super::asset::{self, AssetChunk};
use super::chunk::{self, Chunk, ChunkType, Ending, Seen};
use super::foreign::Foreign;
use super::keyword::{Keyword, TextKind};
use super::policy::{ChunkPolicy, CrcRule};
use super::text;

/// Where a chunk stands against the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Position {
    /// Before the first `IDAT`.
    BeforePicture,
    /// Between the first `IDAT` and `IEND`.
    AfterPicture,
    /// Behind `IEND`.
    AfterEnd,
}

/// A text chunk whose keyword says that it carries a card or a module.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Candidate {
    /// The keyword.
    pub keyword: Keyword,
    /// The keyword as the file spells it.
    pub spelled: String,
    /// The chunk type.
    pub kind: TextKind,
    /// The chunk's header.
    pub chunk: Chunk,
    /// Where it stands.
    pub position: Position,
}

impl Candidate {
    /// The chunk's place, for messages.
    pub fn place(&self) -> Place {
        Place::Chunk { name: format!("{} {}", self.kind.as_str(), self.spelled), offset: self.chunk.offset }
    }

    /// What is odd about where and how it stands.
    pub(crate) fn findings(&self) -> Vec<Finding> {
        let mut findings = Vec::new();
        let place = || self.place();
        if self.keyword == Keyword::CharaCardV3 {
            findings.push(Finding::OddKeyword { place: place() });
        }
        if self.spelled != self.keyword.as_str() {
            let (found, exact) = (self.spelled.clone(), self.keyword.as_str());
            findings.push(Finding::KeywordCase { place: place(), found, exact });
        }
        if self.kind != TextKind::Plain {
            findings.push(Finding::NotPlainText { place: place(), kind: self.kind.as_str() });
        }
        if self.position == Position::AfterEnd {
            findings.push(Finding::AfterEnd { place: place() });
        }
        findings
    }
}

/// An opened PNG or APNG: its chunk headers, and the chunks that may carry a card.
///
/// Opening reads headers and keywords only. Payloads are read by [`Png::payload`] and [`Png::choose`].
#[derive(Debug)]
pub struct Png<'s> {
    pub(crate) source: Bytes<'s>,
    pub(crate) limits: Limits,
    pub(crate) policy: ChunkPolicy,
    chunks: Vec<Chunk>,
    candidates: Vec<Candidate>,
    assets: Vec<AssetChunk>,
    foreign: Vec<Foreign>,
    other_keywords: Vec<String>,
    end: Option<u64>,
    findings: Vec<Finding>,
    /// What the check of one chunk read of those behind it.
    ahead: Ahead,
}

impl<'s> Png<'s> {
    /// Walks the chunk headers of a PNG.
    ///
    /// # Errors
    /// [`Error::BadSignature`], [`Error::Unsupported`] when it is something else, [`Error::Truncated`] inside the
    /// signature, [`Error::TooMany`] past `Limits::chunks`, [`Error::Io`]; under a strict policy also what that asks for.
    pub fn open(source: impl Source + 's, policy: &ChunkPolicy, limits: &Limits) -> Result<Self, Error> {
        Self::of(Box::new(source), policy, limits)
    }

    pub(crate) fn of(mut source: Bytes<'s>, policy: &ChunkPolicy, limits: &Limits) -> Result<Self, Error> {
        chunk::check_signature(&mut *source)?;
        let mut seen = Inventory::default();
        let ending = chunk::walk(&mut *source, limits, |source, chunk| seen.take(source, &chunk, policy))?;
        let Inventory { chunks, candidates, assets, foreign, other_keywords, .. } = seen;
        let Ending { end, findings: walked } = ending;
        let mut findings = Vec::new();
        // Xcode's own form of PNG has a private chunk in front.
        let first = chunks.iter().find(|c| policy.strict_structure || c.kind != ChunkType::CGBI);
        if first.is_none_or(|c| c.kind != ChunkType::IHDR) {
            if policy.strict_structure {
                return Err(Error::NoHeader);
            }
            findings.push(Finding::NoHeader);
        }
        if policy.strict_structure && end.is_none() {
            return Err(Error::Truncated { place: Place::File, size: source.size() });
        }
        findings.extend(walked);
        let (limits, policy) = (limits.clone(), policy.clone());
        let ahead = Ahead::default();
        Ok(Self { source, limits, policy, chunks, candidates, assets, foreign, other_keywords, end, findings, ahead })
    }

    /// All chunk headers in file order.
    pub fn chunks(&self) -> &[Chunk] {
        &self.chunks
    }

    /// The chunks that may carry a card, in file order.
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    /// The asset chunks, in file order.
    pub fn assets(&self) -> &[AssetChunk] {
        &self.assets
    }

    /// Text chunks of other programs' own payloads; [`Png::foreign`] has those in EXIF data too.
    pub(super) fn foreign_texts(&self) -> &[Foreign] {
        &self.foreign
    }

    /// Keywords of other text chunks, at most eight of them, made fit for printing.
    pub fn other_keywords(&self) -> &[String] {
        &self.other_keywords
    }

    /// Byte offset behind `IEND`; `None` when the file ends before it.
    pub fn end(&self) -> Option<u64> {
        self.end
    }

    /// What was odd about the file as a whole.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// Whether it is an APNG.
    pub fn is_animated(&self) -> bool {
        self.chunks.iter().take_while(|c| c.kind != ChunkType::IDAT).any(|c| &c.kind.0 == b"acTL")
    }

    /// Width and height, as the header says them.
    pub fn pixels(&mut self) -> Option<(u32, u32)> {
        let header = self.chunks.iter().find(|chunk| chunk.kind == ChunkType::IHDR)?.data_offset();
        let mut bytes = [0; 8];
        if source::fill(&mut *self.source, header, &mut bytes).ok()? < bytes.len() {
            return None;
        }
        let [a, b, c, d, e, f, g, h] = bytes;
        Some((u32::from_be_bytes([a, b, c, d]), u32::from_be_bytes([e, f, g, h])))
    }

    /// Gives the source back.
    pub fn into_source(self) -> Bytes<'s> {
        self.source
    }

    /// Compares the checksum of one chunk with its bytes, reading it in pieces.
    ///
    /// # Errors
    /// [`Error::BadCrc`], [`Error::Truncated`], [`Error::Io`].
    pub fn check(&mut self, chunk: &Chunk) -> Result<(), Error> {
        let reach = self.source.size();
        check_crc(&mut *self.source, &mut self.ahead, chunk, reach)
    }

    /// The data of one chunk, as it is in the file.
    ///
    /// # Errors
    /// [`Error::TooLarge`] past `Limits::text_chunk`, [`Error::Truncated`], [`Error::Io`].
    pub fn data(&mut self, chunk: &Chunk) -> Result<Cow<'_, [u8]>, Error> {
        let size = u64::from(chunk.length);
        check_size(&self.limits, &*self.source, chunk, size)?;
        source::bytes(&mut *self.source, chunk.data_offset(), size, || chunk.place())
    }
}

/// What a text chunk says.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TextChunk {
    /// The keyword, Latin-1 by the standard.
    pub keyword: Vec<u8>,
    /// The text behind it, Latin-1 or UTF-8 as the kind of chunk has it.
    pub text: Vec<u8>,
}

impl<'s> Png<'s> {
    /// The keyword and the text of a text chunk, inflated where it is deflated; nothing for other chunks.
    ///
    /// `most` bounds the text, which is not made longer than that.
    ///
    /// # Errors
    /// [`Error::TooLarge`] past `most`, [`Error::Truncated`], [`Error::BadText`], [`Error::BadDeflate`],
    /// [`Error::Ratio`], [`Error::Io`].
    pub fn text(&mut self, chunk: &Chunk, most: u64) -> Result<Option<TextChunk>, Error> {
        let Some(kind) = TextKind::of(chunk.kind) else {
            return Ok(None);
        };
        let limits = Limits { text_chunk: most.min(self.limits.text_chunk), ..self.limits.clone() };
        let size = u64::from(chunk.length);
        check_size(&limits, &*self.source, chunk, size)?;
        let data = source::bytes(&mut *self.source, chunk.data_offset(), size, || chunk.place())?;
        let text = text::text(kind, &data, &limits, &|| chunk.place())?.into_owned();
        Ok(Some(TextChunk { keyword: text::keyword(&data).to_vec(), text }))
    }
}

/// Refuses a chunk that goes past the file's end, or past the limit for text chunks.
pub(crate) fn check_size(limits: &Limits, source: &dyn Source, chunk: &Chunk, size: u64) -> Result<(), Error> {
    if chunk.data_offset().saturating_add(size) > source.size() {
        return Err(Error::Truncated { place: chunk.place(), size: source.size() });
    }
    if size > limits.text_chunk {
        return Err(Error::TooLarge { place: chunk.place(), size, limit: limits.text_chunk, name: "text_chunk" });
    }
    Ok(())
}

/// Longest keyword that is looked at; an asset path may be longer than the standard's 79 bytes.
const KEYWORD_ROOM: usize = 512;

/// Foreign keywords kept for messages.
const OTHERS_KEPT: usize = 8;

/// What the walk has collected.
#[derive(Default)]
struct Inventory {
    chunks: Vec<Chunk>,
    candidates: Vec<Candidate>,
    assets: Vec<AssetChunk>,
    foreign: Vec<Foreign>,
    other_keywords: Vec<String>,
    in_picture: bool,
}

impl Inventory {
    fn take(&mut self, source: &mut dyn Source, seen: &Seen<'_>, policy: &ChunkPolicy) -> Result<(), Error> {
        let chunk = seen.chunk;
        if policy.crc == CrcRule::All && !seen.after_end && chunk.kind != ChunkType::IEND {
            check_crc(source, &mut Ahead::default(), &chunk, chunk.end())?;
        }
        self.chunks.push(chunk);
        self.in_picture |= chunk.kind == ChunkType::IDAT;
        let Some(kind) = TextKind::of(chunk.kind) else {
            return Ok(());
        };
        if policy.strict_structure && kind == TextKind::Plain && !seen.after_end {
            refuse_nul(source, &chunk)?;
        }
        let position = match (seen.after_end, self.in_picture) {
            (true, _) if !policy.after_end => return Ok(()),
            (true, _) => Position::AfterEnd,
            (false, true) => Position::AfterPicture,
            (false, false) => Position::BeforePicture,
        };
        let mut room = [0; KEYWORD_ROOM];
        let keyword = whole_keyword(source, seen, &mut room)?;
        if !policy.takes_kind(kind) {
            return Ok(());
        }
        if let Some(found) = policy.takes_keyword(keyword) {
            self.candidates.push(Candidate { keyword: found, spelled: shown(keyword), kind, chunk, position });
        } else if let Some((path, colon)) = asset::path(keyword) {
            self.assets.push(AssetChunk { path, colon, kind, chunk });
        } else if let Some(foreign) = Foreign::of_text(&shown(keyword), kind, chunk) {
            self.foreign.push(foreign);
        } else if self.other_keywords.len() < OTHERS_KEPT {
            self.other_keywords.push(shown(keyword));
        }
        Ok(())
    }
}

/// The keyword; read again with more room where the peek does not show its end.
fn whole_keyword<'a>(source: &mut dyn Source, seen: &Seen<'a>, room: &'a mut [u8]) -> Result<&'a [u8], Error> {
    let shown_whole = seen.peek.contains(&0) || seen.peek.len() == seen.chunk.length as usize;
    if shown_whole || !asset::may_be_asset(seen.peek) {
        return Ok(text::keyword(seen.peek));
    }
    let got = source::fill(source, seen.chunk.data_offset(), room)?;
    let data = room.get(..got.min(seen.chunk.length as usize)).unwrap_or_default();
    Ok(text::keyword(data))
}

/// Compares the checksum of one chunk, reading it in pieces.
fn check_crc(source: &mut dyn Source, ahead: &mut Ahead, chunk: &Chunk, reach: u64) -> Result<(), Error> {
    if chunk.end() > source.size() {
        return Err(Error::Truncated { place: chunk.place(), size: source.size() });
    }
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&chunk.kind.0);
    let from = chunk.data_offset();
    let data = from..from.saturating_add(u64::from(chunk.length));
    let behind = data.end..data.end.saturating_add(4);
    let place = || chunk.place();
    ahead.pieces(source, data, reach, place, |piece| {
        hasher.update(piece);
        Ok(())
    })?;
    let mut stored = Vec::with_capacity(4);
    ahead.pieces(source, behind, reach, place, |piece| {
        stored.extend_from_slice(piece);
        Ok(())
    })?;
    if stored.first_chunk().copied().map(u32::from_be_bytes) == Some(hasher.finalize()) {
        return Ok(());
    }
    Err(Error::BadCrc { place: chunk.place() })
}

/// Refuses a `tEXt` chunk with a second NUL.
fn refuse_nul(source: &mut dyn Source, chunk: &Chunk) -> Result<(), Error> {
    let mut seen = false;
    let bad = || Error::BadText { place: chunk.place(), reason: "its text holds a NUL" };
    source::pieces(
        source,
        chunk.data_offset(),
        chunk.length.into(),
        || chunk.place(),
        |piece| {
            for _ in piece.iter().filter(|&&b| b == 0) {
                if std::mem::replace(&mut seen, true) {
                    return Err(bad());
                }
            }
            Ok(())
        },
    )
}
