//! The corners of JavaScript that clients' macros show: `Number()`, number spelling, `\s`.

use std::fmt::Write;

pub(crate) use cards_words::javascript::{is_blank as is_space, trim};

/// Tells whether a dot of a pattern stops in front of a character.
pub(crate) fn ends_line(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}

/// Reads text as `Number(text)` does; `None` stands for NaN.
pub(crate) fn number(text: &str) -> Option<f64> {
    let text = trim(text);
    if text.is_empty() {
        return Some(0.0);
    }
    let radix = |digits: &str, radix: u32| {
        if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
            return None;
        }
        Some(
            digits
                .chars()
                .filter_map(|c| c.to_digit(radix))
                .fold(0.0, |sum, digit| sum * f64::from(radix) + f64::from(digit)),
        )
    };
    match text.get(..2).map(str::to_ascii_lowercase).as_deref() {
        Some("0x") => return radix(text.get(2..)?, 16),
        Some("0o") => return radix(text.get(2..)?, 8),
        Some("0b") => return radix(text.get(2..)?, 2),
        _ => {}
    }
    let (sign, body) = match text.strip_prefix('-') {
        Some(body) => (-1.0, body),
        None => (1.0, text.strip_prefix('+').unwrap_or(text)),
    };
    if body == "Infinity" {
        return Some(sign * f64::INFINITY);
    }
    // Rust also reads "inf" and "nan", which JavaScript does not; a number starts with a digit or a point.
    let starts = body.starts_with(|c: char| c.is_ascii_digit() || c == '.');
    let fits = body.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'e' | b'E' | b'+' | b'-'));
    if !starts || !fits {
        return None;
    }
    body.parse::<f64>().ok().map(|number| sign * number)
}

/// Reads the longest numeric head of text as `parseFloat` does; `None` stands for NaN.
pub(crate) fn parse_float(text: &str) -> Option<f64> {
    let text = trim(text);
    let bytes = text.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let mut end = usize::from(matches!(bytes.first(), Some(b'+' | b'-')));
    if text.get(end..).is_some_and(|rest| rest.starts_with("Infinity")) {
        return number(text.get(..end + 8)?);
    }
    let start = end;
    while digit(end) {
        end += 1;
    }
    let mut digits = end - start;
    if bytes.get(end) == Some(&b'.') && (digit(end + 1) || digits > 0) {
        end += 1;
        while digit(end) {
            end += 1;
            digits += 1;
        }
    }
    if digits == 0 {
        return None;
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let mut at = end + 1;
        at += usize::from(matches!(bytes.get(at), Some(b'+' | b'-')));
        if digit(at) {
            while digit(at) {
                at += 1;
            }
            end = at;
        }
    }
    number(text.get(..end)?)
}

/// Reads the leading digits of text as `parseInt(text)` does; `None` stands for NaN.
pub(crate) fn parse_int(text: &str, radix: u32) -> Option<f64> {
    let text = trim(text);
    let (sign, body) = match text.strip_prefix('-') {
        Some(body) => (-1.0, body),
        None => (1.0, text.strip_prefix('+').unwrap_or(text)),
    };
    let body = match body.get(..2) {
        Some("0x" | "0X") if radix == 16 => body.get(2..).unwrap_or_default(),
        _ => body,
    };
    let end = body.find(|c: char| !c.is_digit(radix)).unwrap_or(body.len());
    let digits = body.get(..end).filter(|digits| !digits.is_empty())?;
    if radix == 10 {
        return digits.parse::<f64>().ok().map(|number| sign * number);
    }
    Some(
        sign * digits
            .chars()
            .filter_map(|c| c.to_digit(radix))
            .fold(0.0, |sum, digit| sum * f64::from(radix) + f64::from(digit)),
    )
}

/// Spells a number as JavaScript's `String(number)` does.
pub(crate) fn number_to_string(number: f64) -> String {
    if number.is_nan() {
        return "NaN".into();
    }
    if number.is_infinite() {
        return if number > 0.0 { "Infinity".into() } else { "-Infinity".into() };
    }
    if number == 0.0 {
        return "0".into();
    }
    let magnitude = number.abs();
    if (1e-6..1e21).contains(&magnitude) {
        // Rust prints the shortest digits that read back, as JavaScript does, and never an exponent here.
        return format!("{number}");
    }
    // `1.5e-7`: Rust and JavaScript differ in the plus sign of the exponent only.
    let spelt = format!("{number:e}");
    match spelt.split_once('e') {
        Some((digits, exponent)) if !exponent.starts_with('-') => {
            let mut text = String::with_capacity(spelt.len() + 1);
            // Writing to a string cannot fail.
            let _ = write!(text, "{digits}e+{exponent}");
            text
        }
        _ => spelt,
    }
}

