//! Reading one entry, inflated and checked as it goes.

#![deny(clippy::arithmetic_side_effects)]

use std::io::{self, Read};

use flate2::{Decompress, FlushDecompress, Status};

use crate::error::Error;
use crate::inflate;
use crate::limits::Limits;
use crate::place::Place;
use crate::source::{self, Source};

use super::archive::{Archive, Spent};
use super::end::{u16_at, u32_at};
use super::entry::{Entry, LOCAL, Method};

/// Compressed bytes held at a time.
const HELD: usize = 64 << 10;
/// Room for the local extra field in the first read, so that small entries take one system call.
const EXTRA_ROOM: u64 = 64;
/// Whole-archive limits on the ratio start at this many floors.
const ARCHIVE_FLOORS: u64 = 8;

/// Reads the inflated bytes of one archive entry.
///
/// The last read checks size and checksum; errors come as [`io::Error`]s that carry an [`Error`].
#[derive(Debug)]
pub struct EntryReader<'a> {
    source: &'a mut dyn Source,
    limits: &'a Limits,
    spent: &'a mut Spent,
    name: String,
    claimed: u64,
    crc: u32,
    limit: u64,
    limit_name: &'static str,
    /// Compressed bytes read ahead, and how many of them were used.
    held: Vec<u8>,
    used: usize,
    /// Where the next compressed bytes are, and how many.
    at: u64,
    left: u64,
    inflater: Option<Box<Decompress>>,
    produced: u64,
    consumed: u64,
    hasher: crc32fast::Hasher,
    done: bool,
}

impl<'a> EntryReader<'a> {
    pub(crate) fn new(
        archive: &'a mut Archive<'_>,
        index: usize,
        limit: u64,
        limit_name: &'static str,
    ) -> Result<Self, Error> {
        Self::with_first_read(archive, index, limit, limit_name, HELD)
    }

    /// `first` bounds the first read, for those who look at an entry's head alone.
    pub(crate) fn with_first_read(
        archive: &'a mut Archive<'_>,
        index: usize,
        limit: u64,
        limit_name: &'static str,
        first: usize,
    ) -> Result<Self, Error> {
        let Archive { source, limits, directory, spent } = archive;
        let entry = directory
            .get(index)
            .ok_or(Error::BadZip { place: Place::Directory, reason: "it has no entry of that number" })?;
        let name = entry.shown();
        let place = || Place::Entry(name.clone());
        if entry.is_encrypted() {
            let how = if entry.method == Method::Other(99) { "AES in ZIP" } else { "ZIP encryption" };
            return Err(Error::Encrypted { place: place(), how });
        }
        let inflater = match entry.method {
            Method::Stored => None,
            Method::Deflated => Some(Box::new(Decompress::new(false))),
            Method::Other(method) => {
                return Err(Error::Method { entry: name, method });
            }
        };
        check_claims(&entry, limits, limit, limit_name)?;
        let (held, data) = local(&mut **source, directory.base, directory.offset, &entry, first)?;
        let (crc, claimed, compressed) = (entry.crc, entry.size, entry.compressed);
        let held_data = held.len().saturating_sub(data.skip) as u64;
        Ok(Self {
            source: &mut **source,
            limits,
            spent,
            name,
            claimed,
            crc,
            limit,
            limit_name,
            used: data.skip,
            held,
            at: data.at.saturating_add(held_data),
            left: compressed.saturating_sub(held_data),
            inflater,
            produced: 0,
            consumed: 0,
            hasher: crc32fast::Hasher::new(),
            done: false,
        })
    }

    /// The bytes that the directory claims.
    pub fn claimed(&self) -> u64 {
        self.claimed
    }

    /// Reads all of it.
    pub(crate) fn read_whole(mut self) -> Result<Vec<u8>, Error> {
        // A claim may be a lie: believe it up to 4 MiB, and grow with what really comes.
        let first = self.claimed.min(4 << 20) as usize;
        let mut out = vec![0; first];
        let mut done = 0;
        loop {
            if done == out.len() {
                // One byte more than claimed shows a lie; with a true claim this reads the end.
                let room = (self.claimed.saturating_sub(done as u64)).min(done as u64) as usize;
                out.resize(done.saturating_add(room.max(1)), 0);
            }
            match self.pull(out.get_mut(done..).unwrap_or_default())? {
                0 => break,
                got => done = done.saturating_add(got),
            }
        }
        out.truncate(done);
        Ok(out)
    }

    /// Reads some bytes; 0 is the end, with size and checksum right.
    pub(crate) fn pull(&mut self, out: &mut [u8]) -> Result<usize, Error> {
        if self.done || out.is_empty() {
            return Ok(0);
        }
        let got = if self.inflater.is_some() { self.inflate(out)? } else { self.copy(out)? };
        let bytes = out.get(..got).unwrap_or_default();
        self.hasher.update(bytes);
        self.produced = self.produced.saturating_add(got as u64);
        self.spent.output = self.spent.output.saturating_add(got as u64);
        self.check_limits()?;
        if got == 0 {
            self.finish()?;
        }
        Ok(got)
    }

    fn place(&self) -> Place {
        Place::Entry(self.name.clone())
    }

    fn copy(&mut self, out: &mut [u8]) -> Result<usize, Error> {
        let held = self.refill()?;
        let take = held.len().min(out.len());
        if let (Some(to), Some(from)) = (out.get_mut(..take), held.get(..take)) {
            to.copy_from_slice(from);
        }
        self.take(take);
        Ok(take)
    }

