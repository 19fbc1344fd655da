//! The whole prompt, in the form that SillyTavern's rows have.

mod chat;
mod scene;
mod text;

use cards_words::Profile;
use serde_json::Value;

/// Answers a question about the whole prompt.
pub(super) fn sillytavern(input: &Value, profile: Profile) -> Option<Value> {
    match input["api"].as_str()? {
        "chat" => Some(chat::answer(input, profile)),
        "text" => Some(text::answer(input, profile)),
        _ => None,
    }
}
