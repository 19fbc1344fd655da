//! `scan`, `dupes` and `report` over folders, as people and programs run them.

use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

#[cfg(unix)]
use crate::tool::interrupt;
use crate::tool::{at_root, cards, fixture, fixtures, json, path, quick_folder, root, rows, run, text};

/// A folder with cards, other files, and one broken card.
fn library() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let fixtures = fixtures().join("cards");
    fs::create_dir_all(folder.path().join("deep/er")).unwrap();
    fs::create_dir_all(folder.path().join(".hidden")).unwrap();
    for (from, to) in [
        ("wick-v3.png", "a.png"),
        ("wick-v3.charx", "deep/b.charx"),
        ("wick-v2.json", "deep/er/c.JSON"),
        ("wick-v1.png", ".hidden/d.png"),
        ("portrait.png", "e.png"),
    ] {
        fs::copy(fixtures.join(from), folder.path().join(to)).unwrap();
    }
    fs::write(folder.path().join("broken.json"), "{\"spec\":").unwrap();
    fs::write(folder.path().join("notes.txt"), "nothing").unwrap();
    folder
}

#[test]
fn a_scan_has_one_row_a_file() {
    let folder = library();
    let output = at_root(&["scan", "--sorted", path(folder.path())]);
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stderr).contains("5 files"), "{}", text(&output.stderr));
    let rows = rows(&output.stdout);
    let shown: Vec<_> = rows
        .iter()
        .map(|row| {
            let path = row["path"].as_str().unwrap().strip_prefix(path(folder.path())).unwrap();
            (path.to_owned(), row["container"].as_str().unwrap_or("-"), row["spec"].as_str().unwrap_or("-"))
        })
        .collect();
    assert_eq!(
        shown.iter().map(|(path, container, spec)| (path.as_str(), *container, *spec)).collect::<Vec<_>>(),
        [
            ("/a.png", "PNG", "v3"),
            ("/broken.json", "-", "-"),
            ("/deep/b.charx", "CHARX", "v3"),
            ("/deep/er/c.JSON", "JSON", "v2"),
            ("/e.png", "-", "-"),
        ]
    );
    assert!(rows.iter().all(|row| row["schema"] == 1 && row["size"].is_u64() && row["mtime_us"].is_i64()));
    assert_eq!(rows[1]["error"]["class"], "bad-json");
    assert_eq!(rows[4]["error"]["class"], "not-a-card");
    assert_eq!(rows[0]["content_hash"], rows[2]["content_hash"]);
    assert_ne!(rows[0]["content_hash"], rows[3]["content_hash"]);
    let wick = &rows[0];
    assert_eq!(
        (&wick["name"], &wick["creator"], &wick["version"], &wick["lore"]["entries"]),
        (&"Maren Tidewell".into(), &"The cards developers".into(), &"1.2".into(), &6.into())
    );
    assert_eq!(wick["tags"], serde_json::json!(["original", "canal", "example"]));
    assert!(
        wick["tokens"]["total"].as_u64().unwrap() > 100 && wick.get("file_hash").is_none() && wick["error"].is_null()
    );
    let all = at_root(&["scan", "--all", path(folder.path())]);
    assert_eq!(text(&all.stdout).lines().count(), 7);
}

#[test]
fn shards_are_a_partition() {
    let folder = library();
    let paths = |words: &[&str]| -> BTreeSet<String> {
        let output = at_root(&[&["scan"], words, &[path(folder.path())]].concat());
        rows(&output.stdout).iter().map(|row| row["path"].as_str().unwrap().to_owned()).collect()
    };
    let parts: Vec<_> = ["1/3", "2/3", "3/3"].iter().map(|shard| paths(&["--shard", shard])).collect();
    assert_eq!(parts.iter().map(BTreeSet::len).sum::<usize>(), 5);
    assert_eq!(parts.into_iter().flatten().collect::<BTreeSet<_>>(), paths(&[]));
}

