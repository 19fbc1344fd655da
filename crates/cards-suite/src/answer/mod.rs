//! What the libraries of this workspace answer, one file per kind of question.

#![expect(clippy::indexing_slicing, reason = "indexing a JSON value gives null where there is nothing")]

mod cards_json;
mod containers;
mod convert;
mod form;
mod imports;
mod keep;
mod lore;
mod macros;
mod post;
mod prompt;
mod scripts;

use cards_macro::Engine;
use serde_json::{Value, json};

use crate::client_of;

/// Answers a question of the suite from the libraries, or says `unsupported` with what it is that they do not do.
///
/// `profile` may come with a version; the libraries follow one version of each client.
pub fn answer(kind: &str, profile: &str, input: &Value) -> Value {
    let client = client_of(profile);
    let op = input["op"].as_str().unwrap_or_default();
    let done = match (kind, client) {
        ("macro", "spec") => macros::risu(input, Engine::Spec),
        ("macro", "risu") => macros::risu(input, Engine::Risu),
        ("macro", "sillytavern") => macros::sillytavern(input, Engine::SillyTavern),
        ("macro", "sillytavern-legacy") => macros::sillytavern(input, Engine::SillyTavernLegacy),
        ("lore", "spec" | "risu") => client.parse().ok().map(|profile| lore::risu(input, profile)),
        ("lore", "sillytavern") => Some(lore::sillytavern(input)),
        ("regex", "sillytavern") => scripts::sillytavern(input),
        ("regex", "risu") => scripts::risu(input),
        ("prompt", "sillytavern") => prompt::sillytavern(input),
        ("post", "sillytavern") => post::answer(input),
        ("read" | "write" | "module", _) => containers::answer(kind, client, input),
        ("keep", _) => keep::answer(input),
        ("check" | "convert" | "import", "sillytavern") => {
            cards_json::answer(op, input).or_else(|| imports::answer(op, input))
        }
        ("check" | "convert", "spec") => convert::answer(op, input),
        ("check" | "convert", "risu") => convert::answer_risu(op, input),
        _ => None,
    };
    done.unwrap_or_else(|| json!({ "unsupported": kind }))
}
