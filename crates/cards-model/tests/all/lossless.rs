//! Laws of reading and writing: nothing is lost, and an edit changes only what it edits.

use cards_model::document::{Field, SpecObject, from_json, to_json};
use cards_model::strategy::{Oddity, any_json, members};
use cards_model::{
    Content, Document, Grammar, Json, Limits, Lorebook, Module, Object, WorldInfo, agnai, novelai, prom, risu, v0, v1,
    v2, v3, v3l,
};
use proptest::prelude::*;

fn survives<T: SpecObject + Field>(object: &Object) {
    let json = Json::Object(object.clone());
    let read: T = from_json(&json).expect("every object has a reading");
    assert_eq!(to_json(&read), json);
}

/// A crooked object nested where the spec nests one.
fn inside(path: &[&str], inner: Object) -> Json {
    path.iter().rev().fold(Json::Object(inner), |value, key| match *key {
        "[]" => Json::Array(vec![Json::Null, value, Json::from("not an object")]),
        key => Json::Object([(key, value)].into_iter().collect()),
    })
}

macro_rules! survival {
    ($($test:ident: $ty:ty;)*) => { proptest! { $(
        #[test]
        fn $test(object in members::<$ty>(Oddity::Crooked)) {
            survives::<$ty>(&object);
        }
    )* } };
}

survival! {
    v0_cards_survive: v0::Card;
    v1_cards_survive: v1::Card;
    v2_cards_survive: v2::Card;
    v2_data_survives: v2::Data;
    v3_data_survives: v3::Data;
    v3l_data_survives: v3l::Data;
    prom_data_survives: prom::Data;
    prom_books_survive: prom::Book;
    lorebooks_survive: Lorebook;
    entries_survive: cards_model::Entry;
    assets_survive: cards_model::Asset;
    modules_survive: Module;
    world_infos_survive: WorldInfo;
    world_info_entries_survive: cards_model::worldinfo::Entry;
    prom_cards_survive: prom::Card;
    prom_entries_survive: prom::Entry;
    risu_exports_survive: risu::Export;
    risu_entries_survive: risu::Entry;
    agnai_books_survive: agnai::Book;
    agnai_entries_survive: agnai::Entry;
    novelai_books_survive: novelai::Lorebook;
    novelai_entries_survive: novelai::Entry;
    module_entries_survive: cards_model::module::Entry;
}

