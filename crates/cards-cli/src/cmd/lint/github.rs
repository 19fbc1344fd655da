//! Findings as workflow commands that GitHub shows beside the files.

use std::io::Write as _;

use cards_lint::Severity;

use crate::failure::Failure;
use crate::output::Output;
use crate::printable::printable;

use super::{Checked, Verdict};

/// Shows the findings of one file.
pub(super) fn show(checked: &Checked, out: &mut Output) -> Result<(), Failure> {
    let file = property(&checked.path.to_string_lossy());
    let results = out.results();
    let report = match &checked.verdict {
        Verdict::Linted(linted) => &linted.report,
        Verdict::Refused(failure) => {
            let help = failure.advice().map(|help| format!("\n{help}")).unwrap_or_default();
            let (class, text) = (property(failure.class()), message(&format!("{}{help}", failure.chain())));
            writeln!(results, "::error file={file},title={class}::{text}")?;
            return Ok(());
        }
    };
    for finding in &report.findings {
        let command = match finding.severity() {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "notice",
        };
        let place = match finding.location.line {
            Some(at) => format!(",line={},col={}", at.line, at.column),
            None => String::new(),
        };
        let text = format!("{}: {}\n{}", finding.location, finding.message, finding.help());
        writeln!(results, "::{command} file={file}{place},title={}::{}", property(finding.id()), message(&text))?;
    }
    Ok(())
}

/// A text as the message of a command, which ends at the line. What would move the cursor of a terminal is shown as an
/// escape.
fn message(text: &str) -> String {
    printable(text).replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A text as a property of a command.
fn property(text: &str) -> String {
    message(text).replace(':', "%3A").replace(',', "%2C")
}
