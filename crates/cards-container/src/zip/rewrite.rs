//! Changing some entries of an archive and copying the rest.

use std::collections::HashMap;
use std::io::Write;

use crate::error::Error;
use crate::finding::Finding;
use crate::source::Source;

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

/// Writes an archive anew with some changes.
///
/// Entries that no edit names are copied raw, compressed as they were, in their old order with dates, modes and extra
/// fields. Bytes in front of the archive and behind it are left out, with a finding. Of several entries of one name the
/// last is copied, which is the one that readers of the directory take.
///
/// # Errors
/// What [`Writer::add`] and [`Writer::add_raw`] answer.
pub fn rewrite<S: Source, W: Write>(
    archive: &mut Archive<S>,
    edits: &[Edit<'_>],
    out: W,
) -> Result<(W, Vec<Finding>), Error> {
    let is_dropped = |f: &&Finding| matches!(f, Finding::Prefix { .. } | Finding::Suffix { .. });
    let mut findings: Vec<Finding> = archive.findings().iter().filter(is_dropped).cloned().collect();
    let mut writer = Writer::new(out);
    let mut todo: HashMap<&[u8], &Edit<'_>> = edits.iter().map(|edit| (edit.name().as_bytes(), edit)).collect();
    let kept = last_of_each(archive);
    for index in 0..archive.len() {
        let Some(entry) = archive.entry(index) else {
            continue;
        };
        if let Some(&(last, count)) = kept.get(entry.name.bytes).filter(|(last, _)| *last != index) {
            if last > index {
                findings.push(Finding::DuplicateEntry { entry: entry.shown(), count });
            }
            continue;
        }
        match todo.remove(entry.name.bytes) {
            None => writer.add_raw(archive, index)?,
            Some(Edit::Put { name, bytes }) => writer.add(name, bytes, Packing::Auto)?,
            Some(Edit::Remove { .. }) => {}
        }
    }
    for edit in edits {
        if let (Edit::Put { name, bytes }, Some(_)) = (edit, todo.remove(edit.name().as_bytes())) {
            writer.add(name, bytes, Packing::Auto)?;
        }
    }
    Ok((writer.finish()?, findings))
}

/// For each name, the place of its last entry and how many there are.
fn last_of_each<S: Source>(archive: &Archive<S>) -> HashMap<Vec<u8>, (usize, usize)> {
    let mut names = HashMap::with_capacity(archive.len());
    for entry in archive.entries() {
        let (last, count) = names.entry(entry.name.bytes.to_vec()).or_insert((0, 0));
        *last = entry.index;
        *count += 1;
    }
    names
}
