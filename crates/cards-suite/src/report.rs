//! Counts of a run, and the results that are committed.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{Class, Error, Judged, Level, Row};

/// The outcome of a run over rows.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Report {
    /// Counts by kind, profile and level.
    pub counts: BTreeMap<(String, String, Level), BTreeMap<Class, usize>>,
    /// The class of each row, by id.
    pub classes: BTreeMap<String, Class>,
    /// Rows that bind and were answered otherwise, by id.
    pub failed: Vec<String>,
    /// Rows that do not bind and were answered otherwise.
    pub unlike: Vec<String>,
}

impl Report {
    /// Counts a row.
    pub fn add(&mut self, row: &Row, judged: &Judged) {
        let place = (row.kind.clone(), row.profile.clone(), row.level);
        *self.counts.entry(place).or_default().entry(judged.class).or_default() += 1;
        self.classes.insert(row.id.clone(), judged.class);
        if judged.class.fails() {
            let list = if row.level.binds() { &mut self.failed } else { &mut self.unlike };
            list.push(row.id.clone());
        }
    }

    /// Rows in all.
    pub fn rows(&self) -> usize {
        self.classes.len()
    }

    /// Rows of a class.
    pub fn of(&self, class: Class) -> usize {
        self.classes.values().filter(|found| **found == class).count()
    }

    /// The table for people: kinds, profiles and levels down, classes across.
    pub fn to_table(&self) -> String {
        let mut out = format!("{:<8} {:<26} {:<7} {:>5}", "kind", "profile", "level", "rows");
        // Writing to a text cannot fail.
        for class in Class::ALL {
            let _ = write!(out, " {:>11}", class.name());
        }
        for ((kind, profile, level), counts) in &self.counts {
            let rows: usize = counts.values().sum();
            let _ = write!(out, "\n{kind:<8} {profile:<26} {level:<7} {rows:>5}");
            for class in Class::ALL {
                let count = counts.get(&class).map_or_else(|| "-".to_owned(), usize::to_string);
                let _ = write!(out, " {count:>11}");
            }
        }
        out.push('\n');
        out
    }

    /// The same for machines.
    pub fn to_json(&self) -> Value {
        let counts = self.counts.iter().map(|((kind, profile, level), counts)| {
            let classes: serde_json::Map<String, Value> =
                counts.iter().map(|(class, count)| (class.name().to_owned(), json!(count))).collect();
            json!({ "kind": kind, "profile": profile, "level": level, "classes": classes })
        });
        json!({
            "schema": 1, "rows": self.rows(), "counts": counts.collect::<Vec<_>>(),
            "failed": self.failed, "unlike": self.unlike,
        })
    }
}

/// What one program answered to every row, as `suite/results` keeps it.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Results {
    /// The version of this form, 1.
    pub schema: u32,
    /// The program's name, for tables.
    pub program: String,
    /// Its version.
    pub version: String,
    /// The day of the run, as `2026-01-31`.
    pub date: String,
    /// The ids of the rows of each class; rows that are not named were not supported.
    pub rows: BTreeMap<Class, Vec<String>>,
}

impl Results {
    /// The results of a run.
    pub fn new(program: &str, version: &str, date: &str, report: &Report) -> Self {
        let mut rows: BTreeMap<Class, Vec<String>> = BTreeMap::new();
        for (id, class) in report.classes.iter().filter(|(_, class)| **class != Class::Unsupported) {
            rows.entry(*class).or_default().push(id.clone());
        }
        Self { schema: 1, program: program.to_owned(), version: version.to_owned(), date: date.to_owned(), rows }
    }

    /// The text of the file, an id a line.
    pub fn to_text(&self) -> String {
        // Plain texts and numbers: writing them cannot fail.
        serde_json::to_string_pretty(self).map(|text| text + "\n").unwrap_or_default()
    }

    /// Reads a committed file.
    ///
    /// # Errors
    ///
    /// [`Error::Results`] when it is no such file.
    pub fn read(name: &str, text: &str) -> Result<Self, Error> {
        serde_json::from_str(text).map_err(|source| Error::Results { name: name.to_owned(), source })
    }

    /// The class of a row; what is not named was not supported.
    pub fn class(&self, id: &str) -> Class {
        let named = |ids: &Vec<String>| ids.binary_search_by(|found| found.as_str().cmp(id)).is_ok();
        self.rows.iter().find(|(_, ids)| named(ids)).map_or(Class::Unsupported, |(class, _)| *class)
    }
}
