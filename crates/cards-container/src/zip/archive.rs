//! An opened archive.

#![deny(clippy::arithmetic_side_effects)]

use std::io::Write;

use crate::error::Error;
use crate::finding::Finding;
use crate::limits::Limits;
use crate::sniff::Format;
use crate::source::{self, Bytes, Source};

use super::directory::Directory;
use super::entry::Entry;
use super::reader::EntryReader;

/// An opened ZIP archive: its central directory, and a source to read entries from.
///
/// The directory is the truth: local headers are only asked where the data begins.
#[derive(Debug)]
pub struct Archive<'s> {
    pub(crate) source: Bytes<'s>,
    pub(crate) limits: Limits,
    pub(crate) directory: Directory,
    pub(crate) spent: Spent,
}

/// Bytes taken from and inflated out of an archive so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Spent {
    pub(crate) input: u64,
    pub(crate) output: u64,
}

impl<'s> Archive<'s> {
    /// Opens an archive: reads the end record and the central directory.
    ///
    /// Bytes in front (JPEG, self-extractor) are no obstacle, whether the stored offsets count them or not.
    ///
    /// # Errors
    /// [`Error::Truncated`] when the end record is missing, [`Error::BadZip`], [`Error::Overlap`],
    /// [`Error::TooLarge`] past `Limits::directory`, [`Error::TooMany`] past `Limits::members`, [`Error::Io`].
    pub fn open(source: impl Source + 's, limits: &Limits) -> Result<Self, Error> {
        Self::of(Box::new(source), limits)
    }

    pub(crate) fn of(mut source: Bytes<'s>, limits: &Limits) -> Result<Self, Error> {
        let directory = Directory::read(&mut *source, limits)?;
        Ok(Self { source, limits: limits.clone(), directory, spent: Spent::default() })
    }

    /// The number of entries, folders among them.
    pub fn len(&self) -> usize {
        self.directory.len()
    }

    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The entries in directory order.
    pub fn entries(&self) -> impl DoubleEndedIterator<Item = Entry<'_>> {
        (0..self.len()).filter_map(|index| self.entry(index))
    }

    /// One entry by its place in the directory.
    pub fn entry(&self, index: usize) -> Option<Entry<'_>> {
        self.directory.get(index)
    }

    /// The entry of exactly this name; the last one where there are several.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.directory.named(name.as_bytes()).last()
    }

    /// All entries of exactly this name.
    pub fn find_all(&self, name: &str) -> Vec<usize> {
        self.directory.named(name.as_bytes()).collect()
    }

    /// What was odd about the archive as a whole; [`Archive::audit`] looks at the entries too.
    pub fn findings(&self) -> &[Finding] {
        &self.directory.findings
    }

    /// The bytes that are in front of the archive, such as the picture of a JPEG polyglot.
    pub fn prefix_len(&self) -> u64 {
        let prefix = |finding: &Finding| if let Finding::Prefix { count, .. } = finding { Some(*count) } else { None };
        self.findings().iter().find_map(prefix).unwrap_or_default()
    }

    /// The first of the bytes in front of the archive, `most` of them or all.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn prefix(&mut self, most: usize) -> Result<Vec<u8>, Error> {
        let mut head = vec![0; usize::try_from(self.prefix_len()).unwrap_or(most).min(most)];
        let got = source::fill(&mut *self.source, 0, &mut head)?;
        head.truncate(got);
        Ok(head)
    }

    /// The bytes that are behind the archive and its comment.
    pub fn suffix_len(&self) -> u64 {
        self.directory.suffix
    }

    /// The comment of the archive as a whole, in an encoding that nothing tells.
    pub fn comment(&self) -> &[u8] {
        &self.directory.comment
    }

    /// A reader of one entry that inflates, checks and limits as it goes.
    ///
    /// # Errors
    /// [`Error::Encrypted`], [`Error::Method`], [`Error::TooLarge`] when the entry claims more than `Limits::member`,
    /// [`Error::Truncated`], [`Error::BadZip`], [`Error::Io`].
    pub fn reader(&mut self, index: usize) -> Result<EntryReader<'_>, Error> {
        let limit = self.limits.member;
        EntryReader::new(self, index, limit, "member")
    }

    /// Reads one entry whole.
    ///
    /// # Errors
    /// As [`Archive::reader`]; also [`Error::Ratio`], [`Error::BadDeflate`], [`Error::BadCrc`].
    pub fn read(&mut self, index: usize) -> Result<Vec<u8>, Error> {
        self.reader(index)?.read_whole()
    }

    /// Reads one entry that holds JSON text, within `Limits::json`.
    ///
    /// # Errors
    /// As [`Archive::read`].
    pub fn read_json(&mut self, index: usize) -> Result<Vec<u8>, Error> {
        let limit = self.limits.json;
        EntryReader::new(self, index, limit, "json")?.read_whole()
    }

    /// Copies the inflated bytes of one entry to an output, and says how many there were.
    ///
    /// # Errors
    /// As [`Archive::read`], and [`Error::Write`].
    pub fn read_to(&mut self, index: usize, out: &mut dyn Write) -> Result<u64, Error> {
        let mut reader = self.reader(index)?;
        let mut buf = vec![0; 64 << 10];
        let mut total = 0;
        loop {
            let got = reader.pull(&mut buf)?;
            if got == 0 {
                return Ok(total);
            }
            out.write_all(buf.get(..got).unwrap_or_default()).map_err(|source| Error::Write { source })?;
            total = u64::saturating_add(total, got as u64);
        }
    }

    /// The first bytes of one entry, as many as are there, for telling its format.
    ///
    /// # Errors
    /// As [`Archive::reader`], and [`Error::BadDeflate`].
    pub fn peek(&mut self, index: usize, most: usize) -> Result<Vec<u8>, Error> {
        let limit = self.limits.member;
        let first = most.saturating_add(512);
        let mut reader = EntryReader::with_first_read(self, index, limit, "member", first)?;
        let mut buf = vec![0; most];
        let mut done = 0;
        while let Some(rest) = buf.get_mut(done..).filter(|rest| !rest.is_empty()) {
            match reader.pull(rest)? {
                0 => break,
                got => done = done.saturating_add(got),
            }
        }
        buf.truncate(done);
        Ok(buf)
    }

    /// What one entry holds, told from its first bytes.
    ///
    /// # Errors
    /// As [`Archive::peek`].
    pub fn format(&mut self, index: usize) -> Result<Format, Error> {
        Ok(Format::of(&self.peek(index, 64)?))
    }

    /// Gives the source back.
    pub fn into_source(self) -> Bytes<'s> {
        self.source
    }
}
