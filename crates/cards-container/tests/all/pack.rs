//! Taking files apart and putting them together again.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use cards_container::extract::{PieceKind, damaged_pieces, pieces};
use cards_container::pack::{Chunks, Folder, PackOptions, Report, Target, pack, pack_folder};
use cards_container::png::Png;
use cards_container::zip::Archive;
use cards_container::{Container, Error, Limits, Loaded, open};
use cards_model::Asset;
use cards_words::Outcome;
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::common::{Packed, archive, b64, file, idat, iend, ihdr, text};

type Opened<'a> = (Container<'a>, Loaded);

fn opened(file: &[u8]) -> Opened<'_> {
    let limits = Limits::default();
    let mut container = open(file, &limits).expect("a container");
    let loaded = container.load().expect("a card");
    (container.container, loaded)
}

/// All pieces of a file, as if they had been written into a folder and read again.
fn apart(file: &[u8]) -> Folder {
    let (mut container, loaded) = opened(file);
    let list = pieces(&container, &loaded).value;
    let mut folder = Folder::default();
    for piece in &list {
        let mut bytes = Vec::new();
        piece.write_to(&mut container, &mut bytes).expect("a whole piece");
        folder.files.push((piece.path.to_string(), bytes));
    }
    folder.files.sort();
    folder
}

fn together(folder: Folder, target: Target, options: &PackOptions) -> (Vec<u8>, Report) {
    let mut out = Vec::new();
    let report = pack_folder(folder, target, options, &mut out).expect("packed");
    (out, report)
}

fn repacked(file: &[u8], target: Target, options: &PackOptions) -> (Vec<u8>, Report) {
    let (mut container, loaded) = opened(file);
    let mut out = Vec::new();
    let report = pack(&mut container, loaded, target, options, &mut out).expect("packed");
    (out, report)
}

/// Type, name and bytes of each asset that is in the file.
fn assets(file: &[u8]) -> Vec<(String, String, Vec<u8>)> {
    let (mut container, loaded) = opened(file);
    let list = loaded.document.card().expect("a card").assets().into_owned();
    let bytes = list.iter().map(|asset| match asset.uri.as_str() {
        "ccdefault:" => container.portrait(loaded.document.card().expect("a card")),
        _ => container.asset(asset),
    });
    let named = |(asset, bytes): (&Asset, Result<Option<Vec<u8>>, Error>)| {
        Some((asset.kind.clone(), asset.name.clone(), bytes.expect("readable")?))
    };
    list.iter().zip(bytes).filter_map(named).collect()
}

pub(crate) fn picture() -> Vec<u8> {
    file(&[ihdr(), idat(), iend()])
}

fn card(assets: &[(String, String, String, Vec<u8>)]) -> Vec<u8> {
    let list: Vec<Value> = assets
        .iter()
        .map(|(kind, name, ext, bytes)| {
            json!({"type": kind, "uri": format!("data:;base64,{}", STANDARD.encode(bytes)), "name": name, "ext": ext})
        })
        .collect();
    let card = json!({"spec": "chara_card_v3", "spec_version": "3.0", "data": {
        "name": "Aria", "description": "d", "assets": list, "extensions": {"x": [1.5]},
    }});
    serde_json::to_vec(&card).expect("JSON")
}

fn any_assets() -> impl Strategy<Value = Vec<(String, String, String, Vec<u8>)>> {
    let kind = prop_oneof![Just("icon"), Just("emotion"), Just("background"), Just("x-risu-asset")];
    let ext = prop_oneof![Just("png"), Just("webp"), Just("unknown"), Just(""), Just("MP3")];
    let bytes = prop_oneof![vec(any::<u8>(), 0..40), Just(picture())];
    let one = (kind, "[a-cA-Cé/ .]{0,4}", ext, bytes);
    vec(one.prop_map(|(kind, name, ext, bytes)| (kind.to_owned(), name, ext.to_owned(), bytes)), 0..6)
}

