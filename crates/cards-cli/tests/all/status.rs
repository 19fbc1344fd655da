//! Every verb answers with the exit status that scripts expect: 0 fine, 1 a check found something, 2 could not be done.
//!
//! The cases are in `tests/data/status.txt`, a command line each.

use std::collections::{BTreeMap, BTreeSet};

use crate::desk::{CASES, Case, RAN, Ran, table, verbs};
use crate::tool::text;

#[test]
fn every_command_line_answers_with_its_status() {
    let mut failed = Vec::new();
    for Ran { case, status, output, left, out } in RAN.iter() {
        let (said, answered) = (text(&output.stderr), text(&output.stdout));
        let (kind, line) = (case.kind, case.words.join(" "));
        if output.status.code() != Some(*status) {
            failed.push(format!(
                "{kind}: cards {line}: {:?} instead of {status}\n{answered}{said}",
                output.status.code()
            ));
        }
        // Whoever is refused hears why on standard error, and nothing is left behind.
        if *status == 2 && !said.contains("error") {
            failed.push(format!("{kind}: cards {line}: no word on standard error"));
        }
        if out != b"mine" {
            failed.push(format!("{kind}: cards {line}: `out` was replaced"));
        }
        for name in left.iter().filter(|name| name.starts_with("never") || name.starts_with(".cards-")) {
            failed.push(format!("{kind}: cards {line}: left {name} behind"));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn the_table_has_every_case_of_every_verb() {
    let mut known: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for Case { status, kind, words } in table() {
        assert!(CASES.contains(&kind), "there is no case `{kind}`");
        let expected: &[Option<i32>] = match kind {
            "fine" => &[Some(0)],
            "found" => &[Some(1), None],
            _ => &[Some(2), None],
        };
        assert!(expected.contains(&status), "{kind} {words:?}: {status:?}");
        known.entry(words[0]).or_default().insert(kind);
    }
    let verbs = verbs();
    assert_eq!(verbs.iter().map(String::as_str).collect::<BTreeSet<_>>(), known.keys().copied().collect());
    for (verb, kinds) in known {
        assert_eq!(kinds, BTreeSet::from(CASES), "{verb}");
    }
}
