//! What the users of the app rely on, with our fixtures.

use port_marinara::{Book, Character, TagImport, import_character, import_lorebook};
use serde_json::{Value, json};

fn fixture(name: &str) -> Vec<u8> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../fixtures/cards");
    std::fs::read(folder.join(name)).expect("a fixture")
}

fn imported(file: &[u8]) -> Character {
    import_character(file, &TagImport::All).expect("a character")
}

fn card(data: Value) -> Vec<u8> {
    json!({ "spec": "chara_card_v2", "spec_version": "2.0", "data": data }).to_string().into_bytes()
}

fn book(entry: Value) -> Book {
    import_lorebook(json!({ "entries": { "7": entry } }).to_string().as_bytes(), "Saltmere").expect("a book")
}

#[test]
fn the_same_character_comes_from_every_kind_of_file() {
    let names =
        ["wick-v1.png", "wick-v2.png", "wick-v3.png", "wick-v3.apng", "wick-v3.charx", "wick-v2.json", "wick-prom.zip"];
    for name in names {
        let character = imported(&fixture(name));
        assert_eq!(character.data["name"], "Maren Tidewell", "{name}");
        assert!(character.data["description"].as_str().unwrap().contains("Saltmere lock"), "{name}");
        assert_eq!(character.avatar.is_some(), !name.ends_with(".json"), "{name}");
        assert_eq!(character.format == "chara_card_v3", name.contains("v3"), "{name}");
    }
}

#[test]
fn what_a_card_calls_otherwise_or_leaves_out_is_filled() {
    let oldest =
        br#"{"char_name":"Wick","char_persona":"A keeper.","world_scenario":"The lock.","char_greeting":"Halt.",
        "example_dialogue":"Who?"}"#;
    let data = imported(oldest).data;
    let told = json!({ "name": "Wick", "description": "A keeper.", "scenario": "The lock.", "first_mes": "Halt.",
        "mes_example": "Who?", "character_version": "1.0", "alternate_greetings": [], "tags": [] });
    for (member, value) in told.as_object().unwrap() {
        assert_eq!(&data[member], value, "{member}");
    }
    assert_eq!(imported(&card(json!({ "name": " ", "description": "A keeper." }))).data["name"], "Imported Character");
}

#[test]
fn tags_come_all_or_none_or_as_the_library_has_them() {
    let file = card(json!({ "name": "Wick", "tags": ["Keeper", "river"] }));
    let tags = |mode: &TagImport<'_>| import_character(&file, mode).unwrap().data["tags"].clone();
    assert_eq!(tags(&TagImport::All), json!(["Keeper", "river"]));
    assert_eq!(tags(&TagImport::None), json!([]));
    assert_eq!(tags(&TagImport::Existing(&["keeper", "lamp"])), json!(["Keeper"]));
}

#[test]
fn extensions_are_kept_and_say_where_the_card_comes_from() {
    let extensions = json!({ "fav": true, "depth_prompt": { "depth": 4, "prompt": "Stay." },
        "importMetadata": { "own": 1, "embeddedLorebook": { "lorebookId": "of another library" } } });
    let book = json!({ "entries": [{ "keys": ["bell"], "content": "It rings." }] });
    let data = imported(&card(json!({ "name": "Wick", "extensions": extensions, "character_book": book }))).data;
    let kept = &data["extensions"];
    assert_eq!((&kept["fav"], &kept["depth_prompt"]), (&extensions["fav"], &extensions["depth_prompt"]));
    assert_eq!(kept["altDescriptions"], json!([]));
    let metadata = json!({ "own": 1, "embeddedLorebook": { "hasEmbeddedLorebook": true, "entries": 1 },
        "card": { "spec": "chara_card_v2", "specVersion": "2.0", "format": "chara_card_v2" } });
    assert_eq!(kept["importMetadata"], metadata);
}

#[test]
fn what_v2_has_no_place_for_is_not_lost() {
    let stood: Value = serde_json::from_slice(&fixture("wick-v3.json")).unwrap();
    let stored = imported(&fixture("wick-v3.json")).data;
    let again = cards_kit::open(card(stored), cards_kit::Limits::default()).unwrap().into_card().unwrap();
    let again = again.into_form(cards_model::Form::V3, &Default::default()).unwrap().value;
    let again = Value::from(cards_model::Content::Card(again).to_json());
    for member in ["nickname", "group_only_greetings", "creator_notes_multilingual", "source"] {
        assert!(!stood["data"][member].is_null(), "{member}");
        assert_eq!(again["data"][member], stood["data"][member], "{member}");
    }
}

#[test]
fn the_lorebook_of_a_card_becomes_a_book_of_its_own() {
    let character = imported(&fixture("wick-v3.png"));
    let lorebook = character.lorebook.expect("a book");
    assert_eq!(lorebook.entries.len(), 6);
    assert_eq!(lorebook.entries[0]["content"], character.data["character_book"]["entries"][0]["content"]);
    let unnamed =
        json!({ "name": "Wick", "character_book": { "entries": [{ "keys": ["bell"], "content": "It rings." }] } });
    let record = imported(&card(unnamed)).lorebook.unwrap().record;
    assert_eq!(
        (&record["name"], &record["scanDepth"], &record["tokenBudget"]),
        (&json!("Wick's Lorebook"), &json!(2), &json!(2048))
    );
    assert!(imported(&card(json!({ "name": "Wick", "character_book": { "entries": [] } }))).lorebook.is_none());
}

