//! A card read, changed in one place and written back.

use cards_container::{Limits, open};
use cards_model::{Json, Style};
use serde_json::{Value, json};

use super::form::{bytes, refusal};

/// What is in the file afterwards.
pub(super) fn answer(input: &Value) -> Option<Value> {
    let file = bytes(&input["file"])?;
    let mut document = match open(&file[..], Limits::default()).and_then(|mut file| file.load()) {
        Ok(loaded) => loaded.document,
        Err(error) => return Some(refusal(error)),
    };
    if let Some(pointer) = input["set"]["pointer"].as_str() {
        let value: Json = input["set"]["value"].to_string().parse().unwrap_or_default();
        let set = pointer.parse().map_err(|_| "no pointer".to_owned());
        let set = set.and_then(|pointer| document.set(&pointer, value).map_err(|error| error.to_string()));
        if let Err(error) = set {
            return Some(refusal(error));
        }
    }
    let written: Value = serde_json::from_str(&document.to_text(Style::Compact)).unwrap_or_default();
    Some(json!({ "card": written }))
}
