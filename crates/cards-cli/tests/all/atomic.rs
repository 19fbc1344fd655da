//! A write that is killed leaves the old file or the new one.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::tool::{cards, fixture};
#[cfg(unix)]
use crate::tool::{interrupt, json, run, text};

/// Bytes of the picture: enough that writing and flushing take a while.
const PICTURE: usize = 6 << 20;
const KILLS: u32 = 40;

/// A chunk of a PNG.
pub(crate) fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    // Checksums of chunks that hold no card are nobody's business here.
    [&u32::try_from(data.len()).unwrap().to_be_bytes()[..], kind, data, &[0; 4]].concat()
}

/// A PNG of some size: a private chunk in front of the picture data.
fn large(portrait: &[u8], size: usize) -> Vec<u8> {
    let filler: Vec<u8> = (0..size).map(|i| (i * 31 % 251) as u8).collect();
    let (head, rest) = portrait.split_at(33);
    [head, &chunk(b"prVt", &filler), rest].concat()
}

fn embed(folder: &Path, card: &str) -> Command {
    let mut command = cards(folder, &["embed", "card.png", card, "--in-place", "--quiet"]);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// Names in a folder.
fn names(folder: &Path) -> BTreeSet<String> {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn a_kill_at_any_moment_leaves_the_old_file_or_the_new_one() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let path = at.join("card.png");
    let portrait = fs::read(fixture("portrait.png")).unwrap();
    let cards = ["wick-v1.json", "wick-v2.json"].map(fixture);
    // The two files that may be there, and how long a write takes.
    let mut whole = Vec::new();
    let mut longest = Duration::from_millis(1);
    for card in &cards {
        fs::write(&path, large(&portrait, PICTURE)).unwrap();
        let begun = Instant::now();
        assert!(embed(at, card).status().unwrap().success());
        longest = longest.max(begun.elapsed());
        whole.push(fs::read(&path).unwrap());
    }
    assert_ne!(whole[0], whole[1]);

    let (mut old, mut new) = (0, 0);
    for round in 0..KILLS {
        let before = fs::read(&path).unwrap();
        let next = usize::from(before == whole[0]);
        let mut child = embed(at, &cards[next]).spawn().unwrap();
        // Moments spread over the whole run and a little past it, out of order.
        std::thread::sleep(longest.mul_f64(f64::from(round * 17 % KILLS) / f64::from(KILLS) * 1.2));
        let _ = child.kill();
        child.wait().unwrap();
        let after = fs::read(&path).unwrap();
        if after == before {
            old += 1;
        } else {
            assert!(after == whole[next], "round {round} left {} bytes that are neither file", after.len());
            new += 1;
        }
    }
    println!("{old} kills left the old file, {new} the new one");
    assert!(old > 0, "no kill came early enough to test anything");

    // A kill that cannot be caught may leave a hidden temporary file: never under a name that someone reads, and in
    // nobody's way.
    let strange: Vec<String> =
        names(at).into_iter().filter(|name| name != "card.png" && !name.starts_with(".cards-")).collect();
    assert_eq!(strange, Vec::<String>::new());
    assert!(embed(at, &cards[0]).status().unwrap().success());
    assert_eq!(fs::read(&path).unwrap(), whole[0]);
    // The next run names it, and it goes where somebody says so.
    #[cfg(unix)]
    {
        fs::write(at.join(".cards-Ab1234"), "as a kill leaves it").unwrap();
        assert_eq!(run(at, &["undo", "--unfinished", "."]).status.code(), Some(0));
        assert_eq!(names(at), BTreeSet::from(["card.png".to_owned()]));
    }
}

/// What a program left that was killed is named by the next run that comes by, whatever its verb, and is removed where it is told to.
#[cfg(unix)]
#[test]
fn what_a_kill_left_is_named_by_the_next_run() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::create_dir_all(at.join("in/.cards-Zz9999/assets")).unwrap();
    for name in ["aria.png", "in/aria.png"] {
        fs::copy(fixture("wick-v3.png"), at.join(name)).unwrap();
    }
    fs::write(at.join(".cards-Ab1234"), "half").unwrap();
    fs::write(at.join(".cards-notes"), "of somebody").unwrap();
    let whole = content(at);

    let one = "warning: ./.cards-Ab1234 was left by a run that ended while writing; to remove it: cards undo --unfinished .\n";
    let within = "warning: ./.cards-Ab1234 and 1 more were left by runs that ended while writing; \
                  to remove them: cards undo --unfinished .\n";
    for (line, warning) in [
        ("get aria.png name", one),
        ("inspect aria.png --json", one),
        ("lint aria.png", one),
        ("set aria.png name=Aria --in-place", one),
        ("scan .", within),
        ("grep Aria .", within),
        ("undo --unfinished . --dry-run", ""),
    ] {
        let output = run(at, &line.split(' ').collect::<Vec<_>>());
        assert_eq!(output.status.code(), Some(0), "{line}");
        let said = text(&output.stderr);
        let warnings: String = said.split_inclusive('\n').filter(|line| line.starts_with("warning: ")).collect();
        assert_eq!(warnings, warning, "{line}");
    }
    let answer = json(&run(at, &["undo", "--unfinished", ".", "--json"]).stdout);
    assert_eq!(answer["removed"], serde_json::json!(["./.cards-Ab1234", "./in/.cards-Zz9999"]));
    assert_eq!(answer["applied"], true);
    assert_eq!(run(at, &["undo", "--unfinished", "."]).status.code(), Some(1));
    let left: Vec<_> = whole.into_iter().map(|(name, _)| name).filter(|name| !name.contains(".cards-Ab1234")).collect();
    assert_eq!(content(at).into_iter().map(|(name, _)| name).collect::<Vec<_>>(), left);
}

