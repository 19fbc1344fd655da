//! How often each rule is broken, over all files.

use std::collections::BTreeMap;
use std::io::Write as _;

use cards_lint::Severity;

use super::{Checked, Verdict, style};
use crate::failure::Failure;
use crate::output::{FAINT, Output};
use crate::plural::plural;

/// What the files come to, rule by rule.
#[derive(Debug, Default)]
pub(super) struct Statistics {
    rules: BTreeMap<&'static str, Count>,
}

#[derive(Debug)]
struct Count {
    severity: Severity,
    findings: usize,
    fixable: usize,
    files: usize,
}

impl Statistics {
    pub(super) fn add(&mut self, checked: &Checked) {
        let Verdict::Linted(linted) = &checked.verdict else { return };
        let mut here: Vec<&str> = Vec::new();
        for finding in &linted.report.findings {
            let severity = finding.severity();
            let new = Count { severity, findings: 0, fixable: 0, files: 0 };
            let count = self.rules.entry(finding.id()).or_insert(new);
            count.findings += 1;
            count.fixable += usize::from(finding.fix.is_some());
            if !here.contains(&finding.id()) {
                here.push(finding.id());
                count.files += 1;
            }
        }
    }

    /// Prints a line a rule, the heaviest and most frequent first.
    pub(super) fn show(&self, out: &mut Output) -> Result<(), Failure> {
        let mut rows: Vec<_> = self.rules.iter().collect();
        rows.sort_by_key(|(id, count)| (std::cmp::Reverse((count.severity, count.findings)), *id));
        let results = out.results();
        for (id, Count { severity, findings, fixable, files }) in rows {
            let colour = style(*severity);
            let fixable = if *fixable > 0 { format!(", {fixable} fixable") } else { String::new() };
            let files = plural(*files, "file");
            writeln!(
                results,
                "{findings:>8}  {colour}{:<7}{colour:#}  {id} {FAINT}in {files}{fixable}{FAINT:#}",
                severity.as_str()
            )?;
        }
        Ok(())
    }
}
