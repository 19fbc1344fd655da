//! Text functions.

use super::UNDEFINED;
use crate::call::{Call, Flow};
use crate::error::Error;
use crate::js;

macro_rules! of_text {
    ($($name:ident: $function:expr),* $(,)?) => {
        $(pub(crate) fn $name(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
            let Some(text) = call.args.get(0) else {
                return Ok(Flow::Keep);
            };
            call.room(text.len())?;
            let function: fn(&str) -> String = $function;
            call.put(&function(text))
        })*
    };
}

of_text! {
    lower: |text| text.to_lowercase(),
    upper: |text| text.to_uppercase(),
    trimmed: |text| js::trim(text).to_owned(),
    // How many UTF-16 units the text has.
    length: |text| text.encode_utf16().count().to_string(),
    capitalize: |text| {
        let mut chars = text.chars();
        let first: String = chars.next().map(char::to_uppercase).into_iter().flatten().collect();
        first + chars.as_str()
    },
    // The digits, points and blanks of a text, as numbers by themselves.
    to_number: |text| text.chars().filter(|&c| c.is_ascii_digit() || c == '.' || js::is_space(c)).collect(),
    // Whether a tool's answer says that it failed.
    is_error: |text| {
        let failed = text.get(..6).is_some_and(|head| head.eq_ignore_ascii_case("error:"));
        if failed { "1" } else { "0" }.to_owned()
    },
}

/// Every occurrence replaced, `$` having its meaning in the replacement.
pub(crate) fn replace(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let Some(text) = call.args.get(0) else {
        return Ok(Flow::Keep);
    };
    let (from, to) = (call.args.get(1).unwrap_or(UNDEFINED), call.args.get(2).unwrap_or(UNDEFINED));
    let mut copied = 0;
    for (at, hit) in text.match_indices(from) {
        let before = text.get(copied..at).unwrap_or_default();
        call.room(before.len().saturating_add(to.len()))?;
        call.out.push_str(before);
        put_replacement(call, to, text, at, hit)?;
        copied = at + hit.len();
    }
    call.put(text.get(copied..).unwrap_or_default())
}

/// Writes a replacement: `$$` is `$`, `$&` the match, ``$` `` and `$'` what is before and behind it.
fn put_replacement(call: &mut Call<'_, '_>, to: &str, text: &str, at: usize, hit: &str) -> Result<(), Error> {
    let mut rest = to;
    while let Some(dollar) = rest.find('$') {
        call.put(rest.get(..dollar).unwrap_or_default())?;
        let piece = match rest.as_bytes().get(dollar + 1) {
            Some(b'$') => "$",
            Some(b'&') => hit,
            Some(b'`') => text.get(..at).unwrap_or_default(),
            Some(b'\'') => text.get(at + hit.len()..).unwrap_or_default(),
            _ => {
                call.put("$")?;
                rest = rest.get(dollar + 1..).unwrap_or_default();
                continue;
            }
        };
        call.put(piece)?;
        rest = rest.get(dollar + 2..).unwrap_or_default();
    }
    call.put(rest).map(|_| ())
}

macro_rules! tests {
    ($($name:ident: $method:ident),* $(,)?) => {
        $(pub(crate) fn $name(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
            let Some(text) = call.args.get(0) else {
                return Ok(Flow::Keep);
            };
            call.put_bit(text.$method(call.args.get(1).unwrap_or(UNDEFINED)))
        })*
    };
}

tests! {
    contains: contains,
    starts_with: starts_with,
    ends_with: ends_with,
}

/// JavaScript's number for a UTF-16 unit: cut towards zero, modulo 65,536.
pub(super) fn unit_of(number: f64) -> u16 {
    if number.is_finite() { number.trunc().rem_euclid(65_536.0) as u16 } else { 0 }
}

fn put_unit(call: &mut Call<'_, '_>, number: Option<f64>) -> Result<Flow, Error> {
    let unit = unit_of(number.unwrap_or(0.0));
    call.put(&String::from_utf16_lossy(&[unit]))
}

/// The sign of a UTF-16 unit.
pub(crate) fn from_code(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let number = call.number(0);
    put_unit(call, number)
}

/// The sign of a UTF-16 unit in hexadecimal.
pub(crate) fn from_hex_code(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let number = js::parse_int(call.args.or_empty(0), 16);
    put_unit(call, number)
}

/// The UTF-16 unit at a place, the first by default.
pub(crate) fn to_code(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let Some(text) = call.args.get(0) else {
        return Ok(Flow::Keep);
    };
    let at = call.number(1).unwrap_or(0.0).trunc();
    let unit = if at >= 0.0 { text.encode_utf16().nth(at as usize) } else { None };
    call.put_number(unit.map(f64::from))
}

pub(crate) fn from_hex(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let number = js::parse_int(call.args.or_empty(0), 16);
    call.put_number(number)
}

pub(crate) fn to_hex(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    match js::parse_int(call.args.or_empty(0), 10) {
        Some(number) if number.abs() < 9e15 => {
            let sign = if number < 0.0 { "-" } else { "" };
            call.put(&format!("{sign}{:x}", number.abs() as u64))
        }
        _ => call.put("NaN"),
    }
}

/// Everything between the braces, back to front.
pub(crate) fn reverse_all(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let text = call.inner;
    call.room(text.len())?;
    call.out.extend(text.chars().rev());
    Ok(Flow::Done)
}

/// A backslash and `n`; with an argument the content of the braces so many times.
pub(crate) fn escaped_line_end(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    if call.args.len() == 0 {
        return call.put("\\n");
    }
    match call.number(0) {
        Some(count) => call.repeat(call.inner, (count as usize).max(1)),
        None => Ok(Flow::Done),
    }
}

macro_rules! marks {
    ($($name:ident: $text:literal),* $(,)?) => {
        $(pub(crate) fn $name(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
            call.put($text)
        })*
    };
}

// Private-use characters that the client turns into the marks when it shows the text.
marks! {
    line_end: "\n",
    double_open: "\u{e9b8}\u{e9b8}",
    double_close: "\u{e9b9}\u{e9b9}",
    open: "\u{e9b8}",
    close: "\u{e9b9}",
    round_open: "\u{e9ba}",
    round_close: "\u{e9bb}",
    angle_open: "\u{e9bc}",
    angle_close: "\u{e9bd}",
    colon: "\u{e9be}",
    semicolon: "\u{e9bf}",
}

/// A note for readers, wrapped for the client's style sheet.
pub(crate) fn comment(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    if call.env.target != crate::profile::For::Display {
        return Ok(Flow::Done);
    }
    let note = call.args.or_empty(0);
    call.put(&format!("<div class=\"risu-comment\">{note}</div>"))
}
