//! Shapes of JSON that is made in lower layers, put together by hand.

use cards_json::Json;

use crate::described::{Schemas, object};

/// A member: its name, what it is, its shape, and whether it is always there.
pub(super) type Member = (&'static str, &'static str, Json, bool);

/// Describes a struct of the engine by its members.
pub(super) fn described(
    schemas: &mut Schemas,
    name: &'static str,
    about: &str,
    members: impl FnOnce(&mut Schemas) -> Vec<Member>,
) -> Json {
    if schemas.begin(name) {
        for (name, doc, shape, always) in members(schemas) {
            schemas.member(name, &[doc], shape, always);
        }
        schemas.finish(name, &[about]);
    }
    schemas.reference(name)
}

/// One of some words, which are in one text.
pub(super) fn words(words: &str) -> Json {
    object([("enum", Json::Array(words.split(' ').map(Json::from).collect()))])
}

pub(super) fn text() -> Json {
    object([("type", "string".into())])
}

pub(super) fn whole() -> Json {
    object([("type", "integer".into())])
}

/// A number; null for one that JSON cannot write.
pub(super) fn number() -> Json {
    object([("type", Json::Array(vec!["number".into(), "null".into()]))])
}

pub(super) fn list(items: Json) -> Json {
    object([("type", "array".into()), ("items", items)])
}
