//! All findings of a report as they come in, with a bound on how many of them are kept.

use std::collections::HashMap;

use cards_container::Place;
use cards_model::Pointer;
use cards_model::rules::{self as spec, Rule};

use crate::finding::{Finding, Location};
use crate::fix::Fix;

/// Findings of one rule that are listed: nobody reads more, and a hostile file could make millions.
pub(crate) const MOST: usize = 1_000;

/// All findings of a report as they come in.
#[derive(Debug, Default)]
pub(crate) struct Collector {
    findings: Vec<Finding>,
    /// For each rule by its id: how many findings are kept, and how many are not.
    counts: HashMap<&'static str, (usize, usize)>,
}

impl Collector {
    /// Whether one more finding of a rule would be left out, unless it has a fix of its own.
    pub(crate) fn is_full(&self, rule: &Rule) -> bool {
        self.counts.get(rule.id).is_some_and(|(kept, _)| *kept >= MOST)
    }

    /// Takes a finding and lends it out, or counts it as left out.
    pub(crate) fn push(&mut self, finding: Finding) -> Option<&mut Finding> {
        let (kept, left_out) = self.counts.entry(finding.id()).or_default();
        if *kept >= MOST && !has_own_fix(&finding) {
            *left_out += 1;
            return None;
        }
        *kept += 1;
        self.findings.push(finding);
        self.findings.last_mut()
    }

    /// Counts a finding as left out that nobody made.
    pub(crate) fn leave_out(&mut self, rule: &'static Rule) {
        self.counts.entry(rule.id).or_default().1 += 1;
    }

    /// The findings, and a note for each rule that has more.
    pub(crate) fn finish(mut self, place: &Place) -> Vec<Finding> {
        let mut more: Vec<_> = self.counts.into_iter().filter(|(_, (_, left_out))| *left_out > 0).collect();
        more.sort_unstable();
        self.findings.extend(more.into_iter().map(|(id, (kept, left_out))| {
            let message = format!("`{id}` is broken {left_out} times more than the {kept} times that are listed");
            let location = Location::new(place.clone(), Some(Pointer::ROOT));
            Finding::new(&spec::MORE_FINDINGS, location, message)
        }));
        self.findings
    }
}

/// Whether leaving a finding out would leave something unmended: a fix for one place is kept whatever the number,
/// where a fix of a whole rule depends on any of its findings. A rule of this crate adds its fix later.
fn has_own_fix(finding: &Finding) -> bool {
    match &finding.fix {
        Some(Fix::Edits(_) | Fix::Reshape) => true,
        _ => !finding.rule.is_about_content() && finding.rule.is_fixable(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(fix: Option<Fix>) -> Finding {
        let location = Location::new(Place::File, None);
        Finding { fix, ..Finding::new(&spec::BLANK_KEY, location, String::new()) }
    }

    #[test]
    fn findings_past_the_bound_are_counted_unless_they_mend_something() {
        let mut collector = Collector::default();
        for _ in 0..MOST + 3 {
            collector.push(finding(None));
        }
        assert!(collector.is_full(&spec::BLANK_KEY));
        assert!(collector.push(finding(Some(Fix::Reshape))).is_some());
        let all = collector.finish(&Place::File);
        assert_eq!(all.len(), MOST + 2);
        let last = all.last().map(|finding| (finding.id(), finding.message.as_str()));
        let message = "`blank-key` is broken 3 times more than the 1001 times that are listed";
        assert_eq!(last, Some(("more-findings", message)));
    }
}
