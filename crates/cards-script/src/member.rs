//! Members of a script as JavaScript reads them.

use cards_json::{Json, Object};

/// A member as a text; what is no text counts as absent.
pub(crate) fn text(object: &Object, name: &str) -> Option<String> {
    object.get(name).and_then(Json::as_str).map(str::to_owned)
}

/// Whether a member counts as yes.
///
/// Source: ECMAScript 2025, 7.1.2, `ToBoolean`.
pub(crate) fn is_truthy(object: &Object, name: &str) -> bool {
    match object.get(name) {
        None | Some(Json::Null) => false,
        Some(Json::Bool(value)) => *value,
        Some(Json::String(text)) => !text.is_empty(),
        Some(Json::Number(number)) => number.as_f64() != 0.0 && !number.as_f64().is_nan(),
        Some(Json::Array(_) | Json::Object(_)) => true,
    }
}

/// A member as a number; `None` where JavaScript has none, or the member is `null`.
///
/// Source: ECMAScript 2025, 7.1.4, `ToNumber`.
pub(crate) fn number(object: &Object, name: &str) -> Option<f64> {
    let number = match object.get(name)? {
        Json::Number(number) => number.as_f64(),
        Json::Bool(value) => f64::from(u8::from(*value)),
        Json::String(text) if text.trim().is_empty() => 0.0,
        Json::String(text) => text.trim().parse().ok()?,
        _ => return None,
    };
    (!number.is_nan()).then_some(number)
}

/// The members that are not in a list of names.
pub(crate) fn others(object: &Object, known: &[&str]) -> Object {
    object
        .iter()
        .filter(|(name, _)| !known.contains(name))
        .map(|(name, value)| (name.to_owned(), value.clone()))
        .collect()
}
