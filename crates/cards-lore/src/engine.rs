//! The way in: one turn over compiled books.

use crate::activation::Activation;
use crate::error::LoreError;
use crate::finding::{Finding, FindingKind};
use crate::host::Host;
use crate::lore::{Compiled, EntryAt, Lore};
use crate::settings::Profile;
use crate::state::State;
use crate::turn::Turn;
use crate::window::Window;

impl Lore {
    /// Runs one turn: finds the entries that fire, and says of every other why it does not.
    ///
    /// The state changes as the turn asks (not in a dry run, but for the remembered hits, which are no part of any
    /// answer). The same books, settings, turn, state and dice give the same answer.
    ///
    /// # Errors
    /// [`LoreError::Aborted`] where the client whose rules hold would build no prompt at all.
    pub fn activate(&self, turn: &Turn<'_>, state: &mut State, host: &mut Host<'_>) -> Result<Activation, LoreError> {
        state.cache.begin(self.0.fingerprint, host.tokens.name(), self.0.limits.cached_texts);
        let result = match self.0.settings.profile {
            Profile::SillyTavern => Ok(crate::batch::activate(self, turn, state, host)),
            Profile::Spec | Profile::Risu | Profile::Module => crate::sequential::activate(self, turn, state, host),
        };
        // Hits of texts that a limit cut short are not worth remembering.
        let cut_short =
            |kind: &FindingKind| matches!(kind, FindingKind::Limit { limit: "checks" | "regex_scan_bytes" });
        if let Ok(activation) = &result
            && activation.findings.iter().any(|finding| cut_short(&finding.kind))
        {
            state.forget_texts();
        }
        result
    }
}

/// Collects what was odd about the books and the turn.
pub(crate) fn findings(lore: &Compiled, window: Window<'_>) -> Vec<Finding> {
    let Window { work, cache, .. } = window;
    let mut findings = lore.findings.clone();
    for failed in work.failed {
        cache.note_failed(failed);
    }
    for kind in cache.failed() {
        findings.push(Finding { entry: entry_of(lore, kind), kind: kind.clone() });
    }
    findings.extend(work.reached.iter().map(|&limit| Finding { entry: None, kind: FindingKind::Limit { limit } }));
    findings
}

/// Finds the entry of a key that failed.
fn entry_of(lore: &Compiled, kind: &FindingKind) -> Option<EntryAt> {
    let FindingKind::CostlyPattern { key, .. } = kind else { return None };
    let holds = |keys: &[String]| keys.iter().any(|candidate| candidate.trim() == key);
    let plan = lore.plans.iter().find(|plan| {
        let entry = lore.entry(plan);
        holds(&entry.keys) || holds(&entry.secondary_keys)
    });
    plan.map(|plan| plan.at)
}
