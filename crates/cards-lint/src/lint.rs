//! One report over all sources of findings.

use std::collections::{HashMap, HashSet};

use cards_container::Place;
use cards_model::json::Places;
use cards_model::{Json, Pointer, ValidateOptions};

use crate::collector::Collector;
use crate::excerpt;
use crate::facts::Facts;
use crate::fallback;
use crate::finding::{Finding, LineColumn, Location};
use crate::fix::{self, Fix};
use crate::options::Options;
use crate::report::Report;
use crate::rule::Lint;
use crate::rules;
use crate::sink::Sink;
use crate::subject::{Input, Subject};

/// Holds a document, and what its container shows, to every rule.
///
/// The same input gives the same report.
///
/// # Examples
/// ```
/// use cards_lint::{Input, Options, lint};
/// use cards_model::{Document, Limits};
///
/// let text = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","first_mes":"Hi {user}!"}}"#;
/// let document = Document::read(text, &Limits::default())?;
/// let report = lint(&Input { document: &document, facts: None }, &Options::default());
/// assert!(report.findings.iter().any(|finding| finding.id() == "macro-single-brace"));
/// # Ok::<(), cards_model::Error>(())
/// ```
#[must_use]
pub fn lint(input: &Input<'_>, options: &Options<'_>) -> Report {
    let place = input.facts.map_or(Place::File, |facts| facts.place.clone());
    let mut collector = Collector::default();
    let subject = Subject::new(*input, options);
    spec_findings(&subject, &place, &mut collector);
    rules::container::report(&subject, &place, &mut collector);
    rules::archive::report(&subject, &place, &mut collector);
    rules::twin::report(&subject, &place, &mut collector);
    for Lint { rule, check } in rules::all() {
        if let Some(check) = check.filter(|_| options.covers(rule)) {
            check(&subject, &mut Sink { rule, place: &place, findings: &mut collector });
        }
    }
    let mut findings = settled(collector, &place, options);
    if input.facts.is_some_and(Facts::lack_an_end) {
        // A fix that cannot be written is none.
        findings.iter_mut().for_each(|finding| finding.fix = None);
    }
    add_excerpts(&subject, &place, &mut findings);
    if let Some(source) = input.document.source().filter(|_| place == Place::File) {
        add_lines(&fix::text_of(source), &mut findings);
    }
    Report::new(findings)
}

/// The findings that the options ask for, as heavy as they say, the heaviest first.
pub(crate) fn settled(collector: Collector, place: &Place, options: &Options<'_>) -> Vec<Finding> {
    let mut findings = collector.finish(place);
    findings.retain(|finding| options.covers(finding.rule));
    findings.iter_mut().for_each(|finding| finding.severity = options.severity(finding.rule));
    findings.sort_by_key(|finding| std::cmp::Reverse(finding.severity()));
    findings
}

/// What breaks the rules of the specs.
fn spec_findings(subject: &Subject<'_>, place: &Place, collector: &mut Collector) {
    let content = subject.content();
    let mut changed: HashMap<&'static str, Touched> = HashMap::new();
    for finding in subject.input.document.validate(ValidateOptions::STRICT) {
        let rule = finding.rule;
        if !subject.options.covers(rule) {
            continue;
        }
        // Only reshaping mends one place at a time.
        if collector.is_full(rule) && !fix::reshapes(rule) {
            collector.leave_out(rule);
            continue;
        }
        let touched = changed
            .entry(rule.id)
            .or_insert_with(|| Touched::new(fix::rule_would_change(rule, subject.input.document)));
        let reshapable = || {
            let json = subject.json().filter(|_| fix::reshapes(rule))?;
            fix::can_reshape(json, content, &finding.pointer).then_some(Fix::Reshape)
        };
        let fix = if touched.meets(&finding.pointer) {
            Some(Fix::Rule(rule))
        } else if fix::rewrites(rule) {
            Some(Fix::Rewrite)
        } else {
            reshapable().or_else(|| fallback::fix(subject, rule, &finding.pointer))
        };
        let location = Location::new(place.clone(), Some(finding.pointer));
        collector.push(Finding { fix, ..Finding::new(rule, location, finding.message) });
    }
}

/// The places that a fix changes.
struct Touched {
    places: HashSet<Pointer>,
    /// Those and everything above them.
    above: HashSet<Pointer>,
}

impl Touched {
    fn new(places: Vec<Pointer>) -> Self {
        let above = places.iter().flat_map(upwards).collect();
        Self { places: places.into_iter().collect(), above }
    }

    /// Whether the fix changes something at, below or above a place.
    fn meets(&self, pointer: &Pointer) -> bool {
        self.above.contains(pointer) || upwards(pointer).any(|above| self.places.contains(&above))
    }
}

/// A pointer and all pointers above it.
fn upwards(pointer: &Pointer) -> impl Iterator<Item = Pointer> {
    std::iter::successors(Some(pointer.clone()), Pointer::parent)
}

/// Shows the value at each finding that shows nothing yet.
pub(crate) fn add_excerpts(subject: &Subject<'_>, place: &Place, findings: &mut [Finding]) {
    for finding in findings.iter_mut().filter(|finding| finding.excerpt.is_none()) {
        let pointer = finding.location.pointer.as_ref().filter(|_| finding.location.place == *place);
        finding.excerpt = pointer.and_then(|pointer| shown(subject.json()?.at(pointer)?));
    }
}

/// A value as an excerpt. Objects and lists of them show nothing that the pointer does not say.
fn shown(value: &Json) -> Option<String> {
    let is_scalar = |value: &Json| !matches!(value, Json::Object(_) | Json::Array(_));
    match value {
        Json::Array(items) if items.iter().all(is_scalar) => {
            let few = items.iter().take(excerpt::WIDTH).cloned().collect();
            Some(excerpt::beginning(&Json::Array(few).to_string()))
        }
        scalar if is_scalar(scalar) => Some(excerpt::beginning(&scalar.to_string())),
        _ => None,
    }
}

/// Lines and columns, which help in JSON files alone.
pub(crate) fn add_lines(text: &str, findings: &mut [Finding]) {
    let places = Places::of(text, findings.iter().filter_map(|finding| finding.location.pointer.as_ref()));
    for finding in findings {
        let span = finding.location.pointer.as_ref().and_then(|pointer| places.nearest(pointer));
        finding.location.line = span.map(|span| {
            let value = text.get(span.start.offset..span.end).unwrap_or_default();
            let width = if value.starts_with(['{', '[']) { 1 } else { value.chars().count() };
            LineColumn { line: span.start.line, column: span.start.column, width }
        });
    }
}
