//! Writing payloads into a picture, with every other byte left as it is.

#![deny(clippy::arithmetic_side_effects)]

use cards_words::setters;
use std::borrow::Cow;
use std::io::Write;
use std::ops::Range;

use crate::base64_text;
use crate::error::Error;
use crate::exif;
use crate::finding::Finding;
use crate::limits::Limits;
use crate::place::{Place, shown};
use crate::source::{self, Source};

use super::chunk::{Chunk, ChunkType};
use super::foreign::Foreign;
use super::keyword::{Keyword, TextKind};
use super::policy::ChunkPolicy;
use super::read::{Png, Position};
use super::text::KEYWORD_MAX;

/// A text chunk to write: `tEXt`, base64 in the standard alphabet, right checksum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NewText<'a> {
    /// A card or a module.
    Card {
        /// The keyword.
        keyword: Keyword,
        /// The JSON text.
        json: &'a [u8],
    },
    /// An asset that `__asset:{path}` names.
    Asset {
        /// The path, ASCII and short enough for the keyword.
        path: &'a str,
        /// The bytes.
        bytes: &'a [u8],
    },
}

/// What becomes of bytes behind `IEND`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Trailing {
    /// They are left out, with a finding: no card program needs them, and they may hide a second card.
    #[default]
    Drop,
    /// They are kept, but for card chunks among them.
    Keep,
}

cards_words::named! {
    Trailing: "choice for trailing bytes";
    Drop => "drop",
    Keep => "keep",
}

/// How to write.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WriteOptions {
    /// What becomes of bytes behind `IEND`.
    pub trailing: Trailing,
    /// Removes the old asset chunks too, as is right when the picture gets another card.
    pub drop_assets: bool,
    /// Removes payloads that other programs keep in forms of their own, when a card is written; they would go on showing
    /// the old one.
    pub drop_foreign: bool,
    /// Which chunks count as old payloads, and what the picture must be like. Anything but the lenient policy may leave
    /// a stale twin, as the clients do.
    pub old: ChunkPolicy,
    /// The limits for reading the picture.
    pub limits: Limits,
}

impl Default for WriteOptions {
    fn default() -> Self {
        Self {
            trailing: Trailing::Drop,
            drop_assets: false,
            drop_foreign: true,
            old: ChunkPolicy::lenient(),
            limits: Limits::default(),
        }
    }
}

setters! {
    WriteOptions:
    with_trailing trailing: Trailing,
    with_drop_assets drop_assets: bool,
    with_drop_foreign drop_foreign: bool,
    with_old old: ChunkPolicy,
    with_limits limits: Limits,
}

/// A written picture.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Written {
    /// The whole file.
    pub bytes: Vec<u8>,
    /// What was left out.
    pub findings: Vec<Finding>,
}

