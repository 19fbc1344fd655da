//! Laws of the verbs over many files: a folder is each of its files alone, and undone is as it was.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::replaces::{files, good, library};
use crate::tool::{run, text};

/// The files below a folder, by their paths within it.
fn below(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(at) = folders.pop() {
        for entry in fs::read_dir(&at).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                all.insert(path.strip_prefix(folder).unwrap().to_owned(), fs::read(&path).unwrap());
            }
        }
    }
    all
}

/// A card with something to repair, a V1 card without a marker, and JSON that is none.
fn crooked(at: &Path) {
    let card =
        r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Wick","description":"x","tags":"shop"}}"#;
    let v1 =
        r#"{"name":"Wick","description":"x","personality":"y","scenario":"z","first_mes":"Hi.","mes_example":null}"#;
    fs::create_dir_all(at.join("cards/deep")).unwrap();
    for (name, text) in [
        ("cards/bad.json", card),
        ("cards/deep/bad.json", card),
        ("cards/v1.json", v1),
        ("cards/package.json", r#"{"name":"pkg","description":"an npm package","version":"1.0.0","scripts":{}}"#),
        ("cards/notes.txt", "Not a card."),
    ] {
        fs::write(at.join(name), text).unwrap();
    }
}

#[test]
fn repair_of_a_folder_is_repair_of_each_and_is_taken_back() {
    let (folder, one) = (library(), library());
    let (at, one) = (folder.path(), one.path());
    crooked(at);
    crooked(one);
    let before = below(&at.join("cards"));
    let shown = good(at, &["repair", "cards", "--dry-run"]);
    assert_eq!(below(&at.join("cards")), before);
    let output = run(at, &["repair", "cards", "--in-place", "--json"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let after = below(&at.join("cards"));
    let changed: Vec<_> = after.iter().filter(|(path, bytes)| before[*path] != **bytes).map(|(path, _)| path).collect();
    assert!(changed.len() >= 3, "{changed:?}");
    for path in &changed {
        assert!(shown.contains(path.to_str().unwrap()), "{} is not in the preview", path.display());
    }
    assert_eq!(after[Path::new("package.json")], before[Path::new("package.json")]);
    for path in before.keys() {
        run(one, &["repair", Path::new("cards").join(path).to_str().unwrap(), "--in-place"]);
    }
    assert_eq!(below(&one.join("cards")), after);
    let said = text(&run(at, &["repair", "cards", "--in-place"]).stderr);
    assert!(said.starts_with("repaired 0 of "), "{said}");
    good(at, &["undo"]);
    assert_eq!(below(&at.join("cards")), before);
}

#[test]
fn convert_of_a_folder_is_convert_of_each_and_is_taken_back() {
    for to in ["v2", "v3", "v1", "yaml"] {
        let folder = library();
        let at = folder.path();
        let before = files(at);
        let line = ["convert", "cards", "--to", to, "-o", "new"];
        let would = run(at, &[&line[..], &["--dry-run"]].concat());
        assert!(!at.join("new").exists(), "{to}");
        let did = run(at, &line);
        assert_eq!(would.status.code(), did.status.code(), "{to}: {}", text(&did.stderr));
        let made = below(&at.join("new"));
        assert!(made.len() >= 4, "{to}: {}", text(&did.stderr));
        for (path, bytes) in &made {
            let old = fs::read_dir(at.join("cards"))
                .unwrap()
                .map(|entry| entry.unwrap().path())
                .filter(|old| {
                    let name = old.file_name().unwrap().to_str().unwrap();
                    let names = [name.to_owned(), format!("{name}.yaml")];
                    names.iter().any(|name| path.as_os_str() == name.as_str())
                        || old.with_extension("yaml").file_name() == path.file_name()
                })
                .map(|old| old.to_str().unwrap().to_owned());
            let alone: Vec<_> = old
                .map(|old| {
                    let end = path.extension().unwrap().to_str().unwrap();
                    let name = format!("alone.{end}");
                    good(at, &["convert", &old, "--to", to, "-o", &name, "--force"]);
                    fs::read(at.join(name)).unwrap()
                })
                .collect();
            assert!(alone.contains(bytes), "{to}: {}", path.display());
        }
        assert_eq!(files(at), before, "{to}");
        let again = run(at, &line);
        assert_eq!(again.status.code(), Some(2), "{to}: what is there is not replaced");
        assert_eq!(below(&at.join("new")), made, "{to}");
    }
    for to in ["v2", "v3"] {
        let folder = library();
        let at = folder.path();
        let before = files(at);
        run(at, &["convert", "cards", "--to", to, "--in-place"]);
        assert!(files(at) != before, "{to}");
        good(at, &["undo"]);
        assert_eq!(files(at), before, "{to}");
    }
}

#[test]
fn texts_of_a_folder_are_texts_of_each_and_are_taken_back() {
    for form in ["po", "csv", "json"] {
        let (folder, one) = (library(), library());
        let (at, one) = (folder.path(), one.path());
        let before = files(at);
        good(at, &["texts", "out", "cards", "--as", form, "-o", "lists"]);
        let lists = below(&at.join("lists"));
        for path in before.keys() {
            let name = path.strip_prefix(at).unwrap().to_str().unwrap();
            let alone = run(one, &["texts", "out", name, "--as", form]);
            let list = lists.get(&PathBuf::from(format!("{}.{form}", name.trim_start_matches("cards/"))));
            assert_eq!(list.map(|bytes| text(bytes)), alone.status.success().then(|| text(&alone.stdout)), "{name}");
        }
        // Lists that say nothing new change nothing.
        good(at, &["texts", "in", "cards", "lists", "--in-place"]);
        assert_eq!(files(at), before, "{form}");
        for name in lists.keys() {
            let path = at.join("lists").join(name);
            let list = fs::read_to_string(&path).unwrap();
            let new = match form {
                "po" => list.replacen("msgstr \"\"\n\n", "msgstr \"Neu\"\n\n", 2),
                "csv" => {
                    list.lines().map(|line| format!("{line}Neu\n")).collect::<String>().replacen("textNeu", "text", 1)
                }
                _ => list.replace("\"text\":\"\"", "\"text\":\"Neu\""),
            };
            fs::write(path, new).unwrap();
        }
        run(at, &["texts", "in", "cards", "lists", "--in-place"]);
        assert!(files(at) != before, "{form}");
        good(at, &["undo"]);
        assert_eq!(files(at), before, "{form}");
    }
}

#[test]
fn runs_over_many_files_end_alike() {
    let folder = library();
    let at = folder.path();
    fs::create_dir(at.join("empty")).unwrap();
    fs::write(at.join("empty/notes.txt"), "Not a card.").unwrap();
    fs::write(at.join("empty/package.json"), r#"{"name":"pkg","version":"1.0.0"}"#).unwrap();
    fs::write(at.join("cards/broken.json"), r#"{"spec":"chara_card_v2","data":{"first_mes":"#).unwrap();
    for words in [
        &["set", "FOLDER", "book[*].depth=4"][..],
        &["replace", "Saltmere", "Brinemere", "FOLDER"],
        &["tags", "FOLDER", "--add", "new"],
        &["repair", "FOLDER"],
        &["convert", "FOLDER", "--to", "v3"],
    ] {
        let line = |folder: &'static str| -> Vec<&str> {
            let words = words.iter().map(|word| if *word == "FOLDER" { folder } else { word });
            words.chain(["--dry-run"]).collect()
        };
        let empty = run(at, &line("empty"));
        assert_eq!(empty.status.code(), Some(2), "{words:?}: {}", text(&empty.stderr));
        assert!(text(&empty.stderr).contains("the folder holds no card"), "{words:?}: {}", text(&empty.stderr));
        let broken = run(at, &line("cards"));
        let said = text(&broken.stderr);
        assert_eq!(broken.status.code(), Some(2), "{words:?}: a broken card is named, and the run goes on: {said}");
        assert!(said.contains("broken.json") && said.contains("would "), "{words:?}: {said}");
    }
}

/// A folder with a file of each kind: cards in every container, a lorebook, files that are read and never written, a broken card, and
/// files that are none.
fn mixed() -> tempfile::TempDir {
    let folder = library();
    let at = folder.path();
    crooked(at);
    for line in [
        ["convert", "cards/wick-v2.json", "--to", "worldinfo", "-o", "cards/deep/world.json"],
        ["convert", "cards/wick-v2.json", "--to", "yaml", "-o", "cards/deep/Wick.yaml"],
        ["convert", "cards/wick-v2.png", "--to", "byaf", "-o", "cards/wick.byaf"],
    ] {
        assert!(run(at, &line).status.success(), "{line:?}");
    }
    fs::write(at.join("cards/conf.yaml"), "a: 1\n").unwrap();
    fs::write(at.join("cards/photo.jpg"), [0xff, 0xd8, 0xff, 0xe0, 0, 0]).unwrap();
    fs::write(at.join("cards/broken.json"), r#"{"spec":"chara_card_v2","data":{"first_mes":"#).unwrap();
    folder
}

/// What a run says of how many files it read, passed over and could not read, and its status.
fn counted(at: &Path, line: &[&str]) -> (Option<i32>, Vec<String>) {
    let output = run(at, line);
    let said = text(&output.stderr);
    let cards = said.lines().find_map(|line| {
        let rest = line.split_once(" of ")?.1;
        rest.split_once(" cards").filter(|(count, _)| count.bytes().all(|b| b.is_ascii_digit())).map(|(count, _)| count)
    });
    let mut told = vec![cards.unwrap_or("no count of cards").to_owned()];
    let is_told = |line: &&str| ["no card in", "not looked at", "error["].iter().any(|start| line.starts_with(start));
    told.extend(said.lines().filter(is_told).map(|line| line.split(": ").take(2).collect::<Vec<_>>().join(": ")));
    (output.status.code(), told)
}

#[test]
fn verbs_over_a_mixed_folder_read_and_pass_over_the_same_files() {
    let lines: &[&[&str]] = &[
        &["set", "cards", "name=Mira"],
        &["convert", "cards", "--to", "v3"],
        &["convert", "cards", "--to", "v1"],
        &["repair", "cards"],
        &["tags", "cards", "--add", "new"],
        &["replace", "Saltmere", "Brinemere", "cards"],
    ];
    let folder = mixed();
    let wanted = counted(folder.path(), &["texts", "out", "cards", "-o", "lists"]);
    assert_eq!(wanted.0, Some(2), "{wanted:?}");
    assert_eq!(wanted.1.iter().filter(|line| line.starts_with("error[")).count(), 1, "{wanted:?}");
    for line in lines {
        for how in [&["--dry-run"][..], &["--in-place"], &["-o", "new"], &["-o", "new", "--dry-run"]] {
            if how[0] == "-o" && line[0] != "convert" {
                continue;
            }
            let folder = mixed();
            let line = [line, how].concat();
            assert_eq!(counted(folder.path(), &line), wanted, "{line:?}");
        }
    }
}
