//! Answers as JSON text.

use cards_json::{Json, Limits, Pointer, Style};
use serde::Serialize;

use crate::failure::Failure;

/// The failure of a value that JSON cannot hold.
pub(crate) fn unwritable(error: serde_json::Error) -> Failure {
    Failure::Other { class: "bad-json", message: format!("the answer cannot be written as JSON: {error}") }
}

/// The members of an answer as JSON in their order, without the braces around them.
pub(crate) fn members(answer: &impl Serialize) -> Result<String, Failure> {
    // Of numbers that JSON writes and serde cannot hold, nothing would be left.
    let mut text = serde_json::to_string(answer).map_err(unwritable)?;
    if text.starts_with('{') && text.pop() == Some('}') {
        // In place: the answer about a large book is large as well.
        text.remove(0);
    }
    Ok(text)
}

/// JSON text with values of cards put in, each where its pointer leads: serde does not keep how their numbers are spelled.
pub(crate) fn with_values(text: String, values: impl IntoIterator<Item = (Pointer, Json)>) -> String {
    let Ok(mut answer) = Json::read(&text, &Limits::unbounded()) else { return text };
    for (pointer, value) in values {
        if let Some(place) = answer.at_mut(&pointer) {
            *place = value;
        }
    }
    answer.to_text(Style::Compact)
}
