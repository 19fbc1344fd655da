//! A memory book, or the lorebook that Agnai makes one of, and the lines of a chat; the text that Agnai inserts.

use cards_lore::{Profile, Settings};
use serde_json::{Value, json};

use super::reading::{Names, inserted, read_book};

/// Answers a question about a memory book as Agnai does.
pub(crate) fn answer(input: &Value, profile: Profile) -> Value {
    let mut settings = Settings::new(profile);
    settings.scan_depth = input["settings"]["depth"].as_f64().unwrap_or(settings.scan_depth);
    settings.token_budget = input["settings"]["budget"].as_f64().or(settings.token_budget);
    let books = input["books"].as_array().into_iter().flatten().map(|book| read_book(book, profile));
    let said = books.collect::<Result<_, _>>();
    match said.and_then(|books| inserted(input, books, settings, &mut Names::of(input, profile))) {
        Ok(texts) => json!({"text": texts.join("\n")}),
        Err(error) => json!({"error": error}),
    }
}
