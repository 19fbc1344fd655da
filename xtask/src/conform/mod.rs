//! `cargo xtask conform [DIR]`: asks our libraries every row of the suite, or of a folder of vectors.
//!
//! The rows, the answers and the comparison are those of `cards-suite`, as in `cards conform`. This chore adds the
//! committed pass counts, below which no run may fall, and reads folders of vectors by folding them first.

mod baseline;
mod real;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use cards_suite::{Class, Level, Report, Row, answer, compare, explain, read_rows};

use crate::failure::Failure;
use crate::suite::{files, fold::fold_quotes_too, rows_folder};

/// What to run, and how to show it.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Folder with rows or vectors; the suite unless given.
    dir: Option<PathBuf>,
    /// Print JSON instead of a table.
    #[arg(long)]
    json: bool,
    /// Show what each failed row expected and got.
    #[arg(long)]
    explain: bool,
    /// Accept today's pass counts as the baseline that no later run may fall below.
    #[arg(long)]
    bless: bool,
}

/// How many rows passed, by kind and profile.
type Passed = BTreeMap<(String, String), usize>;

/// Runs the rows.
pub fn run(options: &Options) -> Result<(), Failure> {
    let folder = options.dir.clone().unwrap_or_else(rows_folder);
    let rows = read(&folder)?;
    if rows.is_empty() {
        return Err(Failure::new(format!("no rows at {}", folder.display())));
    }
    let mut report = Report::default();
    let mut explanations = String::new();
    let mut wrong = 0;
    let mut passed = Passed::new();
    for row in &rows {
        let judged = compare(row, &answer(&row.kind, &row.profile, &row.input));
        report.add(row, &judged);
        if judged.class == Class::Same {
            *passed.entry((row.kind.clone(), row.profile.clone())).or_default() += 1;
        }
        // A choice where the texts are silent binds nobody but us.
        if judged.class.fails() && (row.level.binds() || row.level == Level::Open) {
            wrong += 1;
            explanations.push_str(&explain(row, &judged));
        }
    }
    if options.json {
        println!("{}", report.to_json());
    } else {
        println!("{}", report.to_table());
        for id in report.failed.iter().chain(&report.unlike) {
            println!("{} {id}", if report.failed.contains(id) { "FAIL" } else { "unlike" });
        }
        if options.explain {
            println!("{explanations}");
        }
    }
    if options.dir.is_none() {
        baseline::check(&passed, options.bless)?;
    }
    if wrong == 0 { Ok(()) } else { Err(Failure::new(format!("{wrong} rows are answered otherwise"))) }
}

/// The rows below a folder; vectors are folded into rows.
fn read(folder: &Path) -> Result<Vec<Row>, Failure> {
    let mut rows = Vec::new();
    for path in files(folder)? {
        let text = fs::read_to_string(&path)?;
        let Ok(read) = read_rows(&text) else {
            for line in text.lines().filter(|line| !line.trim().is_empty()) {
                let line = &real::with_book(line)?;
                rows.extend(fold_quotes_too(line).map_err(|why| Failure::new(format!("{}: {why}", path.display())))?);
            }
            continue;
        };
        rows.extend(read);
    }
    Ok(rows)
}
