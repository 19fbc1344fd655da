//! Rows about the JSON of cards and books in SillyTavern's profile: `import_json`, `list_view`, `validate`,
//! `import_character_book`, `export_character_book`.

use cards_model::{Json, Limits, Object, sillytavern};
use serde_json::{Map, Value, json};

use super::verdict::{Column, Outcome, Verdict};

/// What the rows put where SillyTavern puts the moment of an import.
const MOMENT: &str = "DATE";

/// Judges a row, if it is one of this format.
pub fn judge(row: &Value) -> Option<Vec<Verdict>> {
    let input = row.get("input")?;
    let expected = row.get("expected")?;
    let outcome = match input.get("op")?.as_str()? {
        "import_json" => import_json(input.get("json")?, expected),
        "list_view" => list_view(input.get("json")?, expected),
        "validate" => validate(input.get("json")?, expected),
        "import_character_book" => import_book(input.get("character_book")?, expected),
        "export_character_book" => export_book(input, expected)?,
        _ => return None,
    };
    Some(vec![Verdict { column: Column::SillyTavern, outcome }])
}

/// A `.json` file as uploaded: the text itself where the row has one, else the value as JSON.
fn import_json(file: &Value, expected: &Value) -> Outcome {
    let text = file.as_str().map_or_else(|| file.to_string(), str::to_owned);
    let actual = match sillytavern::import_json(&text, MOMENT, Limits::default()) {
        Ok(Some(imported)) => json!({ "name": imported.name, "card": undated(&imported.card) }),
        Ok(None) => json!({ "name": "", "card": null }),
        Err(error) => json!({ "error": error.to_string() }),
    };
    compare(expected, &actual)
}

fn list_view(card: &Value, expected: &Value) -> Outcome {
    let Json::Object(card) = ours(card) else {
        return Outcome::Fail("the row's card is no object".to_owned());
    };
    compare(expected, &json!({ "card": undated(&sillytavern::list_view(card, MOMENT)) }))
}

fn validate(card: &Value, expected: &Value) -> Outcome {
    let validation = sillytavern::validate(&ours(card));
    let version = validation.version.map_or(Value::Bool(false), Value::from);
    compare(expected, &json!({ "version": version, "last_error": validation.last_error }))
}

fn import_book(book: &Value, expected: &Value) -> Outcome {
    let Json::Object(book) = ours(book) else {
        return Outcome::Fail("the row's book is no object".to_owned());
    };
    compare(expected, &theirs(&sillytavern::import_character_book(&book)))
}

fn export_book(input: &Value, expected: &Value) -> Option<Outcome> {
    let mut entries = input.get("entries")?.clone();
    for (_, entry) in entries.as_object_mut()? {
        over_template(entry.as_object_mut()?);
    }
    let Json::Object(entries) = ours(&entries) else {
        return None;
    };
    let name = input.get("name").and_then(Value::as_str).unwrap_or_default();
    Some(compare(expected, &theirs(&sillytavern::export_character_book(name, &entries))))
}

/// Lays an entry that asks for it over SillyTavern's default entry, as the vectors' README gives that.
fn over_template(entry: &mut Map<String, Value>) {
    if entry.remove("__template") != Some(Value::Bool(true)) {
        return;
    }
    let Value::Object(mut whole) = json!({
        "key": [], "keysecondary": [], "comment": "", "content": "", "constant": false, "vectorized": false,
        "selective": true, "selectiveLogic": 0, "addMemo": false, "order": 100, "position": 0, "disable": false,
        "ignoreBudget": false, "excludeRecursion": false, "preventRecursion": false,
        "matchPersonaDescription": false, "matchCharacterDescription": false, "matchCharacterPersonality": false,
        "matchCharacterDepthPrompt": false, "matchScenario": false, "matchCreatorNotes": false,
        "delayUntilRecursion": 0, "probability": 100, "useProbability": true, "depth": 4, "outletName": "",
        "group": "", "groupOverride": false, "groupWeight": 100, "scanDepth": null, "caseSensitive": null,
        "matchWholeWords": null, "useGroupScoring": null, "automationId": "", "role": 0, "sticky": null,
        "cooldown": null, "delay": null, "triggers": []
    }) else {
        return;
    };
    whole.append(entry);
    *entry = whole;
}

/// The card without dates, which the rows leave out.
fn undated(card: &Object) -> Value {
    let mut card = theirs(card);
    if let Some(card) = card.as_object_mut() {
        card.remove("create_date");
    }
    card
}

fn ours(value: &Value) -> Json {
    let text = value.to_string();
    text.parse().unwrap_or_default()
}

fn theirs(object: &Object) -> Value {
    serde_json::from_str(&Json::Object(object.clone()).to_string()).unwrap_or_default()
}

/// Compares whole answers; of an expected error only that there is one matters.
fn compare(expected: &Value, actual: &Value) -> Outcome {
    let both_errors = expected.get("error").is_some() && actual.get("error").is_some();
    if both_errors || same(expected, actual) {
        Outcome::Pass
    } else {
        Outcome::Fail(format!("expected {expected}\n     got {actual}"))
    }
}

/// Equality of what the values mean: JavaScript knows one number 1, whether it is spelled `1` or `1.0`.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(name, a)| b.get(name).is_some_and(|b| same(a, b)))
        }
        (a, b) => a == b,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rows_of_the_shared_vectors_pass() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let shared = std::env::var_os("CARDS_SHARED").map_or_else(|| root.join("../shared"), Into::into);
        let folder = shared.join("vectors/sillytavern");
        if !folder.is_dir() {
            println!("skipped: no vectors at {}", folder.display());
            return;
        }
        let mut counts = std::collections::BTreeMap::<String, (usize, usize)>::new();
        let mut failures = Vec::new();
        for file in ["cards.jsonl", "worldinfo.jsonl"] {
            for line in std::fs::read_to_string(folder.join(file)).unwrap().lines() {
                let row: Value = serde_json::from_str(line).unwrap();
                for verdict in judge(&row).unwrap_or_default() {
                    let count = counts.entry(format!("{file} {}", row["input"]["op"])).or_default();
                    count.1 += 1;
                    match verdict.outcome {
                        Outcome::Pass => count.0 += 1,
                        other => failures.push(format!("{}: {other:?}", row["id"])),
                    }
                }
            }
        }
        for (what, (passed, total)) in &counts {
            println!("{what}: {passed}/{total}");
        }
        assert!(failures.is_empty(), "{}", failures.join("\n"));
    }
}