/// A new picture is put in, also where the archive would be copied entry by entry.
#[test]
fn a_charx_takes_a_new_picture() {
    let folder = Folder { files: vec![("card.json".to_owned(), card(&[]))] };
    let (charx, _) = together(folder, Target::Charx, &PackOptions::default());
    assert_eq!(assets(&charx), []);
    let (with, _) = repacked(&charx, Target::Charx, &PackOptions::default().with_portrait(picture()));
    assert_eq!(assets(&with), [("icon".to_owned(), "main".to_owned(), picture())]);
}

proptest! {
    #[test]
    fn a_charx_taken_apart_packs_to_itself(list in any_assets()) {
        let folder = Folder { files: vec![("card.json".to_owned(), card(&list))] };
        let (charx, _) = together(folder, Target::Charx, &PackOptions::default());
        let expected: Vec<_> = list.iter().map(|(k, n, _, b)| (k.clone(), n.clone(), b.clone())).collect();
        let sorted = |mut assets: Vec<(String, String, Vec<u8>)>| { assets.sort(); assets };
        prop_assert_eq!(sorted(assets(&charx)), sorted(expected));
        let (again, report) = together(apart(&charx), Target::Charx, &PackOptions::default());
        prop_assert_eq!(&again, &charx, "{:?}", report);
        prop_assert_eq!(&repacked(&charx, Target::Charx, &PackOptions::default()).0, &charx);
    }

    #[test]
    fn a_png_taken_apart_packs_to_itself(list in any_assets(), backfill in any::<bool>()) {
        let chunks = if backfill { Chunks::WithBackfill } else { Chunks::AsIs };
        let given = PackOptions::default().with_portrait(picture()).with_chunks(chunks);
        let plain = PackOptions::default().with_chunks(chunks);
        let folder = Folder { files: vec![("card.json".to_owned(), card(&list))] };
        let (png, _) = together(folder, Target::Png, &given);
        let (again, report) = together(apart(&png), Target::Png, &plain);
        prop_assert_eq!(&again, &png, "{:?}", report);
        prop_assert_eq!(&repacked(&png, Target::Png, &plain).0, &png);
    }

    #[test]
    fn assets_survive_the_way_through_all_containers(list in any_assets()) {
        let given = PackOptions::default().with_portrait(picture());
        let folder = Folder { files: vec![("card.json".to_owned(), card(&list))] };
        let (png, _) = together(folder, Target::Png, &given);
        let sorted = |file: &[u8]| { let mut all = assets(file); all.sort(); all };
        let (charx, _) = repacked(&png, Target::Charx, &PackOptions::default());
        let (text, _) = repacked(&charx, Target::Json, &PackOptions::default());
        let (from_text, _) = repacked(&text, Target::Charx, &PackOptions::default());
        prop_assert_eq!(sorted(&text), sorted(&charx));
        prop_assert_eq!(sorted(&from_text), sorted(&charx));
        // The picture is an asset of the archive, whether the card listed it or not.
        prop_assert!(assets(&charx).iter().any(|(_, _, bytes)| *bytes == picture()));
        for asset in assets(&png) {
            prop_assert!(assets(&charx).contains(&asset), "{asset:?} went missing");
        }
        // What text would leave behind are the assets, but for the picture that a PNG is.
        let beside = |file: &[u8]| opened(file).0.beside_the_card().len();
        prop_assert_eq!(beside(&charx), assets(&charx).len());
        let listed = opened(&png).1.document.card().expect("a card").assets().into_owned();
        prop_assert_eq!(beside(&png), listed.iter().filter(|asset| asset.uri != "ccdefault:").count());
        prop_assert_eq!(beside(&text), 0);
    }
}

#[test]
fn other_entries_of_an_archive_stay_raw_or_are_named() {
    let json = r#"{"spec":"chara_card_v3","spec_version":"3.0","data":{"name":"Aria","assets":[]}}"#;
    let charx = archive(&[
        Packed::new("card.json", json.as_bytes()),
        Packed::new("module.risum", b"o"),
        Packed::new("x_meta/1.json", b"{}"),
    ]);
    let (same, _) = repacked(&charx, Target::Charx, &PackOptions::default());
    let names = |file: &[u8]| -> Vec<String> {
        let archive = Archive::open(file, &Limits::default()).expect("an archive");
        archive.entries().map(|e| e.shown()).collect()
    };
    assert_eq!(names(&same), ["card.json", "module.risum", "x_meta/1.json"]);
    let given = PackOptions::default().with_portrait(picture());
    let (_, report) = repacked(&charx, Target::Png, &given);
    let said: Vec<String> = report.findings.iter().map(ToString::to_string).collect();
    assert_eq!(
        said,
        [
            "`module.risum` is left out: a PNG has no place for it",
            "`x_meta/1.json` is left out: a PNG has no place for it",
        ]
    );
}

