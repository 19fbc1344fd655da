//! `cards merge` over whole files: the picture, texts beside it, files of an archive, and what both sides changed.

use std::fs;
use std::path::Path;

use cards_container::Limits;
use cards_container::zip::{Archive, Edit, Keep, rewrite};
use serde_json::Value;

use crate::desk::folder;
use crate::tool::{answer, run, text};

/// A PNG of one colour.
fn picture(at: &Path, name: &str, colour: u8) {
    noted(at, name, colour, &[]);
}

/// A PNG of one colour with texts beside it.
fn noted(at: &Path, name: &str, colour: u8, notes: &[(&str, &str)]) {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 2, 2);
    encoder.set_color(png::ColorType::Grayscale);
    for (keyword, text) in notes {
        encoder.add_text_chunk((*keyword).to_owned(), (*text).to_owned()).unwrap();
    }
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&[colour; 4]).unwrap();
    writer.finish().unwrap();
    fs::write(at.join(name), bytes).unwrap();
}

fn merged(at: &Path, files: [&str; 3], more: &[&str]) -> (i32, Value) {
    let output = run(at, &[&["merge"], &files[..], &["-o", "merged", "--force", "--json"], more].concat());
    let told = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", text(&output.stderr)));
    (output.status.code().unwrap(), told)
}

/// The picture of a card, as its own file.
fn shown(at: &Path, card: &str) -> Vec<u8> {
    answer(at, &["strip", card, "-o", "bare.png", "--force"]);
    fs::read(at.join("bare.png")).unwrap()
}

#[test]
fn a_new_picture_and_a_new_text_become_one_file() {
    let folder = folder();
    let at = folder.path();
    picture(at, "one.png", 1);
    picture(at, "two.png", 2);
    answer(at, &["set", "wick.png", "picture=@one.png", "-o", "drawn.png"]);
    answer(at, &["set", "wick.png", "first_mes=Mine", "-o", "written.png"]);
    for (ours, theirs) in [("drawn.png", "written.png"), ("written.png", "drawn.png")] {
        let (status, told) = merged(at, ["wick.png", ours, theirs], &[]);
        assert_eq!((status, told["conflicts"].as_array().unwrap().len()), (0, 0), "{told}");
        assert_eq!(answer(at, &["get", "merged", "first_mes"]), "Mine\n");
        assert!(shown(at, "merged") == shown(at, "drawn.png"), "{ours}");
        assert_eq!(told["members"].as_array().unwrap().len(), usize::from(theirs == "drawn.png"), "{told}");
    }
    // Two new pictures are a conflict; a side that is named decides it.
    answer(at, &["set", "wick.png", "picture=@two.png", "-o", "other.png"]);
    for (more, status, wanted) in
        [(&[][..], 1, "drawn.png"), (&["--ours"], 0, "drawn.png"), (&["--theirs"], 0, "other.png")]
    {
        let (code, told) = merged(at, ["wick.png", "drawn.png", "other.png"], more);
        assert_eq!((code, &told["members"][0]["conflict"]), (status, &true.into()), "{told}");
        assert!(shown(at, "merged") == shown(at, wanted), "{more:?}");
    }
    // What nobody changed is the file itself.
    let (_, told) = merged(at, ["wick.png", "drawn.png", "wick.png"], &[]);
    assert_eq!(told["members"].as_array().unwrap().len(), 0);
    assert!(fs::read(at.join("merged")).unwrap() == fs::read(at.join("drawn.png")).unwrap());
}

const SMILE: &str = "assets/other/image/smile.png";

fn open(bytes: &[u8]) -> Archive<'_> {
    Archive::open(bytes, &Limits::default()).unwrap()
}

#[test]
fn files_of_an_archive_go_along_with_their_rows() {
    let folder = folder();
    let at = folder.path();
    answer(at, &["pack", "wick.png", "-o", "base.charx"]);
    answer(at, &["set", "base.charx", "first_mes=Mine", "-o", "ours.charx"]);
    // An archive with one more file.
    let smile = Edit::Put { name: SMILE, bytes: b"smile" };
    let base = fs::read(at.join("base.charx")).unwrap();
    let made = rewrite(&mut open(&base), &[smile], Keep::Everything, Vec::new()).unwrap().into_value(&mut Vec::new());
    fs::write(at.join("theirs.charx"), made).unwrap();
    let smile = |file: &str| {
        let bytes = fs::read(at.join(file)).unwrap();
        let mut archive = open(&bytes);
        archive.find(SMILE).map(|index| archive.read(index).unwrap())
    };
    let (status, told) = merged(at, ["base.charx", "ours.charx", "theirs.charx"], &[]);
    assert_eq!(status, 0, "{told}");
    assert_eq!(told["members"][0]["name"], SMILE, "{told}");
    assert_eq!(smile("merged"), Some(b"smile".to_vec()));
    assert_eq!(answer(at, &["get", "merged", "first_mes"]), "Mine\n");
    // What they took out goes.
    let (status, told) = merged(at, ["theirs.charx", "theirs.charx", "base.charx"], &[]);
    assert_eq!((status, &told["members"][0]["removed"]), (0, &true.into()), "{told}");
    assert_eq!(smile("merged"), None);
}

