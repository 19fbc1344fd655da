//! `cards repair` as people and programs run it.

use crate::lint::{BAD, cards, cards_in, good};
use crate::recipe::bake;
use crate::tool::{fixtures, folder_with as folder, shared};
use cards_container::png::{self, Keyword, NewText, WriteOptions};
use cards_container::{Container, Limits, open};
use serde_json::{Value, json};
use std::fs;

#[test]
fn settings_hold_for_repairs_too() {
    let folder = folder(&[
        ("cards.toml", b"[lint]\nignore = [\"wrong-type\"]\n"),
        ("none.toml", b""),
        ("a/wick.json", BAD.as_bytes()),
    ]);
    let run = |args: &[&str]| {
        let all: Vec<&str> = ["repair", "a/wick.json", "--dry-run"].iter().chain(args).copied().collect();
        cards(folder.path(), &all).out
    };
    assert_eq!(run(&[]), "a/wick.json: nothing to repair\n");
    assert!(run(&["--config", "none.toml"]).contains("wrong-type at /data/tags"));
    assert_eq!(run(&["--config", "none.toml", "--select", "macro"]), "a/wick.json: nothing to repair\n");
}

#[test]
fn commas_and_comments_of_hand_written_json_are_found_and_mended() {
    let text = BAD.replacen('{', "{ // mine", 1).replace("\"shop\"", "[\"shop\",]").replace("{user}", "{{user}}");
    let folder = folder(&[("wick.json", text.as_bytes())]);
    let lint = cards(folder.path(), &["lint", "wick.json", "--select", "json"]).out;
    assert!(lint.contains("error[json-relaxed]") && lint.contains("[fixable]"), "{lint}");
    let run = cards(folder.path(), &["repair", "wick.json", "--in-place"]);
    assert!(
        run.out.starts_with("json-relaxed at (whole card): comments and trailing commas are taken out\n"),
        "{}",
        run.out
    );
    let after = fs::read_to_string(folder.path().join("wick.json")).unwrap();
    let value: Value = serde_json::from_str(&after).unwrap();
    assert_eq!(value["data"]["tags"], json!(["shop"]));
    assert!(after.ends_with("}\n") && after.contains("1.50"), "{after}");
    assert!(!cards(folder.path(), &["lint", "wick.json"]).out.contains("json-relaxed"));
}

#[test]
fn a_json_card_is_mended_beside_the_old_one_and_nothing_else_changes() {
    let folder = folder(&[("wick.json", BAD.as_bytes())]);
    let dry = cards(folder.path(), &["repair", "wick.json", "--dry-run"]);
    let expected = "wrong-type at /data/tags: \"shop\" became [\"shop\"]\n\
        Would repair 1 place in wick.json; nothing was written\n";
    assert_eq!((dry.code, dry.out.as_str()), (Some(0), expected));
    assert!(!folder.path().join("wick.repaired.json").exists());

    let run = cards(folder.path(), &["repair", "wick.json"]);
    let expected = "wrong-type at /data/tags: \"shop\" became [\"shop\"]\n\
        Repaired 1 place in wick.json, wrote wick.repaired.json\n\
        Left in it: 1 warning, 1 note\n\
        run: cards lint wick.repaired.json\n\
        run: cards report wick.repaired.json -o wick.repaired.html\n";
    assert_eq!((run.code, run.out.as_str()), (Some(0), expected), "{}", run.err);
    assert_eq!(fs::read_to_string(folder.path().join("wick.json")).unwrap(), BAD);
    let after = fs::read_to_string(folder.path().join("wick.repaired.json")).unwrap();
    let value = |text: &str| serde_json::from_str::<Value>(text).unwrap();
    let mut wanted = value(BAD);
    wanted["data"]["tags"] = json!(["shop"]);
    assert_eq!(value(&after), wanted);
    assert!(after.contains("\"x\": 1.50"), "numbers keep their spelling: {after}");

    let again = cards(folder.path(), &["repair", "wick.json"]);
    assert_eq!(again.code, Some(2));
    assert!(again.err.contains("error[exists]") && again.err.contains("--force"), "{}", again.err);
    let clean = cards(folder.path(), &["repair", "wick.repaired.json"]);
    assert_eq!((clean.code, clean.out.as_str()), (Some(0), "wick.repaired.json: nothing to repair\n"));
    assert_eq!(cards(folder.path(), &["repair", "wick.json", "--in-place"]).code, Some(0));
    assert_eq!(fs::read_to_string(folder.path().join("wick.json")).unwrap(), after);
}

