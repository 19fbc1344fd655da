//! What the tests of manners share: a folder of files to work on, and the table of command lines.

use std::fs;
use std::path::Path;
use std::process::Output;
use std::sync::LazyLock;

use crate::tool::{at_root, fixtures, quick_folder, run, state_of, text};

const TABLE: &str = include_str!("../data/status.txt");
pub(crate) const CASES: [&str; 7] = ["fine", "found", "missing", "damaged", "no-card", "exists", "misspelt"];

/// A card with an error that can be mended.
const BAD: &str =
    r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Wick","description":"x","tags":"shop"}}"#;

/// A line of the table.
pub(crate) struct Case {
    /// The status that it answers with; `None` where a verb has no such case.
    pub(crate) status: Option<i32>,
    pub(crate) kind: &'static str,
    pub(crate) words: Vec<&'static str>,
}

/// The table of command lines.
pub(crate) fn table() -> Vec<Case> {
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

/// What a command line of the table did.
pub(crate) struct Ran {
    pub(crate) case: Case,
    /// The status that it is to answer with.
    pub(crate) status: i32,
    pub(crate) output: Output,
    /// What was in its folder afterwards.
    pub(crate) left: Vec<String>,
    /// What was in the file that was there before.
    pub(crate) out: Vec<u8>,
}

/// Every command line of the table as it is there, run once for all who look at what it did, each in a fresh folder: what one
/// leaves behind must not be in the way of another.
pub(crate) static RAN: LazyLock<Vec<Ran>> = LazyLock::new(|| {
    let ran = |case: Case| {
        let status = case.status?;
        let folder = folder();
        let output = run(folder.path(), &case.words);
        let entries = fs::read_dir(folder.path()).unwrap();
        let left = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        let out = fs::read(folder.path().join("out")).unwrap();
        Some(Ran { case, status, output, left, out })
    };
    let mut first = table();
    let second = first.split_off(first.len() / 2);
    let all: Vec<_> = std::thread::scope(|scope| {
        let rest = scope.spawn(|| second.into_iter().filter_map(ran).collect::<Vec<_>>());
        let first: Vec<_> = first.into_iter().filter_map(ran).collect();
        first.into_iter().chain(rest.join().unwrap()).collect()
    });
    assert!(all.len() >= 100, "only {} command lines", all.len());
    all
});

/// The files that the command lines speak of.
pub(crate) fn folder() -> tempfile::TempDir {
    let folder = quick_folder();
    let at = folder.path();
    let fixtures = fixtures().join("cards");
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
        ("bad-ours.json", &BAD.replace("\"x\"", "\"ours\"")),
        ("bad-theirs.json", &BAD.replace("\"x\"", "\"theirs\"")),
        ("empty.json", "[]"),
        ("other-book.json", r#"{"name":"Tolls","extensions":{},"entries":[{"keys":["toll"],"content":"Two coins."}]}"#),
        ("misfits.json", r#"[{"place":"nobody","source":"x","text":"y"}]"#),
        ("book.json", r#"{"name":"Tolls","extensions":{},"entries":[]}"#),
        (
            "scripts.json",
            r#"[{"scriptName":"loud","findRegex":"/bell/gi","replaceString":"BELL","placement":[1,2],"promptOnly":true}]"#,
        ),
        ("risu-scripts.json", r#"{"type":"regex","data":[{"comment":"r","in":"a","out":"b","type":"editinput"}]}"#),
        ("text.txt", "Hi {{user}}."),
        ("slip.toml", "[lint]\nselct = []\n"),
        ("out", "mine"),
    ] {
        fs::write(at.join(name), text).unwrap();
    }
    suites(at);
    // A run that `undo` can take back.
    let undo = state_of(at).join("cards/undo");
    fs::create_dir_all(&undo).unwrap();
    fs::write(undo.join("1.jsonl"), "{\"schema\":1,\"command\":\"replace a b .\"}\n").unwrap();
    folder
}

/// A suite with a right row and a wrong one, and one that is no suite.
fn suites(at: &Path) {
    let row = |id: &str, kind: &str, input: &str, expected: &str| {
        let head = format!(r#"{{"id":"spec/{id}","kind":"{kind}","profile":"spec:ccv3","level":"must","tags":["own"]"#);
        format!("{head},\"input\":{input},\"expected\":{expected},\"source\":\"CCv3\"}}\n")
    };
    let right = row("own-right", "macro", r#"{"text":"{{char}}","char":"Mira"}"#, r#"{"text":"Mira"}"#);
    let wrong = row("own-wrong", "check", r#"{"op":"check","card":{}}"#, r#"{"version":"v9"}"#);
    for (name, text) in [
        ("suite/rows/macro/spec-own.jsonl", &*right),
        ("suite/rows/check/spec-own.jsonl", &*wrong),
        ("broken-suite/rows/macro/spec-own.jsonl", "{}\n"),
    ] {
        let path = at.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

/// The verbs, as help has them.
pub(crate) fn verbs() -> Vec<String> {
    let help = text(&at_root(&["--help"]).stdout);
    let lines = help.lines().skip_while(|line| !line.starts_with("Usage:")).skip(1).take_while(|line| !line.is_empty());
    let cells = lines.flat_map(|line| [line.get(9..), line.get(45..)]);
    let listed = cells.filter_map(|cell| cell?.split_whitespace().next()).filter(|verb| *verb != "help");
    listed.map(str::to_owned).collect()
}
