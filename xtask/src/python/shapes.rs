//! The types of the Python package's answers, from the schemas of the answers.

use std::fmt::Write as _;

use cards_cli::answers::{definitions, schema};
use cards_json::{Json, Object};

use crate::typescript::{Dialect, type_of};

const HEAD: &str = r#""""The answers, as ``cards … --json`` has them. Made from the code by ``cargo xtask docs``."""

from __future__ import annotations

from typing import Literal, TypedDict, Union

JsonValue = Union[None, bool, int, float, str, list["JsonValue"], dict[str, "JsonValue"]]
"""Any JSON."""
"#;

const PYTHON: Dialect = Dialect {
    simple: |name| match name {
        "string" => "str",
        "integer" => "int",
        "number" => "float",
        "boolean" => "bool",
        "null" => "None",
        _ => "JsonValue",
    },
    list: |element| format!("list[{element}]"),
    // Pairs come out of JSON as lists.
    pair: |element| format!("list[{element}]"),
    map: |values| format!("dict[str, {values}]"),
    words: |words| format!("Literal[{}]", words.join(", ")),
};

/// Words that are no names in Python.
const KEYWORDS: [&str; 35] = [
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del",
    "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal",
    "not", "or", "pass", "raise", "return", "try", "while", "with", "yield",
];

/// One member of a type: its name, what it says, its type, and whether it is always there.
struct Member {
    name: String,
    doc: String,
    kind: String,
    is_required: bool,
}

/// Writes a typed dictionary for each struct of the answers, and one for the rows of a scan.
pub fn module() -> String {
    let mut out = HEAD.to_owned();
    let mut shapes = definitions();
    let unread = schema("scan-error").unwrap_or_default();
    // What is in rows beside the answer of a verb.
    for (name, shape) in unread.get("$defs").and_then(Json::as_object).into_iter().flat_map(Object::iter) {
        shapes.insert(name, shape.clone());
    }
    for (name, shape) in &shapes {
        write(&mut out, name, &text_of(shape), &members(shape));
    }
    write(&mut out, "ScanRow", "A row of a scan: what a file holds, or why it cannot be read.", &scan_row());
    out
}

/// The members of a row, which in Python has all of them whether it holds a card or an error: what it does not say is `None`.
fn scan_row() -> Vec<Member> {
    let [read, unread] = ["scan", "scan-error"].map(|name| members(&schema(name).unwrap_or_default()));
    let both = read.into_iter().map(|member| {
        let other = unread.iter().find(|other| other.name == member.name && other.is_required);
        let is_there = member.is_required && other.is_some_and(|other| !other.kind.contains("None"));
        let kind =
            if is_there || member.kind.contains("None") { member.kind } else { format!("{} | None", member.kind) };
        Member { kind, is_required: true, ..member }
    });
    both.collect()
}

fn members(shape: &Json) -> Vec<Member> {
    let required: Vec<_> = shape.get("required").and_then(Json::as_array).into_iter().flatten().collect();
    let all = shape.get("properties").and_then(Json::as_object).into_iter().flat_map(Object::iter);
    let member = |(name, shape): (&str, &Json)| Member {
        name: name.to_owned(),
        doc: text_of(shape),
        kind: type_of(shape, &PYTHON),
        is_required: required.iter().any(|known| known.as_str() == Some(name)),
    };
    all.map(member).collect()
}

/// What a schema says of itself.
fn text_of(shape: &Json) -> String {
    shape.get("description").and_then(Json::as_str).unwrap_or_default().to_owned()
}

/// Writes one type. Members that may be absent are in a class of their own, and those whose names are words of Python in a
/// call, so that every version reads it.
fn write(out: &mut String, name: &str, doc: &str, members: &[Member]) {
    let is_word = |member: &&Member| KEYWORDS.contains(&member.name.as_str());
    let (words, named): (Vec<_>, Vec<_>) = members.iter().partition(is_word);
    let (required, optional): (Vec<_>, Vec<_>) = named.into_iter().partition(|member| member.is_required);
    let mut bases = Vec::new();
    for (part, total) in [("Words", true), ("PerhapsWords", false)] {
        let words: Vec<_> = words.iter().filter(|member| member.is_required == total).collect();
        if words.is_empty() {
            continue;
        }
        let base = format!("_{name}{part}");
        let _ = writeln!(out, "\n{base} = TypedDict(\n    \"{base}\",\n    {{");
        for member in words {
            let _ = writeln!(out, "        # {}\n        \"{}\": '{}',", member.doc, member.name, member.kind);
        }
        let _ = writeln!(out, "    }},{}\n)", if total { "" } else { "\n    total=False," });
        bases.push(base);
    }
    if !optional.is_empty() {
        let base = format!("_{name}Optional");
        let _ = writeln!(out, "\n\nclass {base}(TypedDict, total=False):");
        body(out, &optional);
        bases.push(base);
    }
    let bases = if bases.is_empty() { "TypedDict".to_owned() } else { bases.join(", ") };
    let _ = writeln!(out, "\n\nclass {name}({bases}):\n    \"\"\"{doc}\"\"\"\n");
    body(out, &required);
}

fn body(out: &mut String, members: &[&Member]) {
    for member in members {
        let _ = writeln!(out, "    {}: {}\n    \"\"\"{}\"\"\"", member.name, member.kind, member.doc);
    }
}
