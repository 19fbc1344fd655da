//! Files that hold cards: pictures, archives, modules.

mod risu;
mod silly_tavern;

use serde_json::Value;

/// Answers a question of a kind about files, or nothing where no profile here does that.
pub(super) fn answer(kind: &str, client: &str, input: &Value) -> Option<Value> {
    let archive = input["name"].as_str().is_some_and(|name| name.ends_with(".charx"));
    match (kind, client) {
        ("read", "sillytavern") if archive => silly_tavern::charx_parse(input),
        ("read", "sillytavern") => silly_tavern::png_read(input),
        ("write", "sillytavern") => silly_tavern::png_write(input),
        ("read", "spec") => risu::read_as_spec(input),
        ("read", "risu") => risu::import(input),
        ("module", "risu") => risu::module(input),
        _ => None,
    }
}