#[test]
fn a_repair_leaves_the_dates_alone() {
    let dated =
        BAD.replace("\"creator\": \"\"", "\"creator\": \"\", \"modification_date\": 1700000000").replace("_v2", "_v3");
    let dated = dated.replace("\"2.0\"", "\"3.0\"");
    let prom = r#"{"type":"chara_card","spec_version":"3.1","data":{"name":7,"greetings":{"solo":[],"group":[]}},
        "metadata":{"creator":"","version":"","tags":[],"updated_at":1700000000}}"#;
    for (text, place) in [(dated.as_str(), "/data/modification_date"), (prom, "/metadata/updated_at")] {
        let folder = folder(&[("wick.json", text.as_bytes())]);
        let run = cards(folder.path(), &["repair", "wick.json", "--in-place"]);
        assert!(run.out.contains("wrong-type"), "{}{}", run.out, run.err);
        let after: Value = serde_json::from_slice(&fs::read(folder.path().join("wick.json")).unwrap()).unwrap();
        assert_eq!(after.pointer(place), Some(&json!(1_700_000_000)));
    }
}

#[test]
fn a_name_that_promises_another_container_is_refused() {
    let folder = folder(&[("wick.json", BAD.as_bytes()), ("sound.json", good().as_bytes())]);
    for file in ["wick.json", "sound.json"] {
        let run = cards(folder.path(), &["repair", file, "-o", "out.png"]);
        assert_eq!(run.code, Some(2));
        assert!(run.err.contains("`.png` is no JSON; `cards pack` changes it"), "{}", run.err);
        assert!(!folder.path().join("out.png").exists());
        assert_eq!(cards(folder.path(), &["repair", file, "-o", &format!("{file}.txt")]).code, Some(0));
    }
}

#[test]
fn files_that_are_no_cards_are_counted() {
    let folder = folder(&[("d/wick.json", BAD.as_bytes()), ("d/package.json", b"{\"name\":\"x\",\"version\":\"1\"}")]);
    for line in [&["lint", "d"][..], &["repair", "d", "--dry-run"]] {
        assert!(cards(folder.path(), line).err.contains("no card in 1 file\n"), "{line:?}");
    }
}

#[test]
fn standard_input_is_mended_to_standard_output() {
    let folder = folder(&[]);
    let (run, bytes) = cards_in(folder.path(), &["repair", "-", "-o", "-"], BAD.as_bytes());
    assert_eq!(run.code, Some(0), "{}", run.err);
    let card: Value = serde_json::from_slice(&bytes).unwrap();
    assert_eq!(card["data"]["tags"], json!(["shop"]));
    assert!(run.err.contains("wrong-type at /data/tags"), "{}", run.err);
}

/// Chunks of a PNG that hold no card.
fn foreign_chunks(file: &[u8]) -> Vec<Vec<u8>> {
    let Container::Png(picture) = open(file, Limits::default()).unwrap().container else { panic!("no PNG") };
    let cards: Vec<u64> = picture.candidates().iter().map(|candidate| candidate.chunk.offset).collect();
    let others = picture.chunks().iter().filter(|chunk| !cards.contains(&chunk.offset));
    others.map(|chunk| file[chunk.offset as usize..chunk.end() as usize].to_vec()).collect()
}

