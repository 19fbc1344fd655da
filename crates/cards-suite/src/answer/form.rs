//! What questions hold and answers say in every kind: files as text, base64 as a client reads it, refusals.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

/// An answer that says why there is none.
pub(super) fn refusal(why: impl std::fmt::Display) -> Value {
    json!({ "error": why.to_string() })
}

/// Refuses an object that has a member which nobody reads: a row that asks for more than it is answered tests nothing.
pub(super) fn only(what: &str, value: &Value, known: &[&str]) -> Result<(), String> {
    let unknown =
        value.as_object().into_iter().flatten().map(|(name, _)| name).find(|name| !known.contains(&name.as_str()));
    match unknown {
        Some(name) => Err(format!("{what} has a member `{name}` that no answer heeds; it knows {}", known.join(", "))),
        None => Ok(()),
    }
}

/// The bytes of a member in base64.
pub(super) fn bytes(value: &Value) -> Option<Vec<u8>> {
    STANDARD.decode(value.as_str()?).ok()
}

/// Decodes base64 as the client's runtime does: foreign bytes skipped, the first padding ends it.
pub(super) fn runtime_base64(text: &[u8]) -> Vec<u8> {
    let end = text.iter().position(|&b| b == b'=').unwrap_or(text.len());
    let kept = text.iter().take(end).filter_map(|&b| match b {
        b'-' => Some(b'+'),
        b'_' => Some(b'/'),
        b'+' | b'/' => Some(b),
        _ if b.is_ascii_alphanumeric() => Some(b),
        _ => None,
    });
    let kept: Vec<u8> = kept.collect();
    let whole = kept.len() - usize::from(kept.len() % 4 == 1);
    let engine = base64::engine::GeneralPurpose::new(
        &base64::alphabet::STANDARD,
        base64::engine::GeneralPurposeConfig::new()
            .with_decode_padding_mode(base64::engine::DecodePaddingMode::Indifferent)
            .with_decode_allow_trailing_bits(true),
    );
    engine.decode(kept.get(..whole).unwrap_or_default()).unwrap_or_default()
}
