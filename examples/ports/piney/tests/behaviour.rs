//! What the users of the app rely on, with our fixtures.

use port_piney::{Refused, Row, export, import, update};
use serde_json::{Value, json};

fn fixture(name: &str) -> Vec<u8> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../fixtures");
    std::fs::read(folder.join(name)).expect("a fixture")
}

fn imported(name: &str) -> Row {
    import(&fixture(&format!("cards/{name}"))).expect(name)
}

fn asked(row: &Row, request: Value) -> Row {
    update(row, request.as_object().expect("an object")).expect("a request that fits")
}

fn json(row: &Row) -> Value {
    serde_json::from_str(&row.json).expect("the card")
}

#[test]
fn every_card_is_imported_with_what_the_list_shows() {
    for name in ["wick-v1.png", "wick-v2.png", "wick-v3.png", "wick-v3.charx", "wick-v2.json", "wick-prom.zip"] {
        let row = imported(name);
        assert_eq!(row.name, "Maren Tidewell", "{name}");
        assert!(row.description.contains("Saltmere lock"), "{name}");
        assert_eq!(row.picture.is_some(), !name.ends_with(".json"), "{name}");
    }
    let row = imported("wick-v3.png");
    assert!(!row.tags.is_empty() && !row.author.is_empty());
}

#[test]
fn the_card_is_stored_with_all_that_stood_in_it() {
    let stood: Value = serde_json::from_slice(&fixture("cards/wick-v3.json")).unwrap();
    assert_eq!(json(&imported("wick-v3.json")), stood);
}

#[test]
fn lorebooks_and_strange_files_are_told_apart() {
    let world = br#"{"entries":{"0":{"uid":0,"key":["bell"],"content":"It rings.","order":1}}}"#;
    assert!(matches!(import(world), Err(Refused::Lorebook)));
    for strange in [&b"GIF89a"[..], b"{\"a\":1}", b"{ not json", &fixture("cards/portrait.png")] {
        assert!(matches!(import(strange), Err(Refused::Unreadable(text)) if !text.is_empty()));
    }
}

#[test]
fn a_name_changes_wherever_it_stands() {
    let card = r#"{"name":"Aria","spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","mine":[1.50]},"chat":"a"}"#;
    let row = asked(&import(card.as_bytes()).unwrap(), json!({ "name": "Mira", "creator_notes": "new" }));
    assert_eq!(row.name, "Mira");
    let now = json(&row);
    assert_eq!((&now["name"], &now["data"]["name"], &now["data"]["creator_notes"]), (&json!("Mira"), &json!("Mira"), &json!("new")));
    assert_eq!(now["chat"], "a");
    assert!(row.json.contains("1.50"), "numbers as they were written");
}

#[test]
fn a_request_may_name_every_field() {
    let request = json!({ "tags": ["a", "b"], "description": "d", "first_mes": "f", "alternate_greetings": ["g", "h"],
        "mes_example": "m", "scenario": "s", "personality": "p", "system_prompt": "y", "character_version": "2",
        "character_book": { "entries": [], "extensions": {} } });
    for name in ["wick-v2.json", "wick-v3.json"] {
        let row = asked(&imported(name), request.clone());
        assert_eq!((row.tags.as_slice(), row.description.as_str()), (&["a".to_owned(), "b".to_owned()][..], "d"));
        let now = json(&row);
        for (member, value) in request.as_object().unwrap() {
            assert_eq!(&now["data"][member], value, "{name} {member}");
        }
    }
}

#[test]
fn scripts_change_and_other_extensions_stay() {
    let row = imported("wick-v2.json");
    let before = json(&row)["data"]["extensions"].clone();
    let now = json(&asked(&row, json!({ "regex_scripts": [] })))["data"]["extensions"].clone();
    assert_eq!(now["regex_scripts"], json!([]));
    for (member, value) in before.as_object().unwrap().iter().filter(|(member, _)| *member != "regex_scripts") {
        assert_eq!(&now[member], value, "{member}");
    }
}

#[test]
fn a_request_that_does_not_fit_changes_nothing() {
    let row = imported("wick-v2.json");
    let request = json!({ "name": "Mira", "tags": 7 });
    assert!(update(&row, request.as_object().unwrap()).is_err());
    assert_eq!(row, imported("wick-v2.json"));
}

#[test]
fn a_download_has_the_card_as_it_is_now() {
    for name in ["wick-v2.png", "wick-v3.png", "wick-v3.charx"] {
        let row = asked(&imported(name), json!({ "name": "Mira" }));
        let file = export(&row).unwrap();
        let again = import(&file).unwrap();
        assert_eq!(again.name, "Mira", "{name}");
        let pixels = |file: &[u8]| cards_container::png::strip(file, &Default::default()).unwrap().bytes;
        assert_eq!(pixels(&file), pixels(row.picture.as_ref().unwrap()), "{name}: nothing is encoded anew");
    }
    assert!(export(&imported("wick-v2.json")).is_err());
}
