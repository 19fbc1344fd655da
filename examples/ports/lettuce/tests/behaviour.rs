//! What the users of the app rely on, with our fixtures.

use cards_model::Form;
use port_lettuce::{Character, read_card, write_card};
use serde_json::{Value, json};

fn fixture(name: &str) -> Vec<u8> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../fixtures/cards");
    std::fs::read(folder.join(name)).expect("a fixture")
}

fn card(spec: &str, data: Value) -> Vec<u8> {
    json!({ "spec": spec, "spec_version": if spec.ends_with('3') { "3.0" } else { "2.0" }, "data": data })
        .to_string()
        .into_bytes()
}

fn read(file: &[u8]) -> Character {
    read_card(file).expect("a card")
}

fn written(character: &Character, form: Form) -> Value {
    serde_json::from_slice(&write_card(character, form, None, None).expect("a card")).expect("JSON")
}

#[test]
fn every_kind_of_file_is_read_and_says_its_form() {
    let files = [
        ("wick-v1.png", Form::V1),
        ("wick-v2.png", Form::V2),
        ("wick-v3.png", Form::V3),
        ("wick-v3.charx", Form::V3),
        ("wick-v2.json", Form::V2),
        ("wick-prom.zip", Form::Prom),
    ];
    for (name, form) in files {
        let character = read(&fixture(name));
        assert_eq!((&*character.card.data.name, character.format), ("Maren Tidewell", form), "{name}");
        assert_eq!(character.picture.is_some(), !name.ends_with(".json"), "{name}");
    }
}

#[test]
fn texts_become_one_definition_without_the_instructions() {
    let data = json!({ "name": "Wick", "description": " A keeper. ", "personality": "Dry", "scenario": "", "mes_example": "Who?",
        "system_prompt": "Speak low.", "post_history_instructions": "Short." });
    let character = read(&card("chara_card_v2", data));
    let told = "A keeper.\n\n[Personality]\nDry\n\n<example_dialogue>\nWho?\n</example_dialogue>";
    assert_eq!(character.definition.as_deref(), Some(told));
    assert_eq!(character.card.data.description, " A keeper. ", "the card keeps its texts");
    assert!(read(&card("chara_card_v2", json!({ "name": "Wick" }))).definition.is_none());
}

#[test]
fn greetings_become_scenes_of_which_the_first_may_be_empty() {
    let data = json!({ "name": "Wick", "first_mes": "", "alternate_greetings": ["Halt. ", " ", "Who goes?"] });
    assert_eq!(read(&card("chara_card_v2", data)).scenes, ["", "Halt.", "Who goes?"]);
    let null = json!({ "name": "Wick", "first_mes": "Halt.", "alternate_greetings": null });
    assert_eq!(read(&card("chara_card_v3", null)).scenes, ["Halt."]);
}

#[test]
fn the_main_icon_and_a_background_inside_are_found() {
    let asset = |kind: &str, name: &str, uri: &str| json!({ "type": kind, "name": name, "uri": uri, "ext": "png" });
    let (other, main) = (asset("icon", "other", "https://a.test/1.png"), asset("icon", "main", "https://a.test/2.png"));
    let far = asset("background", "main", "https://a.test/3.png");
    let character = read(&card("chara_card_v3", json!({ "name": "Wick", "assets": [other, main, far] })));
    assert_eq!((character.avatar.as_deref(), character.background), (Some("https://a.test/2.png"), None));
    let near = asset("background", "dusk", "data:image/png;base64,AA==");
    let data = json!({ "name": "Wick", "assets": [near], "avatar": "https://a.test/own.png" });
    let character = read(&card("chara_card_v3", data));
    assert_eq!(character.background.as_deref(), Some("data:image/png;base64,AA=="));
    assert_eq!(character.avatar.as_deref(), Some("https://a.test/own.png"));
}

#[test]
fn an_entry_that_does_not_say_that_it_is_enabled_stays_as_it_is() {
    let book = json!({ "entries": [{ "keys": ["bell"], "content": "It rings.", "use_regex": true, "own": 1 }] });
    let character = read(&card("chara_card_v3", json!({ "name": "Wick", "character_book": book })));
    let entry = &character.card.data.character_book.as_ref().unwrap().entries[0];
    assert!(entry.enabled && entry.keys == ["bell"]);
    assert_eq!(written(&character, Form::V3)["data"]["character_book"]["entries"], book["entries"]);
}

#[test]
fn a_character_is_written_as_a_card() {
    let mut character = read(&card("chara_card_v3", json!({ "name": "Wick", "nickname": "W", "tags": ["river"] })));
    let sections = "A keeper.\n\n[Personality]\nDry\n[System Prompt]\nSpeak low.\n[Own]\nNothing\n\n<example_dialogue>\nWho?\n</example_dialogue>";
    character.definition = Some(sections.to_owned());
    character.scenes = vec!["Halt.".into(), " ".into(), "Again.".into()];
    let told = json!({ "name": "Wick", "description": "A keeper.", "personality": "Dry", "system_prompt": "Speak low.",
        "mes_example": "Who?", "first_mes": "Halt.", "alternate_greetings": ["Again."], "tags": ["river"] });
    for form in [Form::V2, Form::V3] {
        let card = written(&character, form);
        for (member, value) in told.as_object().unwrap() {
            assert_eq!(&card["data"][member], value, "{member}");
        }
    }
    let card: Value = serde_json::from_slice(&write_card(&character, Form::V3, Some(5_500), None).unwrap()).unwrap();
    assert_eq!((&card["data"]["creation_date"], &card["data"]["nickname"]), (&json!(5), &json!("W")));
}

#[test]
fn a_card_comes_back_as_it_was_read() {
    for name in ["wick-v2.json", "wick-v3.json", "wick-v3.charx"] {
        let character = read(&fixture(name));
        let again = read(&write_card(&character, character.format, None, None).unwrap());
        assert_eq!((&again.definition, &again.scenes), (&character.definition, &character.scenes), "{name}");
        let (before, after) = (&character.card.data, &again.card.data);
        assert_eq!((&before.extensions, &before.character_book), (&after.extensions, &after.character_book), "{name}");
        assert_eq!(
            (&before.character_version, &before.system_prompt),
            (&after.character_version, &after.system_prompt),
            "{name}"
        );
        assert_eq!(before.group_only_greetings, after.group_only_greetings, "{name}");
        assert_eq!(character.picture, again.picture, "{name}");
    }
}

#[test]
fn what_holds_no_card_is_refused() {
    let picture = fixture("wick-v3.png");
    let book = br#"{"entries":{"0":{"key":["bell"],"content":"It rings."}}}"#;
    for strange in [&b"nope"[..], b"{\"version\":1}", &fixture("portrait.png"), &picture[..picture.len() / 3], book] {
        assert!(matches!(read_card(strange), Err(error) if !error.to_string().is_empty()));
    }
}
