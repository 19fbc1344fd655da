//! JavaScript's view of JSON values, as far as it decides what programs in it read and store.

use super::{Json, Object};
pub use cards_words::javascript::{is_blank, trim};

/// `value ?? fallback`.
pub fn or_default(value: Option<&Json>, fallback: impl Into<Json>) -> Json {
    match value {
        None | Some(Json::Null) => fallback.into(),
        Some(value) => value.clone(),
    }
}

/// `value || fallback`.
pub fn or_falsy(value: Option<&Json>, fallback: impl Into<Json>) -> Json {
    match value {
        Some(value) if truthy(value) => value.clone(),
        _ => fallback.into(),
    }
}

/// Whether a value counts as true.
#[must_use]
pub fn truthy(value: &Json) -> bool {
    match value {
        Json::Null => false,
        Json::Bool(value) => *value,
        Json::Number(number) => number.as_f64() != 0.0,
        Json::String(text) => !text.is_empty(),
        Json::Array(_) | Json::Object(_) => true,
    }
}

/// `value == 0`.
pub(crate) fn equals_zero(value: Option<&Json>) -> bool {
    match value {
        // Neither `undefined` nor `null` is loosely equal to a number, though `Number(null)` is 0.
        None | Some(Json::Null) => false,
        value => number(value) == 0.0,
    }
}

/// `Number(value)`; NaN for `undefined`.
#[must_use]
pub fn number(value: Option<&Json>) -> f64 {
    match value {
        None | Some(Json::Object(_)) => f64::NAN,
        Some(Json::Null) => 0.0,
        Some(Json::Bool(value)) => f64::from(u8::from(*value)),
        Some(Json::Number(number)) => number.as_f64(),
        Some(Json::String(text)) => number_of_text(text),
        Some(value @ Json::Array(_)) => number_of_text(&text(value)),
    }
}

fn number_of_text(text: &str) -> f64 {
    let text = trim(text);
    let radix = |digits: &str, radix| u64::from_str_radix(digits, radix).map_or(f64::NAN, |n| n as f64);
    match text.get(..2) {
        _ if text.is_empty() => 0.0,
        Some("0x" | "0X") => radix(text.get(2..).unwrap_or_default(), 16),
        Some("0o" | "0O") => radix(text.get(2..).unwrap_or_default(), 8),
        Some("0b" | "0B") => radix(text.get(2..).unwrap_or_default(), 2),
        _ => match text.trim_start_matches(['+', '-']) {
            "Infinity" => text.replace("Infinity", "inf").parse().unwrap_or(f64::NAN),
            // Rust also knows `inf` and `nan` in any case, JavaScript does not.
            digits if digits.starts_with(|c: char| c.is_ascii_digit() || c == '.') => text.parse().unwrap_or(f64::NAN),
            _ => f64::NAN,
        },
    }
}

/// `String(value)`.
#[must_use]
pub fn text(value: &Json) -> String {
    match value {
        Json::Null => "null".into(),
        Json::Bool(value) => value.to_string(),
        Json::Number(number) => number.to_string(),
        Json::String(text) => text.clone(),
        Json::Array(items) => {
            let items = items.iter().map(|item| if *item == Json::Null { String::new() } else { text(item) });
            items.collect::<Vec<_>>().join(",")
        }
        Json::Object(_) => "[object Object]".into(),
    }
}

/// Sets a member at a path of names, making an object of every step that is none.
pub fn set(object: &mut Object, path: &[&str], value: impl Into<Json>) {
    match path {
        [] => {}
        [name] => {
            object.insert(*name, value);
        }
        [name, rest @ ..] => {
            match object.get(name) {
                // A named member of an array is no part of its JSON.
                Some(Json::Array(_)) => return,
                Some(Json::Object(_)) => {}
                _ => {
                    object.insert(*name, Object::new());
                }
            }
            if let Some(Json::Object(inner)) = object.get_mut(name) {
                set(inner, rest, value);
            }
        }
    }
}

/// The number of a member name that JavaScript lists among the whole numbers.
pub(crate) fn array_index(name: &str) -> Option<u64> {
    let canonical = name == "0" || !name.starts_with('0');
    let digits = !name.is_empty() && name.bytes().all(|b| b.is_ascii_digit());
    (canonical && digits).then(|| name.parse().ok()).flatten().filter(|&n: &u64| n < u64::from(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_javascript() {
        let of = |text: &str| number(Some(&Json::from(text)));
        assert_eq!((of(""), of(" 2 "), of("0x10"), of("1e3"), of("-.5")), (0.0, 2.0, 16.0, 1000.0, -0.5));
        assert!(of("x").is_nan() && of("nan").is_nan() && of("inf").is_nan() && of("1 2").is_nan());
        assert!(number(None).is_nan());
        assert_eq!(number(Some(&Json::Null)), 0.0);
        assert!(equals_zero(Some(&Json::from(""))) && !equals_zero(Some(&Json::Null)) && !equals_zero(None));
    }

    #[test]
    fn blanks_are_those_of_javascript() {
        assert_eq!(trim("\u{feff} a\u{85}\n"), "a\u{85}");
    }

    #[test]
    fn paths_make_the_objects_they_need() {
        let mut object: Object = [("data", Json::Null)].into_iter().collect();
        set(&mut object, &["data", "extensions", "fav"], false);
        assert_eq!(Json::Object(object).to_string(), r#"{"data":{"extensions":{"fav":false}}}"#);
    }
}
