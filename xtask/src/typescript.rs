//! The types of the npm package's answers, from the schemas of the answers.

use std::fmt::Write as _;

use cards_cli::answers::definitions;
use cards_json::{Json, Object};
use cards_model::Form;
use cards_model::convert::WrittenForm;

const HEAD: &str = "// The answers, as `cards … --json` has them. Made from the code by `cargo xtask docs`.\n";

/// Writes the names of the forms, and an interface for each struct of the answers.
pub fn declarations() -> String {
    let mut out = HEAD.to_owned();
    let own = Form::ALL.iter().map(|form| form.id());
    out.push_str(&words("Form", "The forms of cards and lorebooks, by the names of their schemas.", own));
    let foreign = WrittenForm::ALL.iter().map(|form| form.id());
    let names: Vec<_> = WrittenForm::ALL.iter().map(|form| form.name()).collect();
    let says = format!("Forms of other programs, which are written and read: {}.", names.join(", "));
    out.push_str(&words("ForeignForm", &says, foreign));
    for (name, schema) in &definitions() {
        let _ = writeln!(out, "\n{}export interface {name} {{", comment(schema, ""));
        let required: Vec<_> = schema.get("required").and_then(Json::as_array).into_iter().flatten().collect();
        for (member, shape) in schema.get("properties").and_then(Json::as_object).into_iter().flat_map(Object::iter) {
            let mark = if required.iter().any(|name| name.as_str() == Some(member)) { "" } else { "?" };
            let _ = writeln!(out, "{}    {member}{mark}: {};", comment(shape, "    "), type_of(shape, &TYPESCRIPT));
        }
        out.push_str("}\n");
    }
    out
}

/// A type of several texts.
fn words<'a>(name: &str, says: &str, ids: impl Iterator<Item = &'a str>) -> String {
    let ids: Vec<_> = ids.map(|id| Json::from(id).to_string()).collect();
    format!("\n/** {says} */\nexport type {name} = {};\n", (TYPESCRIPT.words)(&ids))
}

/// What a schema says of itself.
fn comment(schema: &Json, indent: &str) -> String {
    let text = schema.get("description").and_then(Json::as_str);
    text.map(|text| format!("{indent}/** {text} */\n")).unwrap_or_default()
}

const TYPESCRIPT: Dialect = Dialect {
    simple: |name| if name == "integer" { "number" } else { name },
    list: |element| if element.contains('|') { format!("({element})[]") } else { format!("{element}[]") },
    pair: |element| format!("[{element}, {element}]"),
    map: |values| format!("Record<string, {values}>"),
    words: |words| words.join(" | "),
};

/// How a language writes types.
pub struct Dialect {
    /// The type of a simple kind of JSON; `unknown` is any.
    pub simple: fn(&str) -> &str,
    pub list: fn(&str) -> String,
    pub pair: fn(&str) -> String,
    /// An object of any names.
    pub map: fn(&str) -> String,
    /// One of several texts, each in quotes.
    pub words: fn(&[String]) -> String,
}

/// The type that a schema allows.
pub fn type_of(schema: &Json, dialect: &Dialect) -> String {
    let list = |name: &str| schema.get(name).and_then(Json::as_array);
    let simple = |name: &str| (dialect.simple)(name).to_owned();
    if let Some(path) = schema.get("$ref").and_then(Json::as_str) {
        return path.rsplit('/').next().unwrap_or_default().to_owned();
    }
    if let Some(words) = list("enum") {
        return (dialect.words)(&words.iter().map(ToString::to_string).collect::<Vec<_>>());
    }
    if let Some(shapes) = list("anyOf") {
        return joined(shapes.iter().map(|shape| type_of(shape, dialect)));
    }
    if let Some(names) = list("type") {
        return joined(names.iter().filter_map(Json::as_str).map(simple));
    }
    let inner = |schema: Option<&Json>| schema.map_or_else(|| simple("unknown"), |schema| type_of(schema, dialect));
    match schema.get("type").and_then(Json::as_str) {
        Some("array") => {
            let element = inner(schema.get("items"));
            let is_pair = schema.get("maxItems").is_some_and(|most| most.to_string() == "2");
            if is_pair { (dialect.pair)(&element) } else { (dialect.list)(&element) }
        }
        Some("object") => {
            (dialect.map)(&inner(schema.get("additionalProperties").filter(|values| values.as_object().is_some())))
        }
        Some(name) => simple(name),
        None => simple("unknown"),
    }
}

fn joined(types: impl Iterator<Item = String>) -> String {
    types.collect::<Vec<_>>().join(" | ")
}
