//! Judges the rows about lorebooks: `worldinfo.jsonl` (SillyTavern) and `lore.jsonl` (Spec and Risu).

mod risu;
mod sillytavern;

pub use risu::judge_risu;
pub use sillytavern::judge_sillytavern;

use cards_lore::{Dice, Entry, Placement};
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

/// Reads the entry of a V2 or CCv3 book; the engine's own conversion from `cards-model` is tested there.
fn spec_entry(value: &Value) -> Entry {
    let extensions = &value["extensions"];
    let position = match value["position"].as_str() {
        Some("before_char") => Placement::BeforeChar,
        Some("after_char") => Placement::AfterChar,
        _ => Placement::Default,
    };
    let mut entry = Entry {
        id: text(&value["id"]),
        name: value["name"].as_str().filter(|n| !n.is_empty()).map_or_else(|| text(&value["comment"]), str::to_owned),
        keys: strings(&value["keys"]),
        secondary_keys: strings(&value["secondary_keys"]),
        selective: value["selective"].as_bool().unwrap_or_default(),
        content: text(&value["content"]),
        enabled: value["enabled"].as_bool().unwrap_or_default(),
        constant: value["constant"].as_bool().unwrap_or_default(),
        order: value["insertion_order"].as_f64().unwrap_or_default(),
        priority: value["priority"].as_f64(),
        use_regex: value["use_regex"].as_bool().unwrap_or_default(),
        case_sensitive: value["case_sensitive"].as_bool(),
        placement: position,
        ..Entry::default()
    };
    entry.logic = extensions["selectiveLogic"].as_i64().map(cards_lore::Logic::from_number);
    if extensions["useProbability"].as_bool().unwrap_or_default() {
        entry.probability = extensions["probability"].as_f64();
    }
    entry.whole_words = extensions["match_whole_words"].as_bool();
    entry.timing.delay = extensions["delay"].as_u64().unwrap_or_default() as u32;
    if extensions["position"].as_i64() == Some(4) {
        entry.placement = Placement::Depth { depth: extensions["depth"].as_f64().unwrap_or(4.0) };
        entry.role = role(extensions["role"].as_i64());
    }
    entry
}

/// SillyTavern's numbers for roles.
fn role(number: Option<i64>) -> cards_lore::Role {
    match number {
        Some(1) => cards_lore::Role::User,
        Some(2) => cards_lore::Role::Assistant,
        _ => cards_lore::Role::System,
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
