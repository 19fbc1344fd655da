//! Cards taken out of JPEG and WEBP pictures, which have them in EXIF data and comments.

#![deny(clippy::arithmetic_side_effects)]

use std::ops::Range;

use crate::carrier::Carrier;
use crate::error::Error;
use crate::exif;
use crate::finding::Finding;
use crate::limits::Limits;
use crate::place::Place;
use crate::png::{Program, Written};
use crate::sniff::Format;

/// What is in front of EXIF data in a JPEG, and in some WEBP files.
const HEAD: &[u8] = b"Exif\0\0";
/// The bit of a WEBP's header that says that there is EXIF data.
const HAS_EXIF: u8 = 0x08;
/// Parts of a picture that are looked at.
const PARTS: usize = 4096;

/// Takes cards out of a JPEG or WEBP: the EXIF tag that holds one, with other tags left as they are, and comments of a JPEG
/// that are one. Every other byte is copied.
///
/// # Errors
/// [`Error::Unsupported`] for pictures of other kinds; [`strip`](crate::png::strip) is for PNG. [`Error::NotReadBack`] for
/// one that is so broken that it would be no picture without its card.
///
/// # Examples
/// ```
/// use cards_container::{Limits, strip_picture};
///
/// let photo = b"\xff\xd8\xff\xfe\0\x0ajust text\xff\xd9";
/// assert_eq!(strip_picture(photo, &Limits::default())?.bytes, photo);
/// # Ok::<(), cards_container::Error>(())
/// ```
pub fn strip_picture(picture: &[u8], limits: &Limits) -> Result<Written, Error> {
    let format = Format::of(picture);
    let parts = match format {
        Format::Jpeg => jpeg_parts(picture),
        Format::Webp => webp_parts(picture),
        other => return Err(Error::Unsupported(other)),
    };
    let mut bytes = Vec::with_capacity(picture.len());
    let mut findings = Vec::new();
    let mut done = 0;
    for Part { whole, body, is_exif } in parts {
        let data = picture.get(body).unwrap_or_default();
        let program = if is_exif {
            Program::of_exif(data, limits)
        } else {
            Carrier::comment(data, limits).map(|_| Program::Comment)
        };
        let Some(program) = program else { continue };
        let place = if is_exif { Place::Exif } else { Place::Comment };
        findings.push(Finding::ForeignDropped { place, program });
        bytes.extend_from_slice(picture.get(done..whole.start).unwrap_or_default());
        let rest = exif::without_comments(data.strip_prefix(HEAD).unwrap_or(data)).filter(|_| is_exif);
        if let Some(rest) = rest {
            bytes.extend(part_of(format, &rest));
        }
        done = whole.end;
    }
    bytes.extend_from_slice(picture.get(done..).unwrap_or_default());
    if format == Format::Webp && !findings.is_empty() {
        settle_webp(&mut bytes);
    }
    match Format::of(&bytes) {
        same if same == format => Ok(Written { bytes, findings }),
        // No part followed the card, so that the picture was broken, and would be none now.
        other => Err(Error::NotReadBack { source: Box::new(Error::Unsupported(other)) }),
    }
}

/// A part that may hold a card: where it stands whole, and where its data does.
struct Part {
    whole: Range<usize>,
    body: Range<usize>,
    is_exif: bool,
}

/// The EXIF data and comments of a JPEG, up to its first scan.
fn jpeg_parts(picture: &[u8]) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut at = 2_usize;
    for _ in 0..PARTS {
        let Some([0xff, kind, a, b]) = picture.get(at..).and_then(<[u8]>::first_chunk).copied() else { break };
        let from = at.saturating_add(4);
        let end = at.saturating_add(2).saturating_add(usize::from(u16::from_be_bytes([a, b])));
        if kind == 0xda || end < from || end > picture.len() {
            break;
        }
        let is_exif = kind == 0xe1 && picture.get(from..end).is_some_and(|data| data.starts_with(HEAD));
        if is_exif || kind == 0xfe {
            parts.push(Part { whole: at..end, body: from..end, is_exif });
        }
        at = end;
    }
    parts
}

/// The EXIF chunks of a WEBP.
fn webp_parts(picture: &[u8]) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut at = 12_usize;
    for _ in 0..PARTS {
        let head: Option<[u8; 8]> = picture.get(at..).and_then(<[u8]>::first_chunk).copied();
        let Some([n, a, m, e, length @ ..]) = head else { break };
        let Ok(length) = usize::try_from(u32::from_le_bytes(length)) else { break };
        let from = at.saturating_add(8);
        let end = from.saturating_add(length);
        if end > picture.len() {
            break;
        }
        // Chunks have an even length.
        let next = end.saturating_add(length & 1).min(picture.len());
        if [n, a, m, e] == *b"EXIF" {
            parts.push(Part { whole: at..next, body: from..end, is_exif: true });
        }
        at = next;
    }
    parts
}

/// EXIF data as a part of its own; what is too long for one is left out.
fn part_of(format: Format, block: &[u8]) -> Vec<u8> {
    if format == Format::Webp {
        let length = u32::try_from(block.len()).unwrap_or_default().to_le_bytes();
        let padding: &[u8] = if block.len() & 1 == 1 { b"\0" } else { b"" };
        return [&b"EXIF"[..], &length, block, padding].concat();
    }
    let length = block.len().saturating_add(HEAD.len()).saturating_add(2);
    match u16::try_from(length) {
        Ok(length) => [&[0xff, 0xe1][..], &length.to_be_bytes(), HEAD, block].concat(),
        Err(_) => Vec::new(),
    }
}

/// Writes the new length of a WEBP, and whether it has EXIF data.
fn settle_webp(bytes: &mut [u8]) {
    let has_exif = !webp_parts(bytes).is_empty();
    let length = u32::try_from(bytes.len().saturating_sub(8)).unwrap_or(u32::MAX).to_le_bytes();
    if let Some(place) = bytes.get_mut(4..8) {
        place.copy_from_slice(&length);
    }
    let extended = bytes.get(12..16) == Some(b"VP8X");
    if let Some(flags) = bytes.get_mut(20).filter(|_| extended && !has_exif) {
        *flags &= !HAS_EXIF;
    }
}
