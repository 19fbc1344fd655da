//! The JSON of cards and books in SillyTavern's profile: `import_json`, `list_view`, `validate`,
//! `import_character_book`, `export_character_book`.

use cards_model::{Json, Limits, Object};
use serde_json::{Map, Value, json};

use crate::client::sillytavern;

use super::form::{bytes, refusal};

/// What the rows put where SillyTavern puts the moment of an import.
pub(super) const MOMENT: &str = "DATE";

/// Answers a question about the JSON of a card or a book as SillyTavern does; `None` for one of another kind.
pub(super) fn answer(op: &str, input: &Value) -> Option<Value> {
    match op {
        "import_json" => Some(import_json(&bytes(&input["file"])?)),
        "list_view" => list_view(&input["card"]),
        "validate" => Some(validate(&input["card"])),
        "import_character_book" => import_book(&input["book"]),
        "export_character_book" => export_book(input),
        _ => None,
    }
}

/// A `.json` file as uploaded.
fn import_json(file: &[u8]) -> Value {
    match sillytavern::import_json(&String::from_utf8_lossy(file), MOMENT, &Limits::default()) {
        Ok(Some(imported)) => json!({ "name": imported.name, "card": undated(&imported.card) }),
        Ok(None) => json!({ "name": "", "card": null }),
        Err(error) => refusal(error),
    }
}

fn list_view(card: &Value) -> Option<Value> {
    Some(json!({ "card": undated(&sillytavern::list_view(object(card)?, MOMENT)) }))
}

fn validate(card: &Value) -> Value {
    let validation = sillytavern::validate(&ours(card));
    let version = validation.version.map_or(Value::Bool(false), Value::from);
    json!({ "version": version, "last_error": validation.last_error })
}

fn import_book(book: &Value) -> Option<Value> {
    Some(theirs(&cards_model::sillytavern::import_character_book(&object(book)?)))
}

fn export_book(input: &Value) -> Option<Value> {
    let mut entries = input["entries"].clone();
    for (_, entry) in entries.as_object_mut()? {
        over_template(entry.as_object_mut()?);
    }
    let name = input["name"].as_str().unwrap_or_default();
    Some(theirs(&cards_model::sillytavern::export_character_book(name, &object(&entries)?)))
}

/// Lays an entry that asks for it over SillyTavern's default entry, as `suite/KINDS.md` gives that.
fn over_template(entry: &mut Map<String, Value>) {
    if entry.remove("__template") != Some(Value::Bool(true)) {
        return;
    }
    let Value::Object(mut whole) = theirs(&cards_model::sillytavern::new_entry()) else {
        return;
    };
    whole.append(entry);
    *entry = whole;
}

/// The card without dates, which the rows leave out.
pub(super) fn undated(card: &Object) -> Value {
    let mut card = theirs(card);
    if let Some(card) = card.as_object_mut() {
        card.remove("create_date");
    }
    card
}

fn object(value: &Value) -> Option<Object> {
    match ours(value) {
        Json::Object(object) => Some(object),
        _ => None,
    }
}

fn ours(value: &Value) -> Json {
    let text = value.to_string();
    text.parse().unwrap_or_default()
}

pub(super) fn theirs(object: &Object) -> Value {
    serde_json::from_str(&Json::Object(object.clone()).to_string()).unwrap_or_default()
}
