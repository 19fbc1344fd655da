//! The cases under `fixtures/container`, one JSON object per line.

use cards_container::Format;
use cards_container::zip::SafePath;
use serde_json::{Value, json};

fn rows(file: &str) -> Vec<Value> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/container/");
    let text = std::fs::read_to_string(format!("{path}{file}")).expect("a fixture");
    text.lines().map(|line| serde_json::from_str(line).expect("a row of JSON")).collect()
}

/// `names.jsonl`: a name as an archive has it, and the path that it may become or why it must not.
#[test]
fn names_become_paths_or_are_refused() {
    for row in rows("names.jsonl") {
        let name = row["name"].as_str().expect("a name");
        let found = match SafePath::new(name) {
            Ok(path) => json!({ "name": name, "path": path.as_str() }),
            Err(reason) => json!({ "name": name, "refused": reason.to_string() }),
        };
        assert_eq!(found, row);
    }
}

/// `sniff.jsonl`: the first bytes of a file, and what it is.
#[test]
fn formats_are_told_from_first_bytes() {
    for row in rows("sniff.jsonl") {
        let hex = row["hex"].as_str().expect("bytes").as_bytes();
        let digits: Vec<u8> = hex.iter().map(|&c| char::from(c).to_digit(16).expect("a digit") as u8).collect();
        let bytes: Vec<u8> = digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect();
        assert_eq!(format!("{:?}", Format::of(&bytes)), row["format"], "{}", row["case"]);
    }
}