#[test]
fn since_reads_only_what_changed() {
    let folder = library();
    let old = folder.path().join("rows.jsonl");
    let first = at_root(&["scan", "--sorted", "-o", path(&old), path(folder.path())]);
    assert!(first.status.success(), "{}", text(&first.stderr));
    // A row that was tampered with shows that it is taken over and not made anew.
    let kept = fs::read_to_string(&old).unwrap().replace("\"name\":\"Maren Tidewell\"", "\"name\":\"kept\"");
    fs::write(&old, kept).unwrap();
    fs::copy(root().join("fixtures/cards/wick-v2.png"), folder.path().join("a.png")).unwrap();
    let second = at_root(&["scan", "--sorted", "--since", path(&old), path(folder.path())]);
    let names: Vec<_> = rows(&second.stdout).iter().map(|row| row["name"].as_str().unwrap_or("-").to_owned()).collect();
    assert_eq!(names, ["Maren Tidewell", "-", "kept", "kept", "-"]);
    assert!(text(&second.stderr).contains("4 unchanged"), "{}", text(&second.stderr));
    // Rows without a file hash are of no use to a scan that wants one.
    let hashed = at_root(&["scan", "--hash", "--since", path(&old), path(folder.path())]);
    assert!(rows(&hashed.stdout).iter().all(|row| row["file_hash"].as_str().is_some_and(|hash| hash.len() == 64)));
    let third = at_root(&["scan", "-o", path(&old), path(folder.path())]);
    assert_eq!(third.status.code(), Some(2));
    assert!(text(&third.stderr).contains("--force"), "{}", text(&third.stderr));
}