#[test]
fn unsafe_names_are_named_and_never_become_paths() {
    let json = br#"{"spec":"chara_card_v3","data":{"name":"Aria"}}"#;
    let charx = archive(&[
        Packed::new("card.json", json),
        Packed::new("../up.png", b"x"),
        Packed::new("C:/up.png", b"x"),
        Packed::new("a/NUL.png", b"x"),
        Packed::new("a/ok.png", b"x"),
        Packed::new("A/OK.png", b"x"),
    ]);
    let (container, loaded) = opened(&charx);
    let Outcome { value: list, findings } = pieces(&container, &loaded);
    let paths: Vec<_> = list.iter().map(|piece| piece.path.as_str()).collect();
    assert_eq!(paths, ["card.json", "a/ok.png"]);
    assert_eq!(
        findings.iter().map(cards_container::Finding::code).collect::<Vec<_>>(),
        ["zip-slip", "zip-slip", "zip-slip", "left-out"]
    );
}

#[test]
fn every_payload_of_a_picture_is_a_piece() {
    let json = r#"{"name":"Aria","description":"","first_mes":""}"#;
    let png =
        file(&[ihdr(), text("chara", &b64(json)), text("chara", &b64("{}")), text("MOD", &b64("[]")), idat(), iend()]);
    let (container, loaded) = opened(&png);
    let list = pieces(&container, &loaded).value;
    let paths: Vec<_> = list.iter().map(|piece| (piece.path.as_str(), piece.kind)).collect();
    assert_eq!(
        paths,
        [
            ("card.json", PieceKind::Card),
            ("payloads/01-chara.json", PieceKind::Payload),
            ("payloads/02-chara.json", PieceKind::Payload),
            ("payloads/03-mod.json", PieceKind::Payload),
            ("picture.png", PieceKind::Picture),
        ]
    );
    let folder = apart(&png);
    assert_eq!(folder.files.iter().find(|(path, _)| path == "picture.png").map(|(_, b)| b.clone()), Some(picture()));
}

#[test]
fn modules_and_lorebooks_are_called_what_they_are() {
    let module = include_str!("../../../../fixtures/cards/module.json");
    let book = r#"{"name":"Tolls","extensions":{},"entries":[]}"#;
    for (json, path, kind, refusal) in [
        (module, "module.json", PieceKind::Module, "it is an RPGGO module, and only a card"),
        (book, "lorebook.json", PieceKind::Lorebook, "it is a lorebook, and only a card"),
    ] {
        let (container, loaded) = opened(json.as_bytes());
        let list = pieces(&container, &loaded).value;
        assert_eq!(list.first().map(|piece| (piece.path.as_str(), piece.kind)), Some((path, kind)));
        let folder = apart(json.as_bytes());
        let (again, report) = together(folder.clone(), Target::Json, &PackOptions::default());
        assert_eq!((again.as_slice(), report.findings.len()), (json.as_bytes(), list.len() - 1), "{path}");
        let error = pack_folder(folder, Target::Charx, &PackOptions::default(), &mut Vec::new()).expect_err("no card");
        assert!(error.to_string().contains(refusal), "{error}");
    }
}

