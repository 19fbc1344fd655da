//! Every verb answers with the exit status that scripts expect: 0 fine, 1 a check found something, 2 could not be done.
//!
//! The cases are in `tests/data/status.txt`, a command line each.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::indexing_slicing, clippy::print_stdout, reason = "tests")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const TABLE: &str = include_str!("data/status.txt");
const CASES: [&str; 7] = ["fine", "found", "missing", "damaged", "no-card", "exists", "misspelt"];

/// A card with an error that can be mended.
const BAD: &str =
    r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Wick","description":"x","tags":"shop"}}"#;

struct Case<'a> {
    status: Option<i32>,
    kind: &'a str,
    words: Vec<&'a str>,
}

fn table() -> Vec<Case<'static>> {
    let lines = TABLE.lines().map(|line| line.split_once('#').map_or(line, |(head, _)| head).trim());
    lines
        .filter(|line| !line.is_empty())
        .map(|line| {
            let mut words = line.split_whitespace();
            let status = words.next().unwrap();
            let status = if status == "-" { None } else { Some(status.parse().unwrap()) };
            Case { status, kind: words.next().unwrap(), words: words.collect() }
        })
        .collect()
}

fn run(folder: &Path, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cards"));
    command.args(words).current_dir(folder).stdin(Stdio::null()).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The files that the command lines speak of.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/cards");
    for (from, to) in [
        ("wick-v3.png", "wick.png"),
        ("wick-v3.json", "wick.json"),
        ("wick-v3.charx", "wick.charx"),
        ("wick-v1.json", "other.json"),
        ("portrait.png", "portrait.png"),
        ("chat.jsonl", "chat.jsonl"),
    ] {
        fs::copy(fixtures.join(from), at.join(to)).unwrap();
    }
    for name in ["library", "empty"] {
        fs::create_dir(at.join(name)).unwrap();
    }
    fs::copy(fixtures.join("wick-v3.png"), at.join("library/wick.png")).unwrap();
    // Cut off in front of the chunks that hold the card.
    fs::write(at.join("damaged.png"), &fs::read(fixtures.join("wick-v3.png")).unwrap()[..200]).unwrap();
    for (name, text) in [
        ("damaged.json", "{\"spec\":"),
        ("damaged.jsonl", "{\"schema\":"),
        ("bad.json", BAD),
        ("book.json", r#"{"name":"Tolls","extensions":{},"entries":[]}"#),
        ("text.txt", "Hi {{user}}."),
        ("slip.toml", "[lint]\nselct = []\n"),
        ("out", "mine"),
    ] {
        fs::write(at.join(name), text).unwrap();
    }
    folder
}

#[test]
fn every_command_line_answers_with_its_status() {
    let mut failed = Vec::new();
    let mut ran = 0;
    for Case { status, kind, words } in table() {
        let Some(status) = status else { continue };
        // A fresh folder each: what one leaves behind must not be in the way of another.
        let folder = folder();
        let output = run(folder.path(), &words);
        let (said, answered) = (text(&output.stderr), text(&output.stdout));
        let line = words.join(" ");
        if output.status.code() != Some(status) {
            failed.push(format!(
                "{kind}: cards {line}: {:?} instead of {status}\n{answered}{said}",
                output.status.code()
            ));
        }
        // Whoever is refused hears why on standard error, and nothing is left behind.
        if status == 2 && !said.contains("error") {
            failed.push(format!("{kind}: cards {line}: no word on standard error"));
        }
        if fs::read(folder.path().join("out")).unwrap() != b"mine" {
            failed.push(format!("{kind}: cards {line}: `out` was replaced"));
        }
        let left = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        for name in left.filter(|name| name.starts_with("never") || name.starts_with(".cards-")) {
            failed.push(format!("{kind}: cards {line}: left {name} behind"));
        }
        ran += 1;
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(ran >= 100, "only {ran} command lines");
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
    let help = text(&run(Path::new("."), &["--help"]).stdout);
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let verbs: BTreeSet<_> = lines
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|verb| *verb != "help")
        .collect();
    assert_eq!(verbs, known.keys().copied().collect());
    for (verb, kinds) in known {
        assert_eq!(kinds, BTreeSet::from(CASES), "{verb}");
    }
}
