//! What one tries first has to compile, and do what it says.

use cards_model::{Card, Content, Document, Error, Form, Json, Limits, Object, Pointer, Style, v1, v2, v3};

const TEXT: &str = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","first_mes":"Hi","tags":7}}"#;

#[test]
fn bytes_of_any_kind_are_read() {
    let owned = TEXT.as_bytes().to_vec();
    assert!(Document::read(&owned, &Limits::default()).is_ok());
    assert!(Document::read(TEXT, &Limits::default()).is_ok());
    let text = String::from(TEXT);
    assert!(Document::read(&text, &Limits::default()).is_ok());
    assert!(Document::read(text, &Limits::default()).is_ok());
    assert!(Document::read(owned, &Limits::default()).is_ok());
}

#[test]
fn a_card_of_one_spec_is_a_card_and_a_content_and_a_document() {
    let made = v3::Card { data: v3::Data { name: "Aria".into(), ..v3::Data::default() }, ..v3::Card::default() };
    assert_eq!(Card::from(made.clone()).name(), "Aria");
    assert_eq!(Content::from(Card::from(made.clone())).form(), Form::V3);
    let mut document = Document::new(made);
    document.card_mut().unwrap().set_name("Mira");
    assert_eq!(document.into_card().unwrap().name(), "Mira");
    assert_eq!(Document::new(v1::Card::default()).content.form(), Form::V1);
    assert_eq!(Document::new(Card::from(v2::Card::default())).content.form(), Form::V2);
}

#[test]
fn values_are_made_and_looked_into() {
    let value: Json = r#"{"a":[1,{"b":null}]}"#.parse().unwrap();
    assert_eq!(value["a"][0].as_i64(), Some(1));
    let mut object = Object::new();
    object.insert("p", 0.5);
    object.insert("depth", 4);
    object.insert("list", vec!["a", "b"]);
    object.insert("none", None::<bool>);
    assert_eq!(Json::from(object).to_text(Style::Compact), r#"{"p":0.5,"depth":4,"list":["a","b"],"none":null}"#);
    let mut value = value;
    *value.at_mut(&Pointer::from(["a"]).index(0)).unwrap() = 2.into();
    assert_eq!(value.to_string(), r#"{"a":[2,{"b":null}]}"#);
}

#[test]
fn an_error_says_where_in_the_text() {
    let Err(error) = Document::read("{\n  \"spec\": nope}", &Limits::default()) else { panic!("that is not JSON") };
    let Error::Json(cards_model::json::Error::Syntax { at, .. }) = &error else { panic!("a syntax error") };
    assert_eq!((at.line, at.column), (2, 11));
    let value = serde_json::to_value(&error).unwrap();
    assert_eq!((&value["class"], &value["at"]["line"]), (&"bad-json".into(), &2.into()));
}

#[test]
fn answers_go_through_serde() {
    let document = Document::read(TEXT, &Limits::default()).unwrap();
    let findings = serde_json::to_value(document.findings()).unwrap();
    assert!(findings.as_array().unwrap().iter().any(|f| f["rule"] == "wrong-type" && f["pointer"] == "/data/tags"));
    let peek = cards_model::peek(TEXT.as_bytes(), &Limits::default()).unwrap();
    assert_eq!(serde_json::to_value(&peek).unwrap()["name"], "Aria");
    let pointer: Pointer = serde_json::from_value("/data/tags".into()).unwrap();
    assert_eq!(pointer, Pointer::from(["data", "tags"]));
    let value = serde_json::Value::from(TEXT.parse::<Json>().unwrap());
    assert_eq!(Json::from(value.clone())["data"]["name"].as_str(), value["data"]["name"].as_str());
}

#[test]
fn the_pointers_of_a_form_lead_where_its_parts_are() {
    let card = v3::Card {
        data: v3::Data { character_book: Some(Default::default()), assets: Some(Vec::new()), ..Default::default() },
        ..Default::default()
    };
    let json = cards_model::document::to_json(&card);
    for pointer in
        [Form::V3.data_pointer(), Form::V3.book_pointer(), Form::V3.entries_pointer(), Form::V3.assets_pointer()]
    {
        assert!(json.at(&pointer.unwrap()).is_some());
    }
}
