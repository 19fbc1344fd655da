//! A library as people see it: tables, tags, trees of texts.

use std::collections::BTreeMap;
use std::fs;

use crate::replaces::{files, good, library};
use crate::tool::{fixture, folder_with, in_terminal, json, rows, run, text};

fn card(name: &str, tags: &str) -> Vec<u8> {
    format!(r#"{{"spec":"chara_card_v2","spec_version":"2.0","data":{{"name":"{name}","description":"{name}","first_mes":"Hi.","tags":[{tags}]}}}}"#)
        .into_bytes()
}

#[test]
fn a_list_is_filtered_and_sorted_by_its_columns() {
    let (long, other, none) = (card(&"Ann".repeat(30), r#""OC""#), card("Bo", r#""oc","Sci-Fi""#), card("Cy", ""));
    let folder = folder_with(&[("a.json", &long), ("b.json", &other), ("c.json", &none), ("d.json", b"{\"spec\":")]);
    let at = folder.path();
    let names = |more: &[&str]| {
        let line = [&["ls", ".", "--format", "csv", "--columns", "name"], more].concat();
        good(at, &line).lines().skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(names(&["--where", "tags=OC", "--sort", "name"]).len(), 2);
    assert_eq!(names(&["--where", "tags="]), ["Cy"]);
    assert_eq!(names(&["--where", "tags~sci"]), ["Bo"]);
    assert_eq!(names(&["--where", "tags!=oc"]), ["Cy"]);
    assert_eq!(names(&["--where", "name=bo"]), ["Bo"]);
    assert_eq!(names(&["--where", "tokens>5"]), ["Ann".repeat(30)]);
    assert_eq!(names(&["--where", "tokens<=5", "--sort", "name"]), ["Bo", "Cy"]);
    assert_eq!(names(&["--sort", "size"])[0], "Ann".repeat(30));
    // In a pipe, rows as they always were, and the same cards.
    let lines = good(at, &["ls", ".", "--where", "tags=oc"]);
    assert_eq!(rows(lines.as_bytes()).len(), 2);
    good(at, &["ls", ".", "-o", "out.csv", "--where", "name=bo"]);
    let csv = fs::read_to_string(at.join("out.csv")).unwrap();
    assert!(csv.starts_with("name,form,tokens,tags,") && csv.contains("\"oc, Sci-Fi\""), "{csv}");
    let table = good(at, &["ls", ".", "--format", "table", "--sort", "name"]);
    assert!(table.lines().all(|line| line.chars().count() <= 100), "{table}");
    assert!(table.starts_with("name"), "{table}");
    let refused = run(at, &["ls", ".", "-o", "x.xlsx"]);
    assert_eq!(refused.status.code(), Some(2));
    if let Some(mut command) = in_terminal(&format!("ls {}", at.display())) {
        let said = text(&command.output().unwrap().stdout);
        assert!(said.contains("tokens") && !said.contains("content_hash"), "{said}");
    }
}

#[test]
fn tags_are_folded_by_case_and_blanks() {
    let all = [
        ("a.json", card("A", r#""Sci-Fi","OC""#)),
        ("b.json", card("B", r#""Sci-Fi","oc""#)),
        ("c.json", card("C", r#""sci fi""#)),
        ("d.json", card("D", r#""SciFi""#)),
        ("e.json", card("E", "")),
    ];
    let files: Vec<(&str, &[u8])> = all.iter().map(|(name, bytes)| (*name, &**bytes)).collect();
    let folder = folder_with(&files);
    let at = folder.path();
    let answer = json(good(at, &["tags", ".", "--json"]).as_bytes());
    let several = |answer: &serde_json::Value| {
        answer["tags"].as_array().unwrap().iter().filter(|tag| tag.get("also").is_some()).count()
    };
    assert_eq!(several(&answer), 2, "{answer}");
    assert_eq!(good(at, &["tags", ".", "--untagged"]).trim(), "./e.json");
    good(at, &["tags", ".", "--fold", "--in-place"]);
    let answer = json(good(at, &["tags", ".", "--json"]).as_bytes());
    let tags: BTreeMap<_, _> = answer["tags"]
        .as_array()
        .unwrap()
        .iter()
        .map(|tag| (tag["tag"].as_str().unwrap().to_owned(), tag["cards"].as_u64().unwrap()))
        .collect();
    assert_eq!(tags.get("Sci-Fi"), Some(&4), "{tags:?}");
    assert_eq!((tags.len(), several(&answer)), (2, 0), "{tags:?}");
    good(at, &["undo"]);
    fs::write(at.join("synonyms.txt"), "# names\nsci fi = Science fiction # the long one\n\nSciFi=Science fiction\n")
        .unwrap();
    good(at, &["tags", ".", "--synonyms", "synonyms.txt", "--in-place"]);
    assert!(good(at, &["tags", ".", "--json"]).contains(r#""tag":"Science fiction""#));
}

/// Both ways over every form and container: a tree is put together to the byte, and what is changed in it is what `set` changes.
#[test]
fn a_tree_of_texts_goes_back_to_the_byte() {
    let folder = library();
    let at = folder.path();
    let mut blank = 0;
    for (path, bytes) in files(at) {
        let name = path.strip_prefix(at).unwrap().to_str().unwrap();
        let end = path.extension().unwrap().to_str().unwrap();
        let taken = run(at, &["extract", "--tree", name, "-o", "tree", "--force"]);
        if !taken.status.success() {
            assert!(text(&taken.stderr).contains("not-a-card"), "{name}: {}", text(&taken.stderr));
            continue;
        }
        let base = fs::read_dir(at.join("tree")).unwrap().map(|entry| entry.unwrap().path());
        let base = base.filter(|path| path.file_stem().is_some_and(|stem| stem == "base")).last().unwrap();
        let end = base.extension().unwrap().to_str().unwrap_or(end).to_owned();
        blank += usize::from(fs::read(&base).unwrap() != bytes);
        let back = format!("back.{end}");
        good(at, &["pack", "tree", "-o", &back, "--force"]);
        assert!(fs::read(at.join(&back)).unwrap() == bytes, "{name} is not the same");
        fs::remove_dir_all(at.join("tree")).unwrap();
    }
    assert!(blank > 8, "only {blank} bases are without their texts");
    fs::copy(fixture("wick-v3.png"), at.join("w.png")).unwrap();
    good(at, &["extract", "--tree", "w.png", "-o", "w"]);
    let file = at.join("w/book/The-Reed-King.md");
    let sheet = fs::read_to_string(&file).unwrap();
    let content = sheet.lines().position(|line| line.ends_with("/content -->")).unwrap();
    let mut lines: Vec<&str> = sheet.lines().collect();
    lines[content + 1] = "He sleeps.";
    lines.truncate(content + 2);
    let rest = sheet.lines().skip(content + 1).position(|line| line.starts_with("<!-- cards:")).unwrap_or(usize::MAX);
    lines.extend(sheet.lines().skip(content + 1).skip(rest));
    fs::write(&file, lines.join("\n") + "\n").unwrap();
    good(at, &["pack", "w", "-o", "tree.png"]);
    good(at, &["set", "w.png", "book[\"The Reed King\"].content=He sleeps.", "--no-touch", "-o", "set.png"]);
    assert!(fs::read(at.join("tree.png")).unwrap() == fs::read(at.join("set.png")).unwrap());
    // A text that is gone is no empty one.
    fs::write(&file, "").unwrap();
    let lost = run(at, &["pack", "w", "-o", "lost.png"]);
    assert_eq!(lost.status.code(), Some(2));
    assert!(text(&lost.stderr).contains("is in no file"), "{}", text(&lost.stderr));
}

#[test]
fn books_are_near_books_as_cards_are_near_cards() {
    let prose =
        "She keeps the lock at the head of the canal, and knows each barge by the sound of its bell. ".repeat(6);
    let book = |more: &str| {
        let entry = |number: usize| {
            format!(
                r#""{number}":{{"uid":{number},"key":["k{number}"],"comment":"c","content":"{prose}{number}{more}"}}"#
            )
        };
        let entries: Vec<_> = (0..4).map(entry).collect();
        format!(r#"{{"entries":{{{}}}}}"#, entries.join(","))
    };
    let other = r#"{"entries":{"0":{"uid":0,"key":["x"],"comment":"c","content":"Rain over the northern hills, and a road that nobody has walked since the old king left it to the wolves."}}}"#;
    let folder = folder_with(&[
        ("a.json", book("").as_bytes()),
        ("b.json", book(" And a lamp.").as_bytes()),
        ("c.json", other.as_bytes()),
    ]);
    let answer = json(good(folder.path(), &["dupes", "--near", "0.8", ".", "--json"]).as_bytes());
    let alike = answer["alike"].as_array().unwrap();
    assert_eq!(alike.len(), 1, "{answer}");
    let said = alike[0].to_string();
    assert!(said.contains("a.json") && said.contains("b.json") && !said.contains("c.json"), "{said}");
}

/// Every kind of file that holds a card is found in a folder, and photos are no rows.
#[test]
fn folders_hold_every_kind_of_file() {
    let card = fs::read(fixture("wick-v3.png")).unwrap();
    let folder = folder_with(&[
        ("lib/a.png", &card),
        ("lib/docker.yaml", b"services:\n  web: {}\n"),
        ("lib/photo.webp", b"RIFF....WEBP"),
    ]);
    let at = folder.path();
    good(at, &["convert", "lib/a.png", "--to", "yaml", "-o", "lib/b.yaml"]);
    good(at, &["convert", "lib/a.png", "--to", "byaf", "-o", "lib/c.byaf"]);
    for line in [
        &["scan", "lib"][..],
        &["lint", "lib", "--json", "--fail-on", "never"],
        &["grep", "lock", "lib", "--json"],
        &["tags", "lib", "--json"],
        &["dupes", "lib", "--json"],
    ] {
        let output = run(at, line);
        assert!(output.status.success(), "{line:?}: {}", text(&output.stderr));
        let said = text(&output.stdout);
        if !["tags", "dupes"].contains(&line[0]) {
            for name in ["a.png", "b.yaml", "c.byaf"] {
                assert!(said.contains(name), "{line:?} lacks {name}: {said}");
            }
        }
        assert!(!said.contains("docker") && !said.contains("photo"), "{line:?}: {said}");
        let told = text(&output.stderr);
        assert!(line[0] == "dupes" || told.contains("no card in 2 files"), "{line:?}: {told}");
    }
    // What changes files leaves kinds that are only read, and says so.
    let output = run(at, &["replace", "lock", "gate", "lib", "--in-place"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(
        text(&output.stderr).contains("left as they are: 2 files of kinds that are read and never written"),
        "{}",
        text(&output.stderr)
    );
}
