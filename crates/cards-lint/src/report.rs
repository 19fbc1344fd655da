//! The result of linting.

use std::collections::HashMap;

use cards_model::Pointer;
use cards_model::rules::Severity;

use crate::finding::Finding;

/// Everything that was found, the heaviest first.
///
/// ```
/// use cards_lint::{Input, Options, Severity, lint};
/// let document = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","tags":"bard"}}"#.parse::<cards_model::Document>()?;
/// let report = lint(&Input { document: &document, facts: None }, &Options::default());
/// println!("{} warnings, {} of all can be fixed", report.count(Severity::Warning), report.fixable());
/// assert!(report.heaviest() >= Some(Severity::Warning));
/// # Ok::<(), cards_model::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Report {
    /// The findings: by severity, then in the order of the rule tables and of the document.
    pub findings: Vec<Finding>,
}

/// Findings that say the same of several elements of one list.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Same<'a> {
    /// The first of them.
    pub first: &'a Finding,
    /// The others, in their order.
    pub others: Vec<&'a Finding>,
}

impl<'r> IntoIterator for &'r Report {
    type Item = &'r Finding;
    type IntoIter = std::slice::Iter<'r, Finding>;

    fn into_iter(self) -> Self::IntoIter {
        self.findings.iter()
    }
}

impl Report {
    /// The findings.
    pub fn iter(&self) -> std::slice::Iter<'_, Finding> {
        self.findings.iter()
    }

    pub(crate) fn new(findings: Vec<Finding>) -> Self {
        Self { findings }
    }

    /// The findings in groups of those that say the same of several elements of one list: the same rule, the same
    /// message, and places that differ in their numbers alone. What one program does wrong it does in each entry.
    #[must_use]
    pub fn grouped(&self) -> Vec<Same<'_>> {
        let mut groups: Vec<Same<'_>> = Vec::new();
        let mut known: HashMap<(&str, String, Option<String>, &str), usize> = HashMap::new();
        for finding in &self.findings {
            let shape = finding.location.pointer.as_ref().map(shape);
            let numbered = finding.location.span.is_none() && shape.as_deref().is_some_and(|shape| shape.contains('#'));
            let key = (finding.id(), finding.location.place.to_string(), shape, finding.message.as_str());
            match known.get(&key).filter(|_| numbered).and_then(|at| groups.get_mut(*at)) {
                Some(group) => group.others.push(finding),
                None => {
                    known.insert(key, groups.len());
                    groups.push(Same { first: finding, others: Vec::new() });
                }
            }
        }
        groups
    }

    /// How many findings of a severity there are, each place counted, as a list of all of them would have them.
    #[must_use]
    pub fn count(&self, severity: Severity) -> usize {
        self.findings.iter().filter(|finding| finding.severity() == severity).count()
    }

    /// How many findings have a safe fix, each place counted.
    #[must_use]
    pub fn fixable(&self) -> usize {
        self.findings.iter().filter(|finding| finding.fix.is_some()).count()
    }

    /// Whether nothing was found.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.findings.is_empty()
    }

    /// Whether an error was found.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.heaviest() == Some(Severity::Error)
    }

    /// The heaviest severity found.
    #[must_use]
    pub fn heaviest(&self) -> Option<Severity> {
        self.findings.iter().map(Finding::severity).max()
    }
}

/// A pointer with `#` in place of each number.
fn shape(pointer: &Pointer) -> String {
    let mut out = String::new();
    for key in pointer.keys() {
        out.push('/');
        out.push_str(if !key.is_empty() && key.bytes().all(|b| b.is_ascii_digit()) { "#" } else { &key });
    }
    out
}
