//! The types of the npm package's answers, from the schemas of the answers.

use std::fmt::Write as _;

use cards_json::{Json, Object};
use cards_kit::answer::definitions;

const HEAD: &str = "// The answers, as `cards … --json` has them. Made from the code by `cargo xtask docs`.\n";

/// Writes an interface for each struct of the answers.
pub fn declarations() -> String {
    let mut out = HEAD.to_owned();
    for (name, schema) in &definitions() {
        let _ = writeln!(out, "\n{}export interface {name} {{", comment(schema, ""));
        let required: Vec<_> = schema.get("required").and_then(Json::as_array).into_iter().flatten().collect();
        for (member, shape) in schema.get("properties").and_then(Json::as_object).into_iter().flat_map(Object::iter) {
            let mark = if required.iter().any(|name| name.as_str() == Some(member)) { "" } else { "?" };
            let _ = writeln!(out, "{}    {member}{mark}: {};", comment(shape, "    "), type_of(shape));
        }
        out.push_str("}\n");
    }
    out
}

/// What a schema says of itself.
fn comment(schema: &Json, indent: &str) -> String {
    let text = schema.get("description").and_then(Json::as_str);
    text.map(|text| format!("{indent}/** {text} */\n")).unwrap_or_default()
}

/// The type that a schema allows; `unknown` for any JSON.
fn type_of(schema: &Json) -> String {
    let list = |name: &str| schema.get(name).and_then(Json::as_array);
    if let Some(path) = schema.get("$ref").and_then(Json::as_str) {
        return path.rsplit('/').next().unwrap_or_default().to_owned();
    }
    if let Some(words) = list("enum") {
        return joined(words.iter().map(ToString::to_string));
    }
    if let Some(shapes) = list("anyOf") {
        return joined(shapes.iter().map(type_of));
    }
    if let Some(names) = list("type") {
        return joined(names.iter().filter_map(Json::as_str).map(|name| simple(name).to_owned()));
    }
    match schema.get("type").and_then(Json::as_str) {
        Some("array") => {
            let element = schema.get("items").map_or_else(|| "unknown".to_owned(), type_of);
            let is_pair = schema.get("maxItems").is_some_and(|most| most.to_string() == "2");
            match element {
                element if is_pair => format!("[{element}, {element}]"),
                element if element.contains('|') => format!("({element})[]"),
                element => format!("{element}[]"),
            }
        }
        Some("object") => {
            let values = schema.get("additionalProperties").filter(|values| values.as_object().is_some());
            format!("Record<string, {}>", values.map_or_else(|| "unknown".to_owned(), type_of))
        }
        Some(name) => simple(name).to_owned(),
        None => "unknown".to_owned(),
    }
}

fn joined(types: impl Iterator<Item = String>) -> String {
    types.collect::<Vec<_>>().join(" | ")
}

fn simple(name: &str) -> &str {
    if name == "integer" { "number" } else { name }
}
