//! Spec objects.

use proptest::prelude::*;

use super::oddity::Oddity;
use super::value;
use crate::document::{Field, ObjectShape, SpecObject, from_json};
use crate::json::{Json, Object};

/// The JSON of a spec object of some shape.
pub fn json_of(shape: &ObjectShape, oddity: Oddity) -> BoxedStrategy<Json> {
    value::object(shape, oddity)
}

/// The members of a spec object, before they are read into one.
pub fn members<T: SpecObject>(oddity: Oddity) -> BoxedStrategy<Object> {
    json_of(&T::object_shape(), oddity)
        .prop_filter_map("a spec object is an object", |json| match json {
            Json::Object(members) => Some(members),
            _ => None,
        })
        .boxed()
}

/// A spec object.
pub fn object<T: SpecObject + Field + std::fmt::Debug + 'static>(oddity: Oddity) -> BoxedStrategy<T> {
    json_of(&T::object_shape(), oddity).prop_map(|json| from_json(&json).unwrap_or_default()).boxed()
}

/// A spec object as a careful program writes it.
pub fn plain<T: SpecObject + Field + std::fmt::Debug + 'static>() -> BoxedStrategy<T> {
    object(Oddity::Plain)
}

/// A spec object as files in the wild hold it.
pub fn crooked<T: SpecObject + Field + std::fmt::Debug + 'static>() -> BoxedStrategy<T> {
    object(Oddity::Crooked)
}
