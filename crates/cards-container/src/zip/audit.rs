//! Looking over all entries.

use std::collections::HashMap;

use crate::finding::Finding;

use super::archive::Archive;
use super::entry::Entry;

impl<'s> Archive<'s> {
    /// Everything odd about the archive and its entries, in directory order; no entry is read.
    ///
    /// Opening does not do this, because it costs in proportion to the number of entries.
    pub fn audit(&self) -> Vec<Finding> {
        let mut findings = self.findings().to_vec();
        let mut counts: HashMap<&[u8], usize> = HashMap::with_capacity(self.len());
        for entry in self.entries() {
            *counts.entry(entry.name.bytes).or_default() += 1;
        }
        for entry in self.entries() {
            // Taken out at its first entry, so that a name is reported once.
            if let Some(count) = counts.remove(entry.name.bytes).filter(|&n| n > 1) {
                findings.push(Finding::DuplicateEntry { entry: entry.shown(), count });
            }
            look_at(&entry, self.limits.member, &mut findings);
        }
        findings
    }
}

fn look_at(entry: &Entry<'_>, limit: u64, findings: &mut Vec<Finding>) {
    let shown = || entry.shown();
    match entry.name.text() {
        None => findings.push(Finding::UndecodableName { entry: shown() }),
        Some(_) => {
            if let Err(crate::Error::UnsafeName { entry, reason }) = entry.safe_path() {
                findings.push(Finding::UnsafeName { entry, reason });
            }
            if entry.name.bytes.contains(&b'\\') {
                findings.push(Finding::Backslash { entry: shown() });
            }
            if !entry.name.bytes.is_ascii() {
                findings.push(Finding::NotAscii { entry: shown() });
            }
        }
    }
    if entry.is_encrypted() {
        findings.push(Finding::EncryptedEntry { entry: shown() });
    }
    if entry.size > limit {
        findings.push(Finding::OversizedEntry { entry: shown(), size: entry.size, limit });
    }
}
