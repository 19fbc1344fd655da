//! `cargo xtask suite`: folds the vector folders and our own cases into `suite/rows`, or says which are not in it.

pub mod build;
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
    /// Fail when a row of the vector folders or a case of our own is not in the suite as it is there.
    #[arg(long, conflicts_with = "import")]
    check: bool,
}

/// What the vector folders make.
struct Folded {
    rows: Vec<Row>,
    lines: usize,
    /// Lines that quote what is not ours, which stay outside.
    outside: usize,
}

/// The rows of the vector folders, as far as these are there.
fn folded() -> Result<Folded, Failure> {
    let shared = crate::shared::dir();
    let mut made = Folded { rows: Vec::new(), lines: 0, outside: 0 };
    for path in files(&shared.join("vectors"))?.into_iter().chain(files(&shared.join("vectors-next"))?) {
        for line in fs::read_to_string(&path)?.lines().filter(|line| !line.trim().is_empty()) {
            let rows = fold::fold(line).map_err(|why| Failure::new(format!("{}: {why}", path.display())))?;
            made.lines += 1;
            made.outside += usize::from(rows.is_empty());
            made.rows.extend(rows);
        }
    }
    Ok(made)
}

/// Holds the suite to our own cases and, where they are there, to the vector folders.
fn check(rows: &BTreeMap<String, Row>) -> Result<(), Failure> {
    let folded = folded()?;
    if folded.lines == 0 {
        println!(
            "suite: no vector folders at {}, so only our own cases are looked for",
            crate::shared::dir().display()
        );
    } else {
        println!(
            "suite: {} vectors make {} rows; {} quote what is not ours and stay outside",
            folded.lines,
            folded.rows.len(),
            folded.outside
        );
    }
    let missing = not_as_folded(rows, own::rows()?.iter().chain(&folded.rows));
    for line in &missing {
        println!("  {line}");
    }
    if missing.is_empty() {
        return Ok(());
    }
    let many = missing.len();
    Err(Failure::new(format!("{many} rows are not in the suite; `cargo xtask suite --import` folds them in")))
}

/// Which of the made rows the suite lacks, or holds otherwise.
fn not_as_folded<'r>(rows: &BTreeMap<String, Row>, made: impl IntoIterator<Item = &'r Row>) -> Vec<String> {
    let missing = made.into_iter().filter_map(|made| match rows.get(&made.id) {
        None => Some(format!("{} is missing", made.id)),
        Some(row) => (*row != with_versions(made, row)).then(|| format!("{} stands otherwise", made.id)),
    });
    missing.collect()
}

/// A row that was made, with the versions that the suite knows to answer so, which no vector says.
fn with_versions(made: &Row, known: &Row) -> Row {
    let mut made = made.clone();
    made.versions.clone_from(&known.versions);
    made
}

/// Where the rows stand.
pub fn rows_folder() -> PathBuf {
    crate::root().join("suite/rows")
}

/// Folds rows in, holds the suite to them, or says how many there are.
pub fn run(options: &Options) -> Result<(), Failure> {
    let mut rows = all()?;
    if options.check {
        return check(&rows);
    }
    if options.import {
        let mut made = own::rows()?;
        made.extend(folded()?.rows);
        for row in made {
            let row = rows.get(&row.id).map_or(row.clone(), |known| with_versions(&row, known));
            rows.insert(row.id.clone(), row);
        }
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

#[cfg(test)]
mod tests {
    use cards_suite::Level;
    use serde_json::json;

    use super::*;

    #[test]
    fn a_vector_that_is_not_folded_in_is_noticed() {
        let line =
            r#"{"id":"cards-9","tags":["validate"],"input":{"op":"validate","json":{}},"expected":{"version":false}}"#;
        let made = fold::fold(line).unwrap();
        assert_eq!(made.len(), 1);
        assert_eq!(not_as_folded(&BTreeMap::new(), &made), ["sillytavern/cards-9 is missing"]);
        let mut rows: BTreeMap<String, Row> = made.iter().map(|row| (row.id.clone(), row.clone())).collect();
        assert_eq!(not_as_folded(&rows, &made), Vec::<String>::new());
        rows.get_mut("sillytavern/cards-9").unwrap().expected = json!({ "version": 1 });
        assert_eq!(not_as_folded(&rows, &made), ["sillytavern/cards-9 stands otherwise"]);
        rows.clear();
        rows.insert("x".to_owned(), Row::new("x", "check", "spec:v1", Level::Must));
        assert_eq!(not_as_folded(&rows, &[]), Vec::<String>::new());
    }
}
