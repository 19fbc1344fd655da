//! Rows, gathered and turned into columns.

use std::sync::Arc;

use arrow_array::{ArrayRef, BooleanArray, RecordBatch};
use arrow_schema::{ArrowError, DataType, FieldRef, SchemaRef};

use super::schema::schema;
use super::shape::{counts, number_lists, numbers, struct_lists, structs, text_lists, texts};
use crate::answer::{Details, Row, RowTexts, Trouble};

/// What is known of a file, as a row of a scan has it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct FileFacts<'r> {
    /// Its name.
    pub path: &'r str,
    /// Its bytes.
    pub size: u64,
    /// When it was last changed, in microseconds since 1970.
    pub modified: Option<i64>,
    /// SHA-256 of its bytes, where that was asked for.
    pub file_hash: Option<&'r str>,
    /// What it holds, or why it cannot be read.
    pub row: Result<&'r Row, &'r Trouble>,
}

impl<'r> FileFacts<'r> {
    /// Tells of a file.
    #[must_use]
    pub fn new(path: &'r str, size: u64, row: Result<&'r Row, &'r Trouble>) -> Self {
        Self { path, size, modified: None, file_hash: None, row }
    }

    /// The facts with the time of the last change, in microseconds since 1970.
    #[must_use]
    pub fn with_modified(self, modified: Option<i64>) -> Self {
        Self { modified, ..self }
    }

    /// The facts with the hash of the bytes.
    #[must_use]
    pub fn with_file_hash(self, file_hash: Option<&'r str>) -> Self {
        Self { file_hash, ..self }
    }
}

/// Gathers rows and gives them as record batches.
#[derive(Debug)]
pub struct Batches {
    schema: SchemaRef,
    files: Vec<Owned>,
}

#[derive(Debug)]
struct Owned {
    path: String,
    size: u64,
    modified: Option<i64>,
    file_hash: Option<String>,
    row: Result<Row, Trouble>,
}

impl Batches {
    /// Begins, with columns for texts or without.
    #[must_use]
    pub fn new(texts: bool) -> Self {
        Self { schema: schema(texts), files: Vec::new() }
    }

    /// Gives the columns that every batch has.
    #[must_use]
    pub fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }

    /// Adds a file.
    pub fn push(&mut self, file: &FileFacts<'_>) {
        self.files.push(Owned {
            path: file.path.to_owned(),
            size: file.size,
            modified: file.modified,
            file_hash: file.file_hash.map(str::to_owned),
            row: file.row.cloned().map_err(Clone::clone),
        });
    }

    /// How many rows are gathered.
    #[must_use]
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// Whether no row is gathered.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Gives the rows gathered so far as a batch, and begins anew.
    ///
    /// # Errors
    /// More text in a column than 31 bits count, which a batch of a few thousand rows within the usual limits never has.
    pub fn take(&mut self) -> Result<RecordBatch, ArrowError> {
        let files = std::mem::take(&mut self.files);
        let columns =
            self.schema.fields().iter().map(|field| column(field, &files)).collect::<Result<Vec<_>, ArrowError>>()?;
        RecordBatch::try_new(self.schema(), columns)
    }
}

/// The rows that hold a card, lorebook or module.
fn read(files: &[Owned]) -> impl Iterator<Item = Option<&Row>> {
    files.iter().map(|file| file.row.as_ref().ok())
}

fn column(field: &FieldRef, files: &[Owned]) -> Result<ArrayRef, ArrowError> {
    let text = |of: fn(&Row) -> &str| texts(read(files).map(|row| row.map(of)));
    let count = |of: fn(&Row) -> usize| counts(read(files).map(|row| row.map(|row| of(row) as u64)));
    Ok(match field.name().as_str() {
        "path" => texts(files.iter().map(|file| Some(file.path.as_str()))),
        "size" => counts(files.iter().map(|file| Some(file.size))),
        "mtime_us" => numbers(files.iter().map(|file| file.modified)),
        "container" => text(|row| row.container),
        "spec" => text(|row| row.spec),
        "name" => text(|row| &row.name),
        "creator" => text(|row| &row.creator),
        "version" => text(|row| &row.version),
        "tags" => text_lists::<String, _>(read(files).map(|row| row.map(|row| &row.tags))),
        "greetings" => count(|row| row.greetings),
        "tokens" => of_numbers(field, read(files).map(|row| row.map(tokens)))?,
        "lore" => of_numbers(field, read(files).map(|row| row.and_then(lore)))?,
        "assets" => count(|row| row.assets),
        "findings" => of_numbers(field, read(files).map(|row| row.map(findings)))?,
        "linted" => Arc::new(read(files).map(|row| row.map(|row| row.linted)).collect::<BooleanArray>()),
        "signature" => number_lists(read(files).map(|row| row.and_then(signature))),
        "details" => details(field, files)?,
        "content_hash" => text(|row| &row.content_hash),
        "core_hash" => text(|row| &row.core_hash),
        "file_hash" => texts(files.iter().map(|file| file.file_hash.as_deref())),
        "error" => error(field, files)?,
        "texts" => card_texts(field, files)?,
        other => return Err(ArrowError::SchemaError(format!("nothing fills the column {other}"))),
    })
}

