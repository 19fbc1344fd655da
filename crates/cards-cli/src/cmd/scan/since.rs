//! Rows of an earlier scan.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, Read as _, Seek as _, SeekFrom};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use cards_json::{Error, Json, Limits};
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

/// Bytes of the longest row that is looked at: twice what a card may have, whose texts are in it.
const ROW_BYTES: u64 = 64 << 20;

impl Since {
    pub(super) fn read(path: &Path) -> Result<Self, Failure> {
        Self::read_within(path, &Limits::default().with_bytes(ROW_BYTES))
    }

    /// Reads rows of which each is within limits.
    fn read_within(path: &Path, limits: &Limits) -> Result<Self, Failure> {
        let failed = |source| Failure::Read { path: path.to_owned(), source };
        let mut reader = BufReader::with_capacity(1 << 16, File::open(path).map_err(failed)?);
        let mut rows = HashMap::new();
        let (mut offset, mut line, mut number) = (0, Vec::new(), 0_usize);
        loop {
            line.clear();
            let length = reader.by_ref().take(limits.bytes + 1).read_until(b'\n', &mut line).map_err(failed)?;
            if length == 0 {
                break;
            }
            number += 1;
            // A scan that was stopped leaves a line without its end.
            let may_be_cut = number > 1 && line.last() != Some(&b'\n');
            let read = match str::from_utf8(&line) {
                Err(_) if may_be_cut => break,
                Err(error) => Err(error.to_string()),
                Ok(text) => match Json::read(text, limits) {
                    Err(Error::Syntax { .. }) if may_be_cut => break,
                    read => read.map_err(|error| error.to_string()),
                },
            };
            let row = read.map_err(|error| Failure::Content {
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
fn old(row: &Json, offset: u64, length: usize) -> Option<(String, Old)> {
    let number = |name: &str| row.get(name)?.as_i64();
    let class = row.get("error").and_then(|error| error.get("class")?.as_str());
    if number("schema")? != i64::from(LAYOUT) || class == Some("io") {
        return None;
    }
    let is = |name: &str, fits: fn(&Json) -> bool| row.get(name).is_some_and(fits);
    let is_object = |value: &Json| value.as_object().is_some();
    let is_text = |value: &Json| value.as_str().is_some();
    let old = Old {
        size: u64::try_from(number("size")?).ok()?,
        modified: number("mtime_us")?,
        depth: Depth::new(
            is("file_hash", is_text),
            RowOptions::default()
                .with_lint(is("linted", |value| value.as_bool() == Some(true)))
                .with_near(is("signature", is_text))
                .with_details(is("details", is_object))
                .with_texts(is("texts", is_object)),
        ),
        offset,
        length,
    };
    Some((row.get("path")?.as_str()?.to_owned(), old))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: impl AsRef<[u8]>, limits: &Limits, expected: Result<usize, &str>) {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), text).unwrap();
        match (Since::read_within(file.path(), limits), expected) {
            (Ok(since), Ok(rows)) => assert_eq!(since.rows.len(), rows),
            (Err(failure), Err(message)) => assert!(failure.to_string().contains(message), "{failure}"),
            (read, _) => panic!("{:?}", read.map(|since| since.rows.len())),
        }
    }

    #[test]
    fn rows_of_an_earlier_scan_are_limited_on_both_sides() {
        let row = r#"{"schema":1,"path":"a","size":1,"mtime_us":2,"x":[1,2]}"#;
        let limits = Limits::default();
        let two = format!("{row}\n{}\n", row.replace("\"a\"", "\"b\""));
        check(&two, &limits, Ok(2));
        check(format!("{row}\n{{\"sch"), &limits, Ok(1));
        check("[1]\n{\"size\":\"x\"}\nnull\n", &limits, Ok(0));
        check([row.as_bytes(), b"\n{\"path\":\"\xe2\x82"].concat(), &limits, Ok(1));
        check(b"{\"path\":\"\xe2\x82\"}\n", &limits, Err("line 1 is not a row of an earlier scan: invalid utf-8"));
        check("{\n", &limits, Err("line 1 is not a row of an earlier scan: not JSON at line 2"));
        let bytes = row.len() as u64 + 1;
        check(&two, &limits.with_bytes(bytes), Ok(2));
        check(&two, &limits.with_bytes(bytes - 1), Err("more than the limit of 55; raise `bytes`"));
        check(&two, &limits.with_values(8), Ok(2));
        check(&two, &limits.with_values(7), Err("line 1 is not a row of an earlier scan: JSON has more than 7 values"));
        check(&two, &limits.with_depth(2), Ok(2));
        check(&two, &limits.with_depth(1), Err("JSON is nested deeper than 1 levels at `/x`"));
    }
}
