//! `cargo xtask conform [DIR]`: runs every vector file under DIR and prints what passed.
//!
//! A file's format is told from the shape of its rows, not from its name, so that any folder with files of the
//! same formats can be judged. One judge per format lives in a file of its own and answers for one row.

mod baseline;
pub mod cards_json;
pub mod containers;
pub mod convert;
mod dispatch;
pub mod lore;
pub mod macros;
mod report;
pub mod verdict;

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::failure::Failure;
use report::{FileReport, Report};

/// What to run, and how to show it.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Folder with vector files; `../shared/vectors` (or `$CARDS_SHARED/vectors`) unless given.
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

/// Runs the vectors.
pub fn run(options: &Options) -> Result<(), Failure> {
    let default = options.dir.is_none();
    let dir = options.dir.clone().unwrap_or_else(|| crate::shared::dir().join("vectors"));
    if !dir.is_dir() {
        println!("conform: no vectors at {}; give a folder, or set CARDS_SHARED", dir.display());
        // A stranger's clone has no vectors, and nothing to prove with them.
        return if default { Ok(()) } else { Err(Failure::new("no such folder")) };
    }
    let mut files = Vec::new();
    find_vectors(&dir, &mut files)?;
    files.sort();
    let mut report = Report::default();
    for path in &files {
        let name = path.strip_prefix(&dir).unwrap_or(path).display().to_string();
        report.files.push(judge_file(name, &fs::read_to_string(path)?)?);
    }
    for name in baseline::later_files().iter().filter(|_| default) {
        if let Ok(text) = fs::read_to_string(dir.with_file_name(name)) {
            report.files.push(judge_file((*name).to_owned(), &text)?);
        }
    }
    if options.json {
        println!("{}", report.to_json());
    } else {
        report.print(options.explain);
    }
    if default {
        baseline::check(&report, options.bless)?;
    }
    if report.failed() == 0 { Ok(()) } else { Err(Failure::new(format!("{} verdicts failed", report.failed()))) }
}

fn find_vectors(dir: &Path, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        if path.is_dir() {
            find_vectors(&path, files)?;
        } else if path.extension().is_some_and(|ext| ext == "jsonl") {
            files.push(path);
        }
    }
    Ok(())
}

fn judge_file(name: String, text: &str) -> Result<FileReport, Failure> {
    let mut report = FileReport { name, ..FileReport::default() };
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let row: Value = serde_json::from_str(line)
            .map_err(|error| Failure::new(format!("{} line {}: {error}", report.name, number + 1)))?;
        let id = row.get("id").and_then(Value::as_str).map_or_else(|| format!("line {}", number + 1), str::to_owned);
        report.add(id, dispatch::judge(&row));
    }
    Ok(report)
}