/// Command lines that write, each with the name that it writes to.
#[cfg(unix)]
const WRITERS: [(&str, &str); 9] = [
    ("embed card.png card.json --in-place", "card.png"),
    ("embed card.png card.json -o out.png", "out.png"),
    ("strip card.png -o out.png", "out.png"),
    ("repair card.png -o out.png", "out.png"),
    ("pack card.png --as charx -o out.charx", "out.charx"),
    ("pack card.png --as json -o out.json", "out.json"),
    ("extract card.png -o out", "out"),
    ("convert card.png --to v2 -o out.json", "out.json"),
    ("report card.png -o out.html", "out.html"),
];

/// All files under a path, with their bytes.
#[cfg(unix)]
fn content(path: &Path) -> Vec<(String, Vec<u8>)> {
    if !path.is_dir() {
        return fs::read(path).map(|bytes| vec![(String::new(), bytes)]).unwrap_or_default();
    }
    let mut files = Vec::new();
    for name in names(path) {
        let inner = content(&path.join(&name)).into_iter();
        files.extend(inner.map(|(below, bytes)| (format!("{name}/{below}"), bytes)));
    }
    files
}

#[cfg(unix)]
#[test]
fn ctrl_c_at_any_moment_leaves_what_was_there_or_the_whole_result() {
    const MOMENTS: u32 = 6;
    // Enough that a run has a middle, little enough for so many runs.
    const SMALLER: usize = 1 << 20;
    let portrait = fs::read(fixture("portrait.png")).unwrap();
    let card = fixture("wick-v3.json");
    let mut stopped = 0;
    // Once each, and on a machine so busy that no signal meets a run in the middle, again.
    let again = WRITERS.into_iter().cycle().take(10 * WRITERS.len());
    for (round, (line, target)) in again.enumerate() {
        if round >= WRITERS.len() && stopped > 0 {
            break;
        }
        let fresh = || {
            let folder = tempfile::tempdir().unwrap();
            fs::copy(&card, folder.path().join("card.json")).unwrap();
            fs::write(folder.path().join("card.png"), large(&portrait, SMALLER)).unwrap();
            if line.starts_with("embed") {
                return folder;
            }
            let status = embed(folder.path(), "card.json").status().unwrap();
            assert!(status.success());
            folder
        };
        let spawn = |folder: &Path| {
            let mut command = cards(folder, &line.split(' ').collect::<Vec<_>>());
            command.stdout(Stdio::null()).stderr(Stdio::null());
            command.spawn().unwrap()
        };
        let whole = fresh();
        let begun = Instant::now();
        assert!(spawn(whole.path()).wait().unwrap().success(), "{line}");
        let takes = begun.elapsed();
        for moment in 0..MOMENTS {
            let folder = fresh();
            let (before, old) = (names(folder.path()), content(&folder.path().join(target)));
            let mut child = spawn(folder.path());
            std::thread::sleep(takes.mul_f64(f64::from(moment) / f64::from(MOMENTS) * 1.1));
            interrupt(&child);
            let status = child.wait().unwrap();
            // Stopped by the system before there was anything to clean up, stopped by us, or done before that.
            assert!(matches!(status.code(), None | Some(0 | 130)), "{line}: {status}");
            stopped += u32::from(status.code() == Some(130));
            let after = content(&folder.path().join(target));
            if after == old {
                assert_eq!(names(folder.path()), before, "{line}: something else was left");
            } else {
                assert!(after == content(&whole.path().join(target)), "{line}: neither the old nor the whole new one");
                assert_eq!(names(folder.path()), names(whole.path()), "{line}: something else was left");
            }
        }
    }
    println!("{stopped} runs were stopped in the middle");
    assert!(stopped > 0, "no signal came in the middle of a run");
}

