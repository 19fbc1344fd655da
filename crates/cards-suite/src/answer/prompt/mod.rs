//! The whole prompt, in the form that SillyTavern's rows have.

mod chat;
mod scene;
mod text;

use serde_json::Value;

/// Answers a question about the whole prompt.
pub(super) fn sillytavern(input: &Value) -> Option<Value> {
    match input["api"].as_str()? {
        "chat" => Some(chat::answer(input)),
        "text" => Some(text::answer(input)),
        _ => None,
    }
}
