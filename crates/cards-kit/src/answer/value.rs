//! Values of cards in answers: a number that serde cannot carry is a text there, since an answer about a file is no place to fail.

use cards_json::{Carried, Json};
use serde::{Serialize, Serializer};

pub(super) fn write<S: Serializer>(value: &Json, serializer: S) -> Result<S::Ok, S::Error> {
    Carried(value).serialize(serializer)
}

pub(super) fn write_some<S: Serializer>(value: &Option<Json>, serializer: S) -> Result<S::Ok, S::Error> {
    value.as_ref().map(Carried).serialize(serializer)
}