/// Spells a number with so many places, as JavaScript's `toFixed` does: halves go away from zero, and the sign stays before
/// what is rounded to nothing.
pub(crate) fn to_fixed(number: f64, places: usize) -> String {
    if !number.is_finite() || number.abs() >= 1e21 {
        return number_to_string(number);
    }
    // A number is exactly half-way if a five ends its digits; twenty-five more places show more than a double holds.
    let long = format!("{:.*}", places + 25, number.abs());
    let (kept, tail) = long.split_at(long.len() - 25);
    let half = tail.starts_with('5') && tail.bytes().skip(1).all(|digit| digit == b'0');
    let digits = if half { round_up(kept.trim_end_matches('.')) } else { format!("{:.*}", places, number.abs()) };
    if number < 0.0 { format!("-{digits}") } else { digits }
}

/// The next number of as many digits.
fn round_up(digits: &str) -> String {
    let mut bytes = digits.as_bytes().to_vec();
    for byte in bytes.iter_mut().rev() {
        match byte {
            b'.' => {}
            b'9' => *byte = b'0',
            _ => {
                *byte += 1;
                return String::from_utf8_lossy(&bytes).into_owned();
            }
        }
    }
    format!("1{}", String::from_utf8_lossy(&bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let spelt = number(text).map_or_else(|| "NaN".to_owned(), number_to_string);
        assert_eq!(spelt, expected, "{text:?}");
    }

    #[test]
    fn numbers_are_read_and_spelt_as_javascript_does() {
        check("007", "7");
        check("1.50", "1.5");
        check("1e3", "1000");
        check("0x10", "16");
        check("0b101", "5");
        check(" 5 ", "5");
        check("+5", "5");
        check(".5", "0.5");
        check("5.", "5");
        check("-0", "0");
        check("1e400", "Infinity");
        check("12345678901234567890", "12345678901234567000");
        check("1e21", "1e+21");
        check("0.0000001", "1e-7");
        check("", "0");
        for nan in ["inf", "nan", "infinity", "1f", "12z", "1_000", "1,5", "-", ".", "0x", "-0x10", "e5", "1e", "٣"] {
            check(nan, "NaN");
        }
    }

    /// What `Number`, `parseFloat` and `parseInt` by ten and by sixteen make of each text under Node.js 20.
    #[test]
    fn texts_are_read_as_javascript_reads_them() {
        for line in include_str!("../tests/data/numbers.tsv").lines() {
            let mut columns = line.split('\t');
            let text = columns.next().unwrap();
            let read = [number(text), parse_float(text), parse_int(text, 10), parse_int(text, 16)];
            let read = read.map(|number| number.map_or_else(|| "NaN".to_owned(), number_to_string));
            assert_eq!(columns.collect::<Vec<_>>(), read, "{text:?}");
        }
    }

    /// What `toFixed` makes of each number with so many places under Node.js 20.
    #[test]
    fn places_are_kept_as_javascript_keeps_them() {
        for line in include_str!("../tests/data/fixed.tsv").lines() {
            let columns: Vec<_> = line.split('\t').collect();
            let number = number(columns[0]).unwrap_or(f64::NAN);
            assert_eq!(to_fixed(number, columns[1].parse().unwrap()), columns[2], "{line}");
        }
    }

    #[test]
    fn places_are_rounded_as_javascript_does() {
        for (number, places, expected) in [
            (1.005, 2, "1.00"),
            (2.5, 0, "3"),
            (-1.5, 0, "-2"),
            (9.5, 0, "10"),
            (0.125, 2, "0.13"),
            (-0.0, 1, "0.0"),
            (1e21, 2, "1e+21"),
        ] {
            assert_eq!(to_fixed(number, places), expected);
        }
    }

    #[test]
    fn heads_of_texts_are_read() {
        assert_eq!(parse_float("12.5px"), Some(12.5));
        assert_eq!(parse_float(".5.5"), Some(0.5));
        assert_eq!(parse_float("1e+x"), Some(1.0));
        assert_eq!(parse_float("x1"), None);
        assert_eq!(parse_int("3rd", 10), Some(3.0));
        assert_eq!(parse_int("ffg", 16), Some(255.0));
    }
}
