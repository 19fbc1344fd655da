//! What a person sees, in a terminal and in a pipe.
//!
//! Each `tests/snapshots/*.txt` begins with `$ cards …`, run from the root of the repository; what follows is what it
//! prints (escapes shown as `␛`), then what goes to standard error behind `stderr|`, then the exit status unless it is
//! 0. `BLESS=1 cargo test -p cards-cli --test snapshots` writes them anew; look at the difference before committing.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::indexing_slicing, clippy::print_stdout, reason = "tests")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// Runs a command line and writes down what it said.
fn transcript(line: &str) -> String {
    let words = split(line);
    let output = Command::new(env!("CARGO_BIN_EXE_cards"))
        .args(&words[1..])
        .current_dir(root())
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE")
        .env("COLUMNS", "100")
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap().replace('\u{1b}', "␛");
    let mut out = format!("$ {line}\n{}", text(&output.stdout));
    if !out.ends_with('\n') {
        out.push_str("(no line end)\n");
    }
    for line in text(&output.stderr).lines() {
        out.push_str(&format!("stderr| {line}\n"));
    }
    if output.status.code() != Some(0) {
        out.push_str(&format!("exit status {}\n", output.status.code().unwrap()));
    }
    out
}

/// Cuts a command line at blanks outside single quotes.
fn split(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            c => words.last_mut().unwrap().push(c),
        }
    }
    words
}

#[test]
fn what_a_person_sees() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots");
    let bless = std::env::var_os("BLESS").is_some();
    let mut failed = Vec::new();
    let mut files: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 10, "snapshots are missing");
    for file in files {
        let expected = fs::read_to_string(&file).unwrap().replace("\r\n", "\n");
        let line = expected.lines().next().and_then(|line| line.strip_prefix("$ ")).expect("a command line");
        let found = transcript(line);
        if found == expected {
            continue;
        }
        if bless {
            fs::write(&file, found).unwrap();
        } else {
            failed.push(format!("== {}\n-- expected\n{expected}-- found\n{found}", file.display()));
        }
    }
    assert!(failed.is_empty(), "{}\nrun with BLESS=1 to accept", failed.join("\n"));
}
