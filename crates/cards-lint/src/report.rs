//! The result of linting.

use cards_model::rules::Severity;

use crate::finding::Finding;

/// Everything that was found, the heaviest first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// The findings: by severity, then in the order of the rule tables and of the document.
    pub findings: Vec<Finding>,
}

impl Report {
    /// How many findings have a severity.
    #[must_use]
    pub fn count(&self, severity: Severity) -> usize {
        self.findings.iter().filter(|finding| finding.severity() == severity).count()
    }

    /// How many findings have a safe fix.
    #[must_use]
    pub fn fixable(&self) -> usize {
        self.findings.iter().filter(|finding| finding.fix.is_some()).count()
    }

    /// The heaviest severity found.
    #[must_use]
    pub fn heaviest(&self) -> Option<Severity> {
        self.findings.iter().map(Finding::severity).max()
    }
}
