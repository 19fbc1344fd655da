//! Laws of `replace` and `undo`: the preview is what is written, and undone is as it was.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::tool::{fixtures, json, quick_folder, rows, run, state_of, text};

/// A folder with a card of every form and container, and a state of its own.
pub(crate) fn library() -> tempfile::TempDir {
    let folder = quick_folder();
    fs::create_dir(folder.path().join("cards")).unwrap();
    for entry in fs::read_dir(fixtures().join("cards")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|end| end != "jsonl") {
            fs::copy(&path, folder.path().join("cards").join(path.file_name().unwrap())).unwrap();
        }
    }
    folder
}

pub(crate) fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let entries = fs::read_dir(folder.join("cards")).unwrap();
    entries.map(|entry| entry.unwrap().path()).map(|path| (path.clone(), fs::read(path).unwrap())).collect()
}

/// The texts of a file by where they are, as `get` lists them.
fn texts(folder: &Path, file: &Path) -> BTreeMap<String, String> {
    let output = run(folder, &["get", file.to_str().unwrap(), "--json"]);
    let answer = json(&output.stdout);
    let row = |row: &Value| {
        let member = |name: &str| row[name].as_str().unwrap_or_default().to_owned();
        (member("pointer"), member("value"))
    };
    answer["values"].as_array().into_iter().flatten().map(row).collect()
}

