//! The committed pass counts, below which no run may fall.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use super::report::Report;
use crate::failure::Failure;

const FILE: &str = "xtask/conform-baseline.tsv";

/// Files of rows that were made later, in folders beside the first ones, of which every row passes by now.
pub(super) fn later_files() -> &'static [&'static str] {
    &[
        "vectors-next/risu/macros.jsonl",
        "vectors-next/sillytavern/cards.jsonl",
        "vectors-next/sillytavern/macros.jsonl",
        "vectors-next/sillytavern/worldinfo.jsonl",
    ]
}

/// Compares a run with the committed counts; with `bless`, commits today's instead.
pub(super) fn check(report: &Report, bless: bool) -> Result<(), Failure> {
    let path = crate::root().join(FILE);
    let today = counts(report);
    if bless {
        let mut text = String::from("# file\tprofile\tpassed\n");
        for ((file, column), passed) in &today {
            writeln!(text, "{file}\t{column}\t{passed}")?;
        }
        fs::write(path, text)?;
        return Ok(());
    }
    let committed = fs::read_to_string(path)?;
    let mut fallen = Vec::new();
    for line in committed.lines().filter(|line| !line.starts_with('#')) {
        let [file, column, passed] = line.split('\t').collect::<Vec<_>>()[..] else {
            return Err(Failure::new(format!("{FILE}: cannot read the line `{line}`")));
        };
        let before: usize = passed.parse().map_err(|_| Failure::new(format!("{FILE}: `{passed}` is no count")))?;
        let now = today.get(&(file.to_owned(), column.to_owned())).copied().unwrap_or(0);
        if now < before {
            fallen.push(format!("{file} [{column}]: {now} passed, {before} before"));
        }
    }
    if fallen.is_empty() {
        Ok(())
    } else {
        Err(Failure::new(format!("fewer vectors pass than before: {}", fallen.join("; "))))
    }
}

fn counts(report: &Report) -> BTreeMap<(String, String), usize> {
    let columns = report.files.iter().flat_map(|file| {
        let name = file.name.replace('\\', "/");
        file.columns.iter().map(move |(column, report)| ((name.clone(), column.name().to_owned()), report.passed))
    });
    columns.collect()
}
