//! Changing some entries of an archive and copying the rest.

#![deny(clippy::arithmetic_side_effects)]

use std::collections::HashMap;
use std::io::Write;

use cards_words::Outcome;

use crate::error::Error;
use crate::finding::Finding;

use super::archive::Archive;
use super::write::{Packing, Writer};

/// One change to an archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edit<'a> {
    /// Puts these bytes in place of the entry of that name, or behind the last entry when there is none.
    Put {
        /// The entry's name.
        name: &'a str,
        /// Its new bytes.
        bytes: &'a [u8],
    },
    /// Leaves the entry of that name out.
    Remove {
        /// The entry's name.
        name: &'a str,
    },
}

impl<'a> Edit<'a> {
    fn name(&self) -> &'a str {
        match self {
            Self::Put { name, .. } | Self::Remove { name } => name,
        }
    }
}

/// What of an old archive goes on besides its comment and its entries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Keep {
    /// Nothing: a plain archive with one entry for each name, the last, which is the one that readers of the directory
    /// take.
    #[default]
    Entries,
    /// Bytes in front of the archive and behind it, and each of several entries of one name that no edit names. Offsets
    /// count the bytes in front where they did.
    Everything,
}

cards_words::named! {
    Keep: "choice of entries";
    Entries => "entries",
    Everything => "everything",
}

/// Why the first of two entries of one name is left out.
pub(crate) const DOUBLED: &str = "a later archive entry has the same name, and counts";

/// Writes an archive anew with some changes.
///
/// Entries that no edit names are copied raw, compressed and encrypted as they were, in their old order with dates,
/// modes, comments and extra fields; the archive's comment goes on too. The findings name all that does not.
///
/// # Errors
/// What [`Writer::add`] and [`Writer::add_raw`] answer.
pub fn rewrite<W: Write>(
    archive: &mut Archive<'_>,
    edits: &[Edit<'_>],
    keep: Keep,
    out: W,
) -> Result<Outcome<W, Finding>, Error> {
    let mut findings = Vec::new();
    let mut writer = Writer::new(out).with_comment(archive.comment());
    match keep {
        Keep::Everything => writer.front(archive)?,
        Keep::Entries => findings.extend(around(archive)),
    }
    let mut todo: HashMap<&[u8], &Edit<'_>> = edits.iter().map(|edit| (edit.name().as_bytes(), edit)).collect();
    let last: HashMap<Vec<u8>, usize> =
        archive.entries().map(|entry| (entry.name.bytes.to_vec(), entry.index)).collect();
    for index in 0..archive.len() {
        let Some(entry) = archive.entry(index) else {
            continue;
        };
        let counts = last.get(entry.name.bytes) == Some(&index);
        let edit = todo.get(entry.name.bytes).copied();
        if !counts && (edit.is_some() || keep == Keep::Entries) {
            findings.push(Finding::LeftOut { what: entry.shown(), reason: DOUBLED });
            continue;
        }
        if edit.is_some() {
            todo.remove(entry.name.bytes);
        }
        match edit {
            None => writer.copy(archive, index, counts)?,
            Some(Edit::Put { name, bytes }) => writer.add(name, bytes, Packing::Auto)?,
            Some(Edit::Remove { .. }) => {}
        }
    }
    for edit in edits {
        if let (Edit::Put { name, bytes }, Some(_)) = (edit, todo.remove(edit.name().as_bytes())) {
            writer.add(name, bytes, Packing::Auto)?;
        }
    }
    if keep == Keep::Everything {
        return Ok(Outcome::new(writer.finish_before(archive)?, findings));
    }
    Ok(Outcome::new(writer.finish()?, findings))
}

/// The bytes around an archive, as findings that they are left out.
fn around(archive: &Archive<'_>) -> Vec<Finding> {
    let left_out = |count: u64, what: &str| Finding::LeftOut {
        what: format!("{count} bytes {what} the archive"),
        reason: "an archive that is written anew holds its entries alone",
    };
    let (front, behind) = (archive.prefix_len(), archive.suffix_len());
    let front = (front > 0).then(|| left_out(front, "in front of"));
    front.into_iter().chain((behind > 0).then(|| left_out(behind, "behind"))).collect()
}
