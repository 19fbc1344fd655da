//! What a spec says beyond the types: markers, words and ids that differ between forms which share a type.

use crate::concept::{Home, Kept};
use crate::json::{Json, Object, javascript};
use crate::{Form, prom, v2, v3, v3l};

/// The form of a module id.
const MODULE_ID: &str = "^M[0-9A-Z]{8}$";
/// The form of a nanoid of nine characters.
const ENTRY_ID: &str = "^[0-9A-Za-z_-]{9}$";

/// Adds to the schema of a member what the spec says about its value.
pub(super) fn narrow(form: Form, object: &str, member: &str, schema: &mut Object) {
    if let Some(value) = marker(form, object, member) {
        schema.insert("const", value);
        return;
    }
    match (form, object, member) {
        (Form::Module, "Module", "module_id") => drop(schema.insert("pattern", MODULE_ID)),
        (Form::Module, "Entry", "entry_id") => drop(schema.insert("pattern", ENTRY_ID)),
        (Form::V2, "Entry", "id") => drop(schema.insert("type", "number")),
        (_, "Data", "extensions") => settings(Home::Card, schema),
        (_, "Entry", "extensions") if form != Form::WorldInfo => settings(Home::Entry, schema),
        (Form::WorldInfo, "Entry", name) => {
            if let Some(kept) = Kept::of_world(name) {
                for (key, value) in kept.kind.schema() {
                    schema.insert(key, value);
                }
            }
        }
        (Form::V2 | Form::V3 | Form::V3L | Form::LorebookV3 | Form::Lorebook, "Entry", "position") => {
            // The places around the author's note are Prom's.
            schema.insert("enum", vec!["before_char", "after_char"]);
        }
        _ => {}
    }
}

/// Adds what clients keep among the data of applications: any other member may be there too.
fn settings(home: Home, schema: &mut Object) {
    for kept in Kept::of(home) {
        let names: Vec<&str> = kept.path.split('/').collect();
        let mut own =
            Object::from_iter([("description", format!("{}: {} ({}).", kept.client, kept.words, kept.kind.words()))]);
        for (key, value) in kept.kind.schema() {
            own.insert(key, value);
        }
        let path: Vec<&str> = names.iter().flat_map(|name| ["properties", *name]).collect();
        javascript::set(schema, &path, own);
    }
}

/// The one value that a marker has.
fn marker(form: Form, object: &str, member: &str) -> Option<Json> {
    let value = match (form, object, member) {
        (Form::V2, "Card", "spec") => v2::SPEC,
        (Form::V2, "Card", "spec_version") => v2::SPEC_VERSION,
        (Form::V3, "Card", "spec") => v3::SPEC,
        (Form::V3, "Card", "spec_version") => v3::SPEC_VERSION,
        (Form::V3L, "Card", "spec") => v3l::SPEC,
        (Form::V3L, "Card", "spec_version") => v3l::SPEC_VERSION,
        (Form::LorebookV3, "LorebookFile", "spec") => v3::LOREBOOK_SPEC,
        (Form::Prom, "Card", "type") => prom::CARD_TYPE,
        (Form::Prom, "Card", "spec_version") => prom::CARD_VERSION,
        (Form::Prom | Form::PromBook, "Book", "type") => prom::BOOK_TYPE,
        (Form::Prom | Form::PromBook, "Book", "spec_version") => prom::BOOK_VERSION,
        (form, object, member) => {
            let marker = form.client()?.marker.as_ref().filter(|marker| marker.member == member)?;
            (form.object_shape().name == object).then_some(marker.value)?
        }
    };
    Some(value.into())
}

/// Whether the spec wants a member that the shared type leaves optional.
pub(super) fn demands(form: Form, object: &str, member: &str) -> bool {
    let ccv3 = matches!(form, Form::V3 | Form::V3L | Form::LorebookV3);
    ccv3 && object == "Entry" && member == "use_regex"
}

/// Lets an optional member be `null`, in the forms that are what a program writes.
///
/// De facto: SillyTavern 1.19 writes `null` for what is left to the settings (`scanDepth`, `caseSensitive` …).
pub(super) fn or_null(form: Form, schema: &mut Object) {
    if form.client().is_none() {
        return;
    }
    let null = || Json::Object([("type", Json::from("null"))].into_iter().collect());
    match schema.get("type").cloned() {
        // What the table of extensions says of a member may have it already.
        Some(Json::Array(types)) if types.contains(&"null".into()) => {}
        Some(Json::Array(mut types)) => {
            types.push("null".into());
            schema.insert("type", types);
        }
        Some(one) => drop(schema.insert("type", vec![one, "null".into()])),
        None => {
            for choice in ["$ref", "anyOf"] {
                if let Some(value) = schema.remove(choice) {
                    let one = Json::Object([(choice, value)].into_iter().collect());
                    schema.insert("anyOf", vec![one, null()]);
                    return;
                }
            }
        }
    }
}

/// Whether the spec allows no other members.
pub(super) fn closed(form: Form, object: &str) -> bool {
    form == Form::V3L && matches!(object, "Card" | "Data")
}
