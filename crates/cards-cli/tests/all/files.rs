//! The verbs that take files apart and put them together, run as a person runs them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::Value;

use crate::tool::{cards, fed, fixture, fixtures, root, run, shared, text};

#[track_caller]
fn good(folder: &Path, words: &[&str]) -> Output {
    let output = run(folder, words);
    assert!(output.status.success(), "{words:?}: {}", text(&output.stderr));
    output
}

#[track_caller]
fn refused(folder: &Path, words: &[&str], class: &str) -> String {
    let output = run(folder, words);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{words:?}: {said}");
    assert!(said.contains(&format!("error[{class}]")), "{said}");
    said
}

fn json(output: &Output) -> Value {
    crate::tool::json(&output.stdout)
}

/// All files under a folder, by their paths in it.
fn tree(root: &Path) -> Vec<String> {
    let mut todo = vec![root.to_owned()];
    let mut found = Vec::new();
    while let Some(folder) = todo.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path: PathBuf = entry.unwrap().path();
            if path.is_dir() {
                todo.push(path)
            } else {
                found.push(path.strip_prefix(root).unwrap().to_str().unwrap().to_owned())
            }
        }
    }
    found.sort();
    found
}

#[test]
fn extract_and_pack_give_the_same_file_again() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    good(at, &["extract", &fixture("wick-v3.png"), "-o", "png"]);
    assert_eq!(
        tree(&at.join("png")),
        ["card.json", "lorebook.json", "payloads/01-chara.json", "payloads/02-ccv3.json", "picture.png"]
    );
    good(at, &["pack", "png", "--as", "png", "-o", "again.png"]);
    assert_eq!(fs::read(at.join("again.png")).unwrap(), fs::read(fixture("wick-v3.png")).unwrap());

    good(at, &["extract", &fixture("wick-v3.charx"), "-o", "charx"]);
    assert_eq!(tree(&at.join("charx")), ["assets/icon/images/main.png", "card.json", "lorebook.json"]);
    good(at, &["pack", "charx", "--as", "charx", "-o", "again.charx"]);
    good(at, &["diff", &fixture("wick-v3.charx"), "again.charx"]);
    let book = json(&good(at, &["inspect", "--json", "charx/lorebook.json"]));
    assert_eq!(book["form"], "lorebook_v3");
}

/// More files than are made durable one by one; one of them cannot be read, and leaves nothing.
#[test]
fn an_archive_of_many_files_is_extracted_whole_but_for_what_is_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    good(at, &["extract", &fixture("wick-v3.charx"), "-o", "whole"]);
    fs::create_dir_all(at.join("whole/assets/other/images")).unwrap();
    for number in 0..100 {
        fs::write(at.join(format!("whole/assets/other/images/{number}.txt")), format!("piece {number}.")).unwrap();
    }
    good(at, &["pack", "whole", "--as", "charx", "-o", "many.charx"]);
    good(at, &["extract", "many.charx", "-o", "again"]);
    let mut files = tree(&at.join("again"));
    assert_eq!(files, tree(&at.join("whole")));
    for file in &files {
        let [was, is] = ["whole", "again"].map(|folder| fs::read(at.join(folder).join(file)).unwrap());
        assert!(file.ends_with(".json") || was == is, "{file}");
    }
    let mut bytes = fs::read(at.join("many.charx")).unwrap();
    let place = bytes.windows(9).position(|bytes| bytes == b"piece 77.").expect("small files are stored");
    bytes[place] = b'P';
    fs::write(at.join("many.charx"), bytes).unwrap();
    let output = run(at, &["extract", "many.charx", "-o", "damaged"]);
    assert!(text(&output.stderr).contains("77.txt"), "{}", text(&output.stderr));
    files.retain(|file| !file.ends_with("/77.txt"));
    assert_eq!(tree(&at.join("damaged")), files);
}

#[test]
fn a_card_goes_through_every_container() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    good(at, &["pack", &fixture("wick-v3.png"), "--as", "charx", "-o", "a.charx"]);
    good(at, &["pack", "a.charx", "--as", "json", "-o", "b.json"]);
    good(at, &["pack", "b.json", "--as", "charx", "-o", "c.charx"]);
    good(at, &["pack", "c.charx", "--as", "png", "-o", "d.png"]);
    good(at, &["diff", &fixture("wick-v3.png"), "d.png"]);
    let report = json(&good(at, &["pack", "d.png", "--as", "prom", "-o", "e.zip", "--json"]));
    assert_eq!((report["schema"].as_i64(), report["form"].as_str()), (Some(1), Some("prom")));
    assert!(report["loss"].as_array().unwrap().iter().any(|loss| loss["pointer"] == "/data/nickname"));
    good(at, &["pack", "e.zip", "--as", "png", "-o", "f.png"]);
    let inside = json(&good(at, &["inspect", "--json", "f.png"]));
    assert_eq!((inside["form"].as_str(), inside["container"].as_str()), (Some("prom"), Some("PNG")));
}

