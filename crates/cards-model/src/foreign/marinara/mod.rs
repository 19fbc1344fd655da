//! What Marinara Engine exports: a character or a lorebook in an envelope of its own.
//!
//! De facto: the exports of Marinara Engine of 2026 (`ExportEnvelope` of version 1): `type`, `version`, `exportedAt`, `data`.

mod lorebook;

use super::members::object;
use super::origin::{ForeignForm, Translated};
use crate::json::{Json, Object};
use crate::{Form, v2};

pub use lorebook::text_as_pattern;
pub(super) use lorebook::written as written_lorebook;

/// The version of the envelopes.
const VERSION: i64 = 1;

/// The marker of a character's envelope.
pub(super) const CHARACTER: &str = "marinara_character";

/// The marker of a lorebook's.
pub(super) const LOREBOOK: &str = "marinara_lorebook";

/// What the other envelopes hold.
const OTHERS: &[(&str, &str)] = &[
    ("marinara_persona", "a persona of Marinara, which describes a user and holds no card"),
    ("marinara_preset", "a preset of Marinara, which holds no card"),
    ("marinara_chat_preset", "a preset of Marinara, which holds no card"),
    ("marinara_story_bundle", "a story of Marinara; export the characters and lorebooks in it one by one"),
    ("marinara_profile", "a whole profile of Marinara; export its characters and lorebooks one by one"),
];

pub(super) fn read(value: &Json) -> Option<Result<Translated, String>> {
    let kind = value.get("type")?.as_str()?;
    let data = value.get("data")?;
    match kind {
        CHARACTER => Some(character(data)),
        LOREBOOK => Some(lorebook::read(data)),
        _ => OTHERS.iter().find(|(other, _)| *other == kind).map(|(_, said)| Err((*said).to_owned())),
    }
}

/// The card as it is, one level down, whatever copies of its texts are beside it; or its members without that level, as in files that
/// were made by hand. What Marinara keeps beside it (picture, sprites, dates) is unknown to the specs, and stays. A card that does not
/// say of which spec it is is one of V2, as Marinara takes it.
fn character(data: &Json) -> Result<Translated, String> {
    let is_named = |at: &str| data.pointer(at).and_then(Json::as_str).is_some();
    let marked = || object([("spec", v2::SPEC.into()), ("spec_version", v2::SPEC_VERSION.into())]);
    let card = match data {
        Json::Object(card) if is_named("/data/name") => match card.get("spec") {
            Some(_) => card.clone(),
            None => marked().into_iter().chain(card.clone()).collect(),
        },
        Json::Object(_) if is_named("/name") => {
            marked().into_iter().chain([("data".to_owned(), data.clone())]).collect()
        }
        _ => return Err("a character of Marinara without a card in it".to_owned()),
    };
    Ok(Translated::new(ForeignForm::MarinaraCharacter, Form::V2, card, Vec::new()))
}

/// What the program exports: its data in an envelope with a date.
pub(super) fn envelope(kind: &str, date: String, data: Json) -> Object {
    object([("type", kind.into()), ("version", VERSION.into()), ("exportedAt", date.into()), ("data", data)])
}
