//! Conversion between specs, and telling them apart, by what the specs say and as RisuAI does it.
//!
//! `input.op` is `convert` (card, to), `convert_book` (book, from, to) or `check` (card).

use crate::client::risuai;
use cards_model::convert::{Decorators, Options, STASH_KEY, Stash, convert_book};
use cards_model::document::to_json;
use cards_model::{Card, Document, Form, Json, Limits, detect};
use serde_json::{Value, json};

/// Answers a question about spec forms; `None` for one of another kind.
pub(super) fn answer(op: &str, input: &Value) -> Option<Value> {
    Some(match op {
        "convert" => answer_convert(input),
        "convert_book" => answer_book(input),
        "check" => json!({ "version": version(&input["card"].to_string()) }),
        _ => return None,
    })
}

/// Answers a question about spec forms as RisuAI does; `None` for one of another kind.
pub(super) fn answer_risu(op: &str, input: &Value) -> Option<Value> {
    let flag = |name: &str| input["options"][name].as_bool().unwrap_or(false);
    let options = risuai::ConvertOptions::default()
        .with_risu_fields(flag("convertRisuFields"))
        .with_remove_decorators(flag("removeDecorators"));
    let json = |name: &str| -> Json { input[name].to_string().parse().unwrap_or_default() };
    let answered = |name: &str, made: Option<Json>| match made {
        Some(made) => json!({ name: text_value(&made.to_string()) }),
        None => json!({ "error": true }),
    };
    Some(match op {
        "check" => json!({ "version": risuai::check(&json("card")).map_or("unknown", name_of) }),
        "convert" => {
            let made = form(&input["to"]).and_then(|to| risuai::convert(&json("card"), to, &options));
            answered("card", made)
        }
        "convert_book" => {
            let forms = form(&input["from"]).zip(form(&input["to"]));
            answered("book", forms.and_then(|(from, to)| risuai::convert_book(&json("book"), from, to, &options)))
        }
        _ => return None,
    })
}

fn answer_convert(input: &Value) -> Value {
    let Some(to) = form(&input["to"]) else {
        return json!({ "error": true });
    };
    let converted = Document::read(input["card"].to_string(), &Limits::default()).ok().and_then(|document| {
        let card = document.card()?.clone();
        Some(card.into_form(to, &options(input)).ok()?.value)
    });
    match converted {
        Some(card) => json!({ "card": without_stash(value_of(&card)) }),
        None => json!({ "error": true }),
    }
}

fn answer_book(input: &Value) -> Value {
    let converted = || {
        let document =
            Document::read(json!({ "spec": "lorebook_v3", "data": input["book"] }).to_string(), &Limits::default());
        let cards_model::Content::LorebookV3(file) = document.ok()?.content else { return None };
        // The rows say what a book holds beside what the library keeps in it for the way back.
        let options = options(input).with_stash(Stash::Off);
        Some(convert_book(file.data, form(&input["from"])?, form(&input["to"])?, &options).ok()?.value)
    };
    match converted() {
        Some(book) => json!({ "book": text_value(&to_json(&book).to_string()) }),
        None => json!({ "error": true }),
    }
}

/// Removing decorators is what the spec asks for anyway, so the option of that name changes nothing.
fn options(input: &Value) -> Options {
    let risu = input.pointer("/options/convertRisuFields").and_then(Value::as_bool).unwrap_or(false);
    Options::default().with_stash(Stash::Everywhere).with_decorators(Decorators::Removed).with_risu_assets(risu)
}

fn form(name: &Value) -> Option<Form> {
    Some(match name.as_str()? {
        "v1" => Form::V1,
        "v2" => Form::V2,
        "v3" => Form::V3,
        "v3l" => Form::V3L,
        "prom" => Form::Prom,
        _ => return None,
    })
}

fn version(text: &str) -> &'static str {
    detect(text, &Limits::default()).map_or("unknown", |detection| name_of(detection.form))
}

fn name_of(form: Form) -> &'static str {
    match form {
        Form::V1 => "v1",
        Form::V2 => "v2",
        Form::V3 => "v3",
        Form::V3L => "v3l",
        Form::Prom => "prom",
        _ => "unknown",
    }
}

fn value_of(card: &Card) -> Value {
    text_value(&Document::new(cards_model::Content::Card(card.clone())).to_text(cards_model::Style::Compact))
}

fn text_value(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_default()
}

/// A card without what the library keeps in it for the way back.
fn without_stash(mut card: Value) -> Value {
    let remove = |value: Option<&mut Value>| {
        if let Some(Value::Object(members)) = value {
            members.remove(STASH_KEY);
        }
    };
    for place in ["", "/data/extensions", "/external/appdata"] {
        remove(card.pointer_mut(place));
    }
    let entries = card.pointer_mut("/data/character_book/entries").and_then(Value::as_array_mut);
    for entry in entries.into_iter().flatten() {
        remove(entry.pointer_mut("/extensions"));
        remove(entry.pointer_mut("/external/appdata"));
    }
    card
}