pub(crate) fn good(folder: &Path, line: &[&str]) -> String {
    let output = run(folder, line);
    assert!(output.status.success(), "{line:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

#[test]
fn the_preview_is_what_is_written_and_undo_is_as_before() {
    for words in [
        &["Saltmere", "Brinemere"][..],
        &["--word", "lock", "bridge"],
        &["-i", "the", ""],
        &["--regex", r"(\w+)s\b", "$1z"],
        &["--field", "book.keys", "a", "ä\n\"'"],
        &["--field", "creator", "cards", "maps"],
    ] {
        let folder = library();
        let at = folder.path();
        let before = files(at);
        let old: BTreeMap<_, _> = before.keys().map(|path| (path.clone(), texts(at, path))).collect();
        let line = |last: &'static str| [&["replace"], words, &["cards", last]].concat();
        let shown = good(at, &line("--dry-run"));
        assert_eq!(files(at), before, "{words:?}");
        assert!(!shown.is_empty(), "{words:?} finds nothing");
        let told = rows(good(at, &[&line("--dry-run")[..], &["--json"]].concat()).as_bytes());
        assert_eq!(good(at, &line("--in-place")), shown, "{words:?}");
        // Two verbs: what `get` lists after is what the preview said, and nothing else changed.
        for (path, texts_before) in &old {
            let row = told.iter().find(|row| path.ends_with(row["file"].as_str().unwrap()));
            let changes: BTreeMap<_, _> = row
                .and_then(|row| row["texts"].as_array())
                .into_iter()
                .flatten()
                .map(|text| (text["pointer"].as_str().unwrap(), text["after"].as_str().unwrap()))
                .collect();
            let mut wanted = texts_before.clone();
            for (pointer, after) in &changes {
                *wanted.get_mut(*pointer).unwrap() = (*after).to_owned();
            }
            wanted.retain(|_, text| !text.is_empty());
            assert_eq!(texts(at, path), wanted, "{words:?} in {}", path.display());
            assert_eq!(row.is_some(), fs::read(path).unwrap() != before[path], "{words:?} in {}", path.display());
        }
        good(at, &["undo"]);
        assert_eq!(files(at), before, "{words:?}");
    }
}

#[test]
fn runs_are_taken_back_one_after_the_other() {
    let folder = library();
    let at = folder.path();
    let mut states = vec![files(at)];
    for line in [
        &["replace", "Saltmere", "A1", "cards", "--in-place"][..],
        &["tags", "cards", "--add", "new", "--in-place"],
        &["replace", "A1", "B2", "cards", "--in-place"],
    ] {
        good(at, line);
        states.push(files(at));
    }
    assert!(good(at, &["undo", "--dry-run"]).lines().count() >= 6);
    while let Some(state) = states.pop() {
        assert_eq!(files(at), state);
        if !states.is_empty() {
            good(at, &["undo"]);
        }
    }
    let none = run(at, &["undo"]);
    assert_eq!(none.status.code(), Some(1), "nothing is left to take back");
}

#[test]
fn what_somebody_else_wrote_since_is_left() {
    let folder = library();
    let at = folder.path();
    let before = files(at);
    good(at, &["replace", "Saltmere", "Brinemere", "cards", "--in-place"]);
    let (mine, gone) = (at.join("cards/wick-v2.json"), at.join("cards/wick-v3.png"));
    fs::write(&mine, "mine").unwrap();
    fs::remove_file(&gone).unwrap();
    let output = run(at, &["undo", "--json"]);
    assert_eq!(output.status.code(), Some(2));
    let answer = json(&output.stdout);
    let left: Vec<_> = answer["left"].as_array().unwrap().iter().map(|left| left["why"].as_str().unwrap()).collect();
    assert!(left.contains(&"it was changed since") && left.len() == 2, "{left:?}");
    for (path, bytes) in files(at) {
        assert_eq!(bytes, if path == mine { b"mine".to_vec() } else { before[&path].clone() }, "{}", path.display());
    }
    // The run stays remembered until it is forgotten; half of a line, as a kill leaves it, does not matter.
    let undo = state_of(at).join("cards/undo");
    let paths = || fs::read_dir(&undo).unwrap().map(|entry| entry.unwrap().path());
    let record = paths().find(|path| path.extension().is_some_and(|end| end == "jsonl")).unwrap();
    let whole = fs::read_to_string(&record).unwrap();
    fs::write(&record, format!("{whole}{{\"path\":\"/x\",\"be")).unwrap();
    assert_eq!(run(at, &["undo"]).status.code(), Some(2));
    good(at, &["undo", "--forget"]);
    assert_eq!(paths().count(), 0, "nothing is left of a run that is forgotten");
    assert_eq!(run(at, &["undo"]).status.code(), Some(1));
    fs::write(&record, "no record\n").unwrap();
    assert_eq!(run(at, &["undo"]).status.code(), Some(2));
}

#[test]
fn without_a_folder_for_it_nothing_is_changed() {
    let folder = library();
    let at = folder.path();
    let before = files(at);
    let mut command = crate::tool::cards(at, &["replace", "Saltmere", "x", "cards", "--in-place"]);
    command.env("XDG_STATE_HOME", "").env_remove("HOME").env_remove("LOCALAPPDATA");
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = "there is no folder for what `cards undo` needs; name one in XDG_STATE_HOME";
    assert!(text(&output.stderr).contains(said), "{}", text(&output.stderr));
    assert_eq!(files(at), before);
    let empty = run(at, &["replace", "--regex", "x*", "y", "cards", "--dry-run"]);
    let said = "the pattern fits where there is no text at all; it has to match at least a letter";
    assert!(text(&empty.stderr).contains(said), "{}", text(&empty.stderr));
}

#[test]
fn set_on_a_folder_is_set_on_each_of_its_files() {
    for edit in [
        &["book[*].comment=seen"][..],
        &["book[key=bell].enabled=false", "creator=Tobin"],
        &["tags+=many", "--remove", "tags[0]"],
        &["greetings[+]=Once more."],
    ] {
        let (folder, one) = (library(), library());
        let (at, one) = (folder.path(), one.path());
        let before = files(at);
        let line = |file: &'static str| [&["set", file], edit, &["--no-touch"]].concat();
        let shown = good(at, &[&line("cards")[..], &["--dry-run"]].concat());
        assert_eq!(files(at), before, "{edit:?}");
        assert_eq!(good(at, &[&line("cards")[..], &["--in-place"]].concat()), shown, "{edit:?}");
        assert!(files(at) != before, "{edit:?} changes nothing");
        for (path, bytes) in files(at) {
            let name = path.strip_prefix(at).unwrap();
            let words: Vec<_> =
                line("FILE").iter().map(|word| if *word == "FILE" { name.to_str().unwrap() } else { word }).collect();
            let output = run(one, &[&words[..], &["--in-place"]].concat());
            let (told, alone) = (text(&output.stderr), fs::read(one.join(name)).unwrap());
            assert!(alone == bytes, "{edit:?} of {} is otherwise alone: {told}", name.display());
            assert!(output.status.success() || bytes == before[&path], "{edit:?} of {}: {told}", name.display());
        }
        good(at, &["undo"]);
        assert_eq!(files(at), before, "{edit:?}");
    }
    let folder = library();
    for (line, said) in [
        // A place that no card has is a slip.
        (&["set", "cards", "nobody=x", "--in-place"][..], "has no `nobody`"),
        (
            &["set", "cards", "name=x"][..],
            "say whether to change the files; --in-place does, and --dry-run shows what it would do",
        ),
        (
            &["set", "cards", "name=x", "-o", "y"],
            "-o takes one file; change a folder with --in-place, or see it with --dry-run",
        ),
        (&["set", "cards", "name=x", "--in-place", "--guard", "00000000"], "--guard is for one file, whose hash it is"),
        (&["set", "cards", "picture=@x.png", "--in-place"], "a picture is for one card; name its file"),
    ] {
        let output = run(folder.path(), line);
        assert_eq!(output.status.code(), Some(2), "{line:?}");
        assert!(text(&output.stderr).contains(said), "{line:?}: {}", text(&output.stderr));
    }
}

/// The names of files need not be text, and a file may be larger than what is compared at once.
#[cfg(unix)]
#[test]
fn any_name_and_size_is_taken_back() {
    use std::os::unix::ffi::OsStrExt as _;
    let folder = quick_folder();
    let at = folder.path();
    fs::create_dir(at.join("cards")).unwrap();
    let name = std::ffi::OsStr::from_bytes(b"w\xffick.json");
    let long = "Saltmere ".repeat(40_000);
    let card = format!(
        r#"{{"spec":"chara_card_v2","spec_version":"2.0","data":{{"name":"A","description":"{long}","zzz":"{long}"}}}}"#
    );
    fs::write(at.join("cards").join(name), card).unwrap();
    let before = files(at);
    good(at, &["replace", "Saltmere", "Sm", "cards", "--in-place"]);
    assert!(files(at) != before);
    good(at, &["undo"]);
    assert_eq!(files(at), before);
}