#[test]
fn nothing_is_replaced_unless_that_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::write(at.join("out"), "mine").unwrap();
    fs::create_dir(at.join("dir")).unwrap();
    fs::write(at.join("dir/card.json"), "mine").unwrap();
    let card = fixture("wick-v3.png");
    refused(at, &["pack", &card, "--as", "json", "-o", "out"], "exists");
    refused(at, &["strip", &card, "-o", "out"], "exists");
    refused(at, &["embed", &card, &card, "-o", "out"], "exists");
    refused(at, &["extract", &card, "-o", "dir"], "exists");
    assert_eq!(
        (fs::read(at.join("out")).unwrap(), fs::read(at.join("dir/card.json")).unwrap()),
        (b"mine".to_vec(), b"mine".to_vec())
    );
    assert_eq!(tree(&at.join("dir")), ["card.json"]);
    good(at, &["strip", &card, "-o", "out", "--force"]);
    good(at, &["extract", &card, "-o", "dir", "--force"]);
    assert_ne!(fs::read(at.join("dir/card.json")).unwrap(), b"mine");
    assert_eq!(run(at, &["strip", &card]).status.code(), Some(2), "neither -o nor --in-place");
}

#[test]
fn embedding_replaces_the_old_card_and_stripping_takes_it_out() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let bare = fs::read(fixture("portrait.png")).unwrap();
    fs::copy(fixture("wick-v1.png"), at.join("a.png")).unwrap();
    good(at, &["embed", "a.png", &fixture("wick-v3.json"), "--in-place"]);
    let seen = json(&good(at, &["inspect", "--all", "--json", "a.png"]));
    let texts: Vec<&Value> =
        seen["chunks"].as_array().unwrap().iter().filter(|chunk| chunk["type"] == "tEXt").collect();
    let keywords: Vec<&str> = texts.iter().map(|chunk| chunk["keyword"].as_str().unwrap()).collect();
    assert_eq!((keywords, seen["form"].as_str()), (vec!["chara", "ccv3"], Some("v3")));
    assert!(texts.iter().all(|chunk| chunk["crc"] == "right"));
    let stand_in = json(&good(at, &["extract", "a.png", "-o", "a", "--json"]));
    assert_eq!(stand_in["written"][0]["kind"], "card");
    let v2: Value = serde_json::from_slice(&fs::read(at.join("a/payloads/01-chara.json")).unwrap()).unwrap();
    assert_eq!(v2["spec"], "chara_card_v2");
    assert!(v2["data"]["creator_notes"].as_str().unwrap().contains("Character Card V3"));
    good(at, &["strip", "a.png", "--in-place"]);
    assert_eq!(fs::read(at.join("a.png")).unwrap(), bare);
    refused(at, &["inspect", "a.png"], "not-a-card");

    for (only, keyword) in [("v2", "chara"), ("v3", "ccv3")] {
        let name = format!("{only}.png");
        good(at, &["embed", &fixture("portrait.png"), &fixture("wick-v3.charx"), "-o", &name, "--only", only]);
        let place = json(&good(at, &["inspect", "--json", &name]))["place"].as_str().unwrap().to_owned();
        assert!(place.contains(keyword), "{place}");
    }
    good(at, &["embed", &fixture("wick-v3.png"), &fixture("module.json"), "-o", "both.png"]);
    let all = json(&good(at, &["inspect", "--all", "--json", "both.png"]));
    let texts: Vec<&str> =
        all["chunks"].as_array().unwrap().iter().filter_map(|chunk| chunk["keyword"].as_str()).collect();
    assert_eq!(texts, ["chara", "ccv3", "MOD"], "a module is beside a card");
}

