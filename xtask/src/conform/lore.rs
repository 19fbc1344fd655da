//! Judges the rows about lorebooks: `worldinfo.jsonl` (SillyTavern) and `lore.jsonl` (Spec and Risu).

mod risu;
mod sillytavern;

pub use risu::judge_risu;
pub use sillytavern::judge_sillytavern;

use cards_lore::{Book, BookKind, Dice, Profile};
use cards_model::{Content, Document, Limits};
use serde_json::Value;

/// The rolls of a row, in order; past the end it rolls 0.
struct RowDice<'r> {
    rolls: std::slice::Iter<'r, Value>,
    used: usize,
}

impl<'r> RowDice<'r> {
    fn new(rolls: &'r Value) -> Self {
        Self { rolls: rolls.as_array().map(Vec::as_slice).unwrap_or_default().iter(), used: 0 }
    }
}

impl Dice for RowDice<'_> {
    fn roll(&mut self) -> f64 {
        self.used += 1;
        self.rolls.next().and_then(Value::as_f64).unwrap_or_default()
    }
}

fn strings(value: &Value) -> Vec<String> {
    value.as_array().into_iter().flatten().map(text).collect()
}

/// A text; numbers as they are written.
fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Reads a book as a file of its own would be read.
fn read_book(value: &Value, profile: Profile) -> Result<Book, String> {
    let document = Document::read(value.to_string(), Limits::default()).map_err(|error| error.to_string())?;
    match &document.content {
        Content::WorldInfo(world) => Ok(Book::from_world_info(world, BookKind::Global)),
        other => {
            let book = other.lorebook().ok_or("no book")?;
            Ok(Book::from_lorebook(&book, BookKind::Character, profile))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conform::verdict::{Outcome, Verdict};

    /// Runs a judge over a vector file, prints what failed, and gives (passed, excluded, failed).
    fn run(path: &str, judge: fn(&Value) -> Vec<Verdict>) -> Option<(usize, usize, usize)> {
        let shared = std::env::var("CARDS_SHARED").unwrap_or_else(|_| "../../shared".to_owned());
        let Ok(rows) = std::fs::read_to_string(format!("{shared}/vectors/{path}")) else {
            println!("no vectors under {shared}; set CARDS_SHARED");
            return None;
        };
        let (mut passed, mut excluded, mut failed) = (0, 0, 0);
        for row in rows.lines() {
            let row: Value = serde_json::from_str(row).unwrap();
            for verdict in judge(&row) {
                match verdict.outcome {
                    Outcome::Pass => passed += 1,
                    Outcome::Excluded { .. } => excluded += 1,
                    Outcome::Fail(why) => {
                        failed += 1;
                        println!("{} {:?} {} {}\n     {why}", row["id"], verdict.column, row["title"], row["tags"]);
                    }
                }
            }
        }
        println!("{path}: {passed} passed, {excluded} excluded, {failed} failed");
        Some((passed, excluded, failed))
    }

    #[test]
    fn sillytavern_rows_pass() {
        if let Some((_, _, failed)) = run("sillytavern/worldinfo.jsonl", judge_sillytavern) {
            assert_eq!(failed, 0);
        }
    }

    #[test]
    fn risu_rows_pass() {
        if let Some((_, _, failed)) = run("risu/lore.jsonl", judge_risu) {
            assert_eq!(failed, 0);
        }
    }
}