#[test]
fn what_one_side_took_out_and_the_other_changed_is_told_as_it_is() {
    let folder = folder();
    let at = folder.path();
    answer(at, &["set", "wick.json", "--remove", "book[0]", "-o", "ours.json"]);
    answer(at, &["set", "wick.json", "book[0].content=Theirs.", "-o", "theirs.json"]);
    let entries = |file: &str| answer(at, &["get", file, "book.entries"]);
    let files = ["wick.json", "ours.json", "theirs.json"];
    for (more, status, taken, kept) in [
        (&[][..], 1, "theirs", true),
        (&["--ours"], 0, "ours", false),
        (&["--theirs"], 0, "theirs", true),
        (&["--mark"], 1, "theirs", true),
    ] {
        let (code, told) = merged(at, files, more);
        assert_eq!((code, told["conflicts"][0]["taken"].as_str()), (status, Some(taken)), "{more:?}: {told}");
        assert_eq!(entries("merged").contains("Theirs."), kept, "{more:?}");
    }
    let said = run(at, &[&["merge"], &files[..], &["--dry-run"]].concat());
    let said = text(&said.stdout) + &text(&said.stderr);
    assert!(said.contains("theirs is in the result") && !said.contains("ours counts"), "{said}");
}

/// Author and copyright stay beside a new picture, and go through a merge as any other part of the file.
#[test]
fn texts_beside_a_picture_stay_and_are_merged() {
    let folder = folder();
    let at = folder.path();
    noted(at, "old.png", 1, &[("Author", "Ann"), ("Software", "Brush")]);
    noted(at, "new.png", 2, &[("Software", "Pen")]);
    answer(at, &["pack", "wick.json", "--picture", "old.png", "-o", "base.png"]);
    answer(at, &["set", "base.png", "picture=@new.png", "-o", "drawn.png"]);
    let notes = |file: &str| -> Vec<(String, String)> {
        let decoder = png::Decoder::new(std::io::BufReader::new(fs::File::open(at.join(file)).unwrap()));
        let mut reader = decoder.read_info().unwrap();
        reader.next_frame(&mut [0; 4]).unwrap();
        reader.finish().unwrap();
        let all = reader.info().uncompressed_latin1_text.iter();
        let mut all: Vec<_> = all.map(|text| (text.keyword.clone(), text.text.clone())).collect();
        all.retain(|(keyword, _)| !["chara", "ccv3"].contains(&keyword.as_str()));
        all.sort();
        all
    };
    let pair = |keyword: &str, text: &str| (keyword.to_owned(), text.to_owned());
    assert_eq!(notes("drawn.png"), [pair("Author", "Ann"), pair("Software", "Pen")]);
    answer(at, &["set", "base.png", "first_mes=Mine", "-o", "ours.png"]);
    let (status, told) = merged(at, ["base.png", "ours.png", "drawn.png"], &[]);
    assert_eq!((status, told["members"].as_array().unwrap().len()), (0, 2), "{told}");
    assert_eq!(notes("merged"), [pair("Author", "Ann"), pair("Software", "Pen")]);
    assert_eq!(answer(at, &["get", "merged", "first_mes"]), "Mine\n");
}

#[test]
fn marks_of_a_merge_are_an_error_until_a_side_is_taken() {
    let folder = folder();
    let at = folder.path();
    answer(at, &["set", "wick.png", "first_mes=Mine", "-o", "ours.png"]);
    answer(at, &["set", "wick.png", "first_mes=Theirs", "-o", "theirs.png"]);
    run(at, &["merge", "wick.png", "ours.png", "theirs.png", "--mark", "-o", "marked.png"]);
    let linted = run(at, &["lint", "marked.png", "--select", "merge-mark"]);
    assert_eq!(linted.status.code(), Some(1), "{}", text(&linted.stdout));
    // A repair that is not told a side takes none.
    answer(at, &["repair", "marked.png", "-o", "still.png"]);
    assert!(answer(at, &["get", "still.png", "first_mes"]).contains("<<<<<<< ours"));
    for (side, wanted) in [("ours", "Mine\n"), ("theirs", "Theirs\n")] {
        answer(at, &["repair", "marked.png", "--take", side, "-o", "taken.png", "--force"]);
        assert_eq!(answer(at, &["get", "taken.png", "first_mes"]), wanted);
        assert!(run(at, &["lint", "taken.png", "--select", "merge-mark"]).status.success());
    }
}

/// What our kind of file has no room for is a conflict; what theirs did not change is none.
#[test]
fn what_another_kind_of_file_cannot_take_is_a_conflict() {
    let folder = folder();
    let at = folder.path();
    picture(at, "blue.png", 7);
    answer(at, &["pack", "other.json", "--picture", "portrait.png", "-o", "base.png"]);
    answer(at, &["set", "base.png", "picture=@blue.png", "-o", "blue-card.png"]);
    answer(at, &["set", "base.png", "name=Mira", "-o", "named.png"]);
    for (theirs, more, status, conflicts) in [
        ("blue-card.png", &[][..], 1, 1),
        ("blue-card.png", &["--ours"], 0, 1),
        ("blue-card.png", &["--theirs"], 1, 1),
        ("named.png", &[], 0, 0),
    ] {
        let (code, told) = merged(at, ["base.png", "other.json", theirs], more);
        let members = told["members"].as_array().map_or(0, Vec::len);
        assert_eq!((code, members), (status, conflicts), "{theirs} {more:?}: {told}");
    }
}
