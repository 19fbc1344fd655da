//! Oddities that were read around, reported beside the value.

use crate::json::Pointer;
use crate::rules::{Rule, Severity};

/// One oddity: which rule was bent, where, and how.
///
/// ```
/// use cards_model::Document;
/// let document: Document = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","tags":"bard"}}"#.parse()?;
/// let finding = document.findings().iter().find(|finding| finding.pointer.to_string() == "/data/tags").unwrap();
/// println!("{finding}");
/// assert!(!finding.rule.id.is_empty());
/// # Ok::<(), cards_model::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The rule.
    pub rule: &'static Rule,
    /// Where; the root for the whole document.
    pub pointer: Pointer,
    /// What is odd and what was read instead, for people.
    pub message: String,
}

impl Finding {
    /// A finding at a place.
    #[must_use]
    pub fn new(rule: &'static Rule, pointer: impl Into<Pointer>, message: impl Into<String>) -> Self {
        Self { rule, pointer: pointer.into(), message: message.into() }
    }

    /// How much it weighs.
    #[must_use]
    pub fn severity(&self) -> Severity {
        self.rule.severity
    }
}

impl std::fmt::Display for Finding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let place = self.pointer.or_whole("(whole file)");
        write!(f, "{}[{}] {place}: {}", self.severity(), self.rule.id, self.message)
    }
}
