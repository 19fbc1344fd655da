//! What checks a rule, and what repairs it.

use crate::document::Changes;
use crate::terms::rule::Rule;
use crate::{Content, Finding};

/// Looks for breaches of one rule in typed content.
pub(crate) type Check = fn(&Content, &mut Report<'_>);

/// Mends whatever breaks one rule and names each change; nothing else changes.
pub(crate) type Fix = fn(&mut Content, &mut Changes);

/// Collects what breaks one rule.
#[derive(Debug)]
pub struct Report<'a> {
    pub(super) rule: &'static Rule,
    pub(super) findings: &'a mut Vec<Finding>,
}

impl Report<'_> {
    /// Adds a breach at a place, given as a JSON pointer.
    pub fn add(&mut self, pointer: impl Into<crate::Pointer>, message: impl Into<String>) {
        self.findings.push(Finding::new(self.rule, pointer, message));
    }
}
