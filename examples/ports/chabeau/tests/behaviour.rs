//! What the users of the app rely on, with our fixtures.

use std::path::{Path, PathBuf};

use port_chabeau::{CardLoadError, CharacterCard, load_card};

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../fixtures/cards").join(name)
}

/// A file of this test alone, in the folder that cargo gives to it.
fn written(name: &str, text: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("a file of the test");
    path
}

fn card(members: &str) -> String {
    format!(r#"{{"spec":"chara_card_v2","spec_version":"2.0","data":{{{members}}}}}"#)
}

const WHOLE: &str =
    r#""name":"Aria","description":"A bard.","personality":"","scenario":"","first_mes":"Hello!","mes_example":"""#;

#[test]
fn a_picture_and_a_text_give_the_same_card() {
    let text = load_card(fixture("wick-v2.json")).unwrap();
    assert_eq!(load_card(fixture("wick-v2.png")).unwrap(), text);
    assert_eq!(text.name, "Maren Tidewell");
    assert!(text.first_mes.starts_with("*The lamp swings.*"));
    assert_eq!(text.alternate_greetings.len(), 2);
}

#[test]
fn cards_of_other_specs_and_containers_load_too() {
    for name in ["wick-v1.json", "wick-v3.json", "wick-v3.png", "wick-v3.charx", "wick-prom.zip"] {
        assert_eq!(load_card(fixture(name)).unwrap().name, "Maren Tidewell", "{name}");
    }
}

#[test]
fn empty_texts_are_no_reason_to_refuse() {
    let card = load_card(written("empty-texts.json", &card(WHOLE))).unwrap();
    assert_eq!((card.personality.as_str(), card.system_prompt), ("", None));
}

#[test]
fn every_missing_text_is_named() {
    let lacking = WHOLE.replace(r#""first_mes":"Hello!","#, "").replace(r#""A bard.""#, "7");
    let error = load_card(written("lacking.json", &card(&lacking))).unwrap_err();
    let CardLoadError::ValidationFailed(reasons) = &error else { panic!("{error}") };
    assert_eq!(reasons, &["`description` is missing or no text", "`first_mes` is missing or no text"]);
    assert!(error.to_string().starts_with("Card validation failed:\n  • `description`"));
}

#[test]
fn a_card_needs_a_name() {
    let error = load_card(written("nameless.json", &card(&WHOLE.replace("Aria", "")))).unwrap_err();
    assert!(matches!(error, CardLoadError::ValidationFailed(reasons) if reasons.len() == 1 && reasons[0].contains("name")));
}

#[test]
fn errors_say_which_file_and_why() {
    let absent = load_card("no/such/card.json").unwrap_err();
    assert!(absent.to_string().starts_with("File not found: no/such/card.json: "));
    let broken = load_card(written("broken.json", r#"{"spec":"chara_card_v2","data":{"name" "Aria"}}"#)).unwrap_err();
    assert!(matches!(&broken, CardLoadError::InvalidCard(text) if text.contains("broken.json")), "{broken}");
    assert!(broken.to_string().contains("line 1"), "{broken}");
    let bare = load_card(fixture("portrait.png")).unwrap_err();
    assert!(matches!(bare, CardLoadError::InvalidCard(_)));
    let module = load_card(fixture("module.json")).unwrap_err();
    assert!(module.to_string().contains("a lorebook or a module"), "{module}");
}

#[test]
fn the_system_prompt_has_what_the_card_says() {
    let card = load_card(fixture("wick-v2.json")).unwrap();
    let prompt = card.build_system_prompt();
    assert!(prompt.starts_with(card.system_prompt.as_deref().unwrap()));
    for part in ["\n\nCharacter: Maren Tidewell\n", "Description: {{char}} is the night keeper", "\nExample dialogue:\n<START>"] {
        assert!(prompt.contains(part), "{part}");
    }
    let bare = CharacterCard { name: "Aria".to_owned(), ..CharacterCard::default() };
    assert_eq!(bare.build_system_prompt(), "Character: Aria\nDescription: \nPersonality: \nScenario: \n");
}
