//! The schemas say what the reader says: what breaks no MUST is valid.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use std::path::PathBuf;

use cards_model::strategy::{self, Oddity};
use cards_model::{Card, Document, Form, Json, Limits, Style, ValidateOptions, schema};
use proptest::prelude::*;

/// The keywords that our schemas use, checked one by one; every breach as pointer and keyword.
fn breaches(root: &Json, schema: &Json, value: &Json, pointer: &str, out: &mut Vec<String>) {
    for (keyword, wanted) in schema.as_object().unwrap().iter() {
        let holds = match keyword {
            "$schema" | "$id" | "title" | "description" | "$defs" => true,
            "$ref" => {
                let target = wanted.as_str().unwrap().strip_prefix('#').unwrap();
                breaches(root, root.pointer(target).unwrap(), value, pointer, out);
                true
            }
            "type" => match wanted {
                Json::Array(kinds) => kinds.iter().any(|kind| is_kind(value, kind.as_str().unwrap())),
                kind => is_kind(value, kind.as_str().unwrap()),
            },
            "const" => value == wanted,
            "enum" => wanted.as_array().unwrap().contains(value),
            "pattern" => value.as_str().is_none_or(|text| fits(wanted.as_str().unwrap(), text)),
            "required" => value.as_object().is_none_or(|object| {
                wanted.as_array().unwrap().iter().all(|name| object.get(name.as_str().unwrap()).is_some())
            }),
            "properties" => {
                for (name, schema) in wanted.as_object().unwrap().iter() {
                    if let Some(member) = value.get(name) {
                        breaches(root, schema, member, &format!("{pointer}/{name}"), out);
                    }
                }
                true
            }
            "additionalProperties" => {
                let known = schema.get("properties").and_then(Json::as_object);
                let others = value.as_object().into_iter().flat_map(|object| object.iter());
                let mut others = others.filter(|(name, _)| known.is_none_or(|known| known.get(name).is_none()));
                if *wanted == Json::Bool(false) {
                    others.next().is_none()
                } else {
                    others.for_each(|(name, v)| breaches(root, wanted, v, &format!("{pointer}/{name}"), out));
                    true
                }
            }
            "items" => {
                for (i, item) in value.as_array().unwrap_or_default().iter().enumerate() {
                    breaches(root, wanted, item, &format!("{pointer}/{i}"), out);
                }
                true
            }
            other => panic!("the test does not know the keyword {other}"),
        };
        if !holds {
            out.push(format!("{pointer}: {keyword}"));
        }
    }
}

fn is_kind(value: &Json, kind: &str) -> bool {
    match kind {
        "string" => value.as_str().is_some(),
        "number" => value.as_f64().is_some(),
        "boolean" => value.as_bool().is_some(),
        "array" => value.as_array().is_some(),
        "object" => value.as_object().is_some(),
        other => panic!("the test does not know the type {other}"),
    }
}

/// The two patterns that our schemas use.
fn fits(pattern: &str, text: &str) -> bool {
    let word = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-');
    match pattern {
        "^M[0-9A-Z]{8}$" => {
            text.len() == 9
                && text.starts_with('M')
                && text.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_uppercase())
        }
        "^[0-9A-Za-z_-]{9}$" => text.len() == 9 && text.bytes().all(word),
        other => panic!("the test does not know the pattern {other}"),
    }
}

/// Optional members that are `null`, which readers take for absent and schemas do not.
fn without_nulls(value: &Json) -> Json {
    match value {
        Json::Object(object) => Json::Object(
            object.iter().filter(|(_, v)| **v != Json::Null).map(|(key, v)| (key, without_nulls(v))).collect(),
        ),
        Json::Array(items) => Json::Array(items.iter().map(without_nulls).collect()),
        other => other.clone(),
    }
}

fn check(form: Form, value: &Json) -> Vec<String> {
    let schema = schema(form);
    let mut out = Vec::new();
    breaches(&schema, &schema, value, "", &mut out);
    out
}

