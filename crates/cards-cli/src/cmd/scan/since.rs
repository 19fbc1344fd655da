//! Rows of an earlier scan.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, Read as _, Seek as _, SeekFrom};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use serde_json::Value;

use cards_kit::answer::LAYOUT;
use cards_library::RowOptions;

use crate::failure::Failure;
use cards_library::files::Found;
use cards_library::files::{Depth, modified_us};

/// Where the rows of an earlier scan are in its file; the rows themselves stay there.
pub(super) struct Since {
    rows: HashMap<String, Old>,
    file: Mutex<File>,
}

struct Old {
    size: u64,
    modified: i64,
    depth: Depth,
    offset: u64,
    length: usize,
}

/// Longest row that is looked at; a longer line is not a row of ours.
const LONGEST: u64 = 64 << 20;

impl Since {
    pub(super) fn read(path: &Path) -> Result<Self, Failure> {
        let failed = |source| Failure::Read { path: path.to_owned(), source };
        let mut reader = BufReader::with_capacity(1 << 16, File::open(path).map_err(failed)?);
        let mut rows = HashMap::new();
        let (mut offset, mut line, mut number) = (0, Vec::new(), 0_usize);
        loop {
            line.clear();
            let length = reader.by_ref().take(LONGEST).read_until(b'\n', &mut line).map_err(failed)?;
            if length == 0 {
                break;
            }
            number += 1;
            // A scan that was stopped leaves a line without its end.
            if number > 1 && line.last() != Some(&b'\n') && serde_json::from_slice::<Value>(&line).is_err() {
                break;
            }
            let row: Value = serde_json::from_slice(&line).map_err(|error| Failure::Content {
                path: path.to_owned(),
                class: "bad-json",
                message: format!("line {number} is not a row of an earlier scan: {error}"),
            })?;
            if let Some((path, old)) = old(&row, offset, length) {
                rows.insert(path, old);
            }
            offset += length as u64;
        }
        Ok(Self { rows, file: Mutex::new(reader.into_inner()) })
    }

    /// The old row of a file that was not changed since.
    pub(super) fn unchanged(&self, found: &Found, depth: Depth) -> Option<Vec<u8>> {
        let old = self.rows.get(&found.shown())?;
        let meta = fs::metadata(&found.path).ok()?;
        let size = found.member_size().unwrap_or(meta.len());
        // A linted row counts other findings than one that is not, so they do not stand for each other.
        let (was, is) = (old.depth.row, depth.row);
        let deep_enough = was.lint == is.lint
            && [(old.depth.hash, depth.hash), (was.near, is.near), (was.details, is.details), (was.texts, is.texts)]
                .into_iter()
                .all(|(had, wanted)| had || !wanted);
        if size != old.size || modified_us(&meta) != Some(old.modified) || !deep_enough {
            return None;
        }
        let mut line = vec![0; old.length];
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(old.offset)).ok()?;
        file.read_exact(&mut line).ok()?;
        if line.last() != Some(&b'\n') {
            line.push(b'\n');
        }
        Some(line)
    }
}

/// A row that may be used again: of this schema, and not an error of the system, which may be gone by now.
fn old(row: &Value, offset: u64, length: usize) -> Option<(String, Old)> {
    if row.get("schema")?.as_u64()? != u64::from(LAYOUT)
        || row.pointer("/error/class").and_then(Value::as_str) == Some("io")
    {
        return None;
    }
    let old = Old {
        size: row.get("size")?.as_u64()?,
        modified: row.get("mtime_us")?.as_i64()?,
        depth: Depth::new(
            row.get("file_hash").is_some_and(Value::is_string),
            RowOptions::default()
                .with_lint(row.get("linted") == Some(&Value::Bool(true)))
                .with_near(row.get("signature").is_some_and(Value::is_string))
                .with_details(row.get("details").is_some_and(Value::is_object))
                .with_texts(row.get("texts").is_some_and(Value::is_object)),
        ),
        offset,
        length,
    };
    Some((row.get("path")?.as_str()?.to_owned(), old))
}
