//! Shapes of JSON that is made in lower layers, put together by hand.

use cards_json::Json;

use crate::described::{Described as _, Schemas, object};

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

/// One of some words, which stand in one text.
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

/// How a program answers the conformance suite, as the suite tells it.
pub(super) fn conformance(schemas: &mut Schemas) -> Json {
    let classes = std::collections::BTreeMap::<String, usize>::describe(schemas);
    let tally = described(schemas, "Tally", "The answers to rows of one kind, profile and level.", |_| {
        vec![
            ("kind", "The kind: read, keep, macro, lore …", text(), true),
            ("profile", "The profile, with its version.", text(), true),
            ("level", "How binding the rows are.", text(), true),
            ("classes", "How many answers are of each class: same, other, refuses …", classes, true),
        ]
    });
    described(schemas, "Conformance", "How a program answers the conformance suite.", |_| {
        vec![
            ("program", "The command line of the program; null for this library.", perhaps(text()), true),
            ("rows", "How many rows were asked.", whole(), true),
            ("counts", "The answers by kind, profile and level.", list(tally), true),
            ("failed", "Rows that bind and were answered otherwise, by id.", list(text()), true),
            ("unlike", "Rows that do not bind and were answered otherwise, by id.", list(text()), true),
        ]
    })
}

fn perhaps(shape: Json) -> Json {
    object([("anyOf", Json::Array(vec![shape, object([("type", "null".into())])]))])
}
