//! The EXIF tag in which some programs keep a card: `UserComment`, in the first directory or in its Exif sub-directory.
//!
//! Spec: V1, embedding methods; de facto: TavernAI of 2023, Backyard, Ginger.

#![deny(clippy::arithmetic_side_effects)]

use std::ops::Range;

use crate::base64_text;
use crate::error::Error;
use crate::limits::Limits;
use crate::place::Place;
use crate::sniff::Format;
use crate::source::{self, Source};

const USER_COMMENT: u16 = 0x9286;
const EXIF_DIRECTORY: u16 = 0x8769;
const GPS_DIRECTORY: u16 = 0x8825;
const ORIENTATION: u16 = 0x0112;
/// Artist, copyright, author of Windows, owner and serial number of the camera, notes of its maker.
const PEOPLE: [u16; 6] = [0x013b, 0x8298, 0x9c9d, 0xa430, 0xa431, 0x927c];
/// What may be in front of the block.
const HEAD: &[u8; 6] = b"Exif\0\0";
/// Parts of a picture that are looked at for EXIF data, which stands near the front in JPEG and near the end in WEBP.
const SEGMENTS: u32 = 4096;
/// Bytes of one entry of a directory.
const ENTRY: usize = 12;

/// A TIFF block in either byte order.
#[derive(Clone, Copy)]
struct Tiff<'a> {
    bytes: &'a [u8],
    big: bool,
}

impl<'a> Tiff<'a> {
    fn new(bytes: &'a [u8]) -> Option<Self> {
        match bytes.get(..4)? {
            b"II*\0" => Some(Self { bytes, big: false }),
            b"MM\0*" => Some(Self { bytes, big: true }),
            _ => None,
        }
    }

    fn short(self, at: usize) -> Option<u16> {
        let bytes = *self.bytes.get(at..)?.first_chunk()?;
        Some(if self.big { u16::from_be_bytes(bytes) } else { u16::from_le_bytes(bytes) })
    }

    fn long(self, at: usize) -> Option<usize> {
        let bytes = *self.bytes.get(at..)?.first_chunk()?;
        usize::try_from(if self.big { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) }).ok()
    }

    /// The tags of a directory, each with the place of its entry.
    fn tags(self, directory: usize) -> impl Iterator<Item = (u16, usize)> + 'a {
        let count = usize::from(self.short(directory).unwrap_or_default());
        let entry = move |n: usize| directory.checked_add(2)?.checked_add(n.checked_mul(ENTRY)?);
        (0..count).map_while(move |n| Some((self.short(entry(n)?)?, entry(n)?)))
    }

    /// The first directory, and its Exif sub-directory where there is one.
    fn directories(self) -> impl Iterator<Item = usize> + 'a {
        let first = self.long(4);
        let sub = first.and_then(|first| self.tags(first).find(|(tag, _)| *tag == EXIF_DIRECTORY));
        let sub = sub.and_then(|(_, at)| self.long(at.checked_add(8)?));
        first.into_iter().chain(sub)
    }

    /// Where the values of the comments are.
    fn comments(self) -> impl Iterator<Item = Range<usize>> + 'a {
        let tags = self.directories().flat_map(move |directory| self.tags(directory));
        tags.filter(|(tag, _)| *tag == USER_COMMENT).filter_map(move |(_, entry)| {
            let (count, inline) = (self.long(entry.checked_add(4)?)?, entry.checked_add(8)?);
            let from = if count > 4 { self.long(inline)? } else { inline };
            let value = from..from.checked_add(count)?;
            self.bytes.get(value.clone()).map(|_| value)
        })
    }

    /// Where the entries of a directory are.
    fn entries(self, directory: usize) -> Option<Range<usize>> {
        let from = directory.checked_add(2)?;
        Some(from..from.checked_add(usize::from(self.short(directory)?).checked_mul(ENTRY)?)?)
    }

    /// Writes a directory without its comment into a copy of the block; the link behind it moves up.
    fn rewrite(self, directory: usize, out: &mut [u8]) -> Option<()> {
        let Range { start, end } = self.entries(directory)?;
        let link = self.bytes.get(end..end.checked_add(4)?).unwrap_or_default();
        let old = self.bytes.get(start..end)?.chunks_exact(ENTRY);
        let is_kept = |entry: &&[u8]| Tiff { bytes: entry, ..self }.short(0) != Some(USER_COMMENT);
        let kept: Vec<&[u8]> = old.filter(is_kept).collect();
        let count = u16::try_from(kept.len()).ok()?;
        let mut new = [kept.concat().as_slice(), link].concat();
        new.resize(end.checked_sub(start)?.checked_add(link.len())?, 0);
        out.get_mut(start..start.checked_add(new.len())?)?.copy_from_slice(&new);
        let count = if self.big { count.to_be_bytes() } else { count.to_le_bytes() };
        out.get_mut(directory..start)?.copy_from_slice(&count);
        Some(())
    }

    /// Whether a directory has anything but the comment and directories of which that holds too.
    fn is_bare(self, directory: usize) -> bool {
        self.tags(directory).all(|(tag, at)| match tag {
            EXIF_DIRECTORY => {
                let sub = at.checked_add(8).and_then(|at| self.long(at));
                sub.is_none_or(|sub| self.tags(sub).all(|(tag, _)| tag == USER_COMMENT))
            }
            other => other == USER_COMMENT,
        })
    }
}

