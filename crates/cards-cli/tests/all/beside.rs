//! Files that clients keep beside cards, and folders of theirs.

use std::fs;

use crate::tool::{cards, folder_with, json, text};

const SCRIPTS: &[u8] =
    br#"[{"id":"1","scriptName":"bold","findRegex":"/\\*(.+?)\\*/g","replaceString":"<b>$1</b>","trimStrings":[],"placement":[2],"minDepth":3}]"#;
const CHAT: &[u8] = b"{\"name\":\"Aria\",\"is_user\":false,\"mes\":\"Halt!\"}\n{\"name\":\"Rook\",\"is_user\":false,\"mes\":\"Who?\"}\n";
const CARD: &[u8] = br#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","description":"A bard.","first_mes":"Halt!","extensions":{}}}"#;

#[test]
fn scripts_and_chats_are_shown() {
    let folder = folder_with(&[("scripts.json", SCRIPTS), ("group.jsonl", CHAT), ("other.json", b"{\"a\":1}")]);
    let shown = cards(folder.path(), &["inspect", "scripts.json", "group.jsonl"]).output().unwrap();
    assert!(shown.status.success(), "{}", text(&shown.stderr));
    let page = text(&shown.stdout);
    assert!(page.contains("SillyTavern regex scripts") && page.contains("bold: /\\*(.+?)\\*/g -> <b>$1</b>"), "{page}");
    assert!(page.contains("messages: 2, said by Aria, Rook") && page.contains("--chat"), "{page}");
    let answer = cards(folder.path(), &["inspect", "scripts.json", "--json"]).output().unwrap();
    assert_eq!(json(&answer.stdout)["beside"]["kind"], "sillytavern_scripts");
    let other = cards(folder.path(), &["inspect", "other.json"]).output().unwrap();
    assert_eq!(other.status.code(), Some(2), "{}", text(&other.stdout));
}

#[test]
fn scripts_go_to_the_other_client_and_back() {
    let folder = folder_with(&[("scripts.json", SCRIPTS)]);
    let there = cards(folder.path(), &["convert", "--to", "risu", "scripts.json", "-o", "risu.json", "--report"])
        .output()
        .unwrap();
    assert!(there.status.success(), "{}", text(&there.stderr));
    assert!(text(&there.stderr).contains("minDepth"), "{}", text(&there.stderr));
    let risu = json(&fs::read(folder.path().join("risu.json")).unwrap());
    assert_eq!(risu["type"], "regex");
    assert_eq!(risu["data"][0]["comment"], "bold");
    let back = cards(folder.path(), &["convert", "--to", "sillytavern", "risu.json"]).output().unwrap();
    assert_eq!(json(&back.stdout)[0]["replaceString"], "<b>$1</b>");
    for (words, why) in [
        (&["convert", "--to", "v2", "scripts.json"][..], "regex scripts are written for"),
        (&["convert", "--to", "risu", "--stash", "scripts.json"], "regex scripts"),
        (&["convert", "--to", "risu", "scripts.json", "-o", "a.png"], "name it `.json`"),
    ] {
        let refused = cards(folder.path(), words).output().unwrap();
        assert_eq!(refused.status.code(), Some(2), "{words:?}");
        assert!(text(&refused.stderr).contains(why), "{words:?}: {}", text(&refused.stderr));
    }
}

/// In a data folder of SillyTavern the name of a file is an id.
#[test]
fn renaming_where_names_are_ids_is_warned_of() {
    let folder =
        folder_with(&[("data/characters/old.json", CARD), ("data/chats/old/1.jsonl", CHAT), ("plain/old.json", CARD)]);
    let warned = |place: &str| {
        let output = cards(folder.path(), &["rename", place]).output().unwrap();
        text(&output.stderr).contains("SillyTavern data folder")
    };
    assert!(warned("data/characters") && !warned("plain"));
}
