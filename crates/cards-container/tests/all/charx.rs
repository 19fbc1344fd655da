//! CHARX, Prom archives and RisuAI modules.

use cards_container::charx::{self, Charx, NewFile, Role};
use cards_container::extract;
use cards_container::prom::{self, FolderRef, Prom};
use cards_container::risum::{self, Risum};
use cards_container::{
    AssetRef, CardEntryRule, Container, Error, FileKind, Finding, Limits, ListedAsset, Location, OpenOptions,
};

use cards_words::Outcome;

use crate::common::*;

fn open(files: &[Packed], rule: CardEntryRule) -> Result<(String, Vec<&'static str>), Error> {
    let bytes = archive(files);
    let mut charx = Charx::open(bytes.as_slice(), rule, &Limits::default())?;
    let codes = charx.findings().iter().map(Finding::code).collect();
    Ok((String::from_utf8(charx.card_json()?).expect("text"), codes))
}

#[track_caller]
fn check(names: &[&str], expected: Result<(&str, &[&str]), &str>) {
    let files: Vec<Packed> = names.iter().map(|name| Packed::new(name, name.as_bytes())).collect();
    let found = open(&files, CardEntryRule::Lenient).map_err(|e| e.class());
    assert_eq!(found, expected.map(|(text, codes)| (text.to_owned(), codes.to_vec())), "{names:?}");
}

#[test]
fn the_card_is_found_by_the_rules() {
    check(&["a.png", "card.json", "z/card.json"], Ok(("card.json", &[])));
    check(&["Card.json", "a.png"], Ok(("Card.json", &["card-name"])));
    check(&["my card/card.json", "my card/a.png"], Ok(("my card/card.json", &["card-name"])));
    check(&["a/card.json", "b/card.json"], Err("duplicate-entry"));
    check(&["Card.json", "CARD.json"], Err("duplicate-entry"));
    check(&["card.json", "card.json"], Err("duplicate-entry"));
    check(&["a/b/card.json"], Err("not-a-card"));
    check(&["__MACOSX/card.json"], Err("not-a-card"));
    // What must not become a path is nobody's card.
    check(&["../card.json"], Err("not-a-card"));
    check(&["/card.json"], Err("not-a-card"));
    check(&["readme.txt"], Err("not-a-card"));
    let files = [Packed::new("sub/card.json", b"s"), Packed::new("card.json", b"r")];
    assert_eq!(open(&files, CardEntryRule::FirstSuffix).expect("the first").0, "s");
    assert_eq!(open(&files[..1], CardEntryRule::Root).expect_err("nested").class(), "not-a-card");
    let site = [Packed::new("Aria.png", b"x")];
    let message = open(&site, CardEntryRule::Lenient).expect_err("no card").to_string();
    assert_eq!(
        message,
        "the archive holds no card: it has no `card.json`, but a picture `Aria.png` that may be a card; extract and read \
         that"
    );
}

#[test]
fn assets_are_found_by_their_uris() {
    let files = [
        "card.json",
        "assets/icon/images/main.png",
        "assets\\b.png",
        "x_meta/main.json",
        "app.json",
        "module.risum",
        "assets/",
        "notes.txt",
    ];
    let bytes = archive(&files.map(|name| Packed::new(name, name.as_bytes())));
    let charx = Charx::open(bytes.as_slice(), CardEntryRule::Lenient, &Limits::default()).expect("open");
    let uris = [
        "embeded://assets/icon/images/main.png",
        "embedded://./assets/b.png",
        "embeded://assets/none.png",
        "ccdefault:",
        "https://example.org/a.png",
        "data:image/png;base64,QUI=",
        "embeded://../card.json",
        "file:///etc/hostname",
    ];
    let refs = uris.map(|uri| AssetRef { kind: "icon", uri, name: "n", ext: "png" });
    let Outcome { value: listed, findings } = charx.assets(&refs);
    let places: Vec<_> = listed.iter().map(|a| a.location).collect();
    assert_eq!(
        places,
        [
            Location::Entry(1),
            Location::Entry(2),
            Location::Missing,
            Location::Default,
            Location::Web,
            Location::Inline,
            Location::Missing,
            Location::Missing,
        ]
    );
    let codes: Vec<_> = findings.iter().map(Finding::code).collect();
    assert_eq!(codes, ["missing-asset", "asset-uri", "asset-uri"]);
    assert_eq!(
        charx.roles(&listed),
        [Role::Card, Role::Asset, Role::Asset, Role::Meta, Role::AppData, Role::Module, Role::Folder, Role::Other,]
    );
}

