//! Characters of text-generation-webui: a name, a context and a greeting.
//!
//! De facto: text-generation-webui 1dcde41, `modules/chat.py`; Ginger, which writes the examples apart.

use super::members::{Members, object};
use super::origin::{ForeignForm, Translated};
use crate::Form;
use crate::json::Json;
use crate::stash::STASH_KEY;

/// Where the name stands: today's spelling, and those of 2023.
const NAMES: [&str; 4] = ["name", "bot", "<|bot|>", "char_name"];
/// Every member that such a file has.
const KNOWN: [&str; 13] = [
    "name",
    "bot",
    "<|bot|>",
    "char_name",
    "context",
    "greeting",
    "example",
    "example_dialogue",
    "your_name",
    "user",
    "<|user|>",
    "turn_template",
    "user_bio",
];

/// Reads a character. The context holds persona, scenario and often examples in one text, and stays one.
pub(super) fn read(value: &Json) -> Option<Result<Translated, String>> {
    let is_text = |name: &&str| value.get(name).and_then(Json::as_str).is_some();
    let root = value.as_object()?;
    let name = NAMES.into_iter().find(|name| is_text(name))?;
    let known = root.iter().all(|(member, _)| KNOWN.contains(&member) || member == STASH_KEY);
    let told =
        if known { is_text(&"context") || is_text(&"greeting") } else { is_text(&"context") && is_text(&"greeting") };
    // With a template for turns it is one for instructions.
    let template = ["user", "bot"].iter().all(|name| value.get(name).is_some())
        && value.get("turn_template").and_then(Json::as_str).is_some_and(|template| !template.is_empty());
    if !told || template {
        return None;
    }
    let mut from = Members::root(value)?;
    let example = if is_text(&"example") { "example" } else { "example_dialogue" };
    let mut card = object([
        ("name", from.text(name).into()),
        ("description", from.text("context").into()),
        ("personality", "".into()),
        ("scenario", "".into()),
        ("first_mes", from.text("greeting").into()),
        ("mes_example", from.text(example).into()),
    ]);
    from.stash_into(&mut card);
    let mut loss = Vec::new();
    from.lost(&mut loss);
    Some(Ok(Translated::new(ForeignForm::TextGen, Form::V1, card, loss)))
}
