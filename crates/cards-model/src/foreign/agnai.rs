//! Agnai's characters.
//!
//! De facto: agnai 2421510, `common/types/library.ts` and its own export of V2.

use super::members::{Members, object, v2};
use super::origin::{ForeignForm, Translated};
use crate::document::{from_json, to_json};
use crate::json::{Json, Object, Pointer};
use crate::{Form, agnai};

pub(super) fn read(value: &Json) -> Option<Result<Translated, String>> {
    let is_text = |name: &str| value.get(name).and_then(Json::as_str).is_some();
    let persona =
        value.get("persona").filter(|persona| persona.get("attributes").is_some_and(|a| a.as_object().is_some()));
    let shape = persona.is_some_and(|persona| persona.get("kind").is_some())
        && ["name", "greeting", "scenario", "sampleChat"].into_iter().all(is_text);
    let marked =
        value.get("kind").and_then(Json::as_str) == Some("character") && is_text("name") && is_text("greeting");
    if !shape && !marked {
        return None;
    }
    Some(Ok(character(value)?))
}

fn character(value: &Json) -> Option<Translated> {
    let mut from = Members::root(value)?;
    let mut loss = Vec::new();
    let name = from.text("name");
    let persona = from.take("persona").filter(|persona| persona.get("attributes").is_some());
    let mut own = Object::new();
    for member in ["voice", "appearance", "json", "sprite"] {
        if let Some(kept) = from.take(member).filter(|kept| super::members::says_something(kept)) {
            own.insert(member, kept.clone());
        }
    }
    if let Some(persona) = persona {
        own.insert("persona", persona.clone());
    }
    let mut extensions = from.take("extensions").and_then(Json::as_object).cloned().unwrap_or_default();
    extensions.insert("agnai", own);
    if let Some(insert) = from.take("insert").filter(|insert| insert.as_object().is_some()) {
        extensions.insert("depth_prompt", insert.clone());
    }
    let mut data = object([
        ("name", name.into()),
        ("description", persona.map(|persona| rendered(name, persona)).unwrap_or_default().into()),
        ("personality", "".into()),
        ("scenario", from.text("scenario").into()),
        ("first_mes", from.text("greeting").into()),
        ("mes_example", from.text("sampleChat").into()),
        ("creator_notes", from.text("description").into()),
        ("system_prompt", from.text("systemPrompt").into()),
        ("post_history_instructions", from.text("postHistoryInstructions").into()),
        ("alternate_greetings", Json::Array(from.texts("alternateGreetings"))),
        ("tags", Json::Array(from.texts("tags"))),
        ("creator", from.text("creator").into()),
        ("character_version", from.text("characterVersion").into()),
        ("extensions", extensions.into()),
    ]);
    if let Some(book) = from.take("characterBook").filter(|book| book.as_object().is_some()) {
        let book: agnai::Book = from_json(book).unwrap_or_default();
        let converted = book.to_lorebook();
        let place = Pointer::from(["characterBook"]);
        let told = converted.loss.into_iter().filter(|loss| !["/_id", "/userId"].contains(&loss.pointer.as_str()));
        loss.extend(told.map(|mut loss| {
            loss.pointer = place.join(&loss.pointer);
            loss
        }));
        data.insert("character_book", to_json(&converted.value));
    }
    from.ignore(&["kind"]);
    from.lost(&mut loss);
    Some(Translated::new(ForeignForm::Agnai, Form::V2, v2(data), loss))
}

/// A persona as the text that Agnai makes of it.
pub(super) fn rendered(name: &str, persona: &Json) -> String {
    let none = Object::new();
    let attributes = persona.get("attributes").and_then(Json::as_object).unwrap_or(&none);
    let values = |value: &Json| -> Vec<String> {
        let list = value.as_array().unwrap_or_default().iter().filter_map(Json::as_str).map(str::to_owned);
        value.as_str().map(str::to_owned).into_iter().chain(list).collect()
    };
    let quoted = |values: Vec<String>, between: &str| {
        values.iter().map(|value| format!("\"{value}\"")).collect::<Vec<_>>().join(between)
    };
    let lines = |line: &dyn Fn(&str, Vec<String>) -> String, between: &str| {
        attributes.iter().map(|(key, value)| line(key, values(value))).collect::<Vec<_>>().join(between)
    };
    match persona.get("kind").and_then(Json::as_str).unwrap_or_default() {
        "wpp" => {
            let lines = lines(&|key, values| format!("{key}({})", quoted(values, " + ")), "\n");
            format!("[character(\"{name}\") {{\n{lines}\n}}]")
        }
        "sbf" => {
            let lines = lines(&|key, values| format!("; {key}: {}", quoted(values, ", ")), "");
            format!("[ character: \"{name}\"{lines} ]")
        }
        "boostyle" => {
            let all = attributes.iter().flat_map(|(_, value)| values(value));
            std::iter::once(name.to_owned()).chain(all).collect::<Vec<_>>().join(" + ")
        }
        "attributes" => {
            let lines = lines(&|key, values| format!("{key}: {}", values.join(", ")), "\n");
            format!("Name: {name}\n{lines}")
        }
        // `text`, and whatever Agnai may add: the first text that is there.
        _ => attributes.iter().flat_map(|(_, value)| values(value)).next().unwrap_or_default(),
    }
}
