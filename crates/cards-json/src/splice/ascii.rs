//! Letters outside of ASCII, written as the text around them writes such letters.

use std::fmt::Write as _;

/// Gives a text that was put together out of another one and new strings: where the other one has letters outside of ASCII as
/// escapes alone, as programs write them that keep to ASCII, the new strings have them as escapes too.
pub(super) fn escaped_like(strict: &str, text: &str, out: String) -> String {
    if out.is_ascii() || !text.is_ascii() {
        return out;
    }
    if !escapes(strict).any(|digits| u32::from_str_radix(digits, 16).is_ok_and(|code| code > 0x7f)) {
        return out;
    }
    let is_upper = escapes(strict).any(|digits| digits.bytes().any(|digit| digit.is_ascii_uppercase()));
    let mut escaped = String::with_capacity(out.len() + out.len() / 2);
    for letter in out.chars() {
        if letter.is_ascii() {
            escaped.push(letter);
            continue;
        }
        for unit in letter.encode_utf16(&mut [0; 2]) {
            // Writing to a String does not fail.
            let _ = if is_upper { write!(escaped, "\\u{unit:04X}") } else { write!(escaped, "\\u{unit:04x}") };
        }
    }
    escaped
}

/// The digits of each escape of a letter by its number.
fn escapes(strict: &str) -> impl Iterator<Item = &str> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            at += strict.get(at..)?.find('\\')? + 2;
            if strict.get(at - 1..at) == Some("u") {
                return strict.get(at..at + 4);
            }
        }
    })
}