#[test]
fn inspect_lists_archive_entries() {
    let seen = json(&good(&fixtures().join("cards"), &["inspect", "--all", "--json", "wick-v3.charx"]));
    let rows: Vec<_> = seen["entries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["name"].as_str().unwrap(), row["role"].as_str().unwrap(), row["format"].as_str().unwrap()))
        .collect();
    assert!(rows.iter().any(|(name, role, _)| (*name, *role) == ("card.json", "card")), "{rows:?}");
    assert!(rows.iter().any(|(name, role, _)| name.ends_with("main.png") && *role == "asset"), "{rows:?}");
    let plain = text(&good(&fixtures().join("cards"), &["inspect", "--all", "wick-v3.png"]).stdout);
    assert!(plain.contains("IHDR") && plain.contains("ccv3"), "{plain}");
    assert_eq!(json(&good(&fixtures().join("cards"), &["inspect", "--json", "wick-v3.png"])).get("chunks"), None);
}

#[test]
fn pipes_work_on_both_sides() {
    let card = fs::read(fixture("wick-v3.png")).unwrap();
    let output = fed(cards(&root(), &["strip", "-", "-o", "-"]), &card);
    assert!(output.status.success());
    assert_eq!(output.stdout, fs::read(fixture("portrait.png")).unwrap());
    let here = &fixtures().join("cards");
    let packed = good(here, &["pack", "wick-v3.png", "--as", "charx", "-o", "-"]);
    assert!(packed.stdout.starts_with(b"PK\x03\x04"));
    refused(here, &["strip", "-", "--in-place"], "usage");
}

#[test]
fn what_cannot_be_packed_says_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let said = refused(at, &["pack", &fixture("wick-v3.json"), "--as", "png", "-o", "a.png"], "bad-field");
    assert!(said.contains("--picture"), "{said}");
    refused(at, &["pack", &fixture("module.json"), "--as", "charx", "-o", "a.charx"], "not-a-card");
    refused(at, &["embed", &fixture("wick-v3.json"), &fixture("wick-v3.json"), "-o", "a.png"], "unsupported-container");
    refused(at, &["strip", &fixture("wick-v3.charx"), "-o", "a.png"], "unsupported-container");
    fs::create_dir(at.join("empty")).unwrap();
    refused(at, &["pack", "empty", "--as", "json", "-o", "a.json"], "not-a-card");
    refused(at, &["extract", &fixture("wick-v3.png"), "-o", "small", "--max-total", "0"], "too-large");
    refused(at, &["extract", &fixture("wick-v3.png"), "-o", "few", "--max-files", "2"], "limit");
    assert_eq!(tree(at), ["small"; 0], "nothing is left over");
}

#[test]
fn advice_about_pictures_without_a_card_can_be_followed() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let portrait = fs::read(fixture("portrait.png")).unwrap();
    let (picture, end) = portrait.split_at(portrait.len() - 12);
    let recipe = crate::atomic::chunk(b"tEXt", b"ginger\0<Ginger><Name>Odile</Name></Ginger>");
    fs::write(at.join("ginger.png"), [picture, &recipe, end].concat()).unwrap();
    let said = refused(at, &["extract", "ginger.png", "-o", "parts"], "not-a-card");
    assert_eq!(tree(&at.join("parts")), ["payloads/01-ginger.xml", "picture.png"]);
    assert!(said.contains("open it with the program that it is for") && !said.contains("cards pack"), "{said}");

    fs::write(at.join("photo.jpg"), b"\xff\xd8\xff\xe0\0\x04JF\xff\xd9").unwrap();
    let said = refused(at, &["inspect", "photo.jpg"], "unsupported-container");
    assert!(said.contains("its EXIF and XMP data hold no card"), "{said}");
}

#[cfg(unix)]
#[test]
fn links_in_the_folder_are_never_followed() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::create_dir_all(at.join("out")).unwrap();
    fs::create_dir_all(at.join("elsewhere")).unwrap();
    fs::write(at.join("precious"), "mine").unwrap();
    std::os::unix::fs::symlink(at.join("elsewhere"), at.join("out/assets")).unwrap();
    std::os::unix::fs::symlink(at.join("precious"), at.join("out/lorebook.json")).unwrap();
    let output = good(at, &["extract", &fixture("wick-v3.charx"), "-o", "out", "--force"]);
    let said = text(&output.stderr);
    assert!(said.contains("a file or link is where a folder would"), "{said}");
    assert_eq!(fs::read(at.join("precious")).unwrap(), b"mine");
    assert_eq!(tree(&at.join("elsewhere")), Vec::<String>::new());
}

#[test]
fn real_files_taken_apart_pack_to_the_same_card() {
    let Some(real) = shared("corpus/real") else { return };
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let mut seen = 0;
    for entry in fs::read_dir(real).unwrap() {
        let path = entry.unwrap().path();
        let kind = match path.extension().and_then(|ext| ext.to_str()) {
            Some("png") => "png",
            Some("charx") => "charx",
            Some("zip") => "prom",
            _ => continue,
        };
        let (from, name) = (path.to_str().unwrap(), path.file_stem().unwrap().to_str().unwrap());
        let again = format!("{name}.again");
        good(at, &["extract", from, "-o", name]);
        good(at, &["pack", name, "--as", kind, "-o", &again]);
        good(at, &["diff", from, &again]);
        seen += 1;
    }
    assert!(seen >= 10, "only {seen} files");
}

