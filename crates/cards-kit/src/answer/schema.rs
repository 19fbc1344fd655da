//! The JSON Schemas of answers, from the structs that are written.

use std::collections::BTreeMap;

use cards_json::{Json, Object};

use super::{
    Activations, Conversion, Diff, Dupes, Expansion, Extraction, Inspection, Lint, Macros, Packed, Page, Prompt,
    Refusal, Repair, Row, Rule, Rules, Stripped, Trouble, UnreadRow,
};

/// The dialect that the schemas are written in.
const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// A value whose JSON a schema describes.
pub trait Described {
    /// Gives the schema of the value, and notes those of the structs in it.
    fn describe(schemas: &mut Schemas) -> Json;
}

/// The schemas of structs, gathered on the way.
#[derive(Debug, Default)]
pub struct Schemas {
    done: BTreeMap<&'static str, Option<Json>>,
    /// Members of the structs that are being described, the innermost last.
    open: Vec<Members>,
}

/// The members of one struct.
#[derive(Debug, Default)]
struct Members {
    properties: Object,
    required: Vec<Json>,
}

impl Schemas {
    /// Begins a struct; says whether it was new.
    pub fn begin(&mut self, name: &'static str) -> bool {
        let is_new = !self.done.contains_key(name);
        if is_new {
            self.done.insert(name, None);
            self.open.push(Members::default());
        }
        is_new
    }

    /// Adds a member to the struct that was begun last.
    pub fn member(&mut self, name: &str, docs: &[&str], shape: Json, required: bool) {
        if let Some(members) = self.open.last_mut() {
            // A raw identifier is one that Rust has another use for.
            members.add(name.strip_prefix("r#").unwrap_or(name), docs, shape, required);
        }
    }

    /// Ends the struct that was begun last.
    pub fn finish(&mut self, name: &'static str, docs: &[&str]) {
        let members = self.open.pop().unwrap_or_default();
        self.done.insert(name, Some(members.into_schema(docs)));
    }

    /// Points to a struct.
    #[must_use]
    pub fn reference(&self, name: &str) -> Json {
        object([("$ref", Json::from(format!("#/$defs/{name}")))])
    }
}

impl Members {
    fn add(&mut self, name: &str, docs: &[&str], shape: Json, required: bool) {
        let mut members: Object = [("description", Json::from(sentence(docs)))].into_iter().collect();
        if let Json::Object(shape) = shape {
            for (key, value) in shape {
                members.insert(key, value);
            }
        }
        self.properties.insert(name, members);
        if required {
            self.required.push(name.into());
        }
    }

    fn into_schema(self, docs: &[&str]) -> Json {
        object([
            ("description", Json::from(sentence(docs))),
            ("type", "object".into()),
            ("properties", self.properties.into()),
            ("required", Json::Array(self.required)),
            ("additionalProperties", false.into()),
        ])
    }
}

fn object<const N: usize>(members: [(&str, Json); N]) -> Json {
    Json::Object(members.into_iter().collect())
}

fn sentence(docs: &[&str]) -> String {
    docs.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ")
}

fn typed(name: &str) -> Json {
    object([("type", name.into())])
}

macro_rules! described {
    ($($kind:ty => $name:literal;)+) => {$(
        impl Described for $kind {
            fn describe(_: &mut Schemas) -> Json {
                typed($name)
            }
        }
    )+};
}

described! {
    String => "string";
    &'static str => "string";
    bool => "boolean";
    u32 => "integer";
    u64 => "integer";
    usize => "integer";
}

/// Any JSON.
impl Described for Json {
    fn describe(_: &mut Schemas) -> Json {
        Self::Object(Object::new())
    }
}

/// An object whose members are told elsewhere.
impl Described for Object {
    fn describe(_: &mut Schemas) -> Json {
        typed("object")
    }
}

impl<T: Described> Described for Option<T> {
    fn describe(schemas: &mut Schemas) -> Json {
        let some = T::describe(schemas);
        if some == Json::Object(Object::new()) {
            return some;
        }
        object([("anyOf", Json::Array(vec![some, typed("null")]))])
    }
}

impl<T: Described> Described for Vec<T> {
    fn describe(schemas: &mut Schemas) -> Json {
        object([("type", "array".into()), ("items", T::describe(schemas))])
    }
}

impl Described for [usize; 2] {
    fn describe(schemas: &mut Schemas) -> Json {
        let count = |number: u32| Json::from(number);
        let items = usize::describe(schemas);
        object([("type", "array".into()), ("items", items), ("minItems", count(2)), ("maxItems", count(2))])
    }
}

impl<T: Described> Described for BTreeMap<String, T> {
    fn describe(schemas: &mut Schemas) -> Json {
        object([("type", "object".into()), ("additionalProperties", T::describe(schemas))])
    }
}

/// A verb of the command-line tool, and what `--json` prints for it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Verb {
    /// The name of the schema: that of the verb, with what it was asked for where the answers differ.
    pub name: &'static str,
    /// The answer of the facade.
    answer: fn(&mut Schemas) -> Json,
    /// What the tool adds, which alone knows files.
    files: &'static [(&'static str, &'static str, Kind)],
}

/// What a member that the tool adds may be.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Text,
    /// A text, or null.
    Perhaps,
    Truth,
    Count,
    /// An error with its help, or null.
    Refusal,
    /// An error alone, or null.
    Trouble,
}