/// A struct of numbers, all there where the struct is.
fn of_numbers<const N: usize>(
    field: &FieldRef,
    rows: impl Iterator<Item = Option<[u64; N]>>,
) -> Result<ArrayRef, ArrowError> {
    let rows: Vec<_> = rows.collect();
    let of = |at: usize| counts(rows.iter().map(|row| row.and_then(|row| row.get(at).copied())));
    structs(field.data_type(), rows.iter().map(Option::is_some).collect(), (0..N).map(of).collect())
}

fn tokens(row: &Row) -> [u64; 9] {
    let all = &row.tokens;
    [
        all.description,
        all.personality,
        all.scenario,
        all.first_mes,
        all.mes_example,
        all.system_prompt,
        all.post_history_instructions,
        all.permanent,
        all.total,
    ]
}

fn lore(row: &Row) -> Option<[u64; 4]> {
    let book = row.lore.as_ref()?;
    Some([book.entries as u64, book.constant as u64, book.disabled as u64, book.tokens])
}

fn findings(row: &Row) -> [u64; 3] {
    let all = &row.findings;
    [all.error, all.warning, all.note].map(|count| count as u64)
}

/// The values of a signature, which a row has as four hex digits each.
fn signature(row: &Row) -> Option<Vec<i64>> {
    let hex = row.signature.as_deref().filter(|hex| !hex.is_empty())?.as_bytes();
    hex.chunks(4).map(|digits| i64::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()).collect()
}

fn details(field: &FieldRef, files: &[Owned]) -> Result<ArrayRef, ArrowError> {
    let all: Vec<Option<&Details>> = read(files).map(|row| row.and_then(|row| row.details.as_ref())).collect();
    let all_of = || all.iter().copied();
    let rules = || all_of().flatten().flat_map(|details| &details.rules);
    let DataType::Struct(fields) = field.data_type() else {
        return Err(ArrowError::SchemaError("details are no struct".to_owned()));
    };
    let rule_item = fields.iter().find_map(|field| match field.data_type() {
        DataType::List(item) if field.name() == "rules" => Some(item),
        _ => None,
    });
    let rule_item = rule_item.ok_or_else(|| ArrowError::SchemaError("details have no rules".to_owned()))?;
    let columns = vec![
        texts(all_of().map(|details| details.and_then(|details| details.language.as_deref()))),
        numbers(all_of().map(|details| details.and_then(|details| details.created))),
        numbers(all_of().map(|details| details.and_then(|details| details.changed))),
        counts(all_of().map(|details| details.and_then(|details| details.width).map(u64::from))),
        counts(all_of().map(|details| details.and_then(|details| details.height).map(u64::from))),
        text_lists::<String, _>(all_of().map(|details| details.map(|details| &details.extensions))),
        text_lists::<&str, _>(all_of().map(|details| details.map(|details| &details.needs))),
        struct_lists(
            rule_item,
            all_of().map(|details| details.map(|details| details.rules.len())),
            vec![
                texts(rules().map(|rule| Some(rule.rule))),
                texts(rules().map(|rule| Some(rule.severity))),
                counts(rules().map(|rule| Some(rule.count as u64))),
            ],
        )?,
    ];
    structs(field.data_type(), all.iter().map(Option::is_some).collect(), columns)
}

fn error(field: &FieldRef, files: &[Owned]) -> Result<ArrayRef, ArrowError> {
    let all = || files.iter().map(|file| file.row.as_ref().err());
    let columns = vec![
        texts(all().map(|trouble| trouble.map(|trouble| trouble.class))),
        texts(all().map(|trouble| trouble.map(|trouble| trouble.message.as_str()))),
    ];
    structs(field.data_type(), all().map(|trouble| trouble.is_some()).collect(), columns)
}

