//! What the users of the app rely on, with our fixtures.

use cards_container::png::{ChunkPolicy, Keyword, NewText, Png, WriteOptions, write};
use cards_container::Limits;
use port_tauritavern::{
    character_book_to_world_info, read_character_data, read_character_file, world_info_to_character_book,
    write_character_data,
};
use serde_json::{Value, json};

fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(place(name)).expect("a fixture")
}

fn place(name: &str) -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../fixtures/cards").join(name)
}

fn chunks(picture: &[u8]) -> Vec<Keyword> {
    let png = Png::open(picture, &ChunkPolicy::lenient(), &Limits::default()).expect("a picture");
    png.candidates().iter().map(|candidate| candidate.keyword).collect()
}

#[test]
fn a_card_comes_back_as_it_was_saved() {
    let card = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Wick","odd":1.50},"chat":"Wick - 1"}"#;
    let saved = write_character_data(&fixture("portrait.png"), card).unwrap();
    let read = read_character_data(&saved).unwrap();
    assert_eq!(read, card.replace("_v2", "_v3").replace("2.0", "3.0"), "`ccv3`, with numbers and order as they were");
    assert_eq!(chunks(&saved), [Keyword::Chara, Keyword::Ccv3]);
}

#[test]
fn saving_again_leaves_no_older_card() {
    let first = write_character_data(&fixture("wick-v3.png"), r#"{"name":"Wick","chat":"old"}"#).unwrap();
    let second = write_character_data(&first, r#"{"name":"Wick","chat":"new"}"#).unwrap();
    assert_eq!(chunks(&second).len(), 2);
    assert!(read_character_data(&second).unwrap().contains("new"));
    assert!(!second.windows(3).any(|three| three == b"old"));
}

#[test]
fn pixels_and_other_chunks_stay() {
    let picture = fixture("portrait.png");
    let saved = write_character_data(&picture, "{}").unwrap();
    let end = picture.len() - 12;
    assert_eq!((&saved[..end], &saved[saved.len() - 12..]), (&picture[..end], &picture[end..]));
}

#[test]
fn v3_comes_before_v2() {
    let new = [
        NewText::Card { keyword: Keyword::Chara, json: br#"{"name":"two"}"# },
        NewText::Card { keyword: Keyword::Ccv3, json: br#"{"name":"three"}"# },
    ];
    let picture = write(&fixture("portrait.png"), &new, &WriteOptions::default()).unwrap().bytes;
    assert_eq!(read_character_data(&picture).unwrap(), r#"{"name":"three"}"#);
}

#[test]
fn a_file_reads_as_its_bytes_do() {
    for name in ["wick-v1.png", "wick-v2.png", "wick-v3.png", "wick-v3.apng"] {
        assert_eq!(read_character_file(&place(name)).unwrap(), read_character_data(&fixture(name)).unwrap(), "{name}");
    }
}

#[test]
fn what_holds_no_card_is_refused() {
    let picture = fixture("wick-v3.png");
    assert!(read_character_data(&fixture("portrait.png")).is_err());
    assert!(read_character_data(b"GIF89a").is_err());
    let cut = read_character_data(&picture[..picture.len() / 2]).unwrap_err();
    assert!(cut.0.contains("file"), "{}", cut.0);
}

#[test]
fn a_lorebook_becomes_a_world() {
    let book = json!({ "name": "Saltmere", "entries": [{
        "id": 42, "keys": ["bell", "ring"], "secondary_keys": ["river"], "comment": "The bell", "content": "It rings.",
        "constant": true, "insertion_order": 150, "enabled": true, "position": "before_char",
        "extensions": { "position": 0, "exclude_recursion": true, "prevent_recursion": true, "display_index": 7,
            "probability": 88, "depth": 6, "role": 2, "triggers": ["swipe"], "own": "kept" },
    }] });
    let world = character_book_to_world_info(&book).unwrap();
    let entry = &world["entries"]["42"];
    let told = json!({ "uid": 42, "key": ["bell", "ring"], "keysecondary": ["river"], "comment": "The bell", "constant": true,
        "order": 150, "position": 0, "disable": false, "excludeRecursion": true, "preventRecursion": true, "displayIndex": 7,
        "probability": 88, "depth": 6, "role": 2, "triggers": ["swipe"] });
    for (member, value) in told.as_object().unwrap() {
        assert_eq!(&entry[member], value, "{member}");
    }
    assert_eq!(entry["extensions"]["own"], "kept");
    assert_eq!(world["originalData"], book);
}

#[test]
fn a_world_goes_back_into_the_card() {
    let world = json!({
        "entries": { "7": { "uid": 7, "key": ["bell"], "keysecondary": [], "comment": "The bell", "content": "fresh", "order": 33,
            "position": 1, "disable": false, "extensions": { "own": "kept" } } },
        "originalData": { "name": "Imported", "description": "stays", "entries": [{ "id": 1, "content": "stale" }] },
    });
    let book = world_info_to_character_book("Saltmere", &world).unwrap();
    assert_eq!((&book["name"], &book["description"]), (&json!("Saltmere"), &json!("stays")));
    assert_eq!(book["entries"].as_array().map(Vec::len), Some(1));
    let entry = &book["entries"][0];
    assert_eq!((&entry["id"], &entry["content"], &entry["insertion_order"]), (&json!(7), &json!("fresh"), &json!(33)));
    assert_eq!((&entry["position"], &entry["extensions"]["own"]), (&json!("after_char"), &json!("kept")));
}

#[test]
fn the_lorebook_of_a_card_survives_the_way_through_a_world() {
    let card: Value = serde_json::from_slice(&fixture("wick-v2.json")).unwrap();
    let book = &card["data"]["character_book"];
    let world = character_book_to_world_info(book).unwrap();
    let again = world_info_to_character_book("Saltmere", &world).unwrap();
    let texts = |book: &Value| -> Vec<Value> {
        book["entries"].as_array().unwrap().iter().map(|entry| json!([entry["keys"], entry["content"]])).collect()
    };
    let (mut before, mut after) = (texts(book), texts(&again));
    before.sort_by_key(Value::to_string);
    after.sort_by_key(Value::to_string);
    assert_eq!(before, after);
    assert_eq!(again["scan_depth"], book["scan_depth"]);
}

#[test]
fn a_book_without_entries_is_refused() {
    assert!(character_book_to_world_info(&json!({ "name": "empty" })).is_err());
    assert!(world_info_to_character_book("empty", &json!({ "entries": [] })).is_err());
    let kept = json!({ "entries": { "0": { "key": ["bell"] } } });
    assert_eq!(character_book_to_world_info(&kept).unwrap()["entries"], kept["entries"]);
}
