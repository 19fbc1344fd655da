//! Characters of Character.AI: its answer to the editor, and dumps of chats.
//!
//! De facto: characterai-dumper 1.4; CAI Tools 2adcba6, which makes V1 cards of them as here.

use super::members::{Members, object};
use super::origin::{ForeignForm, Translated};
use crate::Form;
use crate::json::{Json, Pointer};

/// What is between dialogues.
const BETWEEN: &str = "END_OF_DIALOG";

pub(super) fn read(value: &Json) -> Option<Result<Translated, String>> {
    let (holder, at) = match value.get("info").filter(|_| value.get("histories").is_some()) {
        Some(info) => (info, Pointer::from(["info"])),
        None => (value, Pointer::ROOT),
    };
    let character = holder.get("character")?;
    let is_text = |name: &str| character.get(name).and_then(Json::as_str).is_some();
    let own = ["external_id", "participant__name", "definition"].into_iter().any(is_text);
    if !(is_text("name") && is_text("greeting") && own) {
        return None;
    }
    let mut from = Members::of(character, at.member("character"))?;
    let definition = from.text("definition");
    let examples = if definition.contains(BETWEEN) {
        definition
            .split(BETWEEN)
            .map(str::trim)
            .filter(|part| !part.is_empty())
            .map(|part| format!("<START>\n{part}\n"))
            .collect()
    } else {
        definition.to_owned()
    };
    let card = object([
        ("name", from.text("name").into()),
        ("description", from.text("description").into()),
        ("personality", from.text("title").into()),
        ("scenario", "".into()),
        ("first_mes", from.text("greeting").into()),
        ("mes_example", examples.into()),
    ]);
    let mut loss = Vec::new();
    from.lost(&mut loss);
    if let Some(mut holder) = Members::of(value, Pointer::ROOT) {
        holder.ignore(&["character", "info", "status"]);
        holder.lost(&mut loss);
    }
    Some(Ok(Translated::new(ForeignForm::CharacterAi, Form::V1, card, loss)))
}
