//! What is wrong with a text, and what can be done about it.

use cards_json::Pointer;
use cards_kit::Limits;
use cards_lint::{Finding, Options};
use cards_macro::{Oddity, Template};

use crate::client::Client;
use crate::data::{Action, CodeDescription, Diagnostic, DiagnosticData, TextEdit, severity};
use crate::document::{Document, Holds, Syntax};
use crate::lines::Range;

/// The scheme of the pages of rules, which [`rule_page`] writes: they are where the program is, without a network.
pub const RULE_PAGES: &str = "cards-rule";

/// Writes the page of a rule, as Markdown; nothing for a rule that there is not.
#[must_use]
pub fn rule_page(id: &str) -> Option<String> {
    let rule = cards_lint::find_rule(id)?;
    let repair = rule.repair.map(|repair| format!("\n## Repair\n\n{repair}\n")).unwrap_or_default();
    let letter = if rule.letter.keyword().is_empty() { "" } else { rule.letter.keyword() };
    let letter = if letter.is_empty() { String::new() } else { format!(" The spec says {letter}.") };
    Some(format!(
        "# {id}\n\n{}\n\nA breach is {}; it hurts {}.{letter}\n\n## From\n\n{}\n\n## What to do\n\n{}\n{repair}",
        rule.summary,
        match rule.severity.as_str() {
            "error" => "an error",
            "warning" => "a warning",
            _ => "a note",
        },
        if rule.breaks.is_empty() { "nobody that is known".to_owned() } else { rule.hurts() },
        rule.source,
        rule.help,
    ))
}

/// Gives what is wrong with a text, as `cards lint` says it. A text that is half typed is mended first, so that the rest of it is
/// looked at all the same.
#[must_use]
pub fn diagnostics(document: &Document, options: &Options<'_>) -> Vec<Diagnostic> {
    let mut all: Vec<Diagnostic> = document
        .outline()
        .problems()
        .iter()
        .map(|problem| Diagnostic {
            range: document.range(&problem.span),
            severity: 1,
            code: "bad-json".to_owned(),
            code_description: None,
            source: "cards".to_owned(),
            message: problem.problem.to_owned(),
            data: None,
        })
        .collect();
    match document.holds() {
        Holds::Content(_) | Holds::Preset | Holds::Scripts | Holds::Beside => all.extend(of_file(document, options)),
        // A file that is none of ours is none of our business, broken or not.
        _ => all.clear(),
    }
    all
}

fn of_file(document: &Document, options: &Options<'_>) -> Vec<Diagnostic> {
    let file = document.as_file();
    let Ok(linted) = cards_kit::lint(file.as_bytes(), options, &Limits::default()) else { return Vec::new() };
    let is_whole = document.outline().problems().is_empty();
    let findings = linted.report.findings.iter();
    findings
        .filter(|finding| is_whole || !is_about_a_gap(document, finding))
        .map(|finding| told(document, finding))
        .collect()
}

/// Whether a finding is about what was put in the place of a value that is missing.
fn is_about_a_gap(document: &Document, finding: &Finding) -> bool {
    let Some(pointer) = &finding.location.pointer else { return false };
    let node = document.outline().nearest(document.text(), pointer).map(|(node, _)| node);
    node.and_then(|node| document.outline().nodes().get(node)).is_some_and(|node| node.kind.is_none())
}

pub(crate) fn told(document: &Document, finding: &Finding) -> Diagnostic {
    let pointer = finding.location.pointer.as_ref();
    Diagnostic {
        range: pointer.map(|pointer| range_of(document, pointer, finding)).unwrap_or_default(),
        severity: severity(finding.severity()),
        code: finding.id().to_owned(),
        code_description: Some(CodeDescription { href: format!("{RULE_PAGES}:/{}.md", finding.id()) }),
        source: "cards".to_owned(),
        message: format!("{}\n{}", finding.message, finding.help()),
        data: Some(DiagnosticData {
            fixable: finding.fix.is_some(),
            pointer: pointer.map(|pointer| pointer.as_str().to_owned()),
        }),
    }
}

/// Where a finding is: the bytes of the string that it names, or the value; of an object or list its first bracket.
fn range_of(document: &Document, pointer: &Pointer, finding: &Finding) -> Range {
    if document.syntax() == Syntax::Plain {
        let facts = document.text_of(0);
        let span = finding.location.span.clone().unwrap_or(0..document.text().len());
        return facts.map(|facts| document.text_range(&facts, &span)).unwrap_or_default();
    }
    let Some((node, found)) = document.outline().nearest(document.text(), pointer) else { return Range::default() };
    let node = if found { node } else { said_elsewhere(document, finding).unwrap_or(node) };
    if let (true, Some(span), Some(facts)) = (found, &finding.location.span, document.text_of(node)) {
        return document.text_range(&facts, span);
    }
    document.range(&short(document, node))
}

/// The bytes by which a value is shown: all of it, and of an object or list its first bracket.
pub(crate) fn short(document: &Document, node: usize) -> std::ops::Range<usize> {
    let span = document.outline().nodes().get(node).map(|node| node.span.clone()).unwrap_or_default();
    let opens = document.text().get(span.clone()).is_some_and(|text| text.starts_with(['{', '[']));
    let is_block = document.syntax() == Syntax::Yaml && document.outline().children(node).next().is_some();
    if opens || is_block { document.first_letter(&span) } else { span }
}

