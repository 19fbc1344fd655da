//! The value at a place, as people think of it.

use cards_json::{Json, Pointer};
use cards_model::Form;

use super::place::Place;
use super::resolve::{Target, resolve};
use crate::error::Error;
use cards_model::names::Shape;

/// Reads the value at a place of a document that is written as `json`.
pub(crate) fn value(place: &Place, form: Form, json: &Json) -> Result<Json, Error> {
    match resolve(place, form, json)? {
        Target::Value { pointer, shape, greeting } => match json.at(&pointer) {
            Some(value) => Ok(read(shape, value)),
            None => Err(absent(place, form, json, &pointer, greeting)),
        },
        Target::Greetings => Ok(Json::Array(greetings(json, form))),
        Target::Picture => Err(Error::Picture { reason: "it is bytes and no text; `cards extract` takes it out" }),
    }
}

/// The error for a place where nothing is; of a list, with how many elements it has.
pub(super) fn absent(place: &Place, form: Form, json: &Json, pointer: &Pointer, greeting: Option<usize>) -> Error {
    // What is there above it; of an entry that is not, its members are not either.
    let above = std::iter::successors(pointer.parent(), Pointer::parent).find_map(|above| json.at(&above));
    let list = above.and_then(Json::as_array);
    let first = usize::from(greeting.is_some());
    let count = list.map(|items| items.len() + first).or(greeting.map(|_| first));
    Error::NoSuchPlace { place: place.to_string(), form, known: Vec::new(), count }
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

/// The greetings behind the first, where these are in two members.
pub(super) fn others() -> Pointer {
    Pointer::from(["data", "alternate_greetings"])
}

/// The first greeting.
pub(super) fn first_mes(form: Form) -> Pointer {
    form.data_pointer().unwrap_or_default().member("first_mes")
}
