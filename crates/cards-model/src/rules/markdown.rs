//! The rule table as a page for people.

use std::fmt::Write as _;

use super::{ALL, APPLICATION, Check, Rule};
use crate::Form;

/// The page `docs/rules.md`: every rule by theme, then the duties of applications.
#[must_use]
pub fn rules_markdown() -> String {
    let mut out = String::from(
        "# Rules\n\n\
         Made from the rule table of `cards-model`; edit the table in `crates/cards-model/src/rules`, then run its tests \
         with `CARDS_BLESS=1`.\n\n\
         MUST rules are reported as errors, SHOULD rules as warnings, and what programs merely differ in as notes. \
         *Settled* rules are those whose breach every reader understands alike; lenient validation passes over them. \
         `rules-index.tsv` says which sentence of which spec text each rule stands for.\n",
    );
    for group in ALL {
        let _ = writeln!(out, "\n## {}\n", group.title);
        out.push_str("| rule | level | asks | from | holds for | checked by | fix | settled |\n");
        out.push_str("| --- | --- | --- | --- | --- | --- | --- | --- |\n");
        for rule in group.rules {
            let fix = if rule.fix.is_some() { "yes" } else { "" };
            let settled = if rule.settled { "yes" } else { "" };
            let _ = writeln!(
                out,
                "| `{}` | {} | {} | {} | {} | {} | {fix} | {settled} |",
                rule.id,
                rule.level.keyword(),
                rule.summary,
                rule.source,
                forms(rule),
                checked_by(rule),
            );
        }
    }
    out.push_str("\n## Duties of applications\n\nNo look at a file shows whether these are kept.\n\n");
    out.push_str("| duty | level | asks | from |\n| --- | --- | --- | --- |\n");
    for duty in APPLICATION {
        let _ = writeln!(out, "| `{}` | {} | {} | {} |", duty.id, duty.level.keyword(), duty.summary, duty.source);
    }
    out
}

fn forms(rule: &Rule) -> String {
    if rule.forms == Form::ALL {
        return "every form".to_owned();
    }
    rule.forms.iter().map(|form| form.name()).collect::<Vec<_>>().join(", ")
}

fn checked_by(rule: &Rule) -> &'static str {
    match rule.check {
        Check::Reading => "reading",
        Check::Content(_) => "validation",
        Check::Container => "the container",
    }
}
