//! The schemas say what the reader says: what breaks no MUST is valid.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use cards_model::strategy::{self, Oddity};
use cards_model::{Card, Document, Form, Json, Limits, Style, ValidateOptions};
use jsonschema::Validator;
use proptest::prelude::*;
use serde_json::Value;

/// The schemas as they are committed, ready to judge.
static VALIDATORS: LazyLock<HashMap<Form, Validator>> = LazyLock::new(|| {
    let each = Form::ALL.iter().map(|form| (form.id(), form)).map(|(name, form)| {
        let validator =
            jsonschema::draft202012::new(&committed(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        (*form, validator)
    });
    each.collect()
});

/// A schema of `docs/schema`; `cargo xtask docs --check` proves that it is what the code makes.
fn committed(name: &str) -> Value {
    let path = root().join(format!("docs/schema/{name}.schema.json"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap()
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What a schema has against a value, as pointer and keyword.
fn check(form: Form, value: &Json) -> BTreeSet<String> {
    let value = for_schemas(value);
    let broken = VALIDATORS[&form].iter_errors(&value);
    broken.map(|error| format!("{}: {}", error.instance_path(), error.kind().keyword())).collect()
}

/// A value as the validator takes it.
fn for_schemas(value: &Json) -> Value {
    match value {
        Json::Null => Value::Null,
        Json::Bool(on) => (*on).into(),
        // To a schema of ours, any number that is too large for a double is as good as another.
        Json::Number(number) => serde_json::from_str(&number.to_string()).unwrap_or_else(|_| f64::MAX.into()),
        Json::String(text) => text.as_str().into(),
        Json::Array(items) => items.iter().map(for_schemas).collect(),
        Json::Object(object) => object.iter().map(|(key, value)| (key.to_owned(), for_schemas(value))).collect(),
    }
}

/// The rules that a schema can see.
const VISIBLE: &[&str] = &[
    "wrong-type",
    "null-member",
    "null-optional",
    "missing-member",
    "bad-element",
    "date-unit",
    "marker",
    "marker-later",
    "marker-version",
    "entry-use-regex",
    "entry-id",
    "entry-position",
    "lynn-unknown-member",
    "lynn-removed-member",
    "prom-book-marker",
    "prom-role",
    "prom-unset-member",
    "setting-lost",
    "setting-odd",
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
    text.parse().unwrap()
}

/// What the schema of a document's form has against it.
fn breaches(document: &Document) -> BTreeSet<String> {
    check(document.content.form(), &json(document))
}

#[test]
fn the_committed_schemas_are_schemas() {
    for (name, form) in Form::ALL.iter().map(|form| (form.id(), form)) {
        let schema = committed(name);
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema", "{name}");
        jsonschema::meta::validate(&schema).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(VALIDATORS.contains_key(form), "{name}");
    }
    let mut wrong = committed("v2");
    wrong["$defs"]["Data"]["required"] = "name".into();
    assert!(!jsonschema::meta::is_valid(&wrong), "the meta-schema takes anything");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn sound_documents_are_valid(document in prop_oneof![strategy::document(Oddity::Plain), strategy::document(Oddity::Crooked)]) {
        if is_sound(&document) {
            let broken = breaches(&document);
            prop_assert!(broken.is_empty(), "{broken:?}\n{}", document.to_text(Style::Pretty(1)));
        }
    }
}

#[test]
fn good_examples_are_valid_and_some_bad_ones_are_not() {
    let rows = include_str!("../../fixtures/rules.jsonl");
    let rows = rows.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let (mut sound, mut caught) = (0, 0);
    for row in rows {
        for side in ["good", "bad"] {
            let text = row[side].as_str().map_or_else(|| row[side].to_string(), str::to_owned);
            let document = Document::read(text, &Limits::default()).unwrap();
            let broken = breaches(&document);
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
    let refused = |form, text: &str| -> Vec<String> {
        let value = text.parse::<Json>().unwrap();
        check(form, &value).into_iter().collect()
    };
    let card = |spec: &str| format!(r#"{{"spec":"{spec}","spec_version":"2.0","data":{{}}}}"#);
    assert_eq!(refused(Form::V2, &card("chara_card_v2")), ["/data: required"]);
    assert_eq!(refused(Form::V2, &card("chara_card_v3")), ["/data: required", "/spec: const"]);
    assert_eq!(refused(Form::V2, r#"{"spec":"chara_card_v2","spec_version":"2.0","data":[]}"#), ["/data: type"]);
    for form in Form::ALL {
        assert_eq!(refused(*form, "null"), [": type"], "{form}");
    }
}

/// Documents among the fixtures, by form: those that break no MUST, and those that do and are caught.
#[test]
fn fixtures_that_break_no_must_are_valid() {
    let (mut sound, mut caught) = (BTreeMap::<Form, usize>::new(), 0);
    for path in json_files(&root().join("fixtures")) {
        let Ok(document) = Document::read(fs::read(&path).unwrap(), &Limits::default()) else { continue };
        let broken = breaches(&document);
        if is_sound(&document) {
            assert!(broken.is_empty(), "{}: {broken:?}", path.display());
            *sound.entry(document.content.form()).or_default() += 1;
        } else {
            caught += usize::from(!broken.is_empty());
        }
    }
    println!("sound: {sound:?}; {caught} unsound ones are not valid");
    let without: Vec<_> = Form::ALL.iter().filter(|form| !sound.contains_key(form)).collect();
    assert!(without.is_empty(), "no sound fixture of {without:?}");
    assert!(sound.values().sum::<usize>() > 100 && caught > 20, "{sound:?}, {caught}");
}

/// Every JSON file below a folder.
fn json_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let each = entries.flat_map(|path| match path.is_dir() {
        true => json_files(&path),
        false => Vec::from_iter(path.extension().is_some_and(|ext| ext == "json").then_some(path)),
    });
    each.collect()
}

#[test]
fn real_files_that_break_no_must_are_valid() {
    let shared = std::env::var_os("CARDS_SHARED").map_or_else(|| root().join("../shared"), PathBuf::from);
    let Ok(folder) = fs::read_dir(shared.join("corpus/real")) else {
        println!("skipped: {} has no corpus", shared.display());
        return;
    };
    let mut seen = 0;
    for path in folder.map(|entry| entry.unwrap().path()) {
        if path.extension().is_none_or(|ext| ext != "json") {
            continue;
        }
        let Ok(document) = Document::read(fs::read(&path).unwrap(), &Limits::default()) else { continue };
        seen += 1;
        let broken = breaches(&document);
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
