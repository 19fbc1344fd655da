//! What a run came to.

use crate::finding::{Finding, FindingKind};
use crate::limits::Limits;

/// A text after scripts ran over it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Ran {
    /// The text.
    pub text: String,
    /// The scripts that found something, in the order in which they ran.
    pub steps: Vec<Step>,
    /// What was odd.
    pub findings: Vec<Finding>,
    /// Emotions that were switched on, in order (RisuAI's `@@emo`).
    pub emotions: Vec<String>,
    /// What the stored message becomes (RisuAI's `inject`).
    pub stored: Option<String>,
    /// What was taken of [`Limits::scan_bytes`](crate::Limits::scan_bytes).
    #[cfg_attr(feature = "serde", serde(skip))]
    pub scanned: u64,
}

/// What one script that runs counts as, beside the text: its pattern is made anew for each text.
const RUN_BYTES: u64 = 4 << 10;
/// What a step of a pattern with look-around or back-references counts as, as in lore.
const STEP_BYTES: u64 = 8;

impl Ran {
    /// Takes one more script over the text out of the limit; `false` where nothing is left, which becomes a finding.
    pub(crate) fn begin(&mut self, script: usize, limits: &Limits) -> bool {
        self.scanned = self.scanned.saturating_add(self.text.len() as u64).saturating_add(RUN_BYTES);
        let limit = limits.scan_bytes;
        let within = self.scanned <= limit;
        if !within {
            self.findings.push(Finding { script, kind: FindingKind::Spent { limit } });
        }
        within
    }

    /// Takes the steps of a pattern and the bytes that were read beside them out of the limit.
    pub(crate) fn took(&mut self, steps: u64, bytes: u64) {
        self.scanned = self.scanned.saturating_add(steps.saturating_mul(STEP_BYTES)).saturating_add(bytes);
    }
}

/// One script that found something.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Step {
    /// The place of the script in the list that ran, from 0.
    pub script: usize,
    /// How often its pattern was found.
    pub hits: usize,
    /// Whether the text is another one now.
    pub changed: bool,
}
