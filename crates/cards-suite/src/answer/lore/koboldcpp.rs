//! World info of KoboldAI Lite, or a book that it imports, and a story; the text that it inserts before macros are looked for.

use cards_lore::{Book, Entry, Host, Limits, Lore, Message, Profile, Settings, State, Turn, Verbatim, Words};
use serde_json::{Value, json};

use super::reading::{RowDice, read_book, text};

/// Answers a question about world info as KoboldAI Lite does.
pub(crate) fn answer(input: &Value, profile: Profile) -> Value {
    let settings = Settings::new(profile)
        .with_scan_depth(input["settings"]["depth"].as_f64().unwrap_or_default())
        .with_case_sensitive(input["settings"]["case_sensitive"] == true);
    let book = match input.get("book") {
        Some(book) => read_book(book, profile),
        None => Ok(own_book(&input["entries"])),
    };
    let book = match book {
        Ok(book) => book,
        Err(error) => return json!({"error": error}),
    };
    let lore = match Lore::compile(vec![book], settings, &Limits::default()) {
        Ok(lore) => lore,
        Err(error) => return json!({"error": error.to_string()}),
    };
    let story = input["chat"].as_array().into_iter().flatten();
    let turn = Turn { messages: story.filter_map(Value::as_str).map(Message::system).collect(), ..Turn::default() };
    let mut dice = RowDice::new(&input["rolls"]);
    let mut host = Host { tokens: &mut Words, dice: &mut dice, expander: &mut Verbatim };
    match lore.activate(&turn, &mut State::new(), &mut host) {
        Ok(activation) => {
            let active = activation.prompt_order.iter().filter_map(|&number| activation.entries.get(number));
            // Each text ends its line.
            json!({"text": active.map(|entry| format!("{}\n", entry.content)).collect::<String>()})
        }
        Err(error) => json!({"error": error.to_string()}),
    }
}

/// Entries as the client itself keeps them, where a list of keys is one text.
fn own_book(entries: &Value) -> Book {
    let list = |value: &Value| Some(text(value)).filter(|keys| !keys.is_empty()).into_iter().collect::<Vec<_>>();
    let entry = |entry: &Value| Entry {
        keys: list(&entry["key"]),
        secondary_keys: list(&entry["keysecondary"]),
        anti_keys: list(&entry["keyanti"]),
        selective: entry["selective"] == true,
        constant: entry["constant"] == true,
        content: text(&entry["content"]),
        probability: entry["probability"].as_f64(),
        ..Entry::default()
    };
    Book { entries: entries.as_array().into_iter().flatten().map(entry).collect(), ..Book::default() }
}
