//! The central directory, kept as it is and parsed record by record.

#![deny(clippy::arithmetic_side_effects)]

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::error::Error;
use crate::finding::Finding;
use crate::limits::Limits;
use crate::place::Place;
use crate::source::{self, Source};

use super::end::{self, End, u16_at};
use super::entry::{Entry, RECORD};
use super::names::Names;

const SIGNATURE: &[u8; 4] = b"PK\x01\x02";

/// The directory's bytes, and where each record begins in them.
#[derive(Debug)]
pub(crate) struct Directory {
    bytes: Vec<u8>,
    starts: Vec<u32>,
    /// Added to each stored offset: bytes in front of the archive that its offsets do not count.
    pub(crate) base: u64,
    /// Where the directory begins in the file; entries end before it.
    pub(crate) offset: u64,
    /// The archive's comment.
    pub(crate) comment: Vec<u8>,
    /// Bytes behind the archive.
    pub(crate) suffix: u64,
    pub(crate) findings: Vec<Finding>,
    /// How often an entry was asked for by its name.
    asked: AtomicU32,
    names: OnceLock<Names>,
}

/// Names that are looked for one by one before an index is made: most readers ask for three.
const FEW: u32 = 16;

/// The name in a record, as it is stored.
fn stored_name(record: &[u8]) -> &[u8] {
    let length = usize::from(u16_at(record, 28));
    record.get(RECORD..).and_then(|rest| rest.get(..length)).unwrap_or_default()
}

/// Whether a record has fields beyond its name.
fn has_more(record: &[u8]) -> bool {
    u16_at(record, 30) > 0
}

impl Directory {
    pub(crate) fn read(source: &mut dyn Source, limits: &Limits) -> Result<Self, Error> {
        let end = end::read(source)?;
        let (place, size, limit) = (Place::Directory, end.directory_size, limits.directory);
        if size > limit {
            return Err(Error::TooLarge { place, size, limit, name: "directory" });
        }
        let (offset, base) = locate(source, &end)?;
        let bytes = source::bytes(source, offset, size, || Place::Directory)?.into_owned();
        let (comment, suffix) = (end.comment.clone(), end.suffix);
        let mut directory = Self {
            bytes,
            starts: Vec::new(),
            base,
            offset,
            comment,
            suffix,
            findings: Vec::new(),
            asked: AtomicU32::new(0),
            names: OnceLock::new(),
        };
        directory.index(&end, limits)?;
        Ok(directory)
    }

    pub(crate) fn len(&self) -> usize {
        self.starts.len()
    }