/// Each verb that writes a file in its place says that the file's other names keep the old content.
#[cfg(unix)]
#[test]
fn other_names_of_a_file_are_named_by_each_verb_that_parts_them() {
    let lines: &[&[&str]] = &[
        &["set", "card.json", "name=Odile", "--in-place"],
        &["set", ".", "name=Odile", "--in-place"],
        &["convert", "card.json", "--to", "v3", "-o", "card.json", "--force"],
        &["convert", ".", "--to", "v3", "--in-place"],
        &["tags", ".", "--add", "harbour", "--in-place"],
        &["replace", "e", "E", "card.json", "--in-place"],
        &["ls", ".", "-o", "card.json", "--format", "jsonl", "--force"],
    ];
    for line in lines {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path();
        fs::copy(fixture("wick-v2.json"), at.join("card.json")).unwrap();
        let old = fs::read(at.join("card.json")).unwrap();
        fs::hard_link(at.join("card.json"), at.join("kept")).unwrap();
        let run = cards(at, line).output().unwrap();
        let said = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.success(), "{line:?}: {said}");
        assert!(
            said.contains("card.json had 1 other name (hard links), where the old content stays"),
            "{line:?}: {said}"
        );
        assert_ne!(fs::read(at.join("card.json")).unwrap(), old, "{line:?}");
        assert_eq!(fs::read(at.join("kept")).unwrap(), old, "{line:?}");
    }
}

/// Of many runs that change one file at once, each that ends well is in it: who was later read the other's work, or is told of it.
#[cfg(unix)]
#[test]
fn writers_at_once_lose_nothing_of_each_other() {
    const WRITERS: usize = 8;
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let path = at.join("card.json");
    let of_all = |line: &dyn Fn(usize) -> Vec<String>| {
        let begin = |writer: usize| {
            let words = line(writer);
            let mut command = cards(at, &words.iter().map(String::as_str).collect::<Vec<_>>());
            command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
        };
        let all: Vec<_> = (0..WRITERS).map(begin).collect();
        all.into_iter().map(|child| child.wait_with_output().unwrap()).collect::<Vec<_>>()
    };
    let told = |output: &std::process::Output| {
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains("somebody else changed the file"), "{}", text(&output.stderr));
    };

    let mut refused = 0;
    for round in 0..10 {
        fs::copy(fixture("wick-v3.json"), &path).unwrap();
        let set = |writer: usize| {
            ["set", "card.json", &format!("extensions.writer{writer}={round}"), "--in-place"]
                .map(str::to_owned)
                .to_vec()
        };
        let outputs = of_all(&set);
        let card = json(&fs::read(&path).unwrap());
        for (writer, output) in outputs.iter().enumerate() {
            let is_there = card["data"]["extensions"].get(format!("writer{writer}")).is_some();
            assert_eq!(is_there, output.status.success(), "round {round}, writer {writer}: {}", text(&output.stderr));
            if !is_there {
                told(output);
                refused += 1;
            }
        }
    }
    println!("{refused} of {} writers were refused", WRITERS * 10);

    // All guard the same file: one is the first.
    fs::copy(fixture("wick-v3.json"), &path).unwrap();
    let hash = json(&run(at, &["get", "card.json", "name", "--json"]).stdout)["hash"].as_str().unwrap().to_owned();
    let guarded = |writer: usize| {
        ["set", "card.json", &format!("name=Writer {writer}"), "--in-place", "--guard", &hash]
            .map(str::to_owned)
            .to_vec()
    };
    let outputs = of_all(&guarded);
    let first: Vec<_> = (0..WRITERS).filter(|writer| outputs[*writer].status.success()).collect();
    assert_eq!(first.len(), 1);
    assert_eq!(json(&fs::read(&path).unwrap())["data"]["name"], format!("Writer {}", first[0]));
    outputs.iter().filter(|output| !output.status.success()).for_each(told);

    // A repair and an edit are no different.
    let crooked =
        br#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","tags":"bard","extensions":{}}}"#;
    for round in 0..10 {
        fs::write(&path, crooked).unwrap();
        let outputs = of_all(&|writer| match writer % 2 {
            0 => ["repair", "card.json", "--in-place", "--quiet"].map(str::to_owned).to_vec(),
            _ => ["set", "card.json", &format!("extensions.writer{writer}={round}"), "--in-place"]
                .map(str::to_owned)
                .to_vec(),
        });
        let card = json(&fs::read(&path).unwrap());
        for (writer, output) in outputs.iter().enumerate().filter(|(writer, _)| writer % 2 == 1) {
            let is_there = card["data"]["extensions"].get(format!("writer{writer}")).is_some();
            assert_eq!(is_there, output.status.success(), "round {round}, writer {writer}: {}", text(&output.stderr));
        }
        assert!(card["data"]["tags"].is_array() || outputs.iter().step_by(2).all(|output| !output.status.success()));
    }
}