const FILE: (&str, &str, Kind) = ("file", "The file, as it was named.", Kind::Text);
const OUTPUT: (&str, &str, Kind) = ("output", "The file that was written; null for none.", Kind::Perhaps);

/// What a row of a scan says of the file.
const ROW: &[(&str, &str, Kind)] = &[
    ("path", "The file.", Kind::Text),
    ("size", "Its bytes.", Kind::Count),
    ("mtime_us", "When it was last changed, in microseconds since 1970.", Kind::Count),
    ("file_hash", "SHA-256 of the file, where it was asked for.", Kind::Perhaps),
    ("error", "Why there is no card; null where there is one.", Kind::Trouble),
];

/// Every answer of the command-line tool, by its name.
pub const VERBS: &[Verb] = &[
    Verb { name: "inspect", answer: Inspection::describe, files: &[FILE] },
    Verb { name: "prompt", answer: Prompt::describe, files: &[] },
    Verb { name: "activate", answer: Activations::describe, files: &[] },
    Verb { name: "lint", answer: Lint::describe, files: &[FILE] },
    Verb {
        name: "repair",
        answer: Repair::describe,
        files: &[FILE, OUTPUT, ("dry_run", "Whether nothing was to be written.", Kind::Truth)],
    },
    Verb { name: "rule", answer: Rule::describe, files: &[] },
    Verb { name: "rules", answer: Rules::describe, files: &[] },
    Verb { name: "diff", answer: Diff::describe, files: &[] },
    Verb { name: "convert", answer: Conversion::describe, files: &[FILE, OUTPUT] },
    Verb { name: "embed", answer: Packed::describe, files: &[FILE, OUTPUT] },
    Verb { name: "pack", answer: Packed::describe, files: &[FILE, OUTPUT] },
    Verb { name: "strip", answer: Stripped::describe, files: &[FILE, OUTPUT] },
    Verb {
        name: "extract",
        answer: Extraction::describe,
        files: &[
            FILE,
            ("folder", "The folder that was written to.", Kind::Text),
            ("error", "Why nothing but damaged pieces was taken out; null where all is well.", Kind::Refusal),
        ],
    },
    Verb { name: "expand", answer: Expansion::describe, files: &[OUTPUT] },
    Verb { name: "macros", answer: Macros::describe, files: &[] },
    Verb { name: "scan", answer: Row::describe, files: ROW },
    Verb { name: "scan-error", answer: UnreadRow::describe, files: ROW },
    Verb { name: "dupes", answer: Dupes::describe, files: &[] },
    Verb { name: "report", answer: Page::describe, files: &[] },
    Verb {
        name: "error",
        answer: |_| object([("properties", Object::new().into())]),
        files: &[
            ("file", "The file that it is about; null where it is about none.", Kind::Perhaps),
            ("error", "Why nothing was done.", Kind::Refusal),
        ],
    },
];

/// Gives the JSON Schema (draft 2020-12) of an answer by the name of its verb; `None` for a name that is none.
///
/// # Examples
/// ```
/// # #[cfg(feature = "serde")] {
/// let lint = cards_kit::answer::schema("lint").unwrap_or_default();
/// assert!(lint.pointer("/$defs/Finding/properties/rule").is_some());
/// # }
/// ```
#[must_use]
pub fn schema(verb: &str) -> Option<Json> {
    let verb = VERBS.iter().find(|known| known.name == verb)?;
    let mut schemas = Schemas::default();
    let answer = (verb.answer)(&mut schemas);
    // The members of the answer stand beside those of the tool.
    let name = answer.get("$ref").and_then(Json::as_str).and_then(|path| path.rsplit('/').next()).map(str::to_owned);
    let body = name.and_then(|name| schemas.done.get_mut(name.as_str()).and_then(Option::take)).unwrap_or(answer);
    let mut members = Members::default();
    members.add("schema", &["The version of the layout."], object([("const", super::LAYOUT.into())]), true);
    for (name, doc, kind) in verb.files {
        members.add(name, &[doc], kind.describe(&mut schemas), *name != "file_hash");
    }
    let mut required = members.required;
    for (name, shape) in body.get("properties").and_then(Json::as_object).into_iter().flat_map(Object::iter) {
        members.properties.insert(name, shape.clone());
    }
    required.extend(body.get("required").and_then(Json::as_array).into_iter().flatten().cloned());
    let mut out: Object = [
        ("$schema", Json::from(DIALECT)),
        ("$id", format!("urn:cards:answer:{}", verb.name).into()),
        ("title", format!("cards {} --json", verb.name).into()),
    ]
    .into_iter()
    .collect();
    if let Some(text) = body.get("description") {
        out.insert("description", text.clone());
    }
    out.insert("type", "object");
    out.insert("properties", members.properties);
    out.insert("required", Json::Array(required));
    out.insert("additionalProperties", false);
    let definitions: Object =
        schemas.done.into_iter().filter_map(|(name, schema)| Some((name.to_owned(), schema?))).collect();
    if !definitions.is_empty() {
        out.insert("$defs", definitions);
    }
    Some(out.into())
}

impl Kind {
    fn describe(self, schemas: &mut Schemas) -> Json {
        match self {
            Self::Text => String::describe(schemas),
            Self::Perhaps => Option::<String>::describe(schemas),
            Self::Truth => bool::describe(schemas),
            Self::Count => Option::<u64>::describe(schemas),
            Self::Refusal => Option::<Refusal>::describe(schemas),
            Self::Trouble => Option::<Trouble>::describe(schemas),
        }
    }
}
