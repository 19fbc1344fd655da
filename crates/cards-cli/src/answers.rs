//! What each verb prints with `--json`, as JSON Schemas.

use std::collections::BTreeMap;

use cards_json::{Json, Object};
use cards_kit::answer::{
    Activations, AssetInfo, Attached, CheckedIds, Compatibility, Conversion, Described, Detached, Diff, Edit,
    Expansion, Extraction, Finding, FormSchema, Got, Grep, Ids, Inspection, LAYOUT, Lint, MacroAnalysis, Macros,
    Members, Merged, Messages, Misfits, Packed, Page, Prompt, PromptDiff, PromptText, ReadChat, Refusal, Renamed,
    Repair, Replaced, Rule, Rules, Schemas, Stripped, Tags, Texts, Undone, WorldInfo, object,
};
use cards_library::answer::{Dupes, Row, Trouble, UnreadRow};

/// The dialect that the schemas are written in.
const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// A verb, and what `--json` prints for it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Verb {
    /// The name of the schema: that of the verb, with what it was asked for where the answers differ.
    pub name: &'static str,
    /// The answer of the library.
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
    /// A list of findings.
    Findings,
}

const FILE: (&str, &str, Kind) = ("file", "The file, as it was named.", Kind::Text);
const OUTPUT: (&str, &str, Kind) = ("output", "The file that was written; null for none.", Kind::Perhaps);

/// What a verb that changes a card says of the file.
const EDITED: &[(&str, &str, Kind)] = &[
    FILE,
    OUTPUT,
    ("dry_run", "Whether nothing was to be written.", Kind::Truth),
    ("hash", "SHA-256 of the file before the change.", Kind::Text),
    ("caused", "What rules find in the new file and did not find before.", Kind::Findings),
];

/// The same of a verb over many files.
const EDITED_MANY: &[(&str, &str, Kind)] = &[
    ("file", "The file; null where none of many changed.", Kind::Perhaps),
    OUTPUT,
    ("dry_run", "Whether nothing was to be written.", Kind::Truth),
    ("hash", "SHA-256 of the file before the change; null where there is none.", Kind::Perhaps),
    ("caused", "What rules find in the new file and did not find before.", Kind::Findings),
];

/// What a row of a scan says of the file.
const ROW: &[(&str, &str, Kind)] = &[
    ("path", "The file.", Kind::Text),
    ("size", "Its bytes.", Kind::Count),
    ("mtime_us", "When it was last changed, in microseconds since 1970.", Kind::Count),
    ("file_hash", "SHA-256 of the file, where it was asked for.", Kind::Perhaps),
    ("error", "Why there is no card; null where there is one.", Kind::Trouble),
];