#[test]
fn convert_keeps_the_container_that_the_name_promises() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    good(at, &["convert", &fixture("wick-v3.png"), "--to", "v2", "-o", "v2.png"]);
    let png = fs::read(at.join("v2.png")).unwrap();
    assert!(png.starts_with(b"\x89PNG"));
    assert_eq!(json(&good(at, &["inspect", "--json", "v2.png"]))["form"], "v2");
    assert!(fs::read(fixture("wick-v3.png")).unwrap().len() > 100 && png.len() > 100);
    for (to, name) in [("v2", "x.charx"), ("v3", "x.zip"), ("v3", "x.jpg"), ("worldinfo", "x.png")] {
        let said = refused(at, &["convert", &fixture("wick-v3.png"), "--to", to, "-o", name], "usage");
        assert!(said.contains(&format!("{name} cannot hold ")), "{said}");
        assert!(!at.join(name).exists());
    }
    let said = refused(at, &["convert", &fixture("wick-v2.json"), "--to", "v3", "-o", "y.png"], "bad-field");
    assert!(said.contains("cards pack --picture"), "{said}");
}

#[test]
fn pack_and_its_output_agree_on_the_kind() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    good(at, &["pack", &fixture("wick-v3.png"), "-o", "a.charx"]);
    assert!(fs::read(at.join("a.charx")).unwrap().starts_with(b"PK"));
    let said = refused(at, &["pack", &fixture("wick-v3.png"), "--as", "charx", "-o", "a.png"], "usage");
    assert!(said.contains("a.png is not the name of a CHARX file; name it `.charx`, or leave out --as"), "{said}");
    refused(at, &["pack", &fixture("wick-v3.png"), "-o", "a.card"], "usage");
    fs::write(at.join("luna.jpg"), b"\xff\xd8\xff\xe0 JFIF").unwrap();
    let words = ["pack", &fixture("wick-v3.png"), "--picture", "luna.jpg", "-o", "b.png"];
    let said = refused(at, &words, "bad-field");
    assert!(said.contains("luna.jpg: the JPEG cannot be decoded: "), "{said}");
    for name in ["b.charx", "b.json"] {
        good(at, &["pack", &fixture("wick-v3.png"), "--picture", &fixture("portrait.png"), "-o", name]);
        let words = ["pack", &fixture("wick-v3.png"), "--size", "64", "-o", "c.json"];
        assert!(refused(at, &words, "usage").contains("--size does nothing here"));
    }
}

#[test]
fn names_that_people_try_run_the_verb_that_they_mean() {
    let folder = tempfile::tempdir().unwrap();
    let card = fixture("wick-v3.png");
    for (tried, meant) in
        [("info", "inspect"), ("show", "inspect"), ("validate", "lint"), ("check", "lint"), ("ls", "scan")]
    {
        let answer = |verb| run(folder.path(), &[verb, "--quiet", &card]);
        assert_eq!(answer(tried).stdout, answer(meant).stdout, "{tried}");
    }
    assert!(good(folder.path(), &["fix", "--help"]).stdout == good(folder.path(), &["repair", "--help"]).stdout);
}

#[cfg(unix)]
#[test]
fn names_of_files_move_no_cursor_in_any_format() {
    let folder = tempfile::tempdir().unwrap();
    let name = "a\u{1b}]0;title\u{7}\u{9b}2J\u{202e}.json";
    fs::write(folder.path().join(name), "{\"spec\":\"chara_card_v2\",\"data\":{}}").unwrap();
    for format in ["human", "github", "sarif", "json"] {
        let said = run(folder.path(), &["lint", "--format", format, name]).stdout;
        let moves = |c: char| c.is_control() && !matches!(c, '\n' | '\t') || c == '\u{202e}';
        assert!(!text(&said).contains(moves), "{format}: {:?}", text(&said));
    }
}

#[test]
fn folders_are_searched_for_every_kind_of_card_file() {
    let folder = tempfile::tempdir().unwrap();
    let card = fs::read(fixture("wick-v3.charx")).unwrap();
    fs::write(folder.path().join("export.jpeg"), [b"\xff\xd8\xff\xe0".as_slice(), &card].concat()).unwrap();
    fs::write(folder.path().join("photo.jpg"), [b"\xff\xd8\xff\xe0".as_slice(), &[0; 100]].concat()).unwrap();
    fs::write(folder.path().join("world.lorebook"), "{\"entries\":{}}").unwrap();
    let rows = text(&good(folder.path(), &["scan", "."]).stdout);
    assert!(rows.contains("export.jpeg") && rows.contains("world.lorebook") && !rows.contains("photo.jpg"), "{rows}");
}
