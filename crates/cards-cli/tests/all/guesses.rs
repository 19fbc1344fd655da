//! What people type before they have read anything works, or is answered with the line that does it.

use std::fs;

use crate::tool::{fixture, folder_with, root, run, text};

/// The guesses, each with what it comes to: `works`, or words of the answer.
#[test]
fn first_guesses_work_or_are_answered_with_the_line_that_does_it() {
    let table = fs::read_to_string(root().join("crates/cards-cli/tests/data/guesses.txt")).unwrap();
    let card = fs::read(fixture("wick-v2.png")).unwrap();
    let mut wrong = Vec::new();
    let mut count = 0;
    for line in table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (guess, wanted) = line.split_once(" => ").unwrap();
        let folder = folder_with(&[("aria.png", &card), ("world.json", br#"{"entries":{}}"#)]);
        let output = run(folder.path(), &guess.split_whitespace().collect::<Vec<_>>());
        let said = text(&output.stderr);
        let worked = matches!(output.status.code(), Some(0 | 1)) && !said.contains("error");
        if if wanted == "works" { !worked } else { worked || !said.contains(wanted) } {
            wrong.push(format!("{guess} => {wanted}\n{said}"));
        }
        count += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count >= 120, "{count} guesses");
}