/// The rules that a schema can see.
const VISIBLE: &[&str] = &[
    "wrong-type",
    "null-member",
    "missing-member",
    "bad-element",
    "date-unit",
    "marker",
    "marker-version",
    "entry-use-regex",
    "entry-id",
    "entry-position",
    "lynn-unknown-member",
    "lynn-removed-member",
    "prom-book-marker",
    "prom-role",
    "prom-unset-member",
    "module-id",
    "module-category",
    "module-entry-id",
];

/// Whether a document breaks no rule that a schema can see.
fn is_sound(document: &Document) -> bool {
    let findings = document.validate(ValidateOptions::STRICT);
    // CCv3L members of the prose have a rule that lets them stand; the schema follows the interface.
    let prose = ["source", "group_only_greetings", "creator_notes_multilingual"];
    let lynn = matches!(document.card(), Some(Card::V3L(card)) if prose.iter().any(|name| card.data.rest.unknown().get(name).is_some()));
    !lynn && findings.iter().all(|finding| !VISIBLE.contains(&finding.rule.id))
}

fn json(document: &Document) -> Json {
    let text = document.to_text(Style::Compact);
    cards_model::json::Reader::new(&text, Limits::default()).json().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn sound_documents_are_valid(document in prop_oneof![strategy::document(Oddity::Plain), strategy::document(Oddity::Crooked)]) {
        if is_sound(&document) {
            let broken = check(document.content.form(), &without_nulls(&json(&document)));
            prop_assert!(broken.is_empty(), "{broken:?}\n{}", document.to_text(Style::Pretty(1)));
        }
    }
}

#[test]
fn good_examples_are_valid_and_some_bad_ones_are_not() {
    let rows = include_str!("../fixtures/rules.jsonl");
    let rows = rows.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let (mut sound, mut caught) = (0, 0);
    for row in rows {
        for side in ["good", "bad"] {
            let text = row[side].as_str().map_or_else(|| row[side].to_string(), str::to_owned);
            let document = Document::read(text, Limits::default()).unwrap();
            let broken = check(document.content.form(), &without_nulls(&json(&document)));
            if is_sound(&document) {
                assert!(broken.is_empty(), "{broken:?} {}", row[side]);
                sound += 1;
            } else {
                caught += usize::from(!broken.is_empty());
            }
        }
    }
    println!("{sound} sound documents are valid; {caught} unsound ones are not");
    assert!(sound >= 10 && caught >= 15);
}

#[test]
fn schemas_refuse_what_the_specs_refuse() {
    let card = |spec: &str| -> Json {
        let text = format!(r#"{{"spec":"{spec}","spec_version":"2.0","data":{{}}}}"#);
        cards_model::json::Reader::new(&text, Limits::default()).json().unwrap()
    };
    assert_eq!(check(Form::V2, &card("chara_card_v2")), ["/data: required"]);
    assert_eq!(check(Form::V2, &card("chara_card_v3")), ["/spec: const", "/data: required"]);
    assert_eq!(check(Form::Module, &Json::Null).first().map(String::as_str), Some(": type"));
}

#[test]
fn real_files_that_break_no_must_are_valid() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let shared = std::env::var_os("CARDS_SHARED").map_or_else(|| root.join("../shared"), PathBuf::from);
    let Ok(folder) = std::fs::read_dir(shared.join("corpus/real")) else {
        println!("skipped: {} has no corpus", shared.display());
        return;
    };
    let mut seen = 0;
    for path in folder.map(|entry| entry.unwrap().path()) {
        if path.extension().is_none_or(|ext| ext != "json") {
            continue;
        }
        let Ok(document) = Document::read(std::fs::read(&path).unwrap(), Limits::default()) else { continue };
        seen += 1;
        let broken = check(document.content.form(), &without_nulls(&json(&document)));
        println!(
            "{}: {}, sound {}, {} breaches",
            path.display(),
            document.content.form(),
            is_sound(&document),
            broken.len()
        );
        assert!(!is_sound(&document) || broken.is_empty(), "{}: {broken:?}", path.display());
    }
    assert!(seen > 5);
}
