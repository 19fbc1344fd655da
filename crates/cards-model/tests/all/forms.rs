//! What each form has, asked of the whole list, so that a new one that lacks something fails here.

use std::fs;
use std::path::Path;

use cards_model::book::convert;
use cards_model::id::SeededIds;
use cards_model::names::names_of_entry;
use cards_model::{Content, Document, Form, Json, Limits, Lorebook, schema};

/// A lorebook of one entry.
fn book() -> Content {
    let text = r#"{"name":"Saltmere","extensions":{},"entries":[{"keys":["bell"],"content":"It rings.","enabled":true,
        "insertion_order":7,"extensions":{}}]}"#;
    let document: Document = text.parse().unwrap();
    document.content
}

fn made(form: Form) -> Content {
    convert(&book(), form, &cards_model::convert::Options::default(), &mut SeededIds::new(1)).unwrap().value
}

/// The forms that a lorebook may have in a file of its own.
fn books() -> impl Iterator<Item = Form> {
    Form::ALL.iter().copied().filter(|form| !form.is_card())
}

#[test]
fn what_a_lorebook_becomes_is_told_by_its_own_file() {
    for form in books() {
        let made = made(form);
        assert_eq!(made.form(), form);
        let text = Document::new(made.clone()).to_text(cards_model::Style::Compact);
        let read = Document::read(text.as_bytes(), &Limits::default()).unwrap();
        assert_eq!(read.content.form(), form, "{text}");
        assert_eq!(read.content.to_json(), made.to_json(), "{text}");
        let peek = cards_model::peek(text.as_bytes(), &Limits::default()).unwrap();
        assert_eq!((peek.detection.form, peek.lore_entries), (form, Some(1)), "{text}");
    }
}

#[test]
fn each_form_becomes_each_other_with_the_key_and_the_text_of_its_entry() {
    for from in books() {
        for to in books() {
            let there = convert(&made(from), to, &cards_model::convert::Options::default(), &mut SeededIds::new(2));
            let there = there.unwrap_or_else(|error| panic!("{from} as {to}: {error}")).value;
            assert_eq!(there.form(), to);
            let lorebook: Lorebook = there.lorebook().unwrap().into_owned();
            let said: Vec<_> = lorebook.entries.iter().map(|entry| (entry.keys.as_slice(), &*entry.content)).collect();
            assert_eq!(said, [(&["bell".to_owned()][..], "It rings.")], "{from} as {to}");
        }
    }
}

#[test]
fn entries_are_where_a_form_says_and_call_things_as_it_says() {
    for form in books() {
        let json = made(form).to_json();
        let entries = json.at(&form.entries_pointer().unwrap()).unwrap();
        let count =
            entries.as_array().map_or_else(|| entries.as_object().map_or(0, |map| map.iter().count()), <[_]>::len);
        assert_eq!(count, 1, "{form}: {json}");
        let schema = schema(form);
        let has = |path: &str| {
            let objects = schema.pointer("/$defs").and_then(Json::as_object).unwrap();
            objects.iter().any(|(_, object)| object.at(&["properties", path].into()).is_some())
        };
        for (known, own) in names_of_entry(form) {
            assert!(has(own.first()), "{form} has no `{}`, which is its `{known}`", own.first());
        }
    }
}

#[test]
fn a_marker_is_in_the_schema_as_it_is_in_a_file() {
    for form in books().filter(|form| form.is_of_client()) {
        let (json, schema) = (made(form).to_json(), schema(form));
        for (name, member) in schema.pointer("/properties").and_then(Json::as_object).unwrap().iter() {
            if let Some(value) = member.pointer("/const") {
                assert_eq!(json.at(&[name].into()), Some(value), "{form}: `{name}`");
            }
        }
    }
}

/// The files below a folder whose text has a word.
fn naming(word: &str, folder: &Path, found: &mut Vec<String>) {
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            naming(word, &path, found);
        } else if path.extension().is_some_and(|ext| ext == "rs") && fs::read_to_string(&path).unwrap().contains(word) {
            found.push(path.to_string_lossy().into_owned());
        }
    }
}

/// The promise of `docs/ARCHITECTURE.md`: beside the file of its types and a line for a module, these are all that know a form of
/// lorebook by name. What else asks, asks [`Form`].
#[test]
fn a_form_of_lorebook_is_named_in_three_files() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    for entry in fs::read_dir(&crates).unwrap() {
        let sources = entry.unwrap().path().join("src");
        if sources.is_dir() {
            naming("AgnaiBook", &sources, &mut found);
        }
    }
    found.sort();
    let expected = ["book/agnai.rs", "spec/mod.rs", "terms/form.rs"];
    let as_expected =
        found.len() == expected.len() && found.iter().zip(expected).all(|(file, end)| file.ends_with(end));
    assert!(as_expected, "{found:#?}");
}
