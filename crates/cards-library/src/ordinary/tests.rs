//! An ordinary card and its document say the same.

use super::*;
use crate::hash::content_hash;
use cards_kit::plain::{DATES, plain};
use cards_model::json::{Json, Object as Members};
use cards_model::strategy::{self, Oddity};
use cards_model::{Content, Document};
use proptest::prelude::*;

/// Holds an ordinary card against its document; whether it is one.
fn agrees(text: &str) -> Result<bool, TestCaseError> {
    let Some(card) = read(text.as_bytes(), &Limits::default()) else { return Ok(false) };
    let document = Document::read(text, &Limits::default()).map_err(|error| TestCaseError::fail(error.to_string()))?;
    prop_assert_eq!(document.findings(), &[][..], "{}", text);
    prop_assert_eq!(card.form, document.content.form(), "{}", text);
    let Content::Card(whole) = &document.content else {
        return Err(TestCaseError::fail("it is no card"));
    };
    prop_assert_eq!(card.assets, whole.assets().len());
    prop_assert_eq!(card.has_book, whole.lorebook().is_some());
    let mut plainly = plain(&document.content);
    plainly.keep(|name| name != cards_kit::plain::FILE && !DATES.contains(&name));
    prop_assert_eq!(&card.map, &plainly, "{}", text);
    prop_assert_eq!(content_hash(card.map), content_hash(plainly));
    Ok(true)
}

fn card_json(oddity: Oddity) -> impl Strategy<Value = Json> {
    let form = proptest::sample::select(&[Form::V1, Form::V2, Form::V3][..]);
    form.prop_flat_map(move |form| strategy::json_of(&cards_model::root_shape(form), oddity))
}

/// Copies of some fields beside `data`, as many writers make them.
fn mirrored(json: &Json, some: u32) -> Json {
    let Json::Object(root) = json else { return json.clone() };
    let Some(Json::Object(data)) = root.get("data") else { return json.clone() };
    let chosen = data.iter().enumerate().filter(|(i, _)| some & (1 << (i % 32)) != 0);
    let copies = chosen.map(|(_, (name, value))| (name, value.clone()));
    let all: Members = copies.chain(root.iter().map(|(name, value)| (name, value.clone()))).collect();
    Json::Object(all)
}

proptest! {
    #[test]
    fn an_ordinary_card_says_what_its_document_says(json in card_json(Oddity::Plain), some in any::<u32>()) {
        agrees(&json.to_string())?;
        agrees(&mirrored(&json, some).to_string())?;
    }

    #[test]
    fn crooked_cards_are_left_to_the_document(json in card_json(Oddity::Crooked), some in any::<u32>()) {
        agrees(&json.to_string())?;
        agrees(&mirrored(&json, some).to_string())?;
    }

    #[test]
    fn one_wrong_byte_is_noticed(at in 0_usize..2_000, byte in any::<u8>()) {
        let mut text = V3.as_bytes().to_vec();
        let at = at % text.len();
        if let Some(old) = text.get_mut(at) {
            *old = byte;
        }
        if let Ok(text) = String::from_utf8(text) {
            agrees(&text)?;
        }
    }
}

const V3: &str = r#"{"name":"Aria","tags":["x"],"create_date":"today","spec":"chara_card_v3","spec_version":"3.0",
    "data":{"name":"Aria","description":"A bard.","personality":"","scenario":"","first_mes":"Hi","mes_example":"",
    "creator_notes":"","system_prompt":"","post_history_instructions":"","alternate_greetings":["Ho",""],
    "tags":["x"],"creator":"me","character_version":"","extensions":{"a":{"b":[1,2.5,null,{}]}},"nickname":"A",
    "group_only_greetings":[],"creation_date":1700000000,"modification_date":0,"x_mine":{"y":"\u00e9\n"},
    "assets":[{"type":"icon","uri":"ccdefault:","name":"main","ext":"png"},
    {"type":"emotion","uri":"https://example.org/a.png","name":"joy","ext":"png"}],
    "character_book":{"name":"","scan_depth":4,"extensions":{},"mine":true,"entries":[{"keys":["a","b"],
    "content":"c","extensions":{"position":0},"enabled":false,"insertion_order":100,"use_regex":false,
    "case_sensitive":false,"constant":true,"id":"x","secondary_keys":[],"position":"before_char","my":1}]}}}"#;

const V1: &str = r#"{"name":"Aria","description":"A bard.","personality":"","scenario":"","first_mes":"Hi",
    "mes_example":"","creator":"me","tags":["x"]}"#;

#[test]
fn what_writers_write_is_ordinary() {
    let v2 = V3.replace("_v3", "_v2").replace("\"3.0\"", "\"2.0\"");
    for text in [V3, V1, &v2] {
        assert!(agrees(text).unwrap(), "{text}");
    }
}

#[test]
fn whatever_has_a_finding_is_not_ordinary() {
    let again = |name: &str| format!("\"{name}\":\"Aria\",\"{name}\":");
    for (from, to) in [
        ("\"spec_version\":\"3.0\"", "\"spec_version\":\"2.0\""),
        ("\"creator\":", again("creator").as_str()),
        ("\"x_mine\":", again("x_mine").as_str()),
        ("\"create_date\":", again("create_date").as_str()),
        ("\"creation_date\":1700000000", "\"creation_date\":1700000000000"),
        ("\"scenario\":\"\",", ""),
        ("\"tags\":[\"x\"],\"creator\"", "\"tags\":\"x\",\"creator\""),
        ("\"enabled\":false", "\"enabled\":null"),
        ("A bard.", "A\tbard."),
    ] {
        assert!(V3.contains(from), "{from}");
        let text = V3.replacen(from, to, 1);
        assert!(!Document::read(text.as_str(), &Limits::default()).unwrap().findings().is_empty(), "{to}");
        assert!(read(text.as_bytes(), &Limits::default()).is_none(), "{to}");
    }
}

/// What rules alone see is no finding of the reading; they need the document all the same.
#[test]
fn what_rules_alone_see_is_left_to_the_document() {
    for (from, to) in [
        ("\"name\":\"Aria\",\"tags\"", "\"name\":\"Rei\",\"tags\""),
        ("{\"name\":\"Aria\",\"description\"", "{\"name\":\" \",\"description\""),
        ("\"keys\":[\"a\",", "\"keys\":[\" \","),
        ("\"position\":\"before_char\"", "\"position\":\"\""),
        ("\"insertion_order\":100", "\"insertion_order\":1.5"),
    ] {
        assert!(V3.contains(from), "{from}");
        let text = V3.replacen(from, to, 1);
        assert!(read(text.as_bytes(), &Limits::default()).is_none(), "{to}");
    }
}