proptest! {
    #[test]
    fn nested_objects_survive(entry in members::<cards_model::Entry>(Oddity::Crooked), asset in members::<cards_model::Asset>(Oddity::Crooked)) {
        let book = inside(&["data", "character_book", "entries", "[]"], entry);
        prop_assert_eq!(to_json(&from_json::<v3::Card>(&book).unwrap()), book);
        let assets = inside(&["data", "assets", "[]"], asset);
        prop_assert_eq!(to_json(&from_json::<v3::Card>(&assets).unwrap()), assets);
    }

    #[test]
    fn untouched_documents_write_the_same_bytes(data in members::<v3::Data>(Oddity::Crooked), pretty in any::<bool>()) {
        let card: Object = [("spec", Json::from("chara_card_v3")), ("data", Json::Object(data))].into_iter().collect();
        let style = if pretty { cards_model::Style::Pretty(3) } else { cards_model::Style::Compact };
        let bytes = Json::Object(card).to_text(style).into_bytes();
        let document = Document::read(bytes.clone(), &Limits::default()).unwrap();
        prop_assert!(document.is_untouched());
        prop_assert_eq!(document.to_bytes(), bytes);
    }

    #[test]
    fn an_edit_changes_only_its_field(data in members::<v2::Data>(Oddity::Crooked), name in ".{1,8}") {
        let before = Json::Object([("spec", Json::from("chara_card_v2")), ("data", Json::Object(data))].into_iter().collect());
        let mut document = Document::read(before.to_string(), &Limits::default()).unwrap();
        let Content::Card(card) = &mut document.content else { panic!("not a card") };
        match card {
            cards_model::Card::V2(card) => card.data.name.clone_from(&name),
            cards_model::Card::V3(card) => card.data.name.clone_from(&name),
            other => panic!("unexpected {other:?}"),
        }
        let mut expected = before.clone();
        if let Json::Object(root) = &mut expected && let Some(Json::Object(data)) = root.get_mut("data") {
            let unchanged = data.get("name").is_some_and(|old| *old == Json::from(name.as_str()))
                || data.get("name").is_some_and(|old| String::coerce(old).as_deref() == Some(&*name));
            if !unchanged {
                data.insert("name", name.as_str());
            }
        }
        let after = Document::read(document.to_bytes(), &Limits::default()).unwrap();
        let after = Json::Object(match after.content {
            Content::Card(cards_model::Card::V2(card)) => to_json(&*card).as_object().cloned().unwrap(),
            Content::Card(cards_model::Card::V3(card)) => to_json(&*card).as_object().cloned().unwrap(),
            other => panic!("unexpected {other:?}"),
        });
        // A new member goes behind the known ones; sort both sides to compare content, then order of the old ones.
        prop_assert_eq!(sorted(&after), sorted(&expected));
        let old: Vec<_> = keys(&before);
        let new: Vec<_> = keys(&after).into_iter().filter(|key| old.contains(key)).collect();
        prop_assert_eq!(new, old);
    }

    #[test]
    fn reading_any_text_never_panics(text in ".{0,64}") {
        let _ = Document::read(text, &Limits::default());
    }

    /// What the fuzz target of this crate asserts, on texts that are nearly files.
    #[test]
    fn reading_holds_its_laws(
        marker in prop::sample::select(MARKERS.to_vec()), members in members::<v3::Data>(Oddity::Crooked),
        entry in members::<cards_model::Entry>(Oddity::Crooked), cut in 0_usize..400, noise in prop::option::of(".{1,3}")
    ) {
        let mut root: Object = marker.iter().map(|(name, value)| (*name, Json::from(*value))).collect();
        root.insert("data", members);
        root.insert("entries", vec![Json::Object(entry)]);
        let mut text = Json::Object(root).to_string();
        if let Some(noise) = noise {
            let at = (0..=cut.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap();
            text.insert_str(at, &noise);
        }
        laws(&text);
    }

    #[test]
    fn relaxed_reading_takes_what_strict_reading_takes(text in "[\\[\\]{},:\"/* a1\\n]{0,40}") {
        let strict = Document::read(format!("{{\"name\":\"n\",\"first_mes\":\"\",\"x\":[{text}]}}"), &Limits::default());
        let relaxed = Document::read_with(
            format!("{{\"name\":\"n\",\"first_mes\":\"\",\"x\":[{text}]}}"), Grammar::Relaxed, &Limits::default(),
        );
        if let Ok(strict) = strict {
            prop_assert_eq!(strict.content, relaxed.unwrap().content);
        }
    }

    #[test]
    fn serde_json_agrees_on_what_is_json(value in any_json()) {
        let text = value.to_string();
        // What is passed over has the grammar checked, and not whether a number fits a float.
        prop_assert!(serde_json::from_str::<serde::de::IgnoredAny>(&text).is_ok());
    }
}

/// Markers that lead to every form, and none.
const MARKERS: &[&[(&str, &str)]] = &[
    &[],
    &[("spec", "chara_card_v2")],
    &[("spec", "chara_card_v3")],
    &[("spec", "chara_card_v3l")],
    &[("spec", "lorebook_v3")],
    &[("type", "chara_card"), ("spec_version", "3.1")],
    &[("type", "chara_book")],
    &[("type", "risu")],
    &[("kind", "memory")],
    &[("lorebookVersion", "4")],
    &[("module_id", "M12345678"), ("category", "Others")],
    &[("name", "n"), ("first_mes", "f")],
    &[("char_name", "n"), ("char_persona", "f")],
];

/// No panic; reading and writing is the identity; the content alone reads back as itself; strict reading passes only
/// what lenient and relaxed reading pass.
fn laws(text: &str) {
    let limits = Limits::default();
    let lenient = Document::read(text, &limits);
    let relaxed = Document::read_with(text, Grammar::Relaxed, &limits);
    assert!(Document::read_strict(text, &limits).is_err() || lenient.is_ok());
    let Ok(document) = lenient else { return };
    assert_eq!(document.to_bytes(), text.as_bytes());
    assert_eq!(relaxed.expect("relaxed reading takes strict JSON").content, document.content);
    let anew = document.to_text(cards_model::Style::Compact);
    let again = Document::read(anew.as_str(), &limits).expect("what was written is read");
    assert_eq!(again.to_text(cards_model::Style::Compact), anew);
    let _ = (document.content.lorebook(), document.content.world_info());
}

/// JSON whose members are compared whatever their order, and whose numbers by their spelling.
fn sorted(json: &Json) -> serde_json::Value {
    match json {
        Json::Object(object) => object.iter().map(|(key, value)| (key.to_owned(), sorted(value))).collect(),
        Json::Array(items) => items.iter().map(sorted).collect(),
        Json::Number(number) => serde_json::Value::String(format!("#{number}")),
        other => serde_json::from_str(&other.to_string()).expect("what was written is JSON"),
    }
}

fn keys(card: &Json) -> Vec<String> {
    let data = card.pointer("/data").and_then(Json::as_object).expect("the card has data");
    data.iter().map(|(key, _)| key.to_owned()).collect()
}

#[test]
fn a_struct_made_by_a_program_writes_its_mandatory_fields() {
    let entry = cards_model::Entry { keys: vec!["toll".into()], ..cards_model::Entry::default() };
    let text = to_json(&entry).to_string();
    assert_eq!(text, r#"{"keys":["toll"],"content":"","extensions":{},"enabled":true,"insertion_order":0}"#);
}

#[test]
fn deep_and_wide_texts_end_in_an_error_or_a_card() {
    let deep = format!("{{\"spec\":\"chara_card_v2\",\"data\":{}1{}}}", "{\"a\":".repeat(60_000), "}".repeat(60_000));
    let error = Document::read(deep, &Limits::default()).unwrap_err();
    assert_eq!(error.class(), "too-deep");
    assert!(error.to_string().len() < 400, "{error}");
    let tags = vec!["\"t\""; 400_000].join(",");
    let wide = format!("{{\"spec\":\"chara_card_v2\",\"data\":{{\"name\":\"n\",\"tags\":[{tags}]}}}}");
    let document = Document::read(wide, &Limits::default()).unwrap();
    assert_eq!(document.card().unwrap().tags().len(), 400_000);
}

#[test]
fn unknown_members_can_be_added_and_removed_in_place() {
    let mut data: v2::Data =
        from_json(&Json::Object([("a", Json::Null), ("name", "x".into()), ("b", true.into())].into_iter().collect()))
            .unwrap();
    data.rest.remove("a");
    data.rest.insert("c", 1_i64);
    assert_eq!(to_json(&data).to_string(), r#"{"name":"x","b":true,"c":1}"#);
}
