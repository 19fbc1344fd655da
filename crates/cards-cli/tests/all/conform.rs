//! `cards conform`: programs over the protocol, whatever they do.

use serde_json::Value;

use crate::desk::folder;
use crate::tool::{CARDS, run, text};

/// What a program made of the right row of the small suite: its class and the exit status.
#[cfg(unix)]
fn class(program: &str, more: &[&str]) -> (String, Option<i32>) {
    let folder = folder();
    let line = ["conform", "--suite", "suite", "--kind", "macro", "--json", "--program", program];
    let output = run(folder.path(), &[&line, more].concat());
    let value: Value = serde_json::from_slice(&output.stdout).unwrap();
    let classes = &value["counts"][0]["classes"];
    let names: Vec<String> = classes.as_object().into_iter().flatten().map(|(name, _)| name.clone()).collect();
    (names.join(" "), output.status.code())
}

#[cfg(unix)]
#[test]
fn answers_of_a_program_have_their_class() {
    let says = |answer: &str| format!("sh -c 'while read -r line; do echo \"$0\"; done' '{answer}'");
    assert_eq!(class(&says(r#"{"text":"Mira"}"#), &[]), ("same".to_owned(), Some(0)));
    assert_eq!(class(&says(r#"{"text":"Mora"}"#), &[]), ("other".to_owned(), Some(1)));
    assert_eq!(class(&says(r#"{"error":"no"}"#), &[]), ("refuses".to_owned(), Some(1)));
    assert_eq!(class(&says(r#"{"unsupported":"macro"}"#), &[]), ("unsupported".to_owned(), Some(0)));
    assert_eq!(class(&says("hello"), &[]), ("crashes".to_owned(), Some(1)));
    assert_eq!(class("sh -c 'read line; exit 3'", &[]), ("crashes".to_owned(), Some(1)));
    assert_eq!(class("sh -c 'printf 1; exit 0'", &[]), ("crashes".to_owned(), Some(1)));
    assert_eq!(class("sleep 600", &["--time-limit", "1"]), ("times-out".to_owned(), Some(1)));
}

#[cfg(unix)]
#[test]
fn our_own_server_is_a_program_like_any_other() {
    let folder = folder();
    let serve = format!("'{CARDS}' conform --serve");
    for more in [&[][..], &["--json"][..]] {
        let asked = [&["conform", "--suite", "suite", "--program", &serve], more].concat();
        let ours = [&["conform", "--suite", "suite"], more].concat();
        let (theirs, ours) = (run(folder.path(), &asked), run(folder.path(), &ours));
        assert_eq!(theirs.status.code(), Some(1), "{}", text(&theirs.stderr));
        let without_program = |bytes: &[u8]| {
            let mut value: Value = serde_json::from_slice(bytes).unwrap_or_default();
            value.as_object_mut().map(|value| value.remove("program"));
            value
        };
        assert_eq!(without_program(&theirs.stdout), without_program(&ours.stdout));
    }
}

#[test]
fn a_row_is_explained_with_what_came() {
    let folder = folder();
    let output = run(folder.path(), &["conform", "--suite", "suite", "--explain", "spec/own-wrong"]);
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stdout);
    for part in ["spec/own-wrong  check, spec:ccv3, must: other", "at /version", "expected  \"v9\"", "source  CCv3"] {
        assert!(said.contains(part), "{part} in {said}");
    }
}

#[test]
fn results_are_printed_as_the_suite_keeps_them() {
    let folder = folder();
    let line = ["conform", "--suite", "suite", "--record", "own", "--program-version", "1.2", "--date", "2026-01-31"];
    let output = run(folder.path(), &line);
    let value: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(value["program"], "own");
    assert_eq!(value["rows"]["same"][0], "spec/own-right");
    assert_eq!(value["rows"]["other"][0], "spec/own-wrong");
}

#[test]
fn a_folder_without_a_suite_says_what_to_do() {
    let folder = folder();
    std::fs::rename(folder.path().join("suite"), folder.path().join("elsewhere")).unwrap();
    let said = text(&run(folder.path(), &["conform"]).stderr);
    assert!(said.contains("there is no suite here or in a folder above; name its folder with --suite"), "{said}");
}

#[cfg(unix)]
#[test]
fn what_is_no_program_is_told_apart_from_one_that_crashes() {
    let folder = folder();
    let at = folder.path().join("suite/rows/macro/spec-own.jsonl");
    let row = std::fs::read_to_string(&at).unwrap();
    let rows: String = (1..5).map(|number| row.replace("own-right", &format!("own-{number}"))).collect();
    std::fs::write(at, rows).unwrap();
    let line = ["conform", "--suite", "suite", "--kind", "macro", "--program", "no-such-program"];
    let output = run(folder.path(), &line);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("`no-such-program` ends without an answer"), "{}", text(&output.stderr));
}
