//! Whom a rule hurts is proven: a client has something else of its bad example than of its good one.

use std::fs;
use std::path::Path;

use cards_lint::{Rule, Severity, catalogue};
use cards_model::rules::{Letter, Reader};

use crate::client::{had, keys};
use crate::fixtures::{example, examples, file_name};

/// An example: its bytes, and the name of its file where that matters.
type Example = (Vec<u8>, Option<String>);

/// An example of a rule of the specs, with what RisuAI wants of every card: such examples hold as little as they can.
fn dressed(example: &serde_json::Value) -> Vec<u8> {
    if let Some(text) = example.as_str() {
        let text = text.replace("\"description\": \"\"", "\"description\": \"d\"");
        let text = text.replace("\"description\":\"\"", "\"description\":\"d\"");
        let text = text.replace("\"first_mes\": \"\"", "\"first_mes\": \"Hi\"");
        return text.replace("\"first_mes\":\"\"", "\"first_mes\":\"Hi\"").into_bytes();
    }
    let mut example = example.clone();
    if let Some(data) = example.get_mut("data").and_then(|data| data.as_object_mut()) {
        data.entry("extensions").or_insert_with(|| serde_json::json!({}));
    } else {
        for (name, text) in [("description", "d"), ("first_mes", "Hi")] {
            if example.get(name).is_some_and(|old| old == "") {
                example[name] = text.into();
            }
        }
    }
    example.to_string().into_bytes()
}

/// The pairs of a bad and a good example of a rule.
fn pairs(rule: &Rule, of_specs: &[serde_json::Value]) -> Vec<(Example, Example)> {
    let rows = of_specs.iter().filter(|row| row["rule"] == rule.id);
    // What is fixed is the bad example and nothing else, and so shows the rule alone.
    let rows =
        rows.map(|row| ((dressed(&row["bad"]), None), (dressed(row.get("fixed").unwrap_or(&row["good"])), None)));
    let mut pairs: Vec<_> = rows.collect();
    let one = |name: &str| (example(rule.id, name), file_name(rule.id, name));
    for bad in examples(rule.id, "bad") {
        pairs.extend(examples(rule.id, "good").iter().map(|good| (one(&bad), one(good))));
    }
    pairs
}

/// The first part that a client has otherwise in one pair, if there is one.
fn difference(reader: Reader, pairs: &[(Example, Example)]) -> Option<String> {
    pairs.iter().find_map(|((bad, bad_name), (good, good_name))| {
        let said: Vec<String> = [bad, good]
            .into_iter()
            .filter_map(|bytes| {
                cards_container::open(&bytes[..], cards_container::Limits::default())
                    .and_then(|mut file| file.load())
                    .ok()
            })
            .flat_map(|loaded| keys(&loaded.document.content))
            .collect();
        let before = had(reader, bad, bad_name.as_deref(), &said);
        let after = had(reader, good, good_name.as_deref(), &said);
        let parts = before.keys().chain(after.keys());
        parts.filter(|part| before.get(*part) != after.get(*part)).map(|part| part.to_owned()).next()
    })
}

#[test]
fn whom_a_rule_hurts_has_something_else_of_its_bad_example() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cards-model/fixtures/rules.jsonl");
    let rows = fs::read_to_string(path).unwrap();
    let rows: Vec<serde_json::Value> = rows.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let mut problems = Vec::new();
    for rule in catalogue().into_iter().flat_map(|group| group.rules) {
        let pairs = pairs(rule, &rows);
        for reader in rule.breaks {
            // A strict reader may refuse whatever a text forbids.
            let by_letter = *reader == Reader::Others && rule.letter != Letter::Silent;
            if !by_letter && difference(*reader, &pairs).is_none() {
                problems.push(format!("{} ({}): {} has the same of both", rule.id, rule.severity, reader.name()));
            }
        }
        if rule.breaks.is_empty() && rule.severity != Severity::Note {
            problems.push(format!("{} hurts nobody, and is no note", rule.id));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
