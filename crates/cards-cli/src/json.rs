//! Answers as JSON text.

use serde::Serialize;

use crate::failure::Failure;

/// The failure of a value that JSON cannot hold.
pub(crate) fn unwritable(error: serde_json::Error) -> Failure {
    Failure::Other { class: "bad-json", message: format!("the answer cannot be written as JSON: {error}") }
}

/// The members of an answer as JSON in their order, without the braces around them.
pub(crate) fn members(answer: &impl Serialize) -> Result<String, Failure> {
    // Of numbers that JSON writes and serde cannot hold, nothing would be left.
    let text = serde_json::to_string(answer).map_err(unwritable)?;
    Ok(text.strip_prefix('{').and_then(|text| text.strip_suffix('}')).unwrap_or(&text).to_owned())
}