#[test]
fn a_card_that_cannot_be_read_is_taken_apart_for_mending() {
    let json = r#"{"name":"Aria","description":"","first_mes":"""#;
    let png = file(&[
        ihdr(),
        text("chara", &b64(json)),
        text("ccv3", b"eyJ*"),
        text("chara", json.as_bytes()),
        idat(),
        iend(),
    ]);
    let limits = Limits::default();
    let mut container = open(png.as_slice(), &limits).expect("a PNG");
    assert!(container.load().is_err());
    let Outcome { value: list, findings: odd } = damaged_pieces(&mut container.container);
    let mut found = Vec::new();
    for piece in &list {
        let mut bytes = Vec::new();
        piece.write_to(&mut container.container, &mut bytes).expect("a piece");
        found.push((piece.path.as_str(), bytes));
    }
    assert!(odd.is_empty());
    assert_eq!(
        found,
        [
            ("payloads/01-chara.json", json.as_bytes().to_vec()),
            ("payloads/02-ccv3.txt", b"eyJ*".to_vec()),
            ("payloads/03-chara.json", json.as_bytes().to_vec()),
            ("picture.png", picture()),
        ]
    );
    // A JSON file is its own only piece.
    let mut container = open(json.as_bytes(), &limits).expect("JSON");
    assert_eq!(damaged_pieces(&mut container.container), Outcome::clean(Vec::new()));
}

#[test]
fn an_asset_that_an_archive_lacks_is_told_wherever_the_card_goes() {
    let list = json!([
        {"type": "icon", "uri": "embeded://assets/icon/images/main.png", "name": "main", "ext": "png"},
        {"type": "emotion", "uri": "embeded://assets/emotion/images/gone.png", "name": "sad", "ext": "png"},
    ]);
    let card = json!({"spec": "chara_card_v3", "spec_version": "3.0", "data": {"name": "Aria", "assets": list}});
    let charx = archive(&[
        Packed::new("card.json", card.to_string().as_bytes()),
        Packed::new("assets/icon/images/main.png", &picture()),
    ]);
    for target in [Target::Charx, Target::Json, Target::Png] {
        let (_, report) = repacked(&charx, target, &PackOptions::default());
        let told: Vec<String> = report.findings.iter().map(ToString::to_string).collect();
        let gone = "asset 1 points at `embeded://assets/emotion/images/gone.png`, which the container does not hold";
        assert_eq!(told.iter().filter(|finding| *finding == gone).count(), 1, "{target:?}: {told:?}");
    }
    assert_eq!(repacked(&charx, Target::Charx, &PackOptions::default()).1.assets, 1);
}

#[test]
fn what_has_no_picture_says_so() {
    let folder = Folder { files: vec![("card.json".to_owned(), card(&[]))] };
    for target in [Target::Png, Target::Prom] {
        let error = pack_folder(folder.clone(), target, &PackOptions::default(), &mut Vec::new()).expect_err("refused");
        assert_eq!(error.to_string(), "the file cannot be written: the card comes with no PNG picture; give it one");
    }
    let error =
        pack_folder(Folder::default(), Target::Charx, &PackOptions::default(), &mut Vec::new()).expect_err("refused");
    assert_eq!(error.to_string(), "the folder holds no card: it has no `card.json`, `module.json` or `lorebook.json`");
}

#[test]
fn a_card_takes_the_place_of_the_old_one_with_all_it_had() {
    let old = file(&[
        ihdr(),
        text("chara", &b64("{}")),
        text("chara-ext-asset_:9", &b64("x")),
        text("Comment", b"hi"),
        idat(),
        iend(),
    ]);
    let options = PackOptions::default().with_portrait(old);
    let folder = Folder { files: vec![("card.json".to_owned(), card(&[]))] };
    let (png, _) = together(folder, Target::Png, &options);
    let png =
        Png::open(png.as_slice(), &cards_container::png::ChunkPolicy::lenient(), &Limits::default()).expect("a PNG");
    let keywords: Vec<_> = png.candidates().iter().map(|c| c.spelled.as_str()).collect();
    assert_eq!(
        (keywords, png.assets().len(), png.other_keywords()),
        (vec!["chara", "ccv3"], 0, &["Comment".to_owned()][..])
    );
}

