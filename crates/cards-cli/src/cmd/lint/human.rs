//! Findings as text for people.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::PathBuf;

use anstyle::Style;
use cards_kit::Linted;
use cards_lint::{Finding, Report, Rule, Severity};

use crate::failure::Failure;
use crate::next;
use crate::output::{BAD, FAINT, GOOD, LABEL, Output, STRONG, WARN};
use crate::plural::plural;
use crate::printable::{line, printable};

use super::{Checked, Tally, Verdict};

/// The colour of a severity.
pub(crate) fn style(severity: Severity) -> Style {
    match severity {
        Severity::Error => BAD,
        Severity::Warning => WARN,
        Severity::Note => LABEL,
    }
}

/// Findings of one rule that are shown of a file, unless all are asked for.
const SHOWN: usize = 10;

/// Findings that are listed before the list ends, unless all are asked for.
pub(super) const LISTED: usize = 2_000;
/// Findings behind which a list is long, so that the rules are counted below it.
pub(super) const LONG: usize = 100;

/// Shows the findings of one file, and gives how many were listed; standard error names one that could not be read. Help and source of
/// a rule are at its first finding.
pub(super) fn show(checked: &Checked, all: bool, out: &mut Output) -> Result<usize, Failure> {
    let path = checked.path.to_string_lossy();
    let path = line(&path, usize::MAX);
    let Verdict::Linted(Linted { report, .. }) = &checked.verdict else { return Ok(0) };
    let (mut shown, mut listed) = (BTreeMap::<&str, usize>::new(), 0);
    let mut one = |finding: &Finding, others: &[&Finding], out: &mut Output| {
        let count = shown.entry(finding.id()).or_default();
        *count += 1;
        if all || *count <= SHOWN {
            listed += 1;
            show_finding(&path, finding, others, *count == 1, out)?;
        }
        Ok::<(), Failure>(())
    };
    if all {
        report.findings.iter().try_for_each(|finding| one(finding, &[], out))?;
    } else {
        report.grouped().iter().try_for_each(|same| one(same.first, &same.others, out))?;
    }
    let results = out.results();
    for (rule, more) in shown.into_iter().filter_map(|(rule, count)| Some((rule, count.checked_sub(SHOWN)?))) {
        if more > 0 && !all {
            writeln!(results, "{STRONG}{path}{STRONG:#}: {more} more of {LABEL}{rule}{LABEL:#}; --all lists them\n")?;
        }
    }
    Ok(listed)
}

/// How many findings say the same; what they are about is told by the places.
fn as_others(others: &[&Finding]) -> String {
    let of = |finding: &Finding| finding.location.pointer.as_ref().map(|at| at.as_str().contains("/entries/"));
    let thing =
        if others.iter().all(|other| of(other) == Some(true)) { ("entry", "entries") } else { ("place", "places") };
    match others.len() {
        0 => String::new(),
        1 => format!(", as in 1 {} more", thing.0),
        more => format!(", as in {more} {} more", thing.1),
    }
}

fn show_finding(
    path: &str,
    finding: &Finding,
    others: &[&Finding],
    explain: bool,
    out: &mut Output,
) -> Result<(), Failure> {
    let results = out.results();
    let colour = style(finding.severity());
    let place = finding.location.line.map(|at| format!(":{}:{}", at.line, at.column)).unwrap_or_default();
    let rule = finding.rule;
    let fixable = if finding.fix.is_some() { format!("  {GOOD}[fixable]{GOOD:#}") } else { String::new() };
    writeln!(
        results,
        "{STRONG}{path}{place}{STRONG:#}: {colour}{}[{}]{colour:#} at {}{fixable}",
        finding.severity(),
        rule.id,
        printable(&finding.location.to_string()),
    )?;
    out.hanging("  ", &format!("{}{}", finding.message, as_others(others)))?;
    if let Some(excerpt) = &finding.excerpt {
        let width = out.columns() - 4;
        writeln!(out.results(), "  {FAINT}|{FAINT:#} {}", line(excerpt, width))?;
    }
    if explain {
        out.hanging(&format!("  {FAINT}= from:{FAINT:#} "), rule.source)?;
        if let Some(hurts) = hurts(rule) {
            out.hanging(&format!("  {FAINT}= hurts:{FAINT:#} "), &hurts)?;
        }
        out.hanging(&format!("  {FAINT}= help:{FAINT:#} "), finding.help())?;
    }
    writeln!(out.results())?;
    Ok(())
}

/// Whom a breach hurts, with the letter of the spec beside it; nothing where nobody is hurt and no spec says a word.
fn hurts(rule: &Rule) -> Option<String> {
    match (rule.breaks, rule.letter.keyword()) {
        ([], "") => None,
        (_, "") => Some(rule.hurts()),
        (_, keyword) => Some(format!("{}; the spec says {keyword}", rule.hurts())),
    }
}

/// Says what all files come to.
pub(super) fn summary(tally: &Tally, paths: &[PathBuf], out: &mut Output) -> Result<(), Failure> {
    if out.quiet() {
        return Ok(());
    }
    let results = out.results();
    let files = plural(tally.files, "file");
    let mut parts = Vec::new();
    for ((count, in_files), severity) in tally.by_severity.iter().zip(Severity::ALL.iter().copied()) {
        if *count > 0 {
            let colour = style(severity);
            let within = if tally.files > 1 { format!(" in {}", plural(*in_files, "file")) } else { String::new() };
            parts.push(format!("{colour}{}{colour:#}{within}", plural(*count, severity.as_str())));
        }
    }
    if tally.refused > 0 {
        parts.push(format!("{BAD}{} not checked{BAD:#}", tally.refused));
    }
    if parts.is_empty() {
        parts.push(format!("{GOOD}nothing found{GOOD:#}"));
    }
    let fixable = if tally.fixable > 0 { format!("; {} fixable", tally.fixable) } else { String::new() };
    writeln!(results, "Checked {files}: {}{fixable}", parts.join(", "))?;
    if let Some(command) = next_step(tally, paths) {
        writeln!(results, "{FAINT}run:{FAINT:#} {command}")?;
    }
    Ok(())
}

/// What to do next, as a command line.
fn next_step(tally: &Tally, paths: &[PathBuf]) -> Option<String> {
    /// Files named one by one; with more of them, what was asked for is shorter.
    const NAMED: usize = 6;
    match &tally.fixable_files[..] {
        [] => match paths {
            [file] if tally.files == 1 && tally.beside == 0 && file.is_file() => Some(next::report(file)),
            _ => None,
        },
        [file] => Some(next::repair(file)),
        files if files.len() <= NAMED => Some(next::repair_all(files)),
        _ => Some(next::repair_all(paths)),
    }
}

/// How many findings of each severity there are; `None` for none at all.
pub(crate) fn counts(report: &Report) -> Option<String> {
    let counts: Vec<String> = Severity::ALL
        .iter()
        .copied()
        .map(|severity| (report.count(severity), severity.as_str()))
        .filter(|(count, _)| *count > 0)
        .map(|(count, word)| plural(count, word))
        .collect();
    (!counts.is_empty()).then(|| counts.join(", "))
}
