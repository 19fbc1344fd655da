//! RisuAI's characters of 2023, which it put into the chunk `risuai` of a picture, and its modules.
//!
//! De facto: RisuAI before 370c741, characterCards.ts; 460ecae, src/ts/process/modules.ts, of whose modules the lorebook is read.
//! `cards-container` turns MessagePack and packed modules into JSON.

use super::members::{Members, object, v2};
use super::origin::{ForeignForm, Translated};
use crate::document::{from_json, to_json};
use crate::json::javascript as js;
use crate::json::{Json, Object, Pointer};
use crate::{Form, risu};

/// The number that says "character" among RisuAI's exports.
const CHARACTER: i64 = 101;

/// What a module says that it is.
const MODULE: &str = "risuModule";

pub(super) fn read(value: &Json) -> Option<Result<Translated, String>> {
    if value.get("type").and_then(Json::as_str) == Some(MODULE) {
        return Some(module(value).ok_or_else(|| "a RisuAI module without a lorebook".to_owned()));
    }
    let kind = value.get("type")?.as_i64()?;
    let data = value.get("data")?;
    if kind != CHARACTER {
        // Other numbers are other exports of the same program, when something of it is beside.
        let own =
            data.get("firstMessage").is_some() || data.get("presetVersion").is_some() || (100..200).contains(&kind);
        return own.then(|| Err(format!("RisuAI data that is no character (type {kind})")));
    }
    let text = |name: &str| data.get(name).and_then(Json::as_str);
    text("name")?;
    text("firstMessage").or_else(|| text("desc"))?;
    Some(Ok(character(value)?))
}

/// Puts emotion pictures where RisuAI's V2 cards have them: name and URI.
fn extensions_of_risu(data: &mut Object, emotions: &[Json]) {
    let listed = emotions.iter().filter_map(|emotion| {
        let [name, bytes] = emotion.as_array()? else { return None };
        // What the container read out of the picture is base64.
        let uri = format!("data:application/octet-stream;base64,{}", bytes.as_str()?);
        Some(Json::Array(vec![name.clone(), uri.into()]))
    });
    let listed = Json::Array(listed.collect());
    js::set(data, &["extensions", "risuai", "emotions"], listed);
}

fn character(value: &Json) -> Option<Translated> {
    let mut root = Members::root(value)?;
    root.ignore(&["type"]);
    let mut from = Members::of(root.take("data")?, Pointer::from(["data"]))?;
    let mut loss = Vec::new();
    let mut extensions = Object::new();
    for name in ["notes", "bias", "customscript", "viewScreen", "sdData"] {
        if let Some(kept) = from.take(name).filter(|kept| super::members::says_something(kept)) {
            extensions.insert(name, kept.clone());
        }
    }
    let mut data = object([
        ("name", from.text("name").into()),
        ("description", from.text("desc").into()),
        ("personality", from.text("personality").into()),
        ("scenario", from.text("scenario").into()),
        ("first_mes", from.text("firstMessage").into()),
        ("mes_example", from.text("exampleMessage").into()),
        ("creator_notes", "".into()),
        ("system_prompt", "".into()),
        ("post_history_instructions", "".into()),
        ("alternate_greetings", Json::Array(Vec::new())),
        ("tags", Json::Array(Vec::new())),
        ("creator", "".into()),
        ("character_version", "".into()),
        ("extensions", if extensions.is_empty() { extensions } else { object([("risuai", extensions.into())]) }.into()),
    ]);
    let lore = from.list("globalLore");
    let emotions = from.list("emotionImages");
    if !emotions.is_empty() {
        extensions_of_risu(&mut data, emotions);
    }
    if !lore.is_empty() {
        let export = object([("type", risu::TYPE.into()), ("ver", 1.into()), ("data", Json::Array(lore.to_vec()))]);
        let book: risu::Export = from_json(&export.into()).unwrap_or_default();
        let converted = book.to_lorebook();
        let place = Pointer::from(["data", "globalLore"]);
        loss.extend(converted.loss.into_iter().map(|mut loss| {
            loss.pointer =
                loss.pointer.below(&Pointer::from(["data"])).map_or(loss.pointer, |below| place.join(&below));
            loss
        }));
        data.insert("character_book", to_json(&converted.value));
    }
    from.lost(&mut loss);
    root.lost(&mut loss);
    Some(Translated::new(ForeignForm::RisuAi, Form::V2, v2(data), loss))
}

/// The lorebook of a module, which is the whole value, or in `module` as in the packed file.
fn module(value: &Json) -> Option<Translated> {
    let mut root = Members::root(value)?;
    root.ignore(&["type"]);
    let mut loss = Vec::new();
    let lorebook = match root.take("module") {
        Some(inner) => {
            let mut from = Members::of(inner, Pointer::from(["module"]))?;
            let lorebook = from.list("lorebook");
            from.lost(&mut loss);
            lorebook
        }
        None => root.list("lorebook"),
    };
    root.lost(&mut loss);
    let data = Json::Array(lorebook.to_vec());
    let book = object([("type", risu::TYPE.into()), ("ver", 1.into()), ("data", data)]);
    (!lorebook.is_empty()).then(|| Translated::new(ForeignForm::RisuModule, Form::RisuLorebook, book, loss))
}