#[test]
fn sound_effects_come_back_as_sound_effects() {
    let list = [("bgm", "ocean", "mp3"), ("sfx", "blip", "ogg"), ("x_foo", "map", "png"), ("emotion", "joy", "webp")]
        .map(|(kind, name, ext)| (kind.to_owned(), name.to_owned(), ext.to_owned(), name.as_bytes().to_vec()));
    let folder = Folder { files: vec![("card.json".to_owned(), card(&list)), ("picture.png".to_owned(), picture())] };
    let (charx, _) = together(folder, Target::Charx, &PackOptions::default());
    let names: Vec<_> = Archive::open(charx.as_slice(), &Limits::default())
        .expect("open")
        .entries()
        .map(|entry| entry.shown())
        .collect();
    assert!(names.contains(&"assets/x_foo/images/map.png".to_owned()), "{names:?}");
    let (prom, _) = repacked(&charx, Target::Prom, &PackOptions::default());
    let Container::Prom(mut archive) = open(prom.as_slice(), Limits::default()).expect("open").container else {
        panic!()
    };
    let at = archive.asset_list_entry().expect("a list");
    let lines = String::from_utf8(archive.archive_mut().read(at).expect("read")).expect("UTF-8");
    assert_eq!(
        lines,
        "{\"type\":\"bgm\",\"path\":\"bgm\"}\n{\"type\":\"sfx\",\"path\":\"sfx\"}\n\
         {\"type\":\"x_foo\",\"path\":\"x_foo\"}\n{\"type\":\"sprites\",\"path\":\"emotion\"}\n"
    );
    let (again, _) = repacked(&prom, Target::Charx, &PackOptions::default());
    let sorted = |file: &[u8]| {
        let mut list: Vec<_> = assets(file).into_iter().filter(|(kind, ..)| kind != "icon").collect();
        list.sort();
        list
    };
    assert_eq!(sorted(&again), sorted(&charx));
}

