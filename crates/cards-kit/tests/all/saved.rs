//! What an application saves is written by serde, read back, and can be compared with what was saved.

use cards_kit::answer::GotValue;
use cards_kit::lore::State;
use cards_kit::{Card, Chat, Document, Json, Limits, Memory, Patch, Pointer, Variables, open};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Writes a value and reads it back.
fn comes_back<T: Serialize + DeserializeOwned + PartialEq>(value: &T) -> bool {
    serde_json::from_str::<T>(&serde_json::to_string(value).unwrap()).unwrap() == *value
}

#[test]
fn what_is_saved_is_read_back_the_same() {
    let card: Card =
        r#"{"spec":"chara_card_v3","spec_version":"3.0","data":{"name":"Aria","mine":[1.5]}}"#.parse().unwrap();
    let mut document = Document::from(card.clone());
    let patch = Patch::Set { path: "name".parse().unwrap(), value: "Mira".into() };
    patch.apply(&mut document).unwrap();
    let mut chat = Chat::default();
    chat.say_as_user("Is that the bell?");
    let mut variables = Variables::default();
    variables.set(cards_kit::macros::Scope::Chat, "mood", "calm");
    let mut memory = Memory::seeded(7);
    memory.variables = variables.clone();
    assert!(comes_back(&card) && comes_back(&document.content) && comes_back(&patch));
    assert!(comes_back(&chat) && comes_back(&variables) && comes_back(&State::new()) && comes_back(&memory));
    assert!(comes_back(&Json::from("text")));
}

#[test]
fn an_answer_about_a_change_is_written_whatever_number_is_in_it() {
    let text = r#"{"spec":"chara_card_v2","data":{"name":"A","extensions":{"a/x":[1e400,2]}}}"#;
    let mut editor = open(text.as_bytes(), Limits::default()).unwrap().edit();
    let pointer: Pointer = "/data/extensions/a~1x".parse().unwrap();
    let got = GotValue::new("x", Some(pointer), editor.get("extensions[\"a/x\"]").unwrap());
    editor.remove("extensions[\"a/x\"]").unwrap();
    let told = [serde_json::to_string(&got).unwrap(), serde_json::to_string(&editor.answer()).unwrap()];
    assert!(told[0].contains(r#""value":["1e400",2]"#), "{}", told[0]);
    assert!(told[1].contains(r#""before":["1e400",2]"#), "{}", told[1]);
}