    fn inflate(&mut self, out: &mut [u8]) -> Result<usize, Error> {
        loop {
            self.refill()?;
            let Some(stream) = self.inflater.as_mut() else {
                return Ok(0);
            };
            let held = self.held.get(self.used..).unwrap_or_default();
            let before = (stream.total_in(), stream.total_out());
            let status = stream
                .decompress(held, out, FlushDecompress::None)
                .map_err(|_| Error::BadDeflate { place: Place::Entry(self.name.clone()) })?;
            let (took, gave) =
                (stream.total_in().saturating_sub(before.0), stream.total_out().saturating_sub(before.1));
            let starved = held.is_empty();
            self.take(took as usize);
            if gave > 0 || status == Status::StreamEnd {
                return Ok(gave as usize);
            }
            if starved || took == 0 {
                return Err(Error::BadDeflate { place: self.place() });
            }
        }
    }

    /// Compressed bytes that are there to use; reads more when all were used.
    fn refill(&mut self) -> Result<&[u8], Error> {
        if self.used >= self.held.len() && self.left > 0 {
            self.held.resize(self.left.min(HELD as u64) as usize, 0);
            let got = source::fill(self.source, self.at, &mut self.held)?;
            if got < self.held.len() {
                return Err(Error::Truncated { place: self.place(), size: self.source.size() });
            }
            self.at = self.at.saturating_add(got as u64);
            self.left = self.left.saturating_sub(got as u64);
            self.used = 0;
        }
        Ok(self.held.get(self.used..).unwrap_or_default())
    }

    fn take(&mut self, count: usize) {
        self.used = self.used.saturating_add(count);
        self.consumed = self.consumed.saturating_add(count as u64);
        self.spent.input = self.spent.input.saturating_add(count as u64);
    }

    fn check_limits(&self) -> Result<(), Error> {
        let place = || self.place();
        inflate::check(self.limits, self.consumed, self.produced, self.limit, self.limit_name, &place)?;
        if self.produced > self.claimed {
            return Err(Error::BadZip { place: place(), reason: "it inflates to more than the directory claims" });
        }
        let (limits, spent) = (self.limits, &self.spent);
        if spent.output > limits.archive_total {
            let (size, limit) = (spent.output, limits.archive_total);
            return Err(Error::TooLarge { place: Place::File, size, limit, name: "archive_total" });
        }
        let floor = limits.ratio_floor.saturating_mul(ARCHIVE_FLOORS);
        if spent.output > floor && inflate::grew(limits, spent.input, spent.output) {
            return Err(Error::Ratio { place: Place::File, limit: limits.ratio });
        }
        Ok(())
    }

    fn finish(&mut self) -> Result<(), Error> {
        self.done = true;
        if self.produced != self.claimed {
            return Err(Error::BadZip { place: self.place(), reason: "it inflates to less than the directory claims" });
        }
        if std::mem::take(&mut self.hasher).finalize() != self.crc {
            return Err(Error::BadCrc { place: self.place() });
        }
        Ok(())
    }
}

impl Read for EntryReader<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        self.pull(buf).map_err(io::Error::other)
    }
}

/// Refuses an entry for what it claims, before a byte of it is read.
fn check_claims(entry: &Entry<'_>, limits: &Limits, limit: u64, name: &'static str) -> Result<(), Error> {
    let place = || Place::Entry(entry.shown());
    inflate::check(limits, entry.compressed, entry.size, limit, name, &place)?;
    if entry.method == Method::Stored && entry.compressed != entry.size {
        return Err(Error::BadZip { place: place(), reason: "it is stored, and its two sizes differ" });
    }
    Ok(())
}

/// Where an entry's data is.
pub(crate) struct Data {
    /// Its byte offset in the file.
    pub(crate) at: u64,
    /// Bytes in front of it in what was read.
    pub(crate) skip: usize,
}

/// Reads the local header, and as much of the data as `first` bytes hold.
pub(crate) fn local(
    source: &mut dyn Source,
    base: u64,
    directory: u64,
    entry: &Entry<'_>,
    first: usize,
) -> Result<(Vec<u8>, Data), Error> {
    let place = || Place::Entry(entry.shown());
    let bad = |reason| Error::BadZip { place: place(), reason };
    let offset = base.checked_add(entry.offset).filter(|&at| at < directory);
    let offset = offset.ok_or_else(|| bad("its local header would be behind the directory"))?;
    let hoped = entry.span().saturating_add(EXTRA_ROOM);
    let room = hoped.min(first.max(LOCAL) as u64).min(directory.saturating_sub(offset));
    let mut held = vec![0; usize::try_from(room).unwrap_or(LOCAL)];
    let got = source::fill(source, offset, &mut held)?;
    held.truncate(got);
    if got < LOCAL {
        return Err(Error::Truncated { place: place(), size: source.size() });
    }
    if u32_at(&held, 0) != 0x0403_4b50 {
        return Err(bad("its local header is missing"));
    }
    let skip = LOCAL.saturating_add(u16_at(&held, 26).into()).saturating_add(u16_at(&held, 28).into());
    let at = offset.saturating_add(skip as u64);
    if at.checked_add(entry.compressed).is_none_or(|end| end > directory) {
        return Err(bad("its data would reach into the directory"));
    }
    let end = (skip as u64).saturating_add(entry.compressed).min(held.len() as u64) as usize;
    held.truncate(end);
    if skip > held.len() {
        held.clear();
        return Ok((held, Data { at, skip: 0 }));
    }
    Ok((held, Data { at, skip }))
}