#[test]
fn a_card_in_a_folder_has_its_assets_there() {
    let files = ["dir/card.json", "dir/assets/a.png", "assets/a.png"];
    let bytes = archive(&files.map(|name| Packed::new(name, name.as_bytes())));
    let charx = Charx::open(bytes.as_slice(), CardEntryRule::Lenient, &Limits::default()).expect("open");
    let asset = AssetRef { kind: "icon", uri: "embeded://assets/a.png", name: "main", ext: "png" };
    assert_eq!(charx.assets(&[asset]).value[0].location, Location::Entry(1));
}

#[test]
fn a_prom_archive_expands_its_folders() {
    let lines = [
        FolderRef { kind: "sprites", path: "sprites", name: None },
        FolderRef { kind: "bgm", path: "bgm/", name: Some("Sea \"x\"") },
        FolderRef { kind: "bg", path: "bg", name: None },
    ];
    let files = [
        NewFile { name: "sprites/joy.PNG", bytes: b"1" },
        NewFile { name: "bgm/sea.ogg", bytes: b"2" },
        NewFile { name: "left.txt", bytes: b"3" },
    ];
    let bytes = prom::write(b"{}", b"png", &lines, &files, Vec::new()).expect("written");
    let Ok(Container::Prom(mut prom)) =
        cards_container::open(bytes.as_slice(), OpenOptions::default()).map(|file| file.container)
    else {
        panic!("a Prom archive")
    };
    assert_eq!(prom.findings(), []);
    assert_eq!(prom.card_json().expect("a card"), b"{}");
    let Outcome { value: assets, findings } = prom.assets(&lines);
    let found: Vec<_> = assets.iter().map(|a| (a.line, a.entry, a.name.as_str(), a.ext.as_str())).collect();
    assert_eq!(found, [(0, 3, "joy", "png"), (1, 4, "sea", "ogg")]);
    let codes: Vec<_> = findings.iter().map(Finding::code).collect();
    assert_eq!(codes, ["missing-asset", "unlisted"]);
    let list = prom.asset_list_entry().expect("a list");
    let text = String::from_utf8(prom.archive_mut().read(list).expect("read")).expect("text");
    assert_eq!(text.lines().nth(1), Some(r#"{"type":"bgm","path":"bgm/","name":"Sea \"x\""}"#));
    let bare = prom::write(b"{}", b"", &[], &files, Vec::new()).expect("written");
    let prom = Prom::open(bare.as_slice(), CardEntryRule::Lenient, &Limits::default()).expect("open");
    assert_eq!(prom.findings().iter().map(Finding::code).collect::<Vec<_>>(), ["missing-part"]);
}

/// The icon of a card that lists no file is no stray one; beside a file that is listed it is.
#[test]
fn an_unlisted_icon_is_an_asset() {
    let files = [
        Packed::new("card.json", b"{}"),
        Packed::new("assets/icon/image/main.png", b"p"),
        Packed::new("other.txt", b"x"),
    ];
    let bytes = archive(&files);
    let charx = Charx::open(bytes.as_slice(), CardEntryRule::Lenient, &Limits::default()).expect("open");
    assert_eq!(charx.roles(&[]), [Role::Card, Role::Asset, Role::Other]);
    let listed = [ListedAsset::new(0, Location::Entry(2), None)];
    assert_eq!(charx.roles(&listed), [Role::Card, Role::Other, Role::Asset]);
}

#[test]
fn a_module_reads_alone_and_inside() {
    let json = br#"{"module":{"name":"M"},"type":"risuModule"}"#;
    let mut file = vec![0x6f, 0];
    file.extend_from_slice(&(json.len() as u32).to_le_bytes());
    file.extend_from_slice(&risum::pack(json));
    file.extend_from_slice(&[1, 3, 0, 0, 0]);
    file.extend_from_slice(&risum::pack(b"abc"));
    file.push(0);
    let files = [Packed::new("card.json", b"{}"), Packed::new("module.risum", &file)];
    let bytes = archive(&files);
    let mut charx = Charx::open(bytes.as_slice(), CardEntryRule::Lenient, &Limits::default()).expect("open");
    let module = charx.module().expect("read").expect("a module");
    assert_eq!((module.json.as_slice(), module.asset(0).as_deref()), (&json[..], Some(&b"abc"[..])));
    assert!(matches!(
        cards_container::open(file.as_slice(), OpenOptions::default()).map(|file| file.container),
        Ok(Container::Risum(_))
    ));
    // Alone it is the lorebook that it brings.
    let lore = br#"{"module":{"name":"M","lorebook":[{"key":"bell","content":"It rings.","insertorder":1}]},"type":"risuModule"}"#;
    let alone = [&[0x6f, 0][..], &(lore.len() as u32).to_le_bytes(), &risum::pack(lore), &[0]].concat();
    let mut opened = cards_container::open(alone.as_slice(), OpenOptions::default()).expect("open");
    let loaded = opened.load().expect("a lorebook");
    assert_eq!((loaded.kind, loaded.document.content.form()), (FileKind::Risum, cards_model::Form::RisuLorebook));
    assert!(FileKind::Risum.is_only_read());
    // Taken apart it is the lorebook, and the module with all that else is in it.
    let pieces = extract::pieces(&opened.container, &loaded).value;
    let taken: Vec<(String, Vec<u8>)> = pieces
        .iter()
        .map(|piece| {
            let mut bytes = Vec::new();
            piece.write_to(&mut opened.container, &mut bytes).expect("written");
            (piece.path.to_string(), bytes)
        })
        .collect();
    assert_eq!(taken.iter().map(|(path, _)| path.as_str()).collect::<Vec<_>>(), ["lorebook.json", "module.risum"]);
    assert_eq!(taken[1].1, alone);
    let tight = Limits::default().with_module(40);
    let mut opened = cards_container::open(alone.as_slice(), OpenOptions::default().with_limits(tight)).expect("open");
    assert_eq!(opened.load().expect_err("too large").class(), "too-large");
    for cut in 0..file.len() {
        let error = Risum::read(file[..cut].to_vec(), &Limits::default()).expect_err("cut");
        assert_eq!(error.class(), "truncated", "cut at {cut}");
    }
    let version = Risum::read(vec![0x6f, 1, 0, 0, 0, 0, 0], &Limits::default()).expect_err("a version");
    assert_eq!(version.to_string(), "the RisuAI module cannot be read: its version is not known (byte 0x01)");
}

#[test]
fn a_written_charx_reads_again() {
    let files = [NewFile { name: "assets/icon/images/main.png", bytes: b"png" }];
    let bytes = charx::write(br#"{"spec":"chara_card_v3"}"#, &files, Vec::new()).expect("written");
    let Ok(Container::Charx(mut charx)) =
        cards_container::open(bytes.as_slice(), OpenOptions::default()).map(|file| file.container)
    else {
        panic!("a CHARX")
    };
    assert_eq!(charx.card_json().expect("a card"), br#"{"spec":"chara_card_v3"}"#);
    assert_eq!(charx.findings(), []);
}

#[test]
fn polyglots_are_opened_as_what_holds_the_card() {
    let zip = archive(&[Packed::new("card.json", b"{}")]);
    let picture = file(&[ihdr(), idat(), iend()]);
    for front in [&b"\xff\xd8\xff\xe0\0\x10JFIF"[..], &picture, b"MZ...", b"#!/bin/sh\n", b"{} "] {
        let bytes = [front, &zip].concat();
        let opened = cards_container::open(bytes.as_slice(), OpenOptions::default()).map(|file| file.container);
        assert!(matches!(opened, Ok(Container::Charx(_))), "{:?}: {opened:?}", String::from_utf8_lossy(front));
    }
    // The signature alone does not make an archive.
    let chance = [&b"Rar!\x1a\x07\x01\0"[..], b"PK\x05\x06", &[0; 40]].concat();
    let error =
        cards_container::open(chance.as_slice(), OpenOptions::default()).map(|file| file.container).expect_err("a RAR");
    assert_eq!(error.class(), "bad-zip");
    assert!(error.to_string().contains("RAR"), "{error}");
    let card = file(&[ihdr(), text("chara", &b64("{}")), iend()]);
    let bytes = [card, zip].concat();
    assert!(matches!(
        cards_container::open(bytes.as_slice(), OpenOptions::default()).map(|file| file.container),
        Ok(Container::Png(_))
    ));
}

#[test]
fn a_module_is_limited_on_both_sides() {
    let json = br#"{"type":"risuModule"}"#;
    let mut file = vec![0x6f, 0];
    file.extend_from_slice(&(json.len() as u32).to_le_bytes());
    file.extend_from_slice(&risum::pack(json));
    file.extend_from_slice(&[1, 1, 0, 0, 0, b'x', 1, 1, 0, 0, 0, b'y', 0]);
    let read = |limits: Limits| Risum::read(file.clone(), &limits).map_err(|error| error.to_string());
    let (size, json) = (file.len() as u64, json.len() as u64);
    assert!(read(Limits::default().with_module(size).with_json(json).with_members(2)).is_ok());
    for (limits, message) in [
        (
            Limits::default().with_module(size - 1),
            "the RisuAI module's file has 40 bytes or more, over the limit of 39; raise `Limits::module` to read it",
        ),
        (
            Limits::default().with_json(json - 1),
            "the RisuAI module's JSON has 21 bytes or more, over the limit of 20; raise `Limits::json` to read it",
        ),
        (
            Limits::default().with_members(1),
            "the RisuAI module's file has 2 assets or more, over the limit of 1; raise `Limits::members` to read it",
        ),
    ] {
        assert_eq!(read(limits).expect_err("over"), message);
    }
}

#[test]
fn a_json_file_is_limited_on_both_sides() {
    let file = br#"{"spec":"chara_card_v2","data":{"name":"Aria"}}"#;
    let load = |n| cards_container::open(&file[..], Limits::default().with_json(n)).and_then(|mut file| file.load());
    assert!(load(file.len() as u64).is_ok());
    let error = load(file.len() as u64 - 1).expect_err("over");
    assert_eq!(
        error.to_string(),
        "the file has 47 bytes or more, over the limit of 46; raise `Limits::json` to read it"
    );
}

#[test]
fn packages_of_other_programs_are_named() {
    for (names, found) in [
        (
            &["manifest.json", "characters/1/character.json", "characters/1/images/a.png"][..],
            "it is a package of Backyard (BYAF), which is not read here; the character or book is `characters/1/character.json`",
        ),
        (
            &["Characters/7f/character.json", "Characters/7f/thumbnail.png"],
            "it is a package of Voxta, which is not read here; the character or book is `Characters/7f/character.json`",
        ),
    ] {
        let files: Vec<Packed> = names.iter().map(|name| Packed::new(name, b"{}")).collect();
        let error = open(&files, CardEntryRule::Lenient).expect_err("no card");
        assert_eq!(error.to_string(), format!("the archive holds no card: {found}"));
    }
}
