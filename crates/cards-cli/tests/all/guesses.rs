//! What people type before they have read anything works, or is answered with the line that does it.

use std::fs;

use crate::tool::{cards, fed, fixture, folder_with, root, run, text};

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
    assert!(count >= 330, "{count} guesses");
}

/// What is right is answered as it always was, whatever the words of it look like.
#[test]
fn no_hint_stands_in_the_way_of_a_right_command_line() {
    let card = fs::read(fixture("wick-v3.png")).unwrap();
    let json = fs::read(fixture("wick-v3.json")).unwrap();
    let folder = folder_with(&[("aria.png", &card), ("out.json", b"mine")]);
    for line in ["aria.png --color never", "aria.png --locale de", "aria.png --json", "aria.png aria.png"] {
        let output = run(folder.path(), &line.split(' ').collect::<Vec<_>>());
        assert!(output.status.success(), "{line}: {}", text(&output.stderr));
    }
    for (line, status) in [("set - name=Mira -o out.json --force", 0), ("get - name", 0), ("get - out.json", 2)] {
        let output = fed(cards(folder.path(), &line.split(' ').collect::<Vec<_>>()), &json);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{line}: {said}");
        assert!(!said.contains("comes first"), "{line}: {said}");
    }
    // A slip in the name of a file is told as one.
    let output = run(folder.path(), &["aria.png", "arai.png"]);
    assert!(text(&output.stderr).contains("did you mean aria.png?"), "{}", text(&output.stderr));
    let output = run(folder.path(), &["set", "arai.png", "name=X", "-o", "new.json"]);
    assert!(text(&output.stderr).contains("did you mean aria.png?"), "{}", text(&output.stderr));
}