/// Writes payloads into a picture held in memory.
///
/// Old payloads of the same family go, in every text chunk type: `chara`, `ccv3` and `chara_card_v3` are one family,
/// `MOD` another, so that no stale twin stays. The new chunks stand just before `IEND` in the order given. Every other
/// byte is copied as it is: picture, animation frames, private and wrongly checksummed chunks.
///
/// # Errors
/// [`Error::Truncated`] for a picture without its end, [`Error::CannotWrite`] for a payload that no chunk can hold, and
/// what opening answers.
pub fn write(picture: &[u8], new: &[NewText<'_>], options: &WriteOptions) -> Result<Written, Error> {
    let plan = Plan::new(picture, families(new), options)?;
    let mut bytes = Vec::with_capacity(plan.kept_bytes().saturating_add(new_bytes(new)));
    let mut source = picture;
    copy(&mut source, &plan.before, &mut bytes)?;
    for text in new {
        append(text, &mut bytes)?;
    }
    copy(&mut source, &plan.after, &mut bytes)?;
    Ok(Written { bytes, findings: plan.findings })
}

/// Writes payloads into a picture that is copied from a source to an output, a piece at a time.
///
/// # Errors
/// As [`write()`], and [`Error::Io`], [`Error::Write`].
pub fn write_to(
    mut picture: impl Source,
    new: &[NewText<'_>],
    options: &WriteOptions,
    out: &mut dyn Write,
) -> Result<Vec<Finding>, Error> {
    let plan = Plan::new(&mut picture, families(new), options)?;
    copy(&mut picture, &plan.before, out)?;
    for text in new {
        let mut chunk = Vec::with_capacity(new_bytes(std::slice::from_ref(text)));
        append(text, &mut chunk)?;
        out.write_all(&chunk).map_err(|source| Error::Write { source })?;
    }
    copy(&mut picture, &plan.after, out)?;
    Ok(plan.findings)
}

/// Takes every card, module and asset chunk out of a picture, those of other programs' own forms among them.
///
/// # Errors
/// As [`write()`].
pub fn strip(picture: &[u8], options: &WriteOptions) -> Result<Written, Error> {
    let mut bytes = Vec::with_capacity(picture.len());
    let findings = strip_to(picture, options, &mut bytes)?;
    Ok(Written { bytes, findings })
}

/// Takes what [`strip`] takes out of a picture that is copied from a source to an output.
///
/// # Errors
/// As [`write_to`].
pub fn strip_to(mut picture: impl Source, options: &WriteOptions, out: &mut dyn Write) -> Result<Vec<Finding>, Error> {
    let options = WriteOptions { drop_assets: true, ..options.clone() };
    let everything = Families { cards: true, modules: true };
    let plan = Plan::new(&mut picture, everything, &options)?;
    copy(&mut picture, &plan.before, out)?;
    copy(&mut picture, &plan.after, out)?;
    Ok(plan.findings)
}

impl<'s> Png<'s> {
    /// The picture without payloads and assets; one that is cut off stays as it is.
    ///
    /// # Errors
    /// [`Error::TooLarge`] past `Limits::member`, and what [`strip_to`] answers.
    pub fn bare_picture(&mut self) -> Result<Vec<u8>, Error> {
        let (size, limit) = (self.source.size(), self.limits.member);
        if size > limit {
            return Err(Error::TooLarge { place: Place::File, size, limit, name: "member" });
        }
        if self.end().is_none() {
            return source::bytes(&mut *self.source, 0, size, || Place::File).map(Cow::into_owned);
        }
        let mut picture = Vec::new();
        strip_to(&mut *self.source, &WriteOptions::default().with_limits(self.limits.clone()), &mut picture)?;
        Ok(picture)
    }
}

/// Which old payloads have to go.
#[derive(Clone, Copy)]
struct Families {
    cards: bool,
    modules: bool,
}

fn families(new: &[NewText<'_>]) -> Families {
    let has =
        |module| new.iter().any(|t| matches!(t, NewText::Card { keyword, .. } if (*keyword == Keyword::Mod) == module));
    Families { cards: has(false), modules: has(true) }
}

/// A piece of the new file.
enum Part {
    /// Bytes of the old one.
    Old(Range<u64>),
    /// A chunk in place of an old one.
    New(Vec<u8>),
}

/// What of the old file goes on, in front of the new chunks and behind them.
struct Plan {
    before: Vec<Part>,
    after: Vec<Part>,
    findings: Vec<Finding>,
}

impl Plan {
    fn new(source: impl Source, old: Families, options: &WriteOptions) -> Result<Self, Error> {
        let mut png = Png::open(source, &options.old, &options.limits)?;
        let foreign = if old.cards && options.drop_foreign { png.foreign()? } else { Vec::new() };
        let size = png.source.size();
        let iend = png.chunks().iter().find(|c| c.kind == ChunkType::IEND).copied();
        let (Some(end), Some(iend)) = (png.end(), iend) else {
            return Err(Error::Truncated { place: Place::File, size });
        };
        let cards = png.candidates().iter().filter(|c| match c.keyword {
            Keyword::Mod => old.modules,
            _ => old.cards,
        });
        let cards = cards.map(|c| (c.chunk, c.position == Position::AfterEnd));
        let assets = png.assets().iter().filter(|_| options.drop_assets).map(|a| (a.chunk, a.chunk.offset >= end));
        let whole = |chunk: &Chunk| chunk.offset..chunk.end().min(size);
        let mut gone: Vec<(Range<u64>, Vec<u8>)> = cards
            .chain(assets)
            .chain(foreign.iter().map(|foreign| (foreign.chunk, foreign.chunk.offset >= end)))
            .filter(|(_, behind)| !behind || options.trailing == Trailing::Keep)
            .map(|(chunk, _)| (whole(&chunk), Vec::new()))
            .collect();
        let mut findings: Vec<Finding> = foreign.iter().map(Foreign::dropped).collect();
        for foreign in foreign.iter().filter(|foreign| TextKind::of(foreign.chunk.kind).is_none()) {
            // Other tags of the EXIF data stay.
            let rest = exif::without_comments(&png.data(&foreign.chunk)?);
            let place = gone.iter_mut().find(|(range, _)| range.start == foreign.chunk.offset);
            if let (Some(rest), Some((_, new))) = (rest, place) {
                *new = chunk_of(foreign.chunk.kind, &rest);
            }
        }
        gone.sort_by_key(|(range, _)| range.start);
        let stop = match options.trailing {
            Trailing::Keep => size,
            Trailing::Drop => end,
        };
        if stop < size {
            findings.push(Finding::TrailingDropped { count: size.saturating_sub(stop) });
        }
        let (before, after) = (without(&gone, 0..iend.offset), without(&gone, iend.offset..stop));
        Ok(Self { before, after, findings })
    }

    fn kept_bytes(&self) -> usize {
        let all = self.before.iter().chain(&self.after).map(|part| match part {
            Part::Old(range) => range.end.saturating_sub(range.start),
            Part::New(bytes) => bytes.len() as u64,
        });
        usize::try_from(all.sum::<u64>()).unwrap_or_default()
    }
}

/// What is left of a range when some parts of it give way to other bytes, or to none; the parts are sorted and apart.
fn without(gone: &[(Range<u64>, Vec<u8>)], whole: Range<u64>) -> Vec<Part> {
    let mut kept = Vec::new();
    let mut at = whole.start;
    for (part, new) in gone.iter().filter(|(part, _)| part.start >= whole.start && part.end <= whole.end) {
        if part.start > at {
            kept.push(Part::Old(at..part.start));
        }
        if !new.is_empty() {
            kept.push(Part::New(new.clone()));
        }
        at = part.end;
    }
    if at < whole.end {
        kept.push(Part::Old(at..whole.end));
    }
    kept
}

/// A whole chunk.
fn chunk_of(kind: ChunkType, data: &[u8]) -> Vec<u8> {
    let mut out = u32::try_from(data.len()).unwrap_or_default().to_be_bytes().to_vec();
    out.extend_from_slice(&kind.0);
    out.extend_from_slice(data);
    let crc = crc32fast::hash(out.get(4..).unwrap_or_default());
    out.extend_from_slice(&crc.to_be_bytes());
    out
}

fn copy(source: &mut dyn Source, parts: &[Part], out: &mut dyn Write) -> Result<(), Error> {
    for part in parts {
        let range = match part {
            Part::Old(range) => range,
            Part::New(bytes) => {
                out.write_all(bytes).map_err(|source| Error::Write { source })?;
                continue;
            }
        };
        let length = range.end.saturating_sub(range.start);
        let put = |piece: &[u8]| out.write_all(piece).map_err(|source| Error::Write { source });
        source::pieces(source, range.start, length, || Place::File, put)?;
    }
    Ok(())
}

/// Room for the chunks, whole.
fn new_bytes(new: &[NewText<'_>]) -> usize {
    let one = |text: &NewText<'_>| {
        let (keyword, body) = parts(text);
        let text = base64_text::encoded_len(body.len()).unwrap_or_default();
        text.saturating_add(keyword.len()).saturating_add(13)
    };
    new.iter().map(one).sum()
}

fn parts<'a>(text: &NewText<'a>) -> (String, &'a [u8]) {
    match text {
        NewText::Card { keyword, json } => (keyword.as_str().to_owned(), json),
        NewText::Asset { path, bytes } => (format!("chara-ext-asset_:{path}"), bytes),
    }
}

/// Appends one whole `tEXt` chunk.
fn append(text: &NewText<'_>, out: &mut Vec<u8>) -> Result<(), Error> {
    let (keyword, body) = parts(text);
    let refuse = |reason| Error::CannotWrite {
        place: Place::Chunk { name: format!("tEXt {}", shown(keyword.as_bytes())), offset: 0 },
        reason,
    };
    if keyword.len() > KEYWORD_MAX {
        return Err(refuse("the keyword would be longer than the 79 bytes that PNG allows"));
    }
    if !keyword.bytes().all(|b| (32..127).contains(&b)) {
        return Err(refuse("the keyword may hold printable ASCII only"));
    }
    let encoded = base64_text::encoded_len(body.len());
    let length = encoded
        .and_then(|n| u32::try_from(n.checked_add(keyword.len())?.checked_add(1)?).ok())
        .filter(|&n| n <= i32::MAX as u32);
    let length = length.ok_or_else(|| refuse("it is larger than the 2 GiB that a PNG chunk can hold"))?;
    out.extend_from_slice(&length.to_be_bytes());
    let from = out.len();
    out.extend_from_slice(b"tEXt");
    out.extend_from_slice(keyword.as_bytes());
    out.push(0);
    base64_text::encode_onto(body, out);
    let crc = crc32fast::hash(out.get(from..).unwrap_or_default());
    out.extend_from_slice(&crc.to_be_bytes());
    Ok(())
}