/// The JSON text of the comment in a block of EXIF data.
pub(crate) fn comment_json(block: &[u8]) -> Option<Vec<u8>> {
    let tiff = Tiff::new(block.strip_prefix(HEAD).unwrap_or(block))?;
    json(tiff.bytes.get(tiff.comments().next()?)?, tiff.big)
}

/// What EXIF data says of a picture beside any card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExifFacts {
    /// How the picture is turned to be looked at: 1 for as it is, to 8; 1 where nothing is said.
    pub orientation: u16,
    /// Whether it tells the place where it was made.
    pub place: bool,
    /// Whether it names its author or owner, or the very device.
    pub people: bool,
}

impl ExifFacts {
    /// Reads a block of EXIF data, with its head or without; nothing of what is none.
    ///
    /// Spec: EXIF 2.32, §4.6.
    #[must_use]
    pub fn of(block: &[u8]) -> Self {
        let mut facts = Self { orientation: 1, ..Self::default() };
        let Some(tiff) = Tiff::new(block.strip_prefix(HEAD).unwrap_or(block)) else { return facts };
        for (tag, entry) in tiff.directories().flat_map(|directory| tiff.tags(directory)) {
            match tag {
                ORIENTATION => {
                    let turned = entry.checked_add(8).and_then(|at| tiff.short(at)).unwrap_or(1);
                    facts.orientation = if (1..=8).contains(&turned) { turned } else { 1 };
                }
                GPS_DIRECTORY => facts.place = true,
                tag if PEOPLE.contains(&tag) => facts.people = true,
                _ => {}
            }
        }
        facts
    }
}

/// Why a comment that means to be a card is none: numbers of which one is no byte.
pub(crate) fn unreadable(block: &[u8]) -> Option<&'static str> {
    let tiff = Tiff::new(block.strip_prefix(HEAD).unwrap_or(block))?;
    let value = tiff.bytes.get(tiff.comments().next()?)?;
    let value = value.strip_prefix(b"ASCII\0\0\0").unwrap_or(value);
    let listed = value.contains(&b',') && value.iter().all(|byte| matches!(byte, b'0'..=b'9' | b',' | b' ' | 0));
    let broken = listed && comment_json(block).is_none();
    broken.then_some("its EXIF comment is a list of byte values, as TavernAI writes a card, and one of them is no byte")
}

/// A part of a WEBP or JPEG picture that may hold a card.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// EXIF data.
    Exif,
    /// The comment of a JPEG.
    Comment,
}