#[test]
fn a_stale_twin_is_made_anew_and_every_other_chunk_stays() {
    let portrait = fs::read(fixtures().join("cards/portrait.png")).unwrap();
    let v3 = good().replace("chara_card_v2", "chara_card_v3").replace("\"2.0\"", "\"3.0\"");
    let v3 = v3.replace("\"extensions\": {}", "\"extensions\": {}, \"group_only_greetings\": []");
    let old = good().replace("Wick", "Wick (old)");
    let new = [
        NewText::Card { keyword: Keyword::Chara, json: old.as_bytes() },
        NewText::Card { keyword: Keyword::Ccv3, json: v3.as_bytes() },
    ];
    let file = png::write(&portrait, &new, &WriteOptions::default()).unwrap().bytes;
    let folder = folder(&[("wick.png", &file)]);
    let lint = cards(folder.path(), &["lint", "wick.png"]);
    assert!(lint.out.contains("warning[stale-twin]") && lint.out.contains("\"Wick (old)\" / \"Wick\""), "{}", lint.out);
    let run = cards(folder.path(), &["repair", "wick.png", "-o", "fixed.png"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let after = fs::read(folder.path().join("fixed.png")).unwrap();
    assert_eq!(foreign_chunks(&after), foreign_chunks(&file));
    let Container::Png(mut picture) = open(&after[..], Limits::default()).unwrap().container else { panic!("no PNG") };
    let payloads: Vec<(Keyword, Value)> = picture
        .candidates()
        .to_vec()
        .iter()
        .map(|candidate| {
            let bytes = picture.payload(candidate).unwrap().bytes;
            (candidate.keyword, serde_json::from_slice(&bytes).unwrap())
        })
        .collect();
    assert_eq!(payloads.len(), 2);
    assert_eq!((payloads[0].0, &payloads[0].1["data"]["name"]), (Keyword::Chara, &json!("Wick")));
    assert_eq!(payloads[0].1["spec"], "chara_card_v2");
    assert_eq!((payloads[1].0, &payloads[1].1), (Keyword::Ccv3, &serde_json::from_str::<Value>(&v3).unwrap()));
    let again = cards(folder.path(), &["repair", "fixed.png"]);
    assert_eq!(again.out, "fixed.png: nothing to repair\n");
}

#[test]
fn a_twin_that_agrees_stays_byte_for_byte() {
    let portrait = fs::read(fixtures().join("cards/portrait.png")).unwrap();
    let v3 = BAD.replace("chara_card_v2", "chara_card_v3").replace("\"2.0\"", "\"3.0\"");
    let twin = BAD.replace("<div>Hi</div>", "The V2 twin of a CCv3 card.");
    let new = [
        NewText::Card { keyword: Keyword::Chara, json: twin.as_bytes() },
        NewText::Card { keyword: Keyword::Ccv3, json: v3.as_bytes() },
    ];
    let file = png::write(&portrait, &new, &WriteOptions::default()).unwrap().bytes;
    let folder = folder(&[("wick.png", &file)]);
    let run = cards(folder.path(), &["repair", "wick.png", "--in-place"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let after = fs::read(folder.path().join("wick.png")).unwrap();
    let Container::Png(mut picture) = open(&after[..], Limits::default()).unwrap().container else { panic!("no PNG") };
    let candidates = picture.candidates().to_vec();
    assert_eq!(picture.payload(&candidates[0]).unwrap().bytes, twin.as_bytes());
}

#[test]
fn an_archive_keeps_every_other_entry_and_what_stands_before_it() {
    let mut card: Value = serde_json::from_str(BAD).unwrap();
    card["spec"] = json!("chara_card_v3");
    card["data"]["assets"] = json!([{"type": "icon", "uri": "embedded://a/m.png", "name": "main", "ext": ".PNG"}]);
    let file = bake(&json!({"zip": {
        "prefix": {"hex": "ffd8ffe000104a464946000101"},
        "entries": [
            {"name": "module.risum", "data": {"hex": "6f00"}},
            {"name": "card.json", "data": card},
            {"name": "a/m.png", "data": {"hex": "89504e470d0a1a0a0000"}},
        ],
    }}));
    let folder = folder(&[("wick.charx", &file)]);
    let run = cards(folder.path(), &["repair", "wick.charx"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.out.contains("asset-ext at /data/assets/0/ext: \".PNG\" became \"png\""), "{}", run.out);
    let after = fs::read(folder.path().join("wick.repaired.charx")).unwrap();
    assert!(after.starts_with(&file[..13]));
    let Container::Charx(mut charx) = open(&after[..], Limits::default()).unwrap().container else {
        panic!("no CHARX")
    };
    let names: Vec<String> = charx.archive().entries().map(|entry| entry.name.text().unwrap().to_owned()).collect();
    assert_eq!(names, ["module.risum", "card.json", "a/m.png"]);
    assert_eq!(charx.archive_mut().read(0).unwrap(), [0x6f, 0]);
    assert_eq!(charx.archive_mut().read(2).unwrap().len(), 10);
    assert_eq!(
        cards(folder.path(), &["repair", "wick.repaired.charx"]).out,
        "wick.repaired.charx: nothing to repair\n"
    );
}

/// Every rule about a picture that promises a fix keeps it.
#[test]
fn what_is_odd_about_card_chunks_is_gone_after_a_repair() {
    let mut count = 0;
    for rule in cards_lint::catalogue().into_iter().flat_map(|group| group.rules).filter(|rule| rule.is_fixable()) {
        let path = fixtures().join("lint").join(rule.id).join("bad.recipe.json");
        let Ok(text) = fs::read_to_string(path) else { continue };
        let file = bake(&serde_json::from_str(&text).unwrap());
        let folder = folder(&[("bad.png", &file)]);
        let before = open(&file[..], Limits::default()).unwrap().load().unwrap();
        let run = cards(folder.path(), &["repair", "bad.png", "-o", "good.png"]);
        assert_eq!(run.code, Some(0), "{}: {}", rule.id, run.err);
        assert!(run.out.contains(&format!("{} at ", rule.id)), "{}: {}", rule.id, run.out);
        let fixed = fs::read(folder.path().join("good.png")).unwrap();
        assert_eq!(
            open(&fixed[..], Limits::default()).unwrap().load().unwrap().document.content,
            before.document.content
        );
        assert_eq!(foreign_chunks(&fixed), foreign_chunks(&file), "{}", rule.id);
        let after = cards(folder.path(), &["lint", "good.png", "--json"]).out;
        assert!(!after.contains(&format!("\"{}\"", rule.id)), "{}: {after}", rule.id);
        count += 1;
    }
    assert!(count >= 10, "only {count} rules were tried");
}

#[test]
fn the_broken_cards_of_the_corpus_can_be_mended() {
    let Some(corpus) = shared("corpus/real") else { return };
    for entry in fs::read_dir(corpus).unwrap() {
        let path = entry.unwrap().path();
        let bytes = fs::read(&path).unwrap();
        let Ok(before) = open(&bytes[..], Limits::default()).and_then(|mut file| file.load()) else { continue };
        let folder = folder(&[("file", &bytes)]);
        let run = cards(folder.path(), &["repair", "file", "-o", "fixed"]);
        assert_eq!(run.code, Some(0), "{}: {}", path.display(), run.err);
        if let Ok(fixed) = fs::read(folder.path().join("fixed")) {
            let after = open(&fixed[..], Limits::default()).unwrap().load().unwrap();
            let names = |loaded: &cards_container::Loaded| loaded.document.card().map(|card| card.name().to_owned());
            assert_eq!(names(&before), names(&after), "{}", path.display());
            assert_eq!(
                cards(folder.path(), &["repair", "fixed"]).out,
                "fixed: nothing to repair\n",
                "{}",
                path.display()
            );
        }
    }
}
