//! Where the suite is, and which rows of it are asked.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use cards_suite::{Row, read_rows};

use crate::failure::Failure;
use crate::nearest::nearest;

/// The folder of the suite: the given one, or `suite` here or in a folder above.
pub(super) fn find(given: Option<&Path>) -> Result<PathBuf, Failure> {
    if let Some(folder) = given {
        return Ok(folder.to_owned());
    }
    let here = env::current_dir()?;
    let found = here.ancestors().map(|folder| folder.join("suite")).find(|folder| folder.join("rows").is_dir());
    found.ok_or_else(|| Failure::Other {
        class: "no-suite",
        message: "there is no suite here or in a folder above; name its folder with --suite".to_owned(),
    })
}

/// Every row of a suite, file by file in order of their names.
pub(super) fn read(suite: &Path) -> Result<Vec<Row>, Failure> {
    let mut files = Vec::new();
    gather(&suite.join("rows"), &mut files)?;
    files.sort();
    let mut rows = Vec::new();
    for path in files {
        let text = fs::read_to_string(&path).map_err(|source| Failure::Read { path: path.clone(), source })?;
        let read = read_rows(&text).map_err(|error| {
            let cause = std::error::Error::source(&error).map(|cause| format!(": {cause}")).unwrap_or_default();
            Failure::Content {
                path,
                class: "bad-row",
                message: format!("{error}{cause}; suite/README.md shows what one looks like"),
            }
        })?;
        rows.extend(read);
    }
    Ok(rows)
}

fn gather(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let failed = |source| Failure::Read { path: folder.to_owned(), source };
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.is_dir() {
            gather(&path, files)?;
        } else if path.extension().is_some_and(|ext| ext == "jsonl") {
            files.push(path);
        }
    }
    Ok(())
}

/// The rows of the kinds and profiles that were named, or the one of an id.
pub(super) fn choose(
    rows: Vec<Row>,
    kinds: &[String],
    profiles: &[String],
    id: Option<&str>,
) -> Result<Vec<Row>, Failure> {
    known("kind", kinds, rows.iter().map(|row| row.kind.as_str()))?;
    let names: BTreeSet<String> = rows.iter().flat_map(Row::profiles).collect();
    known("profile", profiles, names.iter().map(String::as_str))?;
    if let Some(id) = id {
        known("row", &[id.to_owned()], rows.iter().map(|row| row.id.as_str()))?;
    }
    let fits = |row: &Row| (kinds.is_empty() || kinds.contains(&row.kind)) && id.is_none_or(|id| id == row.id);
    let rows = rows.into_iter().filter(fits);
    if profiles.is_empty() {
        return Ok(rows.collect());
    }
    Ok(rows.filter_map(|row| profiles.iter().find_map(|name| row.asked_of(name))).collect())
}

/// Refuses a name that no row has.
fn known<'r>(what: &str, names: &[String], known: impl Iterator<Item = &'r str>) -> Result<(), Failure> {
    let known: Vec<&str> = known.collect();
    let Some(name) = names.iter().find(|name| !known.contains(&name.as_str())) else { return Ok(()) };
    let like = nearest(name, &known).map(|like| format!("; `{like}` is like it")).unwrap_or_default();
    Err(Failure::Other { class: "usage", message: format!("the suite has no {what} `{name}`{like}") })
}
