//! One file of a scan as a line of JSON.

use std::fs::{self, File};
use std::time::UNIX_EPOCH;

use cards_kit::answer::{LAYOUT, Row, Trouble, UnreadRow};
use cards_kit::edit::texts::read_texts;
use cards_kit::near::Signature;
use cards_kit::{Error, Limits, row};
use serde_json::json;

use crate::failure::{Failure, chain};
use crate::input::{file_source, hash_file};
use crate::json::members;
use crate::walk::Found;

/// What a scan says about one file.
#[derive(Debug)]
pub(crate) struct FileRow {
    pub(crate) path: String,
    pub(crate) size: u64,
    pub(crate) modified: Option<i64>,
    pub(crate) file_hash: Option<String>,
    pub(crate) row: Result<Row, Trouble>,
}

/// What a scan looks at beyond headers and card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Depth {
    /// Every byte, for the file's hash.
    pub(crate) hash: bool,
    /// Every rule of `cards lint`.
    pub(crate) lint: bool,
    /// The signature of the prose, for near texts.
    pub(crate) near: bool,
}

/// Reads the facts of a file; whatever goes wrong is part of the row.
pub(crate) fn read_row(found: &Found, depth: Depth) -> FileRow {
    let mut file = FileRow {
        path: found.path.to_string_lossy().into_owned(),
        size: 0,
        modified: None,
        file_hash: None,
        row: Err(Trouble::default()),
    };
    file.row = match &found.error {
        Some(error) => Err(trouble("io", error)),
        None => read_file(found, depth, &mut file),
    };
    file
}

fn trouble(class: &'static str, error: &dyn std::error::Error) -> Trouble {
    let mut trouble = Trouble::default();
    (trouble.class, trouble.message) = (class, chain(error));
    trouble
}

fn read_file(found: &Found, depth: Depth, out: &mut FileRow) -> Result<Row, Trouble> {
    let io = |error: std::io::Error| trouble("io", &error);
    let file = File::open(&found.path).map_err(io)?;
    let meta = file.metadata().map_err(io)?;
    (out.size, out.modified) = (meta.len(), modified_us(&meta));
    if depth.hash {
        out.file_hash = Some(hash_file(&file).map_err(io)?);
    }
    let source = file_source(file, meta.len()).map_err(io)?;
    let limits = Limits::default();
    let failed = |error: Error| trouble(error.class(), &error);
    let mut row = row(source, depth.lint, &limits).map_err(failed)?;
    if depth.near {
        let source = file_source(File::open(&found.path).map_err(io)?, meta.len()).map_err(io)?;
        row.signature = read_texts(source, &limits, |_| true, Signature::of).map_err(failed)?.map(|near| near.to_hex());
    }
    Ok(row)
}

/// When a file was last changed, in microseconds since 1970.
pub(super) fn modified_us(meta: &fs::Metadata) -> Option<i64> {
    let since = meta.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    i64::try_from(since.as_micros()).ok()
}

impl FileRow {
    /// The row as one line, its end included.
    pub(crate) fn to_line(&self) -> String {
        let (path, time) = (json!(self.path), json!(self.modified));
        let head = format!("{{\"schema\":{LAYOUT},\"path\":{path},\"size\":{},\"mtime_us\":{time},", self.size);
        let hash = self.file_hash.as_ref().map(|hash| format!(",\"file_hash\":\"{hash}\"")).unwrap_or_default();
        // Texts and counts are always JSON.
        let text = |members: Result<String, Failure>| members.unwrap_or_default();
        let (row, error) = match &self.row {
            Ok(row) => (text(members(row)), "null".to_owned()),
            Err(trouble) => (text(members(&UnreadRow::default())), format!("{{{}}}", text(members(trouble)))),
        };
        format!("{head}{row}{hash},\"error\":{error}}}\n")
    }
}
