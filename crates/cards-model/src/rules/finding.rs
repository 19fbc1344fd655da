//! Oddities that were read around, reported beside the value.

use crate::rules::{Level, Rule};

/// One oddity: which rule was bent, where, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The rule.
    pub rule: &'static Rule,
    /// Where, as a JSON pointer (RFC 6901); empty for the whole document.
    pub pointer: String,
    /// What is odd and what was read instead, for people.
    pub message: String,
}

impl Finding {
    /// A finding at a place.
    #[must_use]
    pub fn new(rule: &'static Rule, pointer: impl Into<String>, message: impl Into<String>) -> Self {
        Self { rule, pointer: pointer.into(), message: message.into() }
    }

    /// How binding the bent rule is.
    #[must_use]
    pub fn level(&self) -> Level {
        self.rule.level
    }
}

impl std::fmt::Display for Finding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let place = if self.pointer.is_empty() { "(whole file)" } else { &self.pointer };
        write!(f, "{}[{}] {place}: {}", self.level().word(), self.rule.id, self.message)
    }
}