/// The string of a file of another program that says what a finding shows.
fn said_elsewhere(document: &Document, finding: &Finding) -> Option<usize> {
    let shown = finding.excerpt.as_deref()?.trim_matches(['"', '…']);
    let starts = |node: &usize| document.string(*node).is_some_and(|text| !shown.is_empty() && text.starts_with(shown));
    (0..document.outline().nodes().len()).find(starts)
}

/// Gives what can be done about a stretch of a text: the repairs of what is wrong there, all repairs, and words that are mended.
/// Repairs are worked out when they are chosen, by [`repair`].
#[must_use]
pub fn actions(document: &Document, range: Range, known: &[Diagnostic], client: &Client) -> Vec<Action> {
    let mut all: Vec<Action> = Vec::new();
    let here = |diagnostic: &&Diagnostic| diagnostic.range.start <= range.end && range.start <= diagnostic.range.end;
    let fixable = |diagnostic: &&Diagnostic| diagnostic.data.as_ref().is_some_and(|data| data.fixable);
    let whole = document.outline().problems().is_empty() && document.syntax() == Syntax::Json;
    for diagnostic in known.iter().filter(here).filter(fixable).filter(|_| whole) {
        let rules = vec![diagnostic.code.clone()];
        if !all.iter().any(|action| action.rules == rules) {
            let help = cards_lint::find_rule(&diagnostic.code).and_then(|rule| rule.repair).unwrap_or_default();
            let help = help.strip_prefix("Run `cards repair`").unwrap_or(help).trim_start_matches([';', ':', ',', ' ']);
            let help = if help.is_empty() { String::new() } else { format!(" ({})", help.trim_end_matches('.')) };
            all.push(Action {
                title: format!("Repair {}{help}", diagnostic.code),
                kind: "quickfix",
                rules,
                edits: None,
            });
        }
    }
    all.extend(mended(document, range, client));
    if whole && known.iter().any(|diagnostic| fixable(&diagnostic)) {
        let title = "Repair all that is safe to repair".to_owned();
        all.push(Action { title, kind: "source.fixAll.cards", rules: Vec::new(), edits: None });
    }
    all
}

/// Words of macros that are mended: a name that is almost right, single braces, braces that are not closed.
fn mended(document: &Document, range: Range, client: &Client) -> Vec<Action> {
    let offset = document.lines().offset(document.text(), range.start);
    let Some((_, facts, _)) = document.text_at(offset).filter(|(_, facts, _)| facts.role.expands()) else {
        return Vec::new();
    };
    let Ok(template) = Template::parse(facts.map.text(), client.engine) else { return Vec::new() };
    let mut all = Vec::new();
    for finding in template.analyse().findings {
        let span = finding.span.clone();
        let there = document.text_range(&facts, &span);
        if there.start > range.end || range.start > there.end {
            continue;
        }
        let (title, span, new) = match &finding.oddity {
            Oddity::Unknown { name, suggestion: Some(meant), .. } => {
                let written = facts.map.text().get(span.clone()).unwrap_or_default();
                let Some(at) = written.find(name.as_str()) else { continue };
                (format!("Write {meant}"), span.start + at..span.start + at + name.len(), (*meant).to_owned())
            }
            Oddity::SingleBraces { name } => (format!("Write {{{{{name}}}}}"), span, format!("{{{{{name}}}}}")),
            _ => continue,
        };
        let edit = TextEdit { range: document.text_range(&facts, &span), new_text: document.written(&new) };
        all.push(Action { title, kind: "quickfix", rules: Vec::new(), edits: Some(vec![edit]) });
    }
    all
}

/// Works out what `cards repair` changes in a text, of these rules or of all, as changes of the text.
#[must_use]
pub fn repair(document: &Document, rules: &[String], options: Options<'_>) -> Vec<TextEdit> {
    let options = if rules.is_empty() { options } else { options.with_select(rules.to_vec()) };
    let Ok(repaired) = cards_kit::repair(document.text().as_bytes(), &options, &Limits::default()) else {
        return Vec::new();
    };
    let Ok(new) = String::from_utf8(repaired.bytes) else { return Vec::new() };
    changes(document, &new)
}

/// The changes from a text to another, line by line where it has as many, so that cursors keep their places.
pub(crate) fn changes(document: &Document, new: &str) -> Vec<TextEdit> {
    let old = document.text();
    if old == new {
        return Vec::new();
    }
    let (before, after): (Vec<&str>, Vec<&str>) =
        (old.split_inclusive('\n').collect(), new.split_inclusive('\n').collect());
    let pairs: Vec<(&str, &str)> =
        if before.len() == after.len() { before.into_iter().zip(after).collect() } else { vec![(old, new)] };
    let (mut at, mut edits) = (0, Vec::new());
    for (old, new) in pairs {
        if old != new {
            let head = common(old.chars().zip(new.chars()));
            let (old_rest, new_rest) = (old.get(head..).unwrap_or_default(), new.get(head..).unwrap_or_default());
            let tail = common(old_rest.chars().rev().zip(new_rest.chars().rev()));
            let range = document.range(&(at + head..at + old.len() - tail));
            let new_text = new_rest.get(..new_rest.len() - tail).unwrap_or_default().to_owned();
            edits.push(TextEdit { range, new_text });
        }
        at += old.len();
    }
    edits
}

/// Bytes that two texts have in common from one end.
fn common(pairs: impl Iterator<Item = (char, char)>) -> usize {
    pairs.take_while(|(a, b)| a == b).map(|(c, _)| c.len_utf8()).sum()
}
