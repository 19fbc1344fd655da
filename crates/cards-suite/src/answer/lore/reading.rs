//! What the rows of every client share: dice, books, texts.

use std::borrow::Cow;

use cards_lore::{Book, BookKind, Dice, Expander, Host, Lore, Message, Profile, Settings, State, Turn, Words};
use cards_macro::{For, MapHost};
use cards_model::{Document, Form, Limits};
use serde_json::Value;

/// The rolls of a row, in order; past the end it rolls 0.
pub(super) struct RowDice<'r> {
    rolls: std::slice::Iter<'r, Value>,
    used: usize,
}

impl<'r> RowDice<'r> {
    pub(super) fn new(rolls: &'r Value) -> Self {
        Self { rolls: rolls.as_array().map(Vec::as_slice).unwrap_or_default().iter(), used: 0 }
    }
}

impl Dice for RowDice<'_> {
    fn roll(&mut self) -> f64 {
        self.used += 1;
        self.rolls.next().and_then(Value::as_f64).unwrap_or_default()
    }
}

/// The macros of a profile that knows the two names of the row.
pub(super) struct Names(MapHost, Profile);

impl Names {
    pub(super) fn of(row: &Value, profile: Profile) -> Self {
        Self(MapHost::new(&text(&row["user"]), &text(&row["char"])), profile)
    }
}

impl Expander for Names {
    fn expand<'t>(&mut self, text: &'t str) -> Cow<'t, str> {
        let expanded = cards_macro::expand(text, self.1, &mut self.0, For::Prompt);
        expanded.unwrap_or(Cow::Borrowed(text))
    }
}

/// The texts that a row's chat, a list of lines, has inserted, in the order of the prompt.
pub(super) fn inserted(
    row: &Value,
    books: Vec<Book>,
    settings: Settings,
    expander: &mut dyn Expander,
) -> Result<Vec<String>, String> {
    let lore = Lore::compile(books, settings, &cards_lore::Limits::default()).map_err(|error| error.to_string())?;
    let lines = row["chat"].as_array().into_iter().flatten();
    let turn = Turn { messages: lines.filter_map(Value::as_str).map(Message::system).collect(), ..Turn::default() };
    let mut host = Host { tokens: &mut Words, dice: &mut RowDice::new(&row["rolls"]), expander };
    let active = lore.activate(&turn, &mut State::new(), &mut host).map_err(|error| error.to_string())?;
    let text = |number: &usize| active.entries.get(*number).map(|entry| entry.content.clone());
    Ok(active.prompt_order.iter().filter_map(text).collect())
}

/// A text; numbers as they are written.
pub(super) fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Reads a book as a file of its own would be read.
pub(super) fn read_book(value: &Value, profile: Profile) -> Result<Book, String> {
    let document = Document::read(value.to_string(), &Limits::default()).map_err(|error| error.to_string())?;
    let kind = if document.content.form() == Form::WorldInfo { BookKind::Global } else { BookKind::Character };
    Ok(Book::from_document(&document, kind, profile).ok_or("no book")?)
}