fn card_texts(field: &FieldRef, files: &[Owned]) -> Result<ArrayRef, ArrowError> {
    let all: Vec<Option<&RowTexts>> = read(files).map(|row| row.and_then(|row| row.texts.as_ref())).collect();
    let text = |of: fn(&RowTexts) -> &str| texts(all.iter().map(|texts| texts.map(of)));
    let columns = vec![
        text(|texts| &texts.description),
        text(|texts| &texts.personality),
        text(|texts| &texts.scenario),
        text(|texts| &texts.first_mes),
        text(|texts| &texts.mes_example),
        text(|texts| &texts.system_prompt),
        text(|texts| &texts.post_history_instructions),
        text(|texts| &texts.creator_notes),
        text_lists::<String, _>(all.iter().map(|texts| texts.map(|texts| &texts.greetings))),
        text_lists::<String, _>(all.iter().map(|texts| texts.map(|texts| &texts.lore))),
    ];
    structs(field.data_type(), all.iter().map(Option::is_some).collect(), columns)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RowOptions;
    use arrow_array::cast::AsArray as _;
    use arrow_array::types::Int64Type;
    use cards_kit::answer::{Described as _, Schemas};

    const CARD: &str = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","tags":["bard","river"],
        "description":"She walks along the river each evening and listens for the old bell that nobody else can hear.",
        "alternate_greetings":["Ho"],"extensions":{"x":1},"character_book":{"entries":[{"keys":["bell"],"content":"It rings."}]}}}"#;

    fn deep() -> Row {
        let options = RowOptions::default().with_details(true).with_texts(true).with_near(true);
        crate::row(CARD.as_bytes(), &options, &cards_kit::Limits::default()).unwrap()
    }

    fn batch(texts: bool) -> RecordBatch {
        let (row, mut trouble) = (deep(), Trouble::default());
        (trouble.class, trouble.message) = ("truncated", "cut off".to_owned());
        let mut batches = Batches::new(texts);
        batches.push(&FileFacts::new("a.json", 7, Ok(&row)).with_modified(Some(5)).with_file_hash(Some("ff")));
        batches.push(&FileFacts::new("b.png", 9, Err(&trouble)));
        assert_eq!((batches.len(), batches.is_empty()), (2, false));
        let batch = batches.take().unwrap();
        assert!(batches.is_empty());
        batch
    }

    #[test]
    fn a_card_and_an_error_become_columns() {
        let batch = batch(true);
        let text =
            |name: &str, row: usize| batch.column_by_name(name).unwrap().as_string::<i32>().value(row).to_owned();
        assert_eq!(
            (text("path", 0), text("path", 1), text("name", 0)),
            ("a.json".into(), "b.png".into(), "Aria".into())
        );
        let structure = |name: &str| batch.column_by_name(name).unwrap().as_struct().clone();
        let number = |name: &str, member: &str| {
            structure(name).column_by_name(member).unwrap().as_primitive::<Int64Type>().value(0)
        };
        assert_eq!((number("lore", "entries"), number("findings", "error") >= 0), (1, true));
        assert_eq!(number("tokens", "total"), i64::try_from(deep().tokens.total).unwrap());
        use arrow_array::Array as _;
        assert!(structure("tokens").is_null(1) && structure("error").is_null(0) && !structure("error").is_null(1));
        let signature = batch.column_by_name("signature").unwrap().as_list::<i32>().value(0);
        assert_eq!(signature.len(), 128);
        let lore = structure("texts");
        let lore = lore.column_by_name("lore").unwrap().as_list::<i32>().value(0);
        assert_eq!(lore.as_string::<i32>().value(0), "It rings.");
        let rules = structure("details");
        let rules = rules.column_by_name("rules").unwrap().as_list::<i32>().value(0);
        assert_eq!(rules.len(), deep().details.unwrap().rules.len());
    }

    #[test]
    fn texts_come_when_asked_for() {
        assert!(batch(false).column_by_name("texts").is_none());
        assert_eq!(batch(false).schema().metadata().get(crate::columns::LAYOUT_KEY).map(String::as_str), Some("1"));
    }

    #[test]
    fn no_rows_are_a_batch_too() {
        assert_eq!(Batches::new(true).take().unwrap().num_rows(), 0);
    }

    #[test]
    fn every_member_of_a_row_has_a_column() {
        let mut schemas = Schemas::default();
        let row = Row::describe(&mut schemas);
        let row = schemas.take(row);
        let members = row.pointer("/properties").and_then(|members| members.as_object()).unwrap();
        let columns: Vec<String> =
            crate::columns::columns(true).iter().map(|column| column.field.name().clone()).collect();
        let of_file = ["path", "size", "mtime_us", "file_hash", "error"];
        for name in members.iter().map(|(name, _)| name).chain(of_file) {
            assert!(columns.iter().any(|column| column == name), "no column for {name}");
        }
    }
}
