//! Safe fixes: what they are, and how they are applied.
//!
//! A fix is safe when every reader that reads the old file reads the same card out of the new one. Each change is
//! named, and nothing else changes: members keep their order, numbers their spelling, unknown members their values.

mod edit;
mod shape;

use std::borrow::Cow;

use cards_model::json::{Style, with_line_ends_of};
use cards_model::rules::{self as spec, Change};
use cards_model::{Content, Document, Json, Limits, Pointer};

use crate::finding::Finding;

pub use edit::Edit;

/// A safe fix of one finding.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Fix {
    /// These edits of the JSON.
    Edits(Vec<Edit>),
    /// A list or map of another shape than the spec's, written as what it is read as.
    Reshape,
    /// The fix that the rule of the spec brings along.
    Rule(&'static spec::Rule),
    /// Writing the JSON text anew.
    Rewrite,
    /// Writing the container anew, which the caller does; [`fix()`] passes over it.
    Container,
}

/// Mends what the findings show, as far as that is safe, and names each change.
///
/// The findings are those of [`crate::lint`] for this very document. Mending may uncover more, so a caller lints
/// again until nothing with a fix is left. Findings whose fix is [`Fix::Container`] are the caller's, who has the file.
///
/// # Examples
/// ```
/// use cards_lint::{Input, Options, fix, lint};
/// use cards_model::{Document, Limits};
///
/// let text = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","tags":"bard"}}"#;
/// let mut document = Document::read(text, &Limits::default())?;
/// let report = lint(&Input { document: &document, facts: None }, &Options::default());
/// let changes = fix(&mut document, &report.findings);
/// assert!(changes.iter().any(|change| change.pointer == "/data/tags"));
/// assert_eq!(document.card().map(|card| card.tags().to_vec()), Some(vec!["bard".to_owned()]));
/// # Ok::<(), cards_model::Error>(())
/// ```
pub fn fix(document: &mut Document, findings: &[Finding]) -> Vec<Change> {
    let mut changes = Vec::new();
    if findings.iter().any(|f| matches!(f.fix, Some(Fix::Edits(_) | Fix::Reshape | Fix::Rewrite))) {
        edit_json(document, findings, &mut changes);
    }
    apply_rules(document, findings, &mut changes);
    changes
}

/// Applies the fixes that rules of the specs bring along.
fn apply_rules(document: &mut Document, findings: &[Finding], changes: &mut Vec<Change>) {
    let mut rules: Vec<&'static spec::Rule> = Vec::new();
    for finding in findings {
        if let Some(Fix::Rule(rule)) = finding.fix
            && !rules.contains(&rule)
        {
            rules.push(rule);
        }
    }
    for rule in rules {
        let Some((fresh, fixed)) = applied(rule, document) else { continue };
        let before = parse(&document.to_text(Style::Compact));
        *document = fresh;
        let after = parse(&document.to_text(Style::Compact));
        changes.extend(fixed.into_iter().map(|fixed| {
            let message = from_to(before.as_ref(), after.as_ref(), &fixed.pointer).unwrap_or(fixed.message);
            Change::new(rule, fixed.pointer, message)
        }));
    }
}

/// A document with the fix of a rule made, and what it changes; nothing when there is nothing to change.
fn applied(rule: &'static spec::Rule, document: &Document) -> Option<(Document, Vec<Change>)> {
    if !rule.has_fix() {
        return None;
    }
    let mut fixed = document.clone();
    let changes = rule.apply_fix(&mut fixed.content);
    if changes.is_empty() {
        return None;
    }
    // A fix that would make another card of it is none, such as a marker by which a member reads as one of a draft.
    let fresh = document.with_value(&fixed.content.to_json(), &Limits::unbounded()).ok()?;
    (fresh.content == fixed.content).then_some((fresh, changes))
}

