//! Collects the findings of one rule.

use std::ops::Range;

use cards_container::Place;
use cards_model::rules::Rule;
use cards_model::{Json, Pointer};

use crate::collector::Collector;
use crate::excerpt;
use crate::finding::{Finding, Location};
use crate::fix::{Edit, Fix};
use crate::subject::Text;

/// Collects the findings of one rule.
pub(crate) struct Sink<'a> {
    pub(crate) rule: &'static Rule,
    pub(crate) place: &'a Place,
    pub(crate) findings: &'a mut Collector,
}

impl Sink<'_> {
    /// Whether one more finding would be left out; a rule that looks long for its places asks before it looks.
    pub(crate) fn is_full(&self) -> bool {
        self.findings.is_full(self.rule)
    }

    /// Counts a finding as left out.
    pub(crate) fn leave_out(&mut self) {
        self.findings.leave_out(self.rule);
    }

    /// Adds a finding about a value of the card.
    pub(crate) fn value(&mut self, pointer: impl Into<Pointer>, message: impl Into<String>) -> Added<'_> {
        self.add(self.place.clone(), Some(pointer.into()), None, message.into(), None)
    }

    /// Adds a finding about a part of a text.
    pub(crate) fn text(&mut self, text: &Text<'_>, span: Range<usize>, message: impl Into<String>) -> Added<'_> {
        let shown = excerpt::around(&text.text, &span);
        self.add(self.place.clone(), Some(text.pointer.clone()), Some(span), message.into(), Some(shown))
    }

    /// Adds a finding about a part of a value, which is shown by an excerpt.
    pub(crate) fn part(&mut self, pointer: Pointer, span: Option<Range<usize>>, message: String, excerpt: String) {
        self.add(self.place.clone(), Some(pointer), span, message, Some(excerpt));
    }

    /// Adds a finding about a part of the container.
    pub(crate) fn place(&mut self, place: Place, message: impl Into<String>) -> Added<'_> {
        self.add(place, None, None, message.into(), None)
    }

    fn add(
        &mut self,
        place: Place,
        pointer: Option<Pointer>,
        span: Option<Range<usize>>,
        message: String,
        excerpt: Option<String>,
    ) -> Added<'_> {
        let location = Location { span, ..Location::new(place, pointer) };
        Added(self.findings.push(Finding { excerpt, ..Finding::new(self.rule, location, message) }))
    }
}

/// A finding just added, to be told more about.
pub(crate) struct Added<'a>(Option<&'a mut Finding>);

impl Added<'_> {
    /// Shows a text with it.
    pub(crate) fn excerpt(self, text: &str) -> Self {
        if let Some(finding) = self.0 {
            finding.excerpt = Some(excerpt::beginning(text));
            return Self(Some(finding));
        }
        self
    }

    /// Says that putting a value in place of the old one mends it.
    pub(crate) fn set(self, value: impl Into<Json>) {
        if let Some(finding) = self.0
            && let Some(pointer) = finding.location.pointer.clone()
        {
            finding.fix = Some(Fix::Edits(vec![Edit::Set { pointer, value: value.into() }]));
        }
    }

    /// Says that writing the container anew mends it.
    pub(crate) fn rewrite(self) {
        if let Some(finding) = self.0 {
            finding.fix = Some(Fix::Container);
        }
    }
}
