//! A checker: what is wrong with a file for one reader, and the file repaired.

use cards_kit::model::rules::Reader;
use cards_kit::{Error, Limits, LintOptions, Severity, lint, repair};

const CARD: &str = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Wick","tags":"keeper",
    "description":"The night keeper of the lock.","first_mes":"Evening, {{usr}}."}}"#;

fn main() -> Result<(), Error> {
    let options = LintOptions::default().with_readers([Reader::Others]).with_ignore(["entry-*"]);
    let limits = Limits::default();
    let linted = lint(CARD.as_bytes(), &options, &limits)?;
    for finding in &linted.report.findings {
        println!("{} {}: {}", finding.severity(), finding.id(), finding.message);
    }
    assert!(linted.report.heaviest() >= Some(Severity::Warning));

    let repaired = repair(CARD.as_bytes(), &options, &limits)?;
    assert!(String::from_utf8_lossy(&repaired.bytes).contains(r#""tags":["keeper"]"#));
    Ok(())
}