#[test]
fn what_cannot_be_read_again_is_not_handed_out() {
    let deep = |levels: usize| format!("{}1{}", "[".repeat(levels), "]".repeat(levels));
    let text =
        |levels| format!(r#"{{"spec":"chara_card_v2","data":{{"name":"A","extensions":{{"x":{}}}}}}}"#, deep(levels));
    let folder = |text: String| Folder { files: vec![("card.json".to_owned(), text.into_bytes())] };
    let limits = Limits::default().with_json(2000);
    let options = PackOptions::default().with_limits(limits).with_portrait(picture());
    // The card grows on its way to V3, past the limit that it was read under.
    let long = format!(r#"{{"spec":"chara_card_v2","data":{{"name":"A","description":"{}"}}}}"#, "x".repeat(1900));
    let mut out = Vec::new();
    let error = pack_folder(folder(long), Target::Charx, &options, &mut out).expect_err("too long");
    assert_eq!((error.class(), out.len()), ("too-large", 0));
    assert_eq!(error.to_string(), "the new file could not be read again, so it is not handed out");
    pack_folder(folder(text(20)), Target::Png, &options, &mut out).expect("packed");
    assert!(!out.is_empty());
}

#[test]
fn a_ccv3l_card_in_a_picture_is_warned_of() {
    let text = r#"{"spec":"chara_card_v3l","spec_version":"3.0L","data":{"name":"A"}}"#;
    let folder = Folder { files: vec![("card.json".to_owned(), text.as_bytes().to_vec())] };
    let options = PackOptions::default().with_portrait(picture());
    let (_, report) = together(folder, Target::Png, &options);
    assert_eq!(report.form, Some(cards_model::Form::V3L));
    assert!(report.findings.iter().any(|finding| finding.code() == "v3l-in-picture"), "{:?}", report.findings);
}

/// The stand-in beside a V3 card is the card in V2, whole.
#[test]
fn the_second_card_of_a_picture_is_the_same_card_in_v2() {
    let card = r#"{"spec":"chara_card_v3","spec_version":"3.0","data":{"name":"Aria","nickname":"Ri","description":"A bard."}}"#;
    let folder = Folder { files: vec![("card.json".to_owned(), card.as_bytes().to_vec())] };
    let (made, report) = together(folder, Target::Png, &PackOptions::default().with_portrait(picture()));
    assert!(report.backfill_loss.iter().any(|loss| loss.pointer == "/data/nickname"), "{report:?}");
    let mut png = Png::open(&made[..], &cards_container::png::ChunkPolicy::lenient(), &Limits::default()).unwrap();
    let candidates = png.candidates().to_vec();
    let cards: Vec<Value> = candidates
        .iter()
        .map(|candidate| serde_json::from_slice(&png.payload(candidate).unwrap().bytes).unwrap())
        .collect();
    let said: Vec<_> =
        cards.iter().map(|card| (&card["spec"], &card["data"]["name"], &card["data"]["description"])).collect();
    let (v2, v3, name, text) = (json!("chara_card_v2"), json!("chara_card_v3"), json!("Aria"), json!("A bard."));
    assert_eq!(said, [(&v2, &name, &text), (&v3, &name, &text)]);
}

/// An archive that stays one is copied entry by entry: how an entry was packed, its date and its place stay.
#[test]
fn an_archive_that_stays_one_is_copied_as_it_was_packed() {
    let json = r#"{"spec":"chara_card_v3","spec_version":"3.0","data":{"name":"Aria","assets":[]}}"#;
    let charx = archive(&[
        Packed::new("notes/readme.txt", b"read me, read me, read me").deflated(),
        Packed::new("card.json", json.as_bytes()).deflated(),
        Packed::new("x_meta/1.json", b"{}"),
    ]);
    let (same, report) = repacked(&charx, Target::Charx, &PackOptions::default());
    let packed = |file: &[u8]| -> Vec<(String, u64, u64)> {
        let archive = Archive::open(file, &Limits::default()).expect("an archive");
        archive.entries().map(|entry| (entry.shown(), entry.compressed, entry.size)).collect()
    };
    assert_eq!(packed(&same), packed(&charx), "{report:?}");
}

/// The media types are those of the registry of IANA, and of WHATWG's list where it has none.
#[test]
fn an_asset_in_json_says_what_it_is() {
    let wave = |kind: &[u8; 4]| [b"RIFF\x04\0\0\0", &kind[..], b"    "].concat();
    let rows: [(&str, Vec<u8>); 12] = [
        ("image/png", picture()),
        ("image/jpeg", b"\xff\xd8\xff\xe0\0\x10JFIF\0".to_vec()),
        ("image/webp", wave(b"WEBP")),
        ("image/gif", b"GIF89a\x01\0\x01\0".to_vec()),
        ("image/avif", b"\0\0\0\x1cftypavif\0\0\0\0".to_vec()),
        ("image/svg+xml", b"<svg xmlns='http://www.w3.org/2000/svg'/>".to_vec()),
        ("audio/mpeg", b"ID3\x04\0\0\0\0\0\0".to_vec()),
        ("audio/ogg", b"OggS\0\x02".to_vec()),
        ("audio/wav", wave(b"WAVE")),
        ("audio/flac", b"fLaC\0\0\0\x22".to_vec()),
        ("video/mp4", b"\0\0\0\x18ftypmp42\0\0\0\0".to_vec()),
        ("video/webm", b"\x1a\x45\xdf\xa3\x93\x42\x82\x88matroska\x42\x82\x84webm".to_vec()),
    ];
    for (media, bytes) in rows {
        let list = [("background".to_owned(), "one".to_owned(), String::new(), bytes)];
        let folder = Folder { files: vec![("card.json".to_owned(), card(&list))] };
        let (charx, _) = together(folder, Target::Charx, &PackOptions::default());
        let (text, _) = repacked(&charx, Target::Json, &PackOptions::default());
        let made: Value = serde_json::from_slice(&text).unwrap();
        let uri = made["data"]["assets"][0]["uri"].as_str().unwrap();
        assert!(uri.starts_with(&format!("data:{media};base64,")), "{media}: {}", &uri[..40.min(uri.len())]);
    }
}

/// CCv3 writes `embeded://`, CCv3-Lynn `embedded://`.
#[test]
fn an_archive_writes_the_scheme_of_its_spec() {
    for (spec, scheme) in [("chara_card_v3", "embeded://"), ("chara_card_v3l", "embedded://")] {
        let list = [("emotion".to_owned(), "happy".to_owned(), "png".to_owned(), picture())];
        let text = String::from_utf8(card(&list)).unwrap().replace("chara_card_v3", spec);
        let folder = Folder { files: vec![("card.json".to_owned(), text.into_bytes())] };
        let (charx, _) = together(folder, Target::Charx, &PackOptions::default());
        let (_, loaded) = opened(&charx);
        let assets = loaded.document.card().unwrap().assets().into_owned();
        assert!(assets.iter().all(|asset| asset.uri.starts_with(scheme)), "{spec}: {assets:?}");
    }
}

/// Where the archive is written anew, its other files go along with their bytes.
#[test]
fn other_entries_go_along_where_an_archive_gets_a_picture() {
    let json = r#"{"spec":"chara_card_v3","spec_version":"3.0","data":{"name":"Aria","assets":[]}}"#;
    let charx = archive(&[Packed::new("card.json", json.as_bytes()), Packed::new("x_meta/1.json", b"{\"kept\":1}")]);
    let (with, _) = repacked(&charx, Target::Charx, &PackOptions::default().with_portrait(picture()));
    let mut archive = Archive::open(&with[..], &Limits::default()).expect("an archive");
    let at = archive.entries().position(|entry| entry.shown() == "x_meta/1.json").expect("the entry");
    assert_eq!(archive.read(at).unwrap(), b"{\"kept\":1}");
}

/// The key of an asset stays, where a chunk can have it.
#[test]
fn an_asset_of_a_picture_keeps_its_key() {
    for (key, kept) in [("7", true), ("happy face", true), ("fr\u{f6}hlich", false)] {
        let json = json!({"spec": "chara_card_v3", "spec_version": "3.0", "data": {"name": "Aria", "assets": [
            {"type": "emotion", "name": "happy", "ext": "png", "uri": format!("__asset:{key}")}]}});
        let keyword: Vec<u8> = format!("chara-ext-asset_:{key}").chars().map(|c| c as u8).collect();
        let asset =
            crate::common::chunk(b"tEXt", &[&keyword[..], b"\0", STANDARD.encode(b"smile").as_bytes()].concat());
        let given = file(&[ihdr(), text("ccv3", &b64(&json.to_string())), asset, idat(), iend()]);
        let (made, report) = repacked(&given, Target::Png, &PackOptions::default().with_chunks(Chunks::AsIs));
        let (_, loaded) = opened(&made);
        let uri = loaded.document.card().unwrap().assets()[0].uri.clone();
        assert_eq!(uri == format!("__asset:{key}"), kept, "{key}: {uri} {report:?}");
        if kept {
            assert_eq!(assets(&made), [("emotion".to_owned(), "happy".to_owned(), b"smile".to_vec())]);
        }
    }
}

/// A module goes into a picture beside the card that is there.
#[test]
fn a_module_stands_beside_the_card_of_a_picture() {
    let module = r#"{"module_id":"m","name":"Harbour","category":"CHARACTER","entries":[]}"#;
    let json = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria"}}"#;
    let with_card = file(&[ihdr(), text("chara", &b64(json)), idat(), iend()]);
    let (made, _) = repacked(module.as_bytes(), Target::Png, &PackOptions::default().with_portrait(with_card));
    let mut png = Png::open(&made[..], &cards_container::png::ChunkPolicy::lenient(), &Limits::default()).unwrap();
    let candidates = png.candidates().to_vec();
    let mut held: Vec<(cards_container::png::Keyword, Vec<u8>)> =
        candidates.iter().map(|one| (one.keyword, png.payload(one).unwrap().bytes)).collect();
    held.sort_by_key(|(_, bytes)| bytes.len());
    let keywords: Vec<_> = held.iter().map(|(keyword, _)| *keyword).collect();
    assert!(
        keywords.contains(&cards_container::png::Keyword::Mod)
            && keywords.contains(&cards_container::png::Keyword::Chara),
        "{keywords:?}"
    );
    assert!(held.iter().any(|(_, bytes)| bytes == json.as_bytes()));
}

fn left_out(report: &Report) -> Vec<String> {
    let what = report.findings.iter().filter(|finding| finding.code() == "left-out");
    what.map(|finding| finding.to_string()).collect()
}

/// A file of an archive of Prom is that of a line, or in the folder of one; what only begins with the same letters is neither.
#[test]
fn files_of_a_line_go_into_an_archive_and_others_are_named() {
    let bytes = std::fs::read(format!("{}/../../fixtures/cards/wick-prom.zip", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let mut folder = apart(&bytes);
    // Made from the card, and said to be of no use beside it.
    folder.files.retain(|(path, _)| path != "lorebook.json");
    let list = br#"{"type":"sprites","path":"sprites"}
{"type":"voices","path":"voice.ogg"}"#;
    for (path, bytes) in &mut folder.files {
        if path.as_str() == cards_container::prom::ASSETS {
            *bytes = list.to_vec();
        }
    }
    for path in ["voice.ogg", "sprites2/x.png", "voice.ogg2"] {
        folder.files.push((path.to_owned(), picture()));
    }
    let (prom, report) = together(folder.clone(), Target::Prom, &PackOptions::default());
    let archive = Archive::open(&prom[..], &Limits::default()).expect("an archive");
    let names: Vec<String> = archive.entries().map(|entry| entry.name.text().expect("UTF-8").to_owned()).collect();
    assert_eq!(names, ["data.json", "image.png", "assets.jsonl", "sprites/neutral.png", "voice.ogg"]);
    let said = left_out(&report);
    assert!(said.len() == 2 && said[0].contains("sprites2/x.png") && said[1].contains("voice.ogg2"), "{said:?}");
    assert_eq!(report.assets, 2);
    // JSON has no place for any of them, and the list itself is none of them.
    let (_, report) = together(folder, Target::Json, &PackOptions::default());
    let said = left_out(&report).join("\n");
    for (name, told) in
        [("neutral.png", true), ("voice.ogg", true), ("x.png", true), ("assets.jsonl", false), ("data.json", false)]
    {
        assert_eq!(said.contains(name), told, "{name}: {said}");
    }
}

/// Assets are counted where they went, and are lost only where they did not go.
#[test]
fn assets_that_went_along_are_counted_and_no_loss() {
    let one = |name: &str, bytes: &[u8]| ("icon".to_owned(), name.to_owned(), "png".to_owned(), bytes.to_vec());
    for list in [
        vec![],
        vec![one("main", &picture())],
        vec![one("main", &picture()), one("other", b"bytes"), one("more", b"more")],
    ] {
        let folder = || Folder { files: vec![("card.json".to_owned(), card(&list))] };
        let (_, report) = together(folder(), Target::Json, &PackOptions::default());
        assert_eq!((report.assets, left_out(&report).len()), (list.len(), 0));
        let (json, report) = together(folder(), Target::Json, &PackOptions::default().with_without_assets(true));
        assert_eq!((report.assets, left_out(&report).len()), (0, list.len()), "{}", String::from_utf8_lossy(&json));
    }
    // The card's own picture goes as the picture of the archive, and is no loss either.
    let whole = br#"{"spec":"chara_card_v3","spec_version":"3.0","data":{"name":"A","assets":[
        {"type":"icon","uri":"ccdefault:","name":"main","ext":"png"},
        {"type":"emotion","uri":"data:;base64,YWJj","name":"glad","ext":"png"}]}}"#;
    let files = vec![("card.json".to_owned(), whole.to_vec()), ("portrait.png".to_owned(), picture())];
    for (more, lost) in
        [("", false), (r#"{"type":"icon","uri":"https://a.example/x.png","name":"far","ext":"png"},"#, true)]
    {
        let mut files = files.clone();
        let text = String::from_utf8(whole.to_vec()).unwrap().replace("\"assets\":[", &format!("\"assets\":[{more}"));
        files[0].1 = text.into_bytes();
        let options = PackOptions::default().with_portrait(picture());
        let (_, report) = together(Folder { files }, Target::Prom, &options);
        let of_assets: Vec<_> =
            report.loss.iter().filter(|loss| loss.pointer.starts_with(&["data", "assets"].into())).collect();
        assert_eq!(!of_assets.is_empty(), lost, "{more}: {of_assets:?}");
    }
}
