//! Which judge answers for a row, told from its shape.

use serde_json::Value;

use super::{lore, macros};
use super::verdict::{Column, Outcome, Verdict};

/// Judges a row of any known format.
pub(super) fn judge(row: &Value) -> Vec<Verdict> {
    let input = row.get("input").unwrap_or(&Value::Null);
    let has = |key: &str| input.get(key).is_some();
    match input.get("op").and_then(Value::as_str) {
        Some(_) => unknown(),
        None if has("template") => macros::judge_risu(row),
        None if has("env") && has("text") => macros::judge_sillytavern(row),
        None if has("book") && has("chat") => lore::judge_risu(row),
        None if has("settings") && (has("entries") || has("books") || has("character_book")) => {
            lore::judge_sillytavern(row)
        }
        None => unknown(),
    }
}

/// A row that no judge knows fails: it must not go unnoticed.
fn unknown() -> Vec<Verdict> {
    vec![Verdict { column: Column::Spec, outcome: Outcome::Fail("no judge knows this kind of row".to_owned()) }]
}
