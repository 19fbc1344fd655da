//! Findings as JSON.

use cards_lint::Finding;
use serde_json::{Value, json};

use super::{Checked, Verdict};

/// One file as a JSON object.
pub(super) fn row(checked: &Checked) -> Value {
    let file = checked.path.to_string_lossy();
    match &checked.verdict {
        Verdict::Linted { kind, form, report } => json!({
            "schema": 1,
            "file": file,
            "container": kind.name(),
            "form": form.name(),
            "findings": report.findings.iter().map(finding).collect::<Vec<_>>(),
        }),
        Verdict::Refused(failure) => json!({
            "schema": 1,
            "file": file,
            "error": failure.to_json(),
        }),
    }
}

fn finding(finding: &Finding) -> Value {
    let location = &finding.location;
    json!({
        "rule": finding.id(),
        "severity": finding.severity().word(),
        "message": finding.message,
        "place": location.place.to_string(),
        "pointer": location.pointer,
        "span": location.span.as_ref().map(|span| json!([span.start, span.end])),
        "line": location.line.map(|at| at.line),
        "column": location.line.map(|at| at.column),
        "excerpt": finding.excerpt,
        "source": finding.rule.source,
        "letter": finding.rule.letter.keyword(),
        "hurts": finding.rule.breaks.iter().map(|reader| reader.name()).collect::<Vec<_>>(),
        "help": finding.help(),
        "fixable": finding.fix.is_some(),
    })
}
