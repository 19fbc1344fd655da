//! Findings that are known and no longer reported.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use cards_kit::Linted;
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::save;

/// The version of the layout.
const LAYOUT: u32 = 1;

/// Findings by file, rule and words, each with how often it is there. Neither lines nor places count: they move when something else
/// changes.
#[derive(Clone, Debug, Default)]
pub(super) struct Baseline {
    pub(super) file: PathBuf,
    /// The folder of the file, from which paths are counted.
    folder: PathBuf,
    known: Known,
}

type Known = BTreeMap<String, BTreeMap<String, BTreeMap<String, usize>>>;

#[derive(Serialize, Deserialize)]
struct Written {
    schema: u32,
    findings: Known,
}

impl Baseline {
    /// One without findings, for a file that is to be written.
    pub(super) fn empty(file: &Path) -> Result<Self, Failure> {
        let folder = fs::canonicalize(save::folder_of(file))
            .map_err(|source| Failure::Read { path: save::folder_of(file).to_owned(), source })?;
        Ok(Self { file: file.to_owned(), folder, known: Known::new() })
    }

    /// Reads one.
    pub(super) fn read(file: &Path) -> Result<Self, Failure> {
        let text = fs::read_to_string(file).map_err(|source| Failure::Read { path: file.to_owned(), source })?;
        let refused = |message: String| Failure::Content { path: file.to_owned(), class: "bad-settings", message };
        let written: Written = serde_json::from_str(&text)
            .map_err(|error| refused(format!("this is no baseline, which --write-baseline makes: {error}")))?;
        if written.schema != LAYOUT {
            let message = format!("the baseline has layout {} where {LAYOUT} is known; write it anew", written.schema);
            return Err(refused(message));
        }
        Ok(Self { known: written.findings, ..Self::empty(file)? })
    }

    /// The path of a file as a baseline has it: the same on each machine.
    fn path(&self, file: &Path) -> String {
        let whole = fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
        whole.strip_prefix(&self.folder).unwrap_or(&whole).to_string_lossy().replace('\\', "/")
    }

    /// Takes the findings of a file in.
    pub(super) fn add(&mut self, file: &Path, linted: &Linted) {
        if linted.report.is_clean() {
            return;
        }
        let rules = self.known.entry(self.path(file)).or_default();
        for finding in &linted.report.findings {
            *rules.entry(finding.id().to_owned()).or_default().entry(finding.message.clone()).or_default() += 1;
        }
    }

    /// Takes known findings out of those of a file, and gives how many they were.
    pub(super) fn leave_out(&self, file: &Path, linted: &mut Linted) -> usize {
        let Some(mut rules) = self.known.get(&self.path(file)).cloned() else { return 0 };
        let before = linted.report.findings.len();
        linted.report.findings.retain(|finding| {
            let count = rules.get_mut(finding.id()).and_then(|messages| messages.get_mut(&finding.message));
            match count {
                Some(count @ 1..) => {
                    *count -= 1;
                    false
                }
                _ => true,
            }
        });
        before - linted.report.findings.len()
    }

    /// How many findings there are.
    pub(super) fn count(&self) -> usize {
        self.known.values().flat_map(BTreeMap::values).flat_map(BTreeMap::values).sum()
    }

    /// Writes the file, a line a finding, so that git shows what came and went.
    pub(super) fn write(&self) -> Result<(), Failure> {
        let written = Written { schema: LAYOUT, findings: self.known.clone() };
        let text = serde_json::to_string_pretty(&written)? + "\n";
        save::replace(&self.file, text.as_bytes())?;
        Ok(())
    }
}