/// Such parts of a WEBP or JPEG picture, as long as they come to no more than [`Limits::text_chunk`] together.
pub(crate) fn of_picture(
    source: &mut dyn Source,
    format: Format,
    part: Part,
    limits: &Limits,
) -> Result<Vec<Vec<u8>>, Error> {
    let (mut parts, mut room) = (Vec::new(), limits.text_chunk);
    let mut at = if format == Format::Webp { 12 } else { 2 };
    for _ in 0..SEGMENTS {
        let mut head = [0; 10];
        let got = source::fill(source, at, &mut head)?;
        let (found, body, length) = match (format, head) {
            (Format::Webp, [name @ .., a, b, c, d, _, _]) => {
                (part == Part::Exif && name == *b"EXIF", 8, u64::from(u32::from_le_bytes([a, b, c, d])))
            }
            // The length of a segment counts its own two bytes.
            (_, [0xff, kind, a, b, rest @ ..]) if kind != 0xda => {
                let length = u64::from(u16::from_be_bytes([a, b])).saturating_sub(2);
                let found = match part {
                    Part::Exif => kind == 0xe1 && rest == *HEAD,
                    Part::Comment => kind == 0xfe,
                };
                (found, 4, length)
            }
            _ => return Ok(parts),
        };
        if got < 8 {
            return Ok(parts);
        }
        let from = at.saturating_add(body);
        if found && length <= room {
            room = room.saturating_sub(length);
            match source::bytes(source, from, length, || Place::File) {
                Ok(bytes) => parts.push(bytes.into_owned()),
                Err(error @ Error::Io { .. }) => return Err(error),
                Err(_) => return Ok(parts),
            }
        }
        // Chunks of WEBP have an even length.
        let padding = if format == Format::Webp { length % 2 } else { 0 };
        at = from.saturating_add(length).saturating_add(padding);
    }
    Ok(parts)
}

/// A block without its comments; `None` when nothing is left that is worth keeping, or that can be kept.
pub(crate) fn without_comments(block: &[u8]) -> Option<Vec<u8>> {
    let tiff = Tiff::new(block)?;
    let directories: Vec<usize> = tiff.directories().collect();
    if tiff.is_bare(*directories.first()?) {
        return None;
    }
    let mut values: Vec<Range<usize>> = tiff.comments().collect();
    values.sort_by_key(|value| value.start);
    let mut out = block.to_vec();
    let mut done = 0;
    // Values may overlap in a hostile block; each byte is cleared once.
    for value in &values {
        if let Some(bytes) = out.get_mut(value.start.max(done)..value.end) {
            bytes.fill(0);
        }
        done = done.max(value.end);
    }
    for directory in &directories {
        tiff.rewrite(*directory, &mut out)?;
    }
    let ends = directories.iter().filter_map(|directory| tiff.entries(*directory)).map(|entries| entries.end).max()?;
    if let Some(last) = values.last().filter(|last| last.end == block.len() && last.start >= ends.saturating_add(4)) {
        out.truncate(last.start);
    }
    Some(out)
}

/// The JSON text of a comment: as it is, in decimal byte values, or in base64.
pub(crate) fn json(value: &[u8], big: bool) -> Option<Vec<u8>> {
    let (code, body) = value.split_first_chunk::<8>().unwrap_or((&[1; 8], value));
    let text = match code {
        b"ASCII\0\0\0" | [0, 0, 0, 0, 0, 0, 0, 0] => body.to_vec(),
        b"UNICODE\0" => utf16(body, big)?,
        _ => value.to_vec(),
    };
    let end = text.iter().rposition(|byte| !matches!(byte, 0 | b' ' | b'\t' | b'\r' | b'\n'))?;
    let text = text.get(..=end)?;
    if text.starts_with(b"{") {
        return Some(text.to_vec());
    }
    if text.iter().all(|byte| matches!(byte, b'0'..=b'9' | b',' | b' ')) {
        let numbers = std::str::from_utf8(text).ok()?.split(',').map(|number| number.trim().parse().ok());
        return numbers.collect();
    }
    base64_text::decode(text).ok().map(|(bytes, _)| bytes).filter(|bytes| bytes.starts_with(b"{"))
}

/// UTF-16 as UTF-8, in the byte order of the block or else in the other one.
fn utf16(bytes: &[u8], big: bool) -> Option<Vec<u8>> {
    let read = |big: bool| {
        let unit = if big { u16::from_be_bytes } else { u16::from_le_bytes };
        let units: Vec<u16> = bytes.chunks_exact(2).filter_map(|pair| pair.try_into().ok()).map(unit).collect();
        String::from_utf16_lossy(&units)
    };
    [read(big), read(!big)].into_iter().find(|text| text.starts_with('{')).map(String::into_bytes)
}
