//! Lorebooks of Marinara, or books that it imports, and a chat; the entries that it inserts.

use cards_lore::{Book, Host, Limits, Lore, Message, Profile, Role, Settings, State, Turn, Verbatim, Words};
use serde_json::{Value, json};

use super::reading::{RowDice, read_book, text};

/// Answers a question about lorebooks as Marinara does.
pub(crate) fn answer(input: &Value, profile: Profile) -> Value {
    let mut settings = Settings::new(profile);
    settings.token_budget = input["settings"]["budget"].as_f64().or(settings.token_budget);
    let books = input["books"].as_array().into_iter().flatten().map(|said| read_book(said, profile));
    let books: Result<Vec<Book>, String> = books.collect();
    let lore = books.and_then(|books| Lore::compile(books, settings, &Limits::default()).map_err(|e| e.to_string()));
    let lore = match lore {
        Ok(lore) => lore,
        Err(error) => return json!({"error": error}),
    };
    let message = |said: &Value| {
        let role = if said["role"] == "user" { Role::User } else { Role::Assistant };
        Message::new(role, text(&said["content"]))
    };
    let messages: Vec<Message<'_>> = input["chat"].as_array().into_iter().flatten().map(message).collect();
    let (mut state, mut dice) = (State::new(), RowDice::new(&input["rolls"]));
    // Entries are counted over all books.
    let before = |book: usize| lore.books().iter().take(book).map(|book| book.entries.len()).sum::<usize>();
    let mut one = |length: usize| {
        let turn = Turn::new(messages.get(..length).unwrap_or(&messages).to_vec());
        let mut host = Host { tokens: &mut Words, dice: &mut dice, expander: &mut Verbatim };
        match lore.activate(&turn, &mut state, &mut host) {
            Ok(active) => {
                let fired = active.entries.iter().map(|entry| before(entry.at.book) + entry.at.entry);
                json!({"activated": fired.collect::<Vec<_>>()})
            }
            Err(error) => json!({"error": error.to_string()}),
        }
    };
    match input["turns"].as_array() {
        Some(turns) => {
            let lengths = turns.iter().map(|length| length.as_u64().unwrap_or_default() as usize);
            json!({"turns": lengths.map(&mut one).collect::<Vec<_>>()})
        }
        None => one(messages.len()),
    }
}
