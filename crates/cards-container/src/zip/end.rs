//! The end record: where the central directory stands.

#![deny(clippy::arithmetic_side_effects)]

use crate::error::Error;
use crate::place::Place;
use crate::source::{self, Source};

const SIGNATURE: &[u8; 4] = b"PK\x05\x06";
const LOCATOR: &[u8; 4] = b"PK\x06\x07";
const RECORD64: &[u8; 4] = b"PK\x06\x06";
/// Bytes of an end record without its comment.
const LENGTH: u64 = 22;
/// Bytes first looked at: most archives have no comment.
const SHORT_TAIL: u64 = 1 << 10;
/// The longest comment, the record, and some bytes that a transfer may have added.
const LONG_TAIL: u64 = 0xffff + LENGTH + 4096;

/// What the end record says, with ZIP64 taken in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct End {
    /// Where the directory ends: the end record, or its ZIP64 form in front of it.
    pub(crate) directory_end: u64,
    pub(crate) directory_size: u64,
    pub(crate) directory_offset: u64,
    pub(crate) entries: u64,
    /// The archive's comment, as far as the file goes.
    pub(crate) comment: Vec<u8>,
    /// Bytes behind the archive.
    pub(crate) suffix: u64,
}

/// Finds and reads the end record.
pub(crate) fn read(source: &mut dyn Source) -> Result<End, Error> {
    let size = source.size();
    let Some((at, record)) = find(source)? else {
        let mut head = [0; 4];
        source::fill(source, 0, &mut head)?;
        return Err(match &head {
            b"PK\x03\x04" => Error::Truncated { place: Place::EndRecord, size },
            _ => Error::BadZip { place: Place::EndRecord, reason: "there is none, so this is no ZIP archive" },
        });
    };
    let (disk, first_disk) = (u16_at(&record, 4), u16_at(&record, 6));
    let short = |value: u16| value != 0 && value != 0xffff;
    if short(disk) || short(first_disk) {
        return Err(Error::BadZip { place: Place::EndRecord, reason: "the archive is split over several files" });
    }
    let (behind, length) = (at.saturating_add(LENGTH), u64::from(u16_at(&record, 20)));
    let rest = size.saturating_sub(behind);
    let comment = source::bytes(source, behind, length.min(rest), || Place::EndRecord)?.into_owned();
    let end = End {
        directory_end: at,
        directory_size: u64::from(u32_at(&record, 12)),
        directory_offset: u64::from(u32_at(&record, 16)),
        entries: u64::from(u16_at(&record, 10)),
        comment,
        suffix: rest.saturating_sub(length),
    };
    let wide = end.entries == 0xffff
        || end.directory_size == u64::from(u32::MAX)
        || end.directory_offset == u64::from(u32::MAX);
    if wide { zip64(source, at, end) } else { Ok(end) }
}

/// Takes the ZIP64 record in, where there is one.
fn zip64(source: &mut dyn Source, at: u64, end: End) -> Result<End, Error> {
    let mut locator = [0; 20];
    let Some(locator_at) = at.checked_sub(20) else {
        return Ok(end);
    };
    let got = source::fill(source, locator_at, &mut locator)?;
    if got < locator.len() || !locator.starts_with(LOCATOR) {
        return Ok(end);
    }
    // The stored offset does not count bytes put in front later; the record is then right before its locator.
    let places = [Some(u64_at(&locator, 8)), locator_at.checked_sub(56)];
    for place in places.into_iter().flatten() {
        let mut record = [0; 56];
        if source::fill(source, place, &mut record)? < record.len() || !record.starts_with(RECORD64) {
            continue;
        }
        return Ok(End {
            directory_end: place,
            directory_size: u64_at(&record, 40),
            directory_offset: u64_at(&record, 48),
            entries: u64_at(&record, 32),
            ..end
        });
    }
    Err(Error::BadZip { place: Place::EndRecord, reason: "its ZIP64 part is missing" })
}

/// Whether the source ends in an end record without a comment.
pub(crate) fn is_last(source: &mut dyn Source) -> Result<bool, Error> {
    let mut tail = [0; 4];
    let at = source.size().saturating_sub(LENGTH);
    Ok(source::fill(source, at, &mut tail)? == 4 && &tail == SIGNATURE)
}

/// The end record's place and bytes: the last one whose comment reaches to the end, or else the last one.
fn find(source: &mut dyn Source) -> Result<Option<(u64, Vec<u8>)>, Error> {
    for reach in [SHORT_TAIL, LONG_TAIL] {
        let from = source.size().saturating_sub(reach);
        let long = reach == LONG_TAIL || from == 0;
        let mut tail = vec![0; usize::try_from(source.size().saturating_sub(from)).unwrap_or_default()];
        source::fill(source, from, &mut tail)?;
        if let Some((at, record)) = find_in(&tail, long) {
            return Ok(Some((from.saturating_add(at as u64), record.to_vec())));
        }
        if long {
            break;
        }
    }
    Ok(None)
}

/// The same in the last bytes of a file; `loose` also takes one with bytes behind its comment.
fn find_in(tail: &[u8], loose: bool) -> Option<(usize, &[u8])> {
    let records = || {
        let windows = tail.windows(LENGTH as usize).enumerate().rev();
        windows.filter(|(_, record)| record.starts_with(SIGNATURE))
    };
    let end = |at: usize, record: &[u8]| at.saturating_add(LENGTH as usize).saturating_add(u16_at(record, 20).into());
    let reaching = records().find(|(at, record)| end(*at, record) == tail.len());
    reaching.or_else(|| records().find(|(at, record)| loose && end(*at, record) < tail.len()))
}

pub(crate) fn u16_at(bytes: &[u8], at: usize) -> u16 {
    bytes.get(at..).and_then(<[u8]>::first_chunk).copied().map(u16::from_le_bytes).unwrap_or_default()
}

pub(crate) fn u32_at(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..).and_then(<[u8]>::first_chunk).copied().map(u32::from_le_bytes).unwrap_or_default()
}

pub(crate) fn u64_at(bytes: &[u8], at: usize) -> u64 {
    bytes.get(at..).and_then(<[u8]>::first_chunk).copied().map(u64::from_le_bytes).unwrap_or_default()
}
