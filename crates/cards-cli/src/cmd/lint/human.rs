//! Findings as text for people.

use std::collections::BTreeMap;
use std::io::Write as _;

use anstyle::Style;
use cards_lint::{Finding, Severity};

use crate::failure::Failure;
use crate::output::{BAD, FAINT, GOOD, LABEL, Output, STRONG, WARN};
use crate::printable::{line, printable};

use super::{Checked, Tally, Verdict, refused};

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

/// Shows the findings of one file. Help and source of a rule stand with its first finding.
pub(super) fn show(checked: &Checked, all: bool, out: &mut Output) -> Result<(), Failure> {
    let path = checked.path.to_string_lossy();
    let path = line(&path, usize::MAX);
    let results = out.results();
    let report = match &checked.verdict {
        Verdict::Linted { report, .. } => report,
        Verdict::Refused(failure) => {
            let (class, message) = (failure.class(), printable(&failure.chain()).into_owned());
            writeln!(results, "{BAD}error[{class}]{BAD:#}: {message}")?;
            if let Some(help) = refused::help(failure) {
                writeln!(results, "  {FAINT}= help:{FAINT:#} {help}")?;
            }
            writeln!(results)?;
            return Ok(());
        }
    };
    let mut shown: BTreeMap<&str, usize> = BTreeMap::new();
    for finding in &report.findings {
        let count = shown.entry(finding.id()).or_default();
        *count += 1;
        if all || *count <= SHOWN {
            show_finding(&path, finding, *count == 1, out)?;
        }
    }
    let results = out.results();
    for (rule, more) in shown.into_iter().filter_map(|(rule, count)| Some((rule, count.checked_sub(SHOWN)?))) {
        if more > 0 && !all {
            writeln!(results, "{STRONG}{path}{STRONG:#}: {more} more of {LABEL}{rule}{LABEL:#}; --all lists them\n")?;
        }
    }
    Ok(())
}

fn show_finding(path: &str, finding: &Finding, explain: bool, out: &mut Output) -> Result<(), Failure> {
    let results = out.results();
    let colour = style(finding.severity());
    let place = finding.location.line.map(|at| format!(":{}:{}", at.line, at.column)).unwrap_or_default();
    let rule = finding.rule;
    let fixable = if finding.fix.is_some() { format!("  {GOOD}[fixable]{GOOD:#}") } else { String::new() };
    writeln!(
        results,
        "{STRONG}{path}{place}{STRONG:#}: {colour}{}[{}]{colour:#} at {}{fixable}",
        finding.severity(),
        rule.id(),
        printable(&finding.location.to_string()),
    )?;
    writeln!(results, "  {}", printable(&finding.message))?;
    if let Some(excerpt) = &finding.excerpt {
        writeln!(results, "  {FAINT}|{FAINT:#} {}", line(excerpt, 100))?;
    }
    if explain {
        writeln!(results, "  {FAINT}= from:{FAINT:#} {}", rule.source())?;
        writeln!(results, "  {FAINT}= help:{FAINT:#} {}", rule.help())?;
    }
    writeln!(results)?;
    Ok(())
}

/// Says what all files come to.
pub(super) fn summary(tally: &Tally, out: &mut Output) -> Result<(), Failure> {
    if out.quiet() {
        return Ok(());
    }
    let results = out.results();
    let files = plural(tally.files, "file");
    let mut parts = Vec::new();
    for ((count, in_files), severity) in tally.by_severity.iter().zip(Severity::ALL) {
        if *count > 0 {
            let colour = style(severity);
            let within = if tally.files > 1 { format!(" in {}", plural(*in_files, "file")) } else { String::new() };
            parts.push(format!("{colour}{}{colour:#}{within}", plural(*count, severity.word())));
        }
    }
    if tally.refused > 0 {
        parts.push(format!("{BAD}{} unreadable{BAD:#}", tally.refused));
    }
    if parts.is_empty() {
        writeln!(results, "Checked {files}: {GOOD}nothing found{GOOD:#}")?;
        return Ok(());
    }
    let fixable = if tally.fixable > 0 {
        format!("; {} fixable, run {STRONG}cards repair FILE{STRONG:#}", tally.fixable)
    } else {
        String::new()
    };
    writeln!(results, "Checked {files}: {}{fixable}", parts.join(", "))?;
    Ok(())
}

fn plural(count: usize, word: &str) -> String {
    if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") }
}