#[test]
fn an_entry_of_world_info_keeps_every_setting() {
    let entry = json!({ "uid": 7, "key": ["bell"], "keysecondary": ["river"], "comment": "The bell", "content": "It rings.",
        "constant": false, "selective": true, "order": 33, "position": 4, "depth": 2, "role": 1, "disable": true,
        "probability": 60, "useProbability": true, "scanDepth": 5, "matchWholeWords": true, "caseSensitive": true, "sticky": 3,
        "cooldown": 4, "delay": 1, "group": "bells", "groupWeight": 20, "preventRecursion": true });
    let told = json!({ "name": "The bell", "content": "It rings.", "keys": ["bell"], "secondaryKeys": ["river"], "enabled": false,
        "constant": false, "selective": true, "order": 33, "position": 2, "depth": 2, "role": "user", "probability": 60,
        "scanDepth": 5, "matchWholeWords": true, "caseSensitive": true, "useRegex": false, "sticky": 3, "cooldown": 4, "delay": 1,
        "group": "bells", "groupWeight": 20, "preventRecursion": true, "selectiveLogic": "and" });
    assert_eq!(book(entry.clone()).entries, [told]);
    let mut always = entry;
    always["useProbability"] = json!(false);
    assert_eq!(book(always).entries[0]["probability"], Value::Null);
}

#[test]
fn an_entry_of_a_card_keeps_what_its_extensions_say() {
    let entry = json!({ "keys": ["bell"], "content": "It rings.", "insertion_order": 9, "enabled": true, "position": "after_char",
        "extensions": { "position": 4, "depth": 6, "role": 2, "probability": 40, "useProbability": true, "selectiveLogic": 3,
            "case_sensitive": true } });
    let file = card(json!({ "name": "Wick", "character_book": { "entries": [entry] } }));
    let entry = &imported(&file).lorebook.unwrap().entries[0];
    let told = json!({ "name": "Entry 1", "position": 2, "depth": 6, "role": "assistant", "probability": 40, "order": 9,
        "selectiveLogic": "and_all", "caseSensitive": true });
    for (member, value) in told.as_object().unwrap() {
        assert_eq!(&entry[member], value, "{member}");
    }
}

#[test]
fn secondary_keys_count_as_the_client_counts_them() {
    for (number, word) in [(0, "and"), (1, "not_all"), (2, "not"), (3, "and_all")] {
        assert_eq!(
            book(json!({ "key": ["bell"], "content": "", "selectiveLogic": number })).entries[0]["selectiveLogic"],
            word
        );
    }
    for (place, ours) in [(0, 0), (1, 1), (4, 2)] {
        assert_eq!(book(json!({ "key": ["bell"], "content": "", "position": place })).entries[0]["position"], ours);
    }
}

#[test]
fn lorebooks_of_other_programs_are_imported_as_well() {
    let own = json!({ "type": "marinara_lorebook", "version": 1, "data": { "lorebook": { "name": "Saltmere", "scanDepth": 3 },
        "entries": [{ "name": "The bell", "keys": ["bell"], "content": "It rings.", "position": 2, "depth": 1, "order": 5 }] } });
    let own = import_lorebook(own.to_string().as_bytes(), "a file").unwrap();
    assert_eq!((&own.record["name"], &own.record["scanDepth"]), (&json!("Saltmere"), &json!(3)));
    assert_eq!(
        (&own.entries[0]["position"], &own.entries[0]["depth"], &own.entries[0]["order"]),
        (&json!(2), &json!(1), &json!(5))
    );
    let novel = json!({ "lorebookVersion": 5, "entries": [{ "text": "It rings.", "displayName": "The bell", "keys": ["bell"],
        "enabled": true }] });
    assert_eq!(import_lorebook(novel.to_string().as_bytes(), "a file").unwrap().entries[0]["content"], "It rings.");
    assert_eq!(import_lorebook(&fixture("wick-v3.charx"), "a file").unwrap().entries.len(), 6);
}

#[test]
fn lorebooks_and_strange_files_are_no_characters() {
    for strange in
        [&br#"{"entries":{"0":{"key":["bell"],"content":"It rings."}}}"#[..], b"GIF89a", b"{", &fixture("portrait.png")]
    {
        assert!(matches!(import_character(strange, &TagImport::All), Err(error) if !error.0.is_empty()));
    }
    assert!(import_lorebook(&card(json!({ "name": "Wick" })), "a file").is_err());
}

#[test]
fn no_file_of_the_machine_becomes_a_picture() {
    let mut card: Value = serde_json::from_slice(&card(json!({ "name": "Wick" }))).unwrap();
    for member in ["_avatarSourcePath", "_avatarFileCopySourcePath"] {
        card[member] = json!("/etc/passwd");
    }
    assert!(imported(card.to_string().as_bytes()).avatar.is_none());
}
