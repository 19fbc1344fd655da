//! Rules beyond the specs, in the one type of rule.

use cards_model::rules::{Reader, Rule, Severity};

use crate::sink::Sink;
use crate::subject::Subject;

/// A rule of this crate, with what finds its breaches.
#[derive(Debug)]
pub(crate) struct Lint {
    pub(crate) rule: Rule,
    /// Nothing for rules whose breaches the container reader reports itself.
    pub(crate) check: Option<fn(&Subject<'_>, &mut Sink<'_>)>,
}

impl Lint {
    pub(crate) const fn new(
        id: &'static str,
        severity: Severity,
        source: &'static str,
        summary: &'static str,
        help: &'static str,
    ) -> Self {
        Self { rule: Rule::new(id, severity, source, summary, help), check: None }
    }

    pub(crate) const fn check(self, check: fn(&Subject<'_>, &mut Sink<'_>)) -> Self {
        Self { check: Some(check), ..self }
    }

    pub(crate) const fn repair(self, repair: &'static str) -> Self {
        Self { rule: self.rule.repair(repair), ..self }
    }

    pub(crate) const fn breaks(self, breaks: &'static [Reader]) -> Self {
        Self { rule: self.rule.breaks(breaks), ..self }
    }
}

/// Declares the rules of one theme.
macro_rules! rules {
    ($($theme:tt)*) => { cards_model::declare_rules! { pub(crate) $crate::rule::Lint; $($theme)* } };
}
pub(crate) use rules;
