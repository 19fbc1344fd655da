//! Names of old run exactly the line that their help names: the same bytes, words and status.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::desk::folder;
use crate::tool::{run, text};

/// The old line, and the new one.
const LINES: &[(&str, &str)] = &[
    ("update wick.json wick.png wick.charx -o new.charx", "merge wick.json wick.charx wick.png -o new.charx"),
    (
        "update bad.json bad-theirs.json bad-ours.json -o new.json",
        "merge bad.json bad-ours.json bad-theirs.json -o new.json",
    ),
    (
        "update bad.json bad-theirs.json bad-ours.json --mark -o new.json",
        "merge bad.json bad-ours.json bad-theirs.json --mark -o new.json",
    ),
    (
        "update bad.json bad-theirs.json bad-ours.json --theirs --in-place",
        "merge bad.json bad-ours.json bad-theirs.json --theirs --in-place",
    ),
    ("update wick.json wick.png wick.charx --ours --dry-run", "merge wick.json wick.charx wick.png --ours --dry-run"),
    ("update wick.json wick.png absent.png --json", "merge wick.json absent.png wick.png --json"),
    ("embed portrait.png wick.json -o new.png", "pack wick.json --as png --picture portrait.png -o new.png"),
    (
        "embed portrait.png wick.charx --in-place",
        "pack wick.charx --as png --picture portrait.png -o portrait.png --force",
    ),
    (
        "embed wick.png wick.json --only v2 --size 16 -o new.png",
        "pack wick.json --as png --picture wick.png --only v2 --size 16 -o new.png",
    ),
    (
        "embed wick.png wick.charx --no-backfill -o new.png --json",
        "pack wick.charx --as png --picture wick.png --no-backfill -o new.png --json",
    ),
    ("embed portrait.png wick.json -o out", "pack wick.json --as png --picture portrait.png -o out"),
    ("embed portrait.png wick.json -o out.json", "pack wick.json --as png --picture portrait.png -o out.json"),
    ("embed wick.json wick.json -o new.png", "pack wick.json --as png --picture wick.json -o new.png"),
    ("embed portrait.png portrait.png -o new.png", "pack portrait.png --as png --picture portrait.png -o new.png"),
    ("id module --check M1A2B3C4D --check E1", "new --ids module --check M1A2B3C4D --check E1"),
    ("id entry --check E1 --json", "new --ids entry --check E1 --json"),
];

/// The status, both outputs and every file that is there afterwards.
fn answer(line: &str) -> (Option<i32>, [String; 2], BTreeMap<String, Vec<u8>>) {
    let folder = folder();
    let output = run(folder.path(), &line.split(' ').collect::<Vec<_>>());
    let files = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
    let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    let files = files.map(|path| (name(&path), fs::read(&path).unwrap())).collect();
    (output.status.code(), [text(&output.stdout), text(&output.stderr)], files)
}

#[test]
fn an_old_name_is_the_line_that_its_help_names() {
    for (old, new) in LINES {
        assert_eq!(answer(old), answer(new), "{old}\n{new}");
    }
    for (verb, new) in [("update", "cards merge"), ("embed", "cards pack"), ("id", "cards new --ids")] {
        let folder = folder();
        let help = text(&run(folder.path(), &["help", verb]).stdout);
        assert!(help.contains(new) && help.lines().count() < 6, "{help}");
    }
    let made = answer("id entry --count 3").1;
    assert_eq!(made[0].lines().filter(|id| id.len() == 9).count(), 3, "{made:?}");
}
