//! A memory book, or the lorebook that Agnai makes one of, and the lines of a chat; the text that Agnai inserts.

use cards_lore::{Host, Limits, Lore, Message, Profile, Settings, State, Turn, Words};
use serde_json::{Value, json};

use super::reading::{Names, RowDice, read_book};

/// Answers a question about a memory book as Agnai does.
pub(crate) fn answer(input: &Value, profile: Profile) -> Value {
    let mut settings = Settings::new(profile);
    settings.scan_depth = input["settings"]["depth"].as_f64().unwrap_or(settings.scan_depth);
    settings.token_budget = input["settings"]["budget"].as_f64().or(settings.token_budget);
    let books = input["books"].as_array().into_iter().flatten().map(|book| read_book(book, profile));
    let books = match books.collect::<Result<Vec<_>, _>>() {
        Ok(books) => books,
        Err(error) => return json!({"error": error}),
    };
    let lore = match Lore::compile(books, settings, &Limits::default()) {
        Ok(lore) => lore,
        Err(error) => return json!({"error": error.to_string()}),
    };
    let lines = input["chat"].as_array().into_iter().flatten();
    let turn = Turn { messages: lines.filter_map(Value::as_str).map(Message::system).collect(), ..Turn::default() };
    let mut dice = RowDice::new(&input["rolls"]);
    let mut host = Host { tokens: &mut Words, dice: &mut dice, expander: &mut Names::of(input, profile) };
    match lore.activate(&turn, &mut State::new(), &mut host) {
        Ok(activation) => {
            let active = activation.prompt_order.iter().filter_map(|&number| activation.entries.get(number));
            let texts: Vec<&str> = active.map(|entry| entry.content.as_str()).collect();
            json!({"text": texts.join("\n")})
        }
        Err(error) => json!({"error": error.to_string()}),
    }
}
