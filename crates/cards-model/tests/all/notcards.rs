//! Files of other kinds, of which none is a card or a lorebook.

#![allow(clippy::unwrap_used, reason = "a test may stop")]

use std::path::Path;

use cards_model::{Document, Limits};

/// The files are not in the repository, and where they are not, there is nothing to test.
#[test]
fn files_of_other_kinds_are_refused_by_their_names() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/notcards");
    let Ok(index) = std::fs::read_to_string(folder.join("index.json")) else {
        eprintln!("skipped: no corpus beside the repository");
        return;
    };
    let index: Vec<serde_json::Value> = serde_json::from_str(&index).unwrap();
    let mut wrong = Vec::new();
    for row in &index {
        let file = row["file"].as_str().unwrap();
        // What is no text is the container's business.
        let Ok(text) = std::fs::read_to_string(folder.join(file)) else { continue };
        match (Document::read(text, &Limits::default()), row["says"].as_str()) {
            (Ok(document), _) => wrong.push(format!("{file} is read as {}", document.detection().form)),
            (Err(error), Some(says)) if !error.to_string().contains(says) => {
                wrong.push(format!("{file} is {says}: {error}"));
            }
            _ => {}
        }
    }
    assert!(wrong.is_empty(), "{} of {}\n{}", wrong.len(), index.len(), wrong.join("\n"));
    assert!(index.len() > 400);
}
