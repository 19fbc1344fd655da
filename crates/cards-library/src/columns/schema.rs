//! Which columns there are.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_schema::{DataType, Field, Fields, Schema, SchemaRef};
use cards_kit::answer::LAYOUT;

/// The key of the schema's metadata that has the version of the layout: columns may be added under the same number, and
/// none changes its meaning.
pub const LAYOUT_KEY: &str = "cards.layout";

/// A column, and what it says.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Column {
    /// Its name and type.
    pub field: Field,
    /// What it says.
    pub doc: &'static str,
}

/// Numbers of a struct, each never null where the struct is not.
pub(crate) const TOKENS: [&str; 9] = [
    "description",
    "personality",
    "scenario",
    "first_mes",
    "mes_example",
    "system_prompt",
    "post_history_instructions",
    "permanent",
    "total",
];
pub(crate) const LORE: [&str; 4] = ["entries", "constant", "disabled", "tokens"];
pub(crate) const FINDINGS: [&str; 3] = ["error", "warning", "note"];
pub(crate) const TEXTS: [&str; 8] = [
    "description",
    "personality",
    "scenario",
    "first_mes",
    "mes_example",
    "system_prompt",
    "post_history_instructions",
    "creator_notes",
];

/// Lists the columns in order, those of the texts where they are asked for.
#[must_use]
pub fn columns(texts: bool) -> Vec<Column> {
    let column = |name: &str, kind: DataType, doc| Column { field: Field::new(name, kind, true), doc };
    let mut all = vec![
        Column {
            field: Field::new("path", DataType::Utf8, false),
            doc: "the file, or the name that was given with its bytes; `archive!/member` for a member of an archive",
        },
        column("size", DataType::Int64, "its bytes"),
        column("mtime_us", DataType::Int64, "when it was last changed, in microseconds since 1970"),
        column("container", DataType::Utf8, "the kind of file: JSON, PNG, APNG, CHARX, Prom ZIP …"),
        column("spec", DataType::Utf8, "the form of its content: V1, V2, V3, a lorebook …"),
        column("name", DataType::Utf8, "the name"),
        column("creator", DataType::Utf8, "who made it"),
        column("version", DataType::Utf8, "the card's own version"),
        column("tags", list(DataType::Utf8), "the tags"),
        column("greetings", DataType::Int64, "greetings that are not empty, of every kind"),
        column("tokens", numbers(&TOKENS), "the texts of the card in estimated tokens, field by field"),
        column("lore", numbers(&LORE), "the lorebook in numbers; null without one"),
        column("assets", DataType::Int64, "how many assets it lists"),
        column("findings", numbers(&FINDINGS), "how much was tolerated or, with `lint`, found, by severity"),
        column("linted", DataType::Boolean, "whether every rule was checked"),
        column(
            "signature",
            list(DataType::Int64),
            "128 values of 16 bits that near texts have most of in common; null for too little prose",
        ),
        column("details", details(), "what engines ask beyond numbers"),
        column("content_hash", DataType::Utf8, "SHA-256 of what the card says: the same in any container and form"),
        column("core_hash", DataType::Utf8, "the same without what clients write for themselves"),
        column("file_hash", DataType::Utf8, "SHA-256 of the bytes, where that was asked for"),
        column(
            "error",
            structure(vec![Field::new("class", DataType::Utf8, true), Field::new("message", DataType::Utf8, true)]),
            "why there is no card; null where there is one",
        ),
    ];
    if texts {
        let mut fields: Vec<Field> = TEXTS.iter().map(|name| Field::new(*name, DataType::Utf8, true)).collect();
        fields.push(Field::new("greetings", list(DataType::Utf8), true));
        fields.push(Field::new("lore", list(DataType::Utf8), true));
        all.push(column("texts", structure(fields), "the texts themselves, where they were asked for"));
    }
    all
}

/// Gives the columns as Arrow's schema.
#[must_use]
pub fn schema(texts: bool) -> SchemaRef {
    let fields: Vec<Field> = columns(texts).into_iter().map(|column| column.field).collect();
    let metadata = HashMap::from([(LAYOUT_KEY.to_owned(), LAYOUT.to_string())]);
    Arc::new(Schema::new_with_metadata(fields, metadata))
}

/// Lists the columns as a table of Markdown, which `docs/scale.md` has.
#[must_use]
#[doc(hidden)]
pub fn columns_markdown() -> String {
    let mut table = String::from("| column | type | says |\n| --- | --- | --- |\n");
    for Column { field, doc } in columns(true) {
        table.push_str(&format!("| `{}` | {} | {doc} |\n", field.name(), shown(field.data_type())));
    }
    table
}

/// A type as people write it.
fn shown(kind: &DataType) -> String {
    match kind {
        DataType::Utf8 => "text".to_owned(),
        DataType::Boolean => "truth".to_owned(),
        DataType::List(item) => format!("list of {}", shown(item.data_type())),
        DataType::Struct(fields) => {
            let of = |field: &Arc<Field>| match field.data_type() {
                DataType::Int64 => format!("`{}`", field.name()),
                kind => format!("`{}` ({})", field.name(), shown(kind)),
            };
            format!("struct of {}", fields.iter().map(of).collect::<Vec<_>>().join(", "))
        }
        _ => "number".to_owned(),
    }
}

pub(crate) fn list(item: DataType) -> DataType {
    DataType::List(Arc::new(Field::new("item", item, true)))
}

fn structure(fields: Vec<Field>) -> DataType {
    DataType::Struct(Fields::from(fields))
}

fn numbers(names: &[&str]) -> DataType {
    structure(names.iter().map(|name| Field::new(*name, DataType::Int64, true)).collect())
}

fn details() -> DataType {
    structure(vec![
        Field::new("language", DataType::Utf8, true),
        Field::new("created", DataType::Int64, true),
        Field::new("changed", DataType::Int64, true),
        Field::new("width", DataType::Int64, true),
        Field::new("height", DataType::Int64, true),
        Field::new("extensions", list(DataType::Utf8), true),
        Field::new("needs", list(DataType::Utf8), true),
        Field::new("rules", list(rule()), true),
    ])
}

/// How often a rule was broken.
pub(crate) fn rule() -> DataType {
    structure(vec![
        Field::new("rule", DataType::Utf8, true),
        Field::new("severity", DataType::Utf8, true),
        Field::new("count", DataType::Int64, true),
    ])
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_page_lists_the_columns() {
        let page = include_str!("../../../../docs/scale.md").replace("\r\n", "\n");
        let table = super::columns_markdown();
        assert!(page.contains(&table), "docs/scale.md should have this table:\n{table}");
    }
}
