//! `cargo xtask suite`: folds the vector folders and our own cases into `suite/rows`.

mod build;
pub mod fold;
mod own;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use cards_suite::{Row, read_rows};

use crate::failure::Failure;

/// What to do.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Fold in the rows of `../shared/vectors` and `../shared/vectors-next`, and our own cases.
    #[arg(long)]
    import: bool,
}

/// Where the rows stand.
pub fn rows_folder() -> PathBuf {
    crate::root().join("suite/rows")
}

/// Folds rows in, or says how many there are.
pub fn run(options: &Options) -> Result<(), Failure> {
    let mut rows = all()?;
    if options.import {
        let shared = crate::shared::dir();
        let mut made = own::rows()?;
        for path in files(&shared.join("vectors"))?.into_iter().chain(files(&shared.join("vectors-next"))?) {
            for line in fs::read_to_string(path)?.lines().filter(|line| !line.trim().is_empty()) {
                made.extend(fold::fold(line).map_err(Failure::new)?);
            }
        }
        rows.extend(made.into_iter().map(|row| (row.id.clone(), row)));
        write(&rows)?;
    }
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for row in rows.values() {
        *kinds.entry(&row.kind).or_default() += 1;
    }
    for (kind, count) in &kinds {
        println!("{kind:<8} {count:>5}");
    }
    println!("{:<8} {:>5}", "all", rows.len());
    Ok(())
}

/// Every row that the suite has, by id.
pub fn all() -> Result<BTreeMap<String, Row>, Failure> {
    let mut rows = BTreeMap::new();
    for path in files(&rows_folder())? {
        for row in read_rows(&fs::read_to_string(&path)?)? {
            rows.insert(row.id.clone(), row);
        }
    }
    Ok(rows)
}

/// The files of rows below a folder, in order of their names; none where there is no such folder.
pub fn files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut found = Vec::new();
    let Ok(entries) = fs::read_dir(folder) else { return Ok(found) };
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else if path.extension().is_some_and(|ext| ext == "jsonl") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// The file that a row belongs in: a folder for its kind, a name for whose answer it is and its family.
fn place(row: &Row) -> String {
    let found = row.id.split('/').nth(1).is_some_and(|name| name.starts_with("found-"));
    let family = if found { "found" } else { row.tags.first().map_or("rows", String::as_str) };
    let family: String =
        family.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
    format!("{}/{}-{family}.jsonl", row.kind, row.client())
}

fn write(rows: &BTreeMap<String, Row>) -> Result<(), Failure> {
    let mut texts: BTreeMap<String, String> = BTreeMap::new();
    for row in rows.values() {
        let text = texts.entry(place(row)).or_default();
        text.push_str(&row.to_line()?);
        text.push('\n');
    }
    let folder = rows_folder();
    for path in files(&folder)? {
        let name = path.strip_prefix(&folder).unwrap_or(&path).display().to_string().replace('\\', "/");
        if !texts.contains_key(&name) {
            fs::remove_file(path)?;
        }
    }
    for (name, text) in texts {
        let path = folder.join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(path, text)?;
    }
    Ok(())
}
