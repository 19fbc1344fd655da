//! A package that is being read: its JSON files, within one limit for all.

#![deny(clippy::arithmetic_side_effects)]

use cards_model::json::{Json, Object};

use crate::error::Error;
use crate::limits::Limits;
use crate::place::Place;
use crate::zip::Archive;

/// What a package comes to.
pub(super) struct Found {
    pub(super) json: Object,
    /// The entry that says most.
    pub(super) entry: usize,
    pub(super) pictures: Vec<usize>,
}

/// A package that is being read.
pub(super) struct Package<'l, 's> {
    pub(super) archive: Archive<'s>,
    limits: &'l Limits,
    /// Bytes of JSON read so far.
    total: u64,
}

impl<'l, 's> Package<'l, 's> {
    pub(super) fn new(archive: Archive<'s>, limits: &'l Limits) -> Self {
        Self { archive, limits, total: 0 }
    }

    /// The value of a JSON file; nothing where it is none.
    pub(super) fn json(&mut self, entry: usize) -> Result<Option<Json>, Error> {
        let bytes = self.archive.read_json(entry)?;
        self.total = self.total.saturating_add(bytes.len() as u64);
        if self.total > self.limits.json {
            let (size, limit) = (self.total, self.limits.json);
            return Err(Error::TooLarge { place: Place::File, size, limit, name: "json" });
        }
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes);
        Ok(Json::read(&String::from_utf8_lossy(bytes), &self.limits.for_json()).ok())
    }

    /// The value of the JSON file of a name.
    pub(super) fn named(&mut self, name: &str) -> Result<Option<Json>, Error> {
        self.archive.find(name).map_or(Ok(None), |entry| self.json(entry))
    }

    /// The entries whose path has these parts, one of which may be anything, with what is there.
    pub(super) fn like(&self, first: &str, last: &str) -> Vec<(usize, String)> {
        let inside = |name: &str| {
            let parts: Vec<&str> = name.split('/').collect();
            match parts.as_slice() {
                [one, id, end] if *one == first && *end == last && !id.is_empty() => Some((*id).to_owned()),
                _ => None,
            }
        };
        self.archive.entries().filter_map(|entry| Some((entry.index, inside(entry.name.text()?)?))).collect()
    }
}