/// What was at a place, and what is there now.
fn from_to(before: Option<&Json>, after: Option<&Json>, pointer: &Pointer) -> Option<String> {
    let new = after?.at(pointer)?;
    match before?.at(pointer) {
        Some(old) if old == new => None,
        Some(old) => Some(format!("{} became {}", edit::shown(old), edit::shown(new))),
        None => Some(format!("added as {}", edit::shown(new))),
    }
}

/// Applies the fixes that work on the JSON. Deeper places go first, so that pointers stay right.
fn edit_json(document: &mut Document, findings: &[Finding], changes: &mut Vec<Change>) {
    let Some(mut json) = parse(&document.to_text(Style::Compact)) else {
        return;
    };
    let form = document.content.form();
    let mut sorted: Vec<&Finding> = findings.iter().collect();
    let depth = |finding: &Finding| finding.location.pointer.as_ref().map_or(0, |pointer| pointer.keys().count());
    sorted.sort_by_key(|finding| std::cmp::Reverse(depth(finding)));
    let mut made = Vec::new();
    let whole = Pointer::ROOT;
    for finding in sorted {
        let pointer = finding.location.pointer.as_ref().unwrap_or(&whole);
        let mut note = |pointer: Pointer, message: String| made.push(Change::new(finding.rule, pointer, message));
        match &finding.fix {
            Some(Fix::Edits(edits)) => edits.iter().for_each(|edit| edit.apply(&mut json, &mut note)),
            Some(Fix::Reshape) => shape::reshape(&mut json, form, pointer, &mut note),
            Some(Fix::Rewrite) => note(pointer.clone(), rewritten(finding.id()).to_owned()),
            _ => {}
        }
    }
    if made.is_empty() {
        return;
    }
    // A fix that would make another kind of card of it is none.
    let fresh = match document.source() {
        // What is wrong with the text itself is gone when all of it is written anew.
        Some(source) if findings.iter().any(|finding| matches!(finding.fix, Some(Fix::Rewrite))) => {
            let text = with_line_ends_of(json.to_text(Style::like(source)), source);
            Document::read(text, &Limits::unbounded())
        }
        _ => document.with_value(&json, &Limits::unbounded()),
    };
    if let Some(fresh) = fresh.ok().filter(|fresh| fresh.content.form() == form) {
        *document = fresh;
        changes.extend(made);
    }
}

/// What writing the text anew does about a rule.
fn rewritten(rule: &str) -> &'static str {
    match rule {
        "json-bom" => "the byte order mark is taken out",
        "json-duplicate-key" => "kept once, with the value that counts",
        "json-relaxed" => "comments and trailing commas are taken out",
        _ => "rewritten with escapes",
    }
}

/// Bytes of JSON as text, as the reader takes them.
pub(crate) fn text_of(bytes: &[u8]) -> Cow<'_, str> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    // Nearly all bytes are text; `from_utf8_lossy` looks at them one by one to find out.
    str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes), Cow::Borrowed)
}

pub(crate) fn parse(text: &str) -> Option<Json> {
    Json::read(text, &Limits::unbounded()).ok()
}

/// Whether the shape of members is what a rule of the spec is about.
pub(crate) fn reshapes(rule: &spec::Rule) -> bool {
    rule == &spec::WRONG_TYPE
}

/// Whether writing the text anew is all that a rule of the spec asks for.
pub(crate) fn rewrites(rule: &spec::Rule) -> bool {
    [&spec::JSON_BOM, &spec::JSON_DUPLICATE, &spec::JSON_CONTROL, &spec::JSON_RELAXED].contains(&rule)
}

/// The places that the fix of a rule would change.
pub(crate) fn rule_would_change(rule: &'static spec::Rule, document: &Document) -> Vec<Pointer> {
    let changes = applied(rule, document).map(|(_, changes)| changes).unwrap_or_default();
    changes.into_iter().map(|fixed| fixed.pointer).collect()
}

/// Whether reshaping would change something at a place.
pub(crate) fn can_reshape(json: &Json, content: &Content, pointer: &Pointer) -> bool {
    shape::can_reshape(json, content.form(), pointer)
}
