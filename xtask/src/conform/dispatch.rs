//! Which judge answers for a row, told from its shape.

use serde_json::Value;

use super::verdict::{Column, Outcome, Verdict};
use super::{cards_json, containers, convert, lore, macros};

/// Judges a row of any known format.
pub(super) fn judge(row: &Value) -> Vec<Verdict> {
    let input = row.get("input").unwrap_or(&Value::Null);
    let has = |key: &str| input.get(key).is_some();
    match input.get("op").and_then(Value::as_str) {
        Some("convert" | "convert_book" | "check") => convert::judge(row).unwrap_or_else(unknown),
        Some("png_read" | "png_write" | "charx_parse" | "risum" | "rpack") => containers::judge(row),
        Some("import") if has("b64") => containers::judge(row),
        Some("import") => convert::judge(row).unwrap_or_else(unknown),
        Some(_) => cards_json::judge(row).unwrap_or_else(unknown),
        None if has("template") => macros::judge_risu(row),
        None if has("env") && has("text") => macros::judge_sillytavern(row),
        None if has("chat") && has("book") => lore::judge_risu(row),
        None if has("settings") => lore::judge_sillytavern(row),
        None => unknown(),
    }
}

/// A row that no judge knows fails: it must not go unnoticed.
fn unknown() -> Vec<Verdict> {
    vec![Verdict { column: Column::Spec, outcome: Outcome::Fail("no judge knows this kind of row".to_owned()) }]
}
