//! The value at a place, as people think of it.

use cards_json::{Json, Pointer};
use cards_model::Form;

use super::names::Shape;
use super::place::Place;
use super::resolve::{Target, resolve};
use crate::error::Error;

/// Reads the value at a place of a document that is written as `json`.
pub(crate) fn value(place: &Place, form: Form, json: &Json) -> Result<Json, Error> {
    let absent = || Error::NoSuchPlace { place: place.to_string(), form, known: Vec::new() };
    match resolve(place, form, json)? {
        Target::Value { pointer, shape, .. } => json.at(&pointer).map(|value| read(shape, value)).ok_or_else(absent),
        Target::Greetings => Ok(Json::Array(greetings(json, form))),
        Target::Picture => Err(Error::Picture { reason: "it is bytes and no text; `cards extract` takes it out" }),
    }
}

/// All greetings of a card that has them in two members, or only one.
pub(super) fn greetings(json: &Json, form: Form) -> Vec<Json> {
    let first = if form == Form::V0 { Pointer::from(["char_greeting"]) } else { first_mes(form) };
    let first = json.at(&first).cloned().unwrap_or_else(|| "".into());
    let rest = json.at(&others()).and_then(Json::as_array).unwrap_or_default();
    std::iter::once(first).chain(rest.iter().cloned()).collect()
}

/// A value as people think of it, out of how the form writes it.
pub(super) fn read(shape: Shape, value: &Json) -> Json {
    match (shape, value) {
        (Shape::Inverted, Json::Bool(value)) => Json::Bool(!value),
        (Shape::Joined, Json::String(text)) => {
            text.split(',').map(str::trim).filter(|part| !part.is_empty()).collect::<Vec<_>>().into()
        }
        (_, value) => value.clone(),
    }
}

/// The greetings behind the first, where these stand in two members.
pub(super) fn others() -> Pointer {
    Pointer::from(["data", "alternate_greetings"])
}

/// The first greeting.
pub(super) fn first_mes(form: Form) -> Pointer {
    form.data_pointer().unwrap_or_default().member("first_mes")
}
