//! Judges of rows about containers: `cards.jsonl` ops `png_read`, `png_write`, `charx_parse`, and the rows of
//! `import.jsonl` whose input is a PNG, an archive, a RisuAI module or another binary file.

mod build;
mod risu;
mod silly_tavern;

use serde_json::Value;

use super::verdict::Verdict;

/// Judges one row; no verdict when the row is not about containers.
pub fn judge(row: &Value) -> Vec<Verdict> {
    let (Some(input), Some(expected)) = (row.get("input"), row.get("expected")) else {
        return Vec::new();
    };
    match input.get("op").and_then(Value::as_str) {
        Some("png_read") => silly_tavern::png_read(input, expected),
        Some("png_write") => silly_tavern::png_write(input, expected),
        Some("charx_parse") => silly_tavern::charx_parse(input, expected),
        Some("import") if input.get("b64").is_some() => risu::import(input, expected),
        Some("risum") => risu::module(input, expected),
        Some("rpack") => risu::packing(input, expected),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::verdict::Outcome;
    use super::*;

    #[test]
    fn shared_rows_pass() {
        let root = std::env::var_os("CARDS_SHARED").map(std::path::PathBuf::from);
        let root = root.unwrap_or_else(|| std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared"));
        for file in ["vectors/sillytavern/cards.jsonl", "vectors/risu/import.jsonl"] {
            let Ok(text) = std::fs::read_to_string(root.join(file)) else {
                println!("skipped: no shared folder; set CARDS_SHARED to it");
                return;
            };
            let (mut passed, mut excluded, mut failed) = (0, 0, Vec::new());
            for line in text.lines() {
                let row: Value = serde_json::from_str(line).expect("a row of JSON");
                for verdict in judge(&row) {
                    match verdict.outcome {
                        Outcome::Pass => passed += 1,
                        Outcome::Excluded { .. } => excluded += 1,
                        Outcome::Fail(text) => failed.push(format!("{} {:?}: {text}", row["id"], verdict.column)),
                    }
                }
            }
            println!("{file}: {passed} passed, {excluded} excluded, {} failed", failed.len());
            assert!(failed.is_empty(), "{}", failed.join("\n"));
            assert!(passed > 0);
        }
    }
}
