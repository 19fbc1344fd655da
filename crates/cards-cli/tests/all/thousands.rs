//! The thousandth file: one run over very many, and a run that is stopped in the middle.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

#[cfg(unix)]
use crate::tool::interrupt;
use crate::tool::{cards, quick_folder, text};

/// So many small cards in 100 folders, one of five with the word that is looked for, and what the tool remembers beside them.
fn library(count: usize) -> tempfile::TempDir {
    let folder = quick_folder();
    for number in 0..count {
        let word = if number % 5 == 0 { "toll" } else { "barge" };
        let card = format!(
            r#"{{"name":"Aria {number}","description":"","personality":"","scenario":"","first_mes":"The {word} is due.","mes_example":""}}"#
        );
        let at = folder.path().join(format!("cards/{:02}", number % 100));
        fs::create_dir_all(&at).unwrap();
        fs::write(at.join(format!("{number}.json")), card).unwrap();
    }
    folder
}

/// A command line whose records are in the folder too, which may be in memory.
fn tool(folder: &Path, words: &[&str]) -> Command {
    let mut command = cards(folder, words);
    command.env("XDG_STATE_HOME", folder.join("state"));
    command
}

/// The files of the library, hidden ones too.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let folders = fs::read_dir(folder.join("cards")).unwrap().map(|entry| entry.unwrap().path());
    let paths = folders.flat_map(|folder| fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()));
    paths.map(|path| (path.clone(), fs::read(path).unwrap())).collect()
}

const CHANGE: [&str; 6] = ["replace", "toll", "fee", "cards", "--in-place", "--quiet"];

#[test]
fn ten_thousand_files_are_changed_in_one_run_and_put_back_by_one() {
    const COUNT: usize = 10_000;
    let folder = library(COUNT);
    let at = folder.path();
    let before = files(at);
    let shown = tool(at, &["replace", "toll", "fee", "cards", "--dry-run"]).output().unwrap();
    let said = format!("would change {} texts in {} of {COUNT} cards", COUNT / 5, COUNT / 5);
    assert!(text(&shown.stderr).starts_with(&said), "{}", text(&shown.stderr));
    assert!(files(at) == before, "a preview writes nothing");
    assert!(tool(at, &CHANGE).stdout(Stdio::null()).status().unwrap().success());
    let after = files(at);
    for (path, old) in &before {
        let new = text(old).replace("toll", "fee");
        assert_eq!(text(&after[path]), new, "{}", path.display());
    }
    assert_eq!(after.len(), before.len());
    let back = tool(at, &["undo"]).output().unwrap();
    assert!(back.status.success(), "{}", text(&back.stderr));
    assert!(files(at) == before, "undone is as it was");
}

#[cfg(unix)]
#[test]
fn a_run_over_many_files_that_is_stopped_leaves_each_whole_and_is_put_back() {
    const STOPPED: i32 = 130;
    let (mut stopped, mut old, mut new) = (0, 0, 0);
    for round in 0..8 {
        let folder = library(1_000);
        let at = folder.path();
        let before = files(at);
        let mut child = tool(at, &CHANGE).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // When the first file is written the run is in its middle; then a while longer in each round.
        let first = before.iter().find(|(_, text)| text.windows(4).any(|word| word == b"toll")).unwrap();
        let begun = Instant::now();
        while fs::read(first.0).unwrap() == *first.1 && begun.elapsed() < Duration::from_secs(20) {
            std::thread::yield_now();
        }
        std::thread::sleep(Duration::from_millis(round * 5));
        interrupt(&child);
        let status = child.wait().unwrap();
        stopped += u32::from(status.code() == Some(STOPPED));
        assert!(status.success() || status.code() == Some(STOPPED), "{status}");
        let after = files(at);
        assert_eq!(after.keys().collect::<Vec<_>>(), before.keys().collect::<Vec<_>>(), "nothing half-written is left");
        for (path, text_now) in &after {
            let whole = text(&before[path]);
            match text(text_now) {
                same if same == whole => old += u32::from(whole.contains("toll")),
                other => {
                    assert_eq!(other, whole.replace("toll", "fee"), "{}", path.display());
                    new += 1;
                }
            }
        }
        let back = tool(at, &["undo"]).output().unwrap();
        assert!(back.status.success(), "{}", text(&back.stderr));
        assert!(files(at) == before, "what was changed before the stop is put back");
    }
    assert!(stopped > 0 && old > 0 && new > 0, "stopped {stopped} times, with {old} old and {new} new files");
}