    pub(crate) fn get(&self, index: usize) -> Option<Entry<'_>> {
        let start = *self.starts.get(index)? as usize;
        Entry::parse(self.bytes.get(start..)?, index)
    }

    /// The entries whose name is exactly this one, in directory order.
    ///
    /// Names are compared before anything else is parsed: an archive may hold tens of thousands. Who asks for many has an index made.
    pub(crate) fn named<'a>(&'a self, name: &'a [u8]) -> impl Iterator<Item = usize> + 'a {
        let few = self.asked.fetch_add(1, Ordering::Relaxed) < FEW;
        let known = (!few).then(|| self.names.get_or_init(|| self.all_names()).get(name));
        let known = known.into_iter().flatten().map(|&index| index as usize);
        let all = few.then_some(0..self.starts.len()).into_iter().flatten();
        all.chain(known).filter(|&index| self.is_named(index, name))
    }

    fn all_names(&self) -> Names {
        let mut names = Names::default();
        for (index, &start) in (0_u32..).zip(&self.starts) {
            let record = self.bytes.get(start as usize..).unwrap_or_default();
            names.add(stored_name(record), index);
            // Unicode's name of an entry is beside the stored one.
            if has_more(record)
                && let Some(entry) = self.get(index as usize)
                && entry.name.bytes != stored_name(record)
            {
                names.add(entry.name.bytes, index);
            }
        }
        names
    }

    /// Whether an entry has this name, as it is stored or as Unicode has it.
    fn is_named(&self, index: usize, name: &[u8]) -> bool {
        let record = self.starts.get(index).and_then(|&start| self.bytes.get(start as usize..)).unwrap_or_default();
        stored_name(record) == name || has_more(record) && self.get(index).is_some_and(|entry| entry.name.bytes == name)
    }

    /// Finds the records, and refuses entries that share bytes.
    fn index(&mut self, end: &End, limits: &Limits) -> Result<(), Error> {
        let most = self.bytes.len() / RECORD;
        self.starts.reserve(usize::try_from(end.entries).unwrap_or(most).min(most));
        let (mut at, mut first, mut reached, mut sorted) = (0_usize, u64::MAX, 0_u64, true);
        while let Some(record) = self.bytes.get(at..).filter(|r| r.starts_with(SIGNATURE)) {
            let Some(entry) = Entry::parse(record, self.starts.len()) else {
                return Err(Error::BadZip { place: Place::Directory, reason: "its last record is cut off" });
            };
            first = first.min(entry.offset);
            sorted &= entry.offset >= reached;
            reached = entry.offset.saturating_add(entry.span());
            self.starts.push(u32::try_from(at).unwrap_or(u32::MAX));
            let count = self.starts.len() as u64;
            if count > limits.members {
                let (what, limit) = ("entries", limits.members);
                return Err(Error::TooMany { place: Place::Directory, what, count, limit, name: "members" });
            }
            at = at.saturating_add(entry.record_len());
        }
        let (claimed, found) = (end.entries, self.starts.len() as u64);
        if claimed != found {
            if at < self.bytes.len() {
                return Err(Error::BadZip { place: Place::Directory, reason: "it holds something that is no record" });
            }
            self.findings.push(Finding::WrongCount { claimed, found });
        }
        let prefix = if first == u64::MAX { self.base } else { self.base.saturating_add(first) };
        if prefix > 0 {
            self.findings.push(Finding::Prefix { count: prefix, adjusted: self.base == 0 });
        }
        if end.suffix > 0 {
            self.findings.push(Finding::Suffix { count: end.suffix });
        }
        if sorted { Ok(()) } else { self.refuse_overlap() }
    }

    /// Looks for entries that begin inside another; only for directories that are not in file order.
    fn refuse_overlap(&self) -> Result<(), Error> {
        let mut spans: Vec<(u64, u64, usize)> = (0..self.len())
            .filter_map(|i| self.get(i))
            .map(|e| (e.offset, e.offset.saturating_add(e.span()), e.index))
            .collect();
        spans.sort_unstable();
        let clash = spans.windows(2).find_map(|pair| match pair {
            [(_, end, first), (start, _, second)] if start < end => Some((*first, *second)),
            _ => None,
        });
        let Some((first, second)) = clash else {
            return Ok(());
        };
        let shown = |index| self.get(index).map(|e| e.shown()).unwrap_or_default();
        Err(Error::Overlap { entry: shown(first), other: shown(second) })
    }
}

/// Whether an archive with entries ends the source: an end record whose directory is where it says.
///
/// With `exact`, only an end record without a comment counts; text formats may hold its signature by chance.
pub(crate) fn is_archive(source: &mut dyn Source, exact: bool) -> Result<bool, Error> {
    if exact && !end::is_last(source)? {
        return Ok(false);
    }
    match end::read(source).and_then(|end| Ok((locate(source, &end)?, end.directory_size))) {
        Ok((_, size)) => Ok(size > 0),
        Err(error @ Error::Io { .. }) => Err(error),
        Err(_) => Ok(false),
    }
}

impl Entry<'_> {
    /// Bytes of the whole record.
    fn record_len(&self) -> usize {
        [self.raw_name_len, self.extra.len(), self.comment.len()].into_iter().fold(RECORD, usize::saturating_add)
    }
}

/// Where the directory begins, and what has to be added to the stored offsets.
fn locate(source: &mut dyn Source, end: &End) -> Result<(u64, u64), Error> {
    let before = end.directory_end.checked_sub(end.directory_size);
    // Offsets that do not count bytes in front show as a gap between where the directory is and where it should be.
    let gap = before.and_then(|start| Some((start, start.checked_sub(end.directory_offset)?)));
    if let Some((start, gap)) = gap
        && (end.directory_size == 0 || is_record(source, start)?)
    {
        return Ok((start, gap));
    }
    if is_record(source, end.directory_offset)? {
        return Ok((end.directory_offset, 0));
    }
    let reason = "it is not where the end record says; the file may be cut off in front";
    Err(Error::BadZip { place: Place::Directory, reason })
}

fn is_record(source: &mut dyn Source, at: u64) -> Result<bool, Error> {
    let mut signature = [0; 4];
    Ok(source::fill(source, at, &mut signature)? == 4 && &signature == SIGNATURE)
}