/// A TAR archive of files with these names.
fn tar(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut add = |name: &str, kind: u8, bytes: &[u8]| {
        let mut head = [0_u8; 512];
        head[..name.len().min(100)].copy_from_slice(&name.as_bytes()[..name.len().min(100)]);
        head[124..135].copy_from_slice(format!("{:011o}", bytes.len()).as_bytes());
        head[148..156].fill(b' ');
        head[156] = kind;
        let sum: u64 = head.iter().map(|byte| u64::from(*byte)).sum();
        head[148..155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
        out.extend_from_slice(&head);
        out.extend_from_slice(bytes);
        out.resize(out.len().next_multiple_of(512), 0);
    };
    for (name, bytes) in files {
        if name.len() > 100 {
            add("././@LongLink", b'L', format!("{name}\0").as_bytes());
        }
        add(name, b'0', bytes);
    }
    out.extend([0; 1024]);
    out
}

#[test]
fn archives_of_cards_are_read_in_place() {
    use flate2::{Compression, write::GzEncoder};
    use std::io::Write as _;

    let folder = tempfile::tempdir().unwrap();
    let read = |name: &str| fs::read(fixtures().join("cards").join(name)).unwrap();
    let (png, v2, charx) = (read("wick-v3.png"), read("wick-v2.json"), read("wick-v3.charx"));
    let long = format!("{}/deep.png", "folder".repeat(20));
    let members: [(&str, &[u8]); 5] =
        [("a.png", &png), ("notes.txt", b"nothing"), (&long, &png), ("torn.png", &png[..99]), ("__MACOSX/a.png", b"x")];
    let at = |name: &str| folder.path().join(name);
    fs::write(at("c.tar"), tar(&members)).unwrap();
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(&tar(&members)).unwrap();
    fs::write(at("d.tgz"), packed.finish().unwrap()).unwrap();
    let mut zip = cards_container::zip::Writer::new(Vec::new());
    for (name, bytes) in members {
        zip.add(name, bytes, cards_container::zip::Packing::Auto).unwrap();
    }
    fs::write(at("b.zip"), zip.finish().unwrap()).unwrap();
    // A ZIP that is a card itself is one file.
    fs::write(at("e.zip"), &charx).unwrap();
    let line = serde_json::from_slice::<Value>(&v2).unwrap().to_string();
    fs::write(at("a.jsonl"), format!("{line}\n\n{{\"x\"\n{line}")).unwrap();
    // A chat has lines as well, and is none of a library's business unless it is named.
    fs::write(at("chat.jsonl"), "{\"user_name\":\"Sam\"}\n").unwrap();

    let rows_of =
        |words: &[&str]| rows(&at_root(&[&["scan", "--sorted"], words, &[path(folder.path())]].concat()).stdout);
    let all = rows_of(&["--hash"]);
    let shown = |rows: &[Value]| -> Vec<String> {
        let start = path(folder.path()).len() + 1;
        let one = |row: &Value| {
            format!("{} {}", &row["path"].as_str().unwrap()[start..], row["error"]["class"].as_str().unwrap_or("ok"))
        };
        rows.iter().map(one).collect()
    };
    let of_archive = |name: &str| {
        ["a.png ok".to_owned(), format!("{long} ok"), "torn.png not-a-card".to_owned()]
            .map(|member| format!("{name}!/{member}"))
    };
    let lines = ["a.jsonl!/1 ok", "a.jsonl!/3 bad-json", "a.jsonl!/4 ok"].map(str::to_owned);
    let expected =
        [&lines[..], &of_archive("b.zip"), &of_archive("c.tar"), &of_archive("d.tgz"), &["e.zip ok".to_owned()]]
            .concat();
    assert_eq!(shown(&all), expected);
    assert_eq!((&all[3]["content_hash"], &all[3]["file_hash"]), (&all[6]["content_hash"], &all[9]["file_hash"]));
    assert_eq!(shown(&rows_of(&["--threads", "3"])), expected);

    // A scan that was stopped leaves a part of a row; going on from it gives every row once.
    let whole = at_root(&["scan", "--sorted", "--hash", path(folder.path())]).stdout;
    let stopped = tempfile::NamedTempFile::new().unwrap();
    fs::write(stopped.path(), &whole[..whole.len() * 2 / 3]).unwrap();
    let again = at_root(&["scan", "--sorted", "--hash", "--since", path(stopped.path()), path(folder.path())]);
    assert_eq!(text(&again.stdout), text(&whole));
    assert!(text(&again.stderr).contains("unchanged"), "{}", text(&again.stderr));

    // What is broken is a row too, and the scan goes on.
    fs::write(at("c.tar"), &tar(&members)[..700]).unwrap();
    let broken = shown(&rows_of(&[]));
    assert!(broken.iter().any(|row| row.starts_with("c.tar") && !row.ends_with(" ok")), "{broken:?}");
    assert_eq!(broken.last(), expected.last());
    // Copies are recognised by the rows of a scan, which have the names of members.
    let listed = tempfile::Builder::new().suffix(".jsonl").tempfile().unwrap();
    fs::write(listed.path(), &whole).unwrap();
    let dupes = json(&at_root(&["dupes", "--exact", "--json", path(listed.path())]).stdout);
    let groups = dupes["exact"].as_array().unwrap();
    let members = |group: &Value| {
        group["paths"].as_array().unwrap().iter().filter(|path| path.as_str().unwrap().contains("!/")).count()
    };
    // Two of the lines, and of each of three archives two pictures.
    assert_eq!(groups.iter().map(members).collect::<Vec<_>>(), [2, 6], "{groups:?}");
    assert!(groups[1]["paths"][0].as_str().unwrap().ends_with("b.zip!/a.png"), "{groups:?}");
}

#[test]
fn a_linted_scan_counts_what_lint_finds() {
    let folder = library();
    let rows_of = |words: &[&str]| rows(&at_root(&[words, &[path(folder.path())]].concat()).stdout);
    let plain = rows_of(&["scan", "--sorted"]);
    let linted = rows_of(&["scan", "--sorted", "--lint"]);
    let mut seen = 0;
    for (row, plain) in linted.iter().zip(&plain).filter(|(row, _)| row["error"].is_null()) {
        let found = rows(&at_root(&["lint", "--json", row["path"].as_str().unwrap()]).stdout);
        for severity in ["error", "warning", "note"] {
            let findings = found[0]["findings"].as_array().unwrap();
            let count = findings.iter().filter(|finding| finding["severity"] == severity).count();
            assert_eq!(row["findings"][severity], count, "{} {severity}", row["path"]);
            seen += count;
        }
        assert_eq!((&row["linted"], &plain["linted"]), (&Value::Bool(true), &Value::Null));
        assert_eq!(row["content_hash"], plain["content_hash"]);
    }
    assert!(seen > 0, "the library has something to find");
    // Rows that count other findings are of no use.
    let old = folder.path().join("rows.jsonl");
    at_root(&["scan", "-o", path(&old), path(folder.path())]);
    let again = at_root(&["scan", "--lint", "--since", path(&old), path(folder.path())]);
    assert!(rows(&again.stdout).iter().all(|row| !row["error"].is_null() || row["linted"] == true));
}

#[test]
fn dupes_are_the_same_from_folders_and_from_rows() {
    let folder = library();
    let old = folder.path().join("rows.jsonl");
    at_root(&["scan", "-o", path(&old), path(folder.path())]);
    let groups = |from: &Path| json(&at_root(&["dupes", "--json", path(from)]).stdout);
    let (by_folder, by_rows) = (groups(folder.path()), groups(&old));
    assert_eq!(by_folder["exact"][0]["paths"].as_array().unwrap().len(), 2);
    assert_eq!(by_folder["near"][0]["variants"].as_array().unwrap().len(), 2);
    let sorted = |groups: &Value| {
        let mut paths: Vec<_> =
            groups["exact"][0]["paths"].as_array().unwrap().iter().map(ToString::to_string).collect();
        paths.sort();
        (groups["cards"].clone(), paths)
    };
    assert_eq!(sorted(&by_folder), sorted(&by_rows));
}

/// A library of three copies of a card, one of them marked by a client, a near one, and another card.
fn copies() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let prose =
        "She keeps the lock at the head of the canal, and knows each barge by the sound of its bell. ".repeat(12);
    let card = |prose: &str, more: &str| {
        format!(
            r#"{{"spec":"chara_card_v2","spec_version":"2.0","data":{{"name":"Wick","description":"{prose}"{more}}}}}"#
        )
    };
    let other = "A bard who walks from town to town, and sings of the towns that she left behind her. ".repeat(12);
    for (name, text) in [
        ("wick.json", card(&prose, "")),
        ("old/wick.json", card(&prose, "") + " "),
        ("wick (1).json", card(&prose, r#","extensions":{"fav":true,"talkativeness":"0.5"}"#)),
        ("near.json", card(&prose.replacen("barge", "boat", 1), "")),
        ("bard.json", card(&other, "")),
    ] {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// A JSON, the newest, and two PNG of one text with other portraits: the JSON alone is needless.
#[test]
fn no_portrait_is_moved_away_as_a_copy() {
    let folder = quick_folder();
    let at = |name: &str| folder.path().join(name);
    fs::copy(fixture("wick-v2.png"), at("a.png")).unwrap();
    fs::copy(fixture("wick-v2.png"), at("b.png")).unwrap();
    let png = fixture("portrait.png");
    let painted = ["set", "c.png", &format!("picture=@{png}"), "--size", "8", "--in-place"];
    fs::copy(fixture("wick-v2.png"), at("c.png")).unwrap();
    assert!(run(folder.path(), &painted).status.success());
    fs::copy(fixture("wick-v2.json"), at("d.json")).unwrap();
    let output = run(folder.path(), &["dupes", "--keep", "newest", "--move-to", "needless", "--apply", "."]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let mut left: Vec<_> = fs::read_dir(at("needless")).unwrap().map(|one| one.unwrap().file_name()).collect();
    left.sort();
    assert!(left.len() == 2 && left.contains(&"d.json".into()) && !left.contains(&"c.png".into()), "{left:?}");
}

#[test]
fn of_copies_one_is_kept_and_the_others_are_moved_when_asked_for() {
    let folder = copies();
    let (library, target) = (path(folder.path()), folder.path().join("needless"));
    let names = |value: &Value| -> Vec<String> {
        let all = value.as_array().map(Vec::as_slice).unwrap_or_default();
        all.iter().map(|one| one.as_str().unwrap().replace(&format!("{library}/"), "")).collect()
    };
    let run = |words: &[&str]| {
        json(&at_root(&[&["dupes", "--json", "--keep", "shortest-path"], words, &[library]].concat()).stdout)
    };
    let exact = run(&["--exact"]);
    assert_eq!(names(&exact["kept"][0]["others"]), ["old/wick.json"]);
    assert!(exact.get("core").is_none() && exact.get("moves").is_none());
    let all = run(&[]);
    assert_eq!(all["core"][0]["variants"].as_array().unwrap().len(), 2);
    assert_eq!(names(&all["kept"][0]["others"]), ["old/wick.json", "wick (1).json"]);
    let near = run(&["--near", "0.8", "--move-to", path(&target)]);
    assert_eq!(near["alike"].as_array().unwrap().len(), 1);
    assert_eq!(names(&near["kept"][0]["others"]), ["old/wick.json", "wick (1).json", "wick.json"]);
    assert!(!target.exists(), "nothing moves before it is asked for");
    let output = at_root(&["dupes", "--keep", "shortest-path", "--move-to", path(&target), library]);
    let (told, notes) = (text(&output.stdout).replace(library, ""), text(&output.stderr));
    assert!(told.contains("keep /wick.json\n  /old/wick.json -> /needless/wick.json\n"), "{told}");
    assert!(notes.contains("would move 2 files; nothing was moved, --apply does it"), "{notes}");
    let done = run(&["--move-to", path(&target), "--apply"]);
    assert!(done["moves"].as_array().unwrap().iter().all(|one| one["applied"] == true));
    let left = |folder: &Path| {
        let mut names: Vec<_> = fs::read_dir(folder).unwrap().map(|one| one.unwrap().file_name()).collect();
        names.sort();
        names
    };
    assert_eq!(left(&target), ["wick (1).json", "wick.json"]);
    assert_eq!(left(folder.path()), ["bard.json", "near.json", "needless", "old", "wick.json"]);
}

#[test]
fn rows_tell_near_texts_with_and_without_the_files() {
    let folder = copies();
    let rows = folder.path().join("rows.jsonl");
    at_root(&["scan", "--near", "-o", path(&rows), path(folder.path())]);
    let alike = || {
        let output = at_root(&["dupes", "--json", "--near", "0.9", path(&rows)]);
        json(&output.stdout)["alike"][0]["cards"].as_array().map_or(0, Vec::len)
    };
    let with_files = alike();
    for name in ["wick.json", "old/wick.json", "wick (1).json", "near.json", "bard.json"] {
        fs::remove_file(folder.path().join(name)).unwrap();
    }
    assert_eq!((with_files, alike()), (4, 4));
}

#[test]
fn a_report_is_whole_or_not_there() {
    let folder = library();
    let page = folder.path().join("page.html");
    let output = at_root(&["report", "fixtures/cards/wick-v3.png", "-o", path(&page)]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let html = fs::read_to_string(&page).unwrap();
    for part in
        ["Maren Tidewell", "default-src 'none'", "data:image/png;base64,", "The drowned bell", "ducks pay me a toll"]
    {
        assert!(html.contains(part), "{part}");
    }
    for part in ["<script", "http://", "https://", "javascript:"] {
        assert!(!html.contains(part), "{part}");
    }
    let again = at_root(&["report", "fixtures/cards/wick-v3.png", "-o", path(&page)]);
    assert_eq!(again.status.code(), Some(2));
    let refused = at_root(&["report", "fixtures/cards/portrait.png", "-o", path(&folder.path().join("no.html"))]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(!folder.path().join("no.html").exists());
    let sheet = at_root(&["report", path(folder.path()), "-o", "-"]);
    let sheet = text(&sheet.stdout);
    assert_eq!(sheet.matches("<article").count(), 3);
    assert!(sheet.contains("id=unread") && sheet.contains("broken.json"));
    assert_no_leftovers(folder.path());
}

#[test]
fn a_contact_sheet_shows_every_card_and_none_of_its_markup() {
    let folder = tempfile::tempdir().unwrap();
    for (file, name) in [("a.json", "The drowned bell"), ("b.json", "Bell <i>\\\""), ("c.json", "Marsh")] {
        let card = format!(
            r#"{{"spec":"chara_card_v2","spec_version":"2.0","data":{{"name":"{name}","tags":["sea <b>"],"description":"x"}}}}"#
        );
        fs::write(folder.path().join(file), card).unwrap();
    }
    let sheet = text(&at_root(&["report", path(folder.path()), "-o", "-"]).stdout);
    let file = |card: &str| card.split("<code>").nth(1)?.chars().next();
    let files: String = sheet.split("<article").skip(1).filter_map(file).collect();
    assert_eq!(files, "bca", "by name");
    for part in ["<script", "http:", "https:", "javascript:", "<i>", "<b>", "<form"] {
        assert!(!sheet.contains(part), "{part}");
    }
}

/// The style of the page is the one that its policy names.
#[test]
fn the_policy_of_a_report_fits_its_style() {
    use base64::{Engine as _, engine::general_purpose::STANDARD};
    use sha2::{Digest as _, Sha256};
    for from in ["fixtures/cards/wick-v3.png", "fixtures/cards"] {
        let html = text(&at_root(&["report", from, "-o", "-"]).stdout);
        let style = html.split("<style>").nth(1).unwrap().split("</style>").next().unwrap();
        let named = html.split("'sha256-").nth(1).unwrap().split('\'').next().unwrap();
        assert_eq!(named, STANDARD.encode(Sha256::digest(style)));
    }
}

/// Ctrl-C in the middle of a scan leaves neither a result nor a piece of one.
#[cfg(unix)]
#[test]
fn an_interrupted_scan_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let fifo = folder.path().join("never.png");
    if !Command::new("mkfifo").arg(&fifo).status().is_ok_and(|status| status.success()) {
        println!("mkfifo is absent; nothing to test");
        return;
    }
    let out = folder.path().join("out.jsonl");
    // Nobody ever writes to the pipe, so the scan waits for it until it is stopped.
    let mut child = cards(&root(), &["scan", path(&fifo), "-o", path(&out)]).stderr(Stdio::null()).spawn().unwrap();
    let unfinished = || fs::read_dir(folder.path()).unwrap().count() > 1;
    // As long as it takes on a busy machine.
    for _ in 0..6_000 {
        if unfinished() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert!(unfinished(), "the temporary file never came");
    std::thread::sleep(std::time::Duration::from_millis(100));
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(!out.exists());
    assert_no_leftovers(folder.path());
}

/// A scan that is killed in the middle of its work, so that it cannot even end its last line, is gone on from.
#[cfg(unix)]
#[test]
fn a_killed_scan_is_continued_without_double_rows() {
    const BEFORE: usize = 2_000;
    const BEHIND: usize = 50;
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    // Two folders of cards, and a pipe between them to which nobody ever writes, so that no scan comes to its end.
    let names = [("before", BEFORE), ("behind", BEHIND)];
    for (name, count) in names {
        fs::create_dir(at(name)).unwrap();
        for number in 0..count {
            let card = format!(r#"{{"spec":"chara_card_v2","spec_version":"2.0","data":{{"name":"Card {number}"}}}}"#);
            fs::write(at(name).join(format!("{number:04}.json")), card).unwrap();
        }
    }
    let between = at("between.json");
    if !Command::new("mkfifo").arg(&between).status().is_ok_and(|status| status.success()) {
        println!("mkfifo is absent; nothing to test");
        return;
    }
    let [before, behind] = ["before", "behind"].map(at);
    let inputs = [path(&before), path(&between), path(&behind)];
    let (part, whole) = (at("part.jsonl"), at("whole.jsonl"));
    let mut child = cards(&root(), &["scan", "--quiet"])
        .args(inputs)
        .stdout(fs::File::create(&part).unwrap())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // As long as it takes on a busy machine.
    let some = || fs::metadata(&part).unwrap().len() > 0;
    for _ in 0..6_000 {
        if some() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    child.kill().unwrap();
    assert_eq!(child.wait().unwrap().code(), None, "it was not killed, but came to an end");
    let left = fs::read(&part).unwrap();
    assert!(!left.is_empty(), "no row was ever written");

    fs::remove_file(&between).unwrap();
    fs::copy(fixtures().join("cards/wick-v2.json"), &between).unwrap();
    let count = left.iter().filter(|byte| **byte == b'\n').count();
    // What a system that loses its last blocks leaves of a row.
    fs::write(&part, &left[..left.len() - 7]).unwrap();
    let continued =
        cards(&root(), &["scan", "--since", path(&part), "-o", path(&whole)]).args(inputs).output().unwrap();
    assert!(continued.status.success(), "{}", text(&continued.stderr));
    let taken_over = format!("{} unchanged", count - 1);
    assert!(text(&continued.stderr).contains(&taken_over), "{taken_over}: {}", text(&continued.stderr));
    let rows = rows(&fs::read(&whole).unwrap());
    let paths: BTreeSet<_> = rows.iter().map(|row| row["path"].as_str().unwrap()).collect();
    assert_eq!((rows.len(), paths.len()), (BEFORE + 1 + BEHIND, BEFORE + 1 + BEHIND));
    assert!(rows.iter().all(|row| row["error"].is_null()));
    // The rows say what those of a scan say that nobody stopped.
    let fresh = cards(&root(), &["scan", "--quiet"]).args(inputs).output().unwrap().stdout;
    assert_eq!(fs::read(&whole).unwrap(), fresh);
}

#[test]
fn near_duplicates_are_the_same_on_any_number_of_threads() {
    const CARDS: usize = 60;
    let folder = tempfile::tempdir().unwrap();
    for number in 0..CARDS {
        // Five families of words, each card with some words of its own; one of twelve has no others.
        let words = (0..120).map(|word| match number % 12 == 11 || word % 40 < number / 5 {
            true => format!("own{number}of{word}"),
            false => format!("family{}of{word}", number % 5),
        });
        let text = words.collect::<Vec<_>>().join(" ");
        let card = format!(
            r#"{{"spec":"chara_card_v2","spec_version":"2.0","data":{{"name":"Card {number}","description":"{text}"}}}}"#
        );
        fs::write(folder.path().join(format!("{number:02}.json")), card).unwrap();
    }
    let found = |threads: &str| {
        json(&at_root(&["dupes", "--json", "--near", "0.8", "--threads", threads, path(folder.path())]).stdout)
    };
    let one = found("1");
    let members: usize =
        one["alike"].as_array().unwrap().iter().map(|group| group["cards"].as_array().unwrap().len()).sum();
    assert!((5..CARDS).contains(&members), "{members} of {CARDS} cards are near to another");
    assert_eq!(found("3"), one);
}

#[track_caller]
pub(crate) fn assert_no_leftovers(folder: &Path) {
    for entry in fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name();
        assert!(!name.to_string_lossy().starts_with(".cards-"), "{name:?} was left");
    }
}

#[test]
fn dupes_says_what_it_could_not_compare() {
    let folder = library();
    let found = at_root(&["dupes", path(folder.path())]);
    assert!(text(&found.stderr).contains("compared with nothing: 2"), "{}", text(&found.stderr));
}

#[test]
fn near_lorebooks_are_found_whichever_card_they_are_in() {
    let folder = tempfile::tempdir().unwrap();
    let tale =
        "She keeps the lock at the head of the canal, and knows each barge by the sound of its bell, even in fog.";
    let other =
        "Nobody sails north after the first frost, since the ice took the mail boat and never gave it back to anyone.";
    let book = |tale: &str| {
        format!(
            r#"{{"name":"","entries":[{{"keys":["lock"],"content":"{tale}"}},{{"keys":["toll"],"content":"Two coins."}}]}}"#
        )
    };
    let card = |name: &str, tale: &str| {
        let about = match name {
            "Aria" => "A bard who walks from town to town and sings of the towns that she left, mostly out of tune.",
            "Bo" => "He mends clocks in a cellar under the old mint, hates noon, and feeds eleven cats on cheese.",
            "Cleo" => "Captain of nothing since the mutiny; plays dice with gulls, loses often, pays in buttons.",
            _ => "Keeper of bees, reader of tax law, and the only dentist between both rivers until spring.",
        }
        .repeat(3);
        format!(
            r#"{{"spec":"chara_card_v2","spec_version":"2.0","data":{{"name":"{name}","description":"{}","character_book":{}}}}}"#,
            about,
            book(tale)
        )
    };
    for (file, text) in [
        ("aria.json", card("Aria", tale)),
        ("bo.json", card("Bo", tale)),
        ("cleo.json", card("Cleo", &tale.replace("even in fog", "even in snow"))),
        ("dan.json", card("Dan", other)),
        ("lone.json", format!(r#"{{"spec":"lorebook_v3","data":{}}}"#, book(tale))),
        ("bare.json", r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Bare"}}"#.to_owned()),
    ] {
        fs::write(folder.path().join(file), text).unwrap();
    }
    let answer = |words: &[&str]| json(&run(folder.path(), &[&["dupes", ".", "--json"], words].concat()).stdout);
    let files = |list: &Value| -> Vec<String> {
        let path = |row: &Value| row.as_str().or(row["path"].as_str()).unwrap().trim_start_matches("./").to_owned();
        list.as_array().unwrap().iter().map(path).collect()
    };
    let books = answer(&["--books"]);
    assert_eq!(books["cards"], 5);
    assert_eq!(files(&books["exact"][0]["paths"]), ["aria.json", "bo.json", "lone.json"]);
    assert!(books.get("alike").is_none() && books["near"].as_array().unwrap().is_empty(), "{books}");
    let near = answer(&["--books", "--near", "0.7"]);
    assert_eq!(near["alike"].as_array().unwrap().len(), 1, "{near}");
    assert_eq!(files(&near["alike"][0]["cards"]), ["aria.json", "bo.json", "cleo.json", "lone.json"]);
    // Of the cards, which say other things, none is near to another.
    assert!(answer(&["--near", "0.7"]).get("alike").is_none());
    let said = text(&run(folder.path(), &["dupes", ".", "--books"]).stderr);
    assert!(said.starts_with("5 lorebooks; the same entries as another one: 2"), "{said}");
}
