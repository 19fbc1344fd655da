//! Checks the tables of `docs/DIVERGENCES.md` and `docs/security.md`: every row says what shows it, and that exists.
//!
//! Such a table has "shown by" over its last column. The last cell of a row names fixtures by path (`fixtures/lore/ties`), rules (`rule:entry-id`, whose examples the
//! tests of the rule tables run), test functions (`test:text_is_limited`), and rows of the suite without whose answer they are
//! (`convert-cc24277745`), or vectors that are not in it, which are looked up where they are at hand.

use std::collections::BTreeSet;
use std::fs;

use crate::failure::Failure;

const PAGES: [&str; 2] = ["docs/DIVERGENCES.md", "docs/security.md"];

/// What is over the last column.
const HEAD: &str = "| shown by |";

/// What a row may name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Shown {
    /// A path from the root of the repository.
    Fixture(String),
    /// The id of a rule.
    Rule(String),
    /// The name of a test function.
    Test(String),
    /// The id of a vector.
    Vector(String),
}

/// Rows that show nothing, and names of what does not exist.
pub fn problems() -> Result<Vec<String>, Failure> {
    // A row of the suite is named without whose answer it is; some vectors are not in the suite.
    let mut vectors = vector_ids()?;
    vectors.extend(crate::suite::all()?.into_keys().filter_map(|id| Some(id.split_once('/')?.1.to_owned())));
    let mut tests = String::new();
    crate::tidy::read_all(&crate::root().join("crates"), &mut tests)?;
    let mut problems = Vec::new();
    for page in PAGES {
        let (rows, bare) = rows(&fs::read_to_string(crate::root().join(page))?);
        problems
            .extend(bare.into_iter().map(|line| format!("{page}, line {line}: the row names nothing that shows it")));
        let mut looked_up = BTreeSet::new();
        for (line, shown) in &rows {
            let exists = match shown {
                Shown::Fixture(path) => crate::root().join(path).exists(),
                Shown::Rule(id) => cards_lint::find_rule(id).is_some(),
                Shown::Test(name) => tests.contains(&format!("fn {name}(")),
                Shown::Vector(id) => vectors.contains(id),
            };
            if !exists {
                problems.push(format!("{page}, line {line}: there is no {shown:?}"));
            }
            looked_up.insert(shown.clone());
        }
        if looked_up.is_empty() {
            problems.push(format!("{page}: there is no table with \"shown by\" over its last column"));
        }
        println!("docs: {page} points to {} fixtures, rules, tests and rows", looked_up.len());
    }
    Ok(problems)
}

/// What each row of such tables names in its last cell, with the line; and the lines of those that name nothing.
fn rows(text: &str) -> (Vec<(usize, Shown)>, Vec<usize>) {
    let (mut found, mut bare) = (Vec::new(), Vec::new());
    let lines: Vec<&str> = text.lines().collect();
    let mut shows = false;
    for (i, line) in lines.iter().enumerate() {
        let heads = lines.get(i + 1).is_some_and(|next| next.starts_with("| ---"));
        if heads {
            shows = line.ends_with(HEAD);
        }
        if !shows || !line.starts_with("| ") || line.starts_with("| ---") || heads {
            continue;
        }
        // A bar inside a cell is escaped, and none is in a name.
        let cell = line.trim_end().trim_end_matches('|').rsplit('|').next().unwrap_or_default();
        let names: Vec<_> = cell.split('`').skip(1).step_by(2).filter_map(name).collect();
        if names.is_empty() {
            bare.push(i + 1);
        }
        found.extend(names.into_iter().map(|shown| (i + 1, shown)));
    }
    (found, bare)
}

/// What a piece of code in the last cell is.
fn name(code: &str) -> Option<Shown> {
    if code.starts_with("fixtures/") {
        return Some(Shown::Fixture(code.to_owned()));
    }
    if let Some(id) = code.strip_prefix("rule:") {
        return Some(Shown::Rule(id.to_owned()));
    }
    if let Some(name) = code.strip_prefix("test:") {
        return Some(Shown::Test(name.to_owned()));
    }
    (!code.is_empty()).then(|| Shown::Vector(code.to_owned()))
}

/// A row of a table with "shown by" over its last column: the headings above it, and its cells.
pub struct Told {
    /// The heading of its part and, below it, of its section; empty where there is none.
    pub under: [String; 2],
    /// Its cells, the last one included.
    pub cells: Vec<String>,
}

/// The rows of `docs/DIVERGENCES.md`.
pub fn divergences() -> Result<Vec<Told>, Failure> {
    let text = fs::read_to_string(crate::root().join(PAGES[0]))?;
    let mut under = [String::new(), String::new()];
    let (mut told, mut shows) = (Vec::new(), false);
    let lines: Vec<&str> = text.lines().collect();
    for (i, line) in lines.iter().enumerate() {
        if let Some(section) = line.strip_prefix("### ") {
            under[1] = section.to_owned();
        } else if let Some(part) = line.strip_prefix("## ") {
            under = [part.to_owned(), String::new()];
        }
        if lines.get(i + 1).is_some_and(|next| next.starts_with("| ---")) {
            shows = line.ends_with(HEAD);
        } else if shows && line.starts_with("| ") && !line.starts_with("| ---") {
            // A bar inside of a cell is escaped.
            let cells = line.trim_matches('|').replace("\\|", "\0");
            let cells = cells.split('|').map(|cell| cell.trim().replace('\0', "\\|")).collect();
            told.push(Told { under: under.clone(), cells });
        }
    }
    Ok(told)
}

/// The ids of all vectors.
fn vector_ids() -> Result<BTreeSet<String>, Failure> {
    let mut ids = BTreeSet::new();
    let Ok(families) = fs::read_dir(crate::shared::dir().join("vectors")) else { return Ok(ids) };
    for family in families {
        let family = family?.path();
        if !family.is_dir() {
            continue;
        }
        for file in fs::read_dir(family)? {
            let file = file?.path();
            if file.extension().is_some_and(|ext| ext == "jsonl") {
                for line in fs::read_to_string(file)?.lines() {
                    let row: serde_json::Value = serde_json::from_str(line)?;
                    ids.extend(row.get("id").and_then(|id| id.as_str()).map(str::to_owned));
                }
            }
        }
    }
    Ok(ids)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_and_empty_ones_are_problems() {
        let text = "\
# Page

| topic | shown by |
| --- | --- |
| a `b` | `fixtures/lore/ties`, `rule:entry-id`, `lore-1` |
| c | nothing |

| what | how much |
| --- | --- |
| another table | 3 |
";
        let (rows, bare) = rows(text);
        let shown = [
            Shown::Fixture("fixtures/lore/ties".to_owned()),
            Shown::Rule("entry-id".to_owned()),
            Shown::Vector("lore-1".to_owned()),
        ];
        assert_eq!(rows, shown.map(|shown| (5, shown)));
        assert_eq!(bare, [6]);
    }

    #[test]
    fn every_row_of_the_page_is_shown_by_something() {
        let found = problems().unwrap_or_else(|failure| panic!("{failure}"));
        assert!(found.is_empty(), "{}", found.join("\n"));
    }
}
