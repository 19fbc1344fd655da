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
use cards_words::Profile;
use serde_json::{Value, json};

use crate::client_of;

/// Answers a question of the suite from the libraries, or says `unsupported` with what it is that they do not do.
///
/// A `profile` of a version that the libraries do not know is not supported.
pub fn answer(kind: &str, profile: &str, input: &Value) -> Value {
    let client = client_of(profile);
    // The specs are one profile, whichever of them is asked for.
    let version = if client == "spec" { client } else { profile };
    let Ok(engine) = version.parse::<Engine>() else { return json!({ "unsupported": profile }) };
    let op = input["op"].as_str().unwrap_or_default();
    let of_version = |answer: fn(&Value, Profile) -> Value| version.parse().ok().map(|profile| answer(input, profile));
    let done = match (kind, client) {
        ("macro", "spec" | "risu" | "agnai") => macros::risu(input, engine),
        ("macro", "sillytavern" | "sillytavern-legacy" | "marinara" | "sillybunny" | "tauritavern") => {
            macros::sillytavern(input, engine)
        }
        ("lore", "spec" | "risu") => of_version(lore::risu),
        ("lore", "agnai") => of_version(lore::agnai),
        ("lore", "koboldcpp") => of_version(lore::koboldcpp),
        ("lore", "marinara") => of_version(lore::marinara),
        ("lore", "sillytavern" | "sillybunny" | "tauritavern") => of_version(lore::sillytavern),
        ("regex", "sillytavern") => scripts::sillytavern(input),
        ("regex", "risu") => scripts::risu(input),
        ("prompt", "sillytavern") => version.parse().ok().and_then(|profile| prompt::sillytavern(input, profile)),
        ("post", "sillytavern") => version.parse().ok().and_then(|profile| post::answer(input, profile)),
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
