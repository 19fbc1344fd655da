//! What questions hold and answers say in every kind: files as text, refusals.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

/// An answer that says why there is none.
pub(super) fn refusal(why: impl std::fmt::Display) -> Value {
    json!({ "error": why.to_string() })
}

/// The bytes of a member in base64.
pub(super) fn bytes(value: &Value) -> Option<Vec<u8>> {
    STANDARD.decode(value.as_str()?).ok()
}
