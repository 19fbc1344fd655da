//! The whole prompt, in the form that SillyTavern's rows have.

mod chat;
mod scene;

use serde_json::Value;

/// Answers a question about the whole prompt.
pub(super) fn sillytavern(input: &Value) -> Option<Value> {
    match input["api"].as_str()? {
        "chat" => Some(chat::answer(input)),
        _ => None,
    }
}
