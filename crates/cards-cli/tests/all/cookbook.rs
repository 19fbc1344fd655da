//! The walk-throughs of the cookbook, run as they are printed.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::desk::folder;
use crate::tool::{CARDS, plain, root, run, text};

/// The lines of the blocks that a walk-through has, in order.
fn lines(walk: &str) -> Vec<String> {
    let page = root().join("docs/cookbook.md");
    let page = fs::read_to_string(page).unwrap().replace("\r\n", "\n");
    let head = format!("<!-- runs: {walk} -->\n```sh\n");
    let blocks = page.split(&head).skip(1);
    let lines = blocks.flat_map(|block| block.split("\n```").next().unwrap().lines().map(str::to_owned));
    lines.filter(|line| line.starts_with("cards ")).collect()
}

/// Runs the lines of a walk-through in a shell, each of which has to end with one of these statuses.
fn walk(folder: &Path, name: &str, fine: impl Fn(&str) -> i32) {
    let lines = lines(name);
    assert!(lines.len() >= 8, "{name} has {} lines", lines.len());
    for line in lines {
        // Those who lack `jq` see the JSON.
        let shell = line.split(" | jq").next().unwrap().replacen("cards", &format!("'{}'", CARDS), 1);
        let output = plain(Command::new("sh").args(["-c", &shell]).current_dir(folder)).output().unwrap();
        assert_eq!(output.status.code(), Some(fine(&line)), "{line}\n{}", text(&output.stderr));
    }
}

fn got(folder: &Path, words: &[&str]) -> String {
    text(&run(folder, words).stdout)
}

#[cfg(unix)]
#[test]
fn an_author_changes_a_card() {
    let folder = folder();
    let at = folder.path();
    fs::copy(at.join("wick.png"), at.join("aria.png")).unwrap();
    let world = r#"{"entries":{"0":{"uid":0,"key":["toll"],"content":"Two coins.","comment":"The Toll"}}}"#;
    fs::write(at.join("world.json"), world).unwrap();
    run(at, &["set", "wick.png", "first_mes=My own greeting.", "scenario=Mine.", "-o", "mine.png"]);
    walk(at, "author", |line| i32::from(line.starts_with("cards update")));
    assert_eq!(got(at, &["get", "aria.png", "greetings[3]"]), "Who goes there?\n");
    assert_eq!(got(at, &["get", "aria.png", "book[\"The Reed King\"].keys"]), "[\"Reed King\",\"scarecrow\"]\n");
    assert_eq!(got(at, &["get", "aria.png", "book[\"The Toll\"].content"]), "Two coins.\n");
    assert_eq!(got(at, &["get", "mine.png", "first_mes", "scenario"]), "My own greeting.\nMine.\n");
    assert_eq!(got(at, &["get", "aria.charx", "greetings[0]"]), got(at, &["get", "aria.png", "greetings[0]"]));
}

#[cfg(unix)]
#[test]
fn a_keeper_tidies_a_library() {
    let folder = folder();
    let at = folder.path();
    fs::create_dir(at.join("cards")).unwrap();
    for (from, to) in [("wick.png", "one.png"), ("wick.charx", "two.charx"), ("other.json", "three.json")] {
        fs::copy(at.join(from), at.join("cards").join(to)).unwrap();
    }
    walk(at, "keeper", |_| 0);
    let mut names: Vec<_> = fs::read_dir(at.join("cards"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names.len(), 3, "{names:?}");
    assert!(names.iter().all(|name| name.contains(" by ") || name.ends_with(".json")), "{names:?}");
    assert!(got(at, &["tags", "cards", "--json"]).contains("{\"cards\":2,\"tag\":\"Canals\"}"));
}
