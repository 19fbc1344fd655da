//! What an editor is told, held against what the tool says, and against itself.

#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "helpers of tests are outside of test functions, and stop where they fail"
)]

mod answers;
mod laws;
mod typing;

use cards_language::{Document, Position, Syntax};

/// A card with everything: macros, variables, a book whose entries fire each other.
const CARD: &str = r#"{
  "spec": "chara_card_v2",
  "spec_version": "2.0",
  "data": {
    "name": "Aria",
    "description": "A bard.\n{{char}} sings \"of\" {{user}}. {{setvar::mood::calm}}",
    "personality": "",
    "scenario": "{{getvar::mood}} {{chra}}",
    "first_mes": "Hi {user}, {{setvar::unused::1}}{{random::a::b}}",
    "mes_example": "",
    "tags": "bard",
    "extensions": {"world": "North"},
    "character_book": {
      "token_budget": 50,
      "extensions": {},
      "entries": [
        {"keys": ["bell"], "content": "@@depth 4\nThe bell rings over the harbour.", "enabled": true, "insertion_order": 1, "extensions": {}},
        {"keys": ["harbour"], "content": "Ships lie there and hear the bell.", "enabled": true, "insertion_order": 2, "extensions": {}},
        {"keys": ["door", "wait"], "content": "{{setglobalvar::seen::1}}", "enabled": true, "insertion_order": 3, "extensions": {}},
        {"keys": [], "constant": true, "content": "Always there, whatever is said by anybody.", "enabled": true, "insertion_order": 4, "extensions": {}}
      ]
    }
  }
}
"#;

fn card() -> Document {
    Document::new(CARD, Syntax::Json)
}

/// The place of a word in a text, some bytes on.
#[track_caller]
fn place(document: &Document, word: &str, on: usize) -> Position {
    let at = document.text().find(word).unwrap_or_else(|| panic!("there is no `{word}`"));
    document.lines().position(document.text(), at + on)
}
