//! The table of a conformance run.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::verdict::{Column, Outcome, Verdict};

/// The outcome of a whole run.
#[derive(Debug, Default)]
pub(super) struct Report {
    pub(super) files: Vec<FileReport>,
}

/// The outcome of one vector file.
#[derive(Debug, Default)]
pub(super) struct FileReport {
    pub(super) name: String,
    pub(super) rows: usize,
    pub(super) columns: BTreeMap<Column, ColumnReport>,
    pub(super) unjudged: Vec<String>,
}

/// The outcome of one profile column of a file.
#[derive(Debug, Default)]
pub(super) struct ColumnReport {
    pub(super) passed: usize,
    pub(super) failed: Vec<(String, String)>,
    excluded: BTreeMap<(String, &'static str), Vec<String>>,
}

impl FileReport {
    /// Adds the verdicts on one row.
    pub(super) fn add(&mut self, id: String, verdicts: Vec<Verdict>) {
        self.rows += 1;
        if verdicts.is_empty() {
            self.unjudged.push(id);
            return;
        }
        for Verdict { column, outcome } in verdicts {
            let column = self.columns.entry(column).or_default();
            match outcome {
                Outcome::Pass => column.passed += 1,
                Outcome::Fail(why) => column.failed.push((id.clone(), why)),
                Outcome::Excluded { tag, reason } => column.excluded.entry((tag, reason)).or_default().push(id.clone()),
            }
        }
    }

    fn failed(&self) -> usize {
        self.columns.values().map(|column| column.failed.len()).sum::<usize>() + self.unjudged.len()
    }
}

impl Report {
    /// How many verdicts failed.
    pub(super) fn failed(&self) -> usize {
        self.files.iter().map(FileReport::failed).sum()
    }

    /// Prints the table, the exclusions with their reasons, and the failed rows.
    pub(super) fn print(&self, explain: bool) {
        println!("{:<32} {:>5} {:<12} {:>6} {:>6} {:>8}", "file", "rows", "profile", "passed", "failed", "excluded");
        for file in &self.files {
            for (column, report) in &file.columns {
                let excluded: usize = report.excluded.values().map(Vec::len).sum();
                let (name, rows) = (&file.name, file.rows);
                println!(
                    "{name:<32} {rows:>5} {:<12} {:>6} {:>6} {excluded:>8}",
                    column.name(),
                    report.passed,
                    report.failed.len()
                );
            }
            if !file.unjudged.is_empty() {
                println!(
                    "{:<32} {:>5} rows without a verdict: {}",
                    file.name,
                    file.unjudged.len(),
                    file.unjudged.join(" ")
                );
            }
        }
        self.print_exclusions();
        self.print_failures(explain);
    }

    fn print_exclusions(&self) {
        let mut reasons: BTreeMap<(&str, &str), BTreeSet<String>> = BTreeMap::new();
        for file in &self.files {
            for report in file.columns.values() {
                for ((tag, reason), ids) in &report.excluded {
                    let place = reasons.entry((tag, reason)).or_default();
                    place.extend(ids.iter().map(|id| format!("{}:{id}", file.name)));
                }
            }
        }
        if !reasons.is_empty() {
            println!("\nLeft out:");
        }
        for ((tag, reason), ids) in reasons {
            println!("  {tag} ({}): {reason}", ids.len());
            println!("    {}", ids.into_iter().collect::<Vec<_>>().join(" "));
        }
    }

    fn print_failures(&self, explain: bool) {
        for file in &self.files {
            for (column, report) in &file.columns {
                for (id, why) in &report.failed {
                    println!("\nFAIL {} {id} [{}]", file.name, column.name());
                    if explain {
                        println!("     {why}");
                    }
                }
            }
        }
    }

    /// The same for machines.
    pub(super) fn to_json(&self) -> Value {
        let files = self.files.iter().map(|file| {
            let columns = file.columns.iter().map(|(column, report)| {
                let excluded = report
                    .excluded
                    .iter()
                    .map(|((tag, reason), ids)| json!({"tag": tag, "reason": reason, "ids": ids}));
                let failed: Vec<_> = report.failed.iter().map(|(id, _)| id).collect();
                let excluded: Vec<_> = excluded.collect();
                (column.name().to_owned(), json!({"passed": report.passed, "failed": failed, "excluded": excluded}))
            });
            json!({
                "file": file.name, "rows": file.rows, "unjudged": file.unjudged,
                "profiles": columns.collect::<serde_json::Map<_, _>>(),
            })
        });
        json!({"schema": 1, "files": files.collect::<Vec<_>>()})
    }
}