/// Every answer, by its name.
pub const VERBS: &[Verb] = &[
    Verb { name: "inspect", answer: Inspection::describe, files: &[FILE] },
    Verb { name: "prompt", answer: Prompt::describe, files: &[] },
    Verb { name: "prompt-messages", answer: Messages::describe, files: &[] },
    Verb { name: "prompt-text", answer: PromptText::describe, files: &[] },
    Verb { name: "prompt-diff", answer: PromptDiff::describe, files: &[] },
    Verb { name: "activate", answer: Activations::describe, files: &[] },
    Verb { name: "lint", answer: Lint::describe, files: &[FILE] },
    Verb {
        name: "repair",
        answer: Repair::describe,
        files: &[FILE, OUTPUT, ("dry_run", "Whether nothing was to be written.", Kind::Truth)],
    },
    Verb { name: "rule", answer: Rule::describe, files: &[] },
    Verb { name: "rules", answer: Rules::describe, files: &[] },
    Verb { name: "get", answer: Got::describe, files: &[FILE] },
    Verb { name: "set", answer: Edit::describe, files: EDITED_MANY },
    Verb { name: "edit", answer: Edit::describe, files: EDITED },
    Verb {
        name: "grep",
        answer: Grep::describe,
        files: &[("file", "The file; null where nothing was found in any.", Kind::Perhaps)],
    },
    Verb { name: "texts", answer: Texts::describe, files: &[FILE, OUTPUT] },
    Verb { name: "texts-in", answer: Misfits::describe, files: EDITED },
    Verb { name: "merge", answer: Merged::describe, files: EDITED },
    Verb { name: "attach", answer: Attached::describe, files: EDITED },
    Verb { name: "detach", answer: Detached::describe, files: EDITED },
    Verb { name: "tags", answer: Tags::describe, files: &[] },
    Verb { name: "replace", answer: Replaced::describe, files: EDITED_MANY },
    Verb { name: "undo", answer: Undone::describe, files: &[] },
    Verb {
        name: "rename",
        answer: Renamed::describe,
        files: &[("file", "The file; null where there was none to rename.", Kind::Perhaps), OUTPUT],
    },
    Verb { name: "new", answer: Packed::describe, files: &[FILE, OUTPUT] },
    Verb { name: "new-ids", answer: Ids::describe, files: &[] },
    Verb { name: "new-ids-check", answer: CheckedIds::describe, files: &[] },
    Verb { name: "diff", answer: Diff::describe, files: &[] },
    Verb { name: "convert", answer: Conversion::describe, files: &[FILE, OUTPUT] },
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
    Verb { name: "compat", answer: Compatibility::describe, files: &[FILE] },
    Verb { name: "conform", answer: conformance, files: &[] },
    Verb { name: "schema", answer: FormSchema::describe, files: &[] },
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
#[must_use]
pub fn schema(verb: &str) -> Option<Json> {
    let verb = VERBS.iter().find(|known| known.name == verb)?;
    let mut schemas = Schemas::default();
    let answer = (verb.answer)(&mut schemas);
    // The members of the answer are beside those of the tool.
    let body = schemas.take(answer);
    let mut members = Members::default();
    members.add("schema", &["The version of the layout."], object([("const", LAYOUT.into())]), true);
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
    let definitions = schemas.into_definitions();
    if !definitions.is_empty() {
        out.insert("$defs", definitions);
    }
    Some(out.into())
}

/// What the packages of other languages answer and the tool has no verb for.
const BESIDE: &[fn(&mut Schemas) -> Json] =
    &[AssetInfo::describe, MacroAnalysis::describe, ReadChat::describe, Trouble::describe, WorldInfo::describe];

/// Gives the schemas of the structs of all answers, by their names in Rust and without what the tool adds.
#[must_use]
pub fn definitions() -> Object {
    let mut schemas = Schemas::default();
    for answer in VERBS.iter().map(|verb| &verb.answer).chain(BESIDE) {
        answer(&mut schemas);
    }
    schemas.into_definitions()
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
            Self::Findings => Vec::<Finding>::describe(schemas),
        }
    }
}

/// How a program answers the conformance suite, as the suite tells it.
fn conformance(schemas: &mut Schemas) -> Json {
    let (text, whole) = (String::describe(schemas), usize::describe(schemas));
    let texts = Vec::<String>::describe(schemas);
    if schemas.begin("Tally") {
        let classes = BTreeMap::<String, usize>::describe(schemas);
        schemas.member("kind", &["The kind: read, keep, macro, lore …"], text.clone(), true);
        schemas.member("profile", &["The profile, with its version."], text.clone(), true);
        schemas.member("level", &["How binding the rows are."], text, true);
        schemas.member("classes", &["How many answers are of each class: same, other, refuses …"], classes, true);
        schemas.finish("Tally", &["The answers to rows of one kind, profile and level."]);
    }
    if schemas.begin("Conformance") {
        let program = Option::<String>::describe(schemas);
        let tallies = object([("type", "array".into()), ("items", schemas.reference("Tally"))]);
        schemas.member("program", &["The command line of the program; null for this library."], program, true);
        schemas.member("rows", &["How many rows were asked."], whole, true);
        schemas.member("counts", &["The answers by kind, profile and level."], tallies, true);
        schemas.member("failed", &["Rows that bind and were answered otherwise, by id."], texts.clone(), true);
        schemas.member("unlike", &["Rows that do not bind and were answered otherwise, by id."], texts, true);
        schemas.finish("Conformance", &["How a program answers the conformance suite."]);
    }
    schemas.reference("Conformance")
}
