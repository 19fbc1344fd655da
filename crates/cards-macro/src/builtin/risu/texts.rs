//! Text functions.

use crate::call::{Call, Flow};
use crate::error::Error;
use crate::js;

pub(crate) fn lower(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let text = call.args.or_empty(0).to_lowercase();
    call.put(&text)
}

pub(crate) fn upper(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let text = call.args.or_empty(0).to_uppercase();
    call.put(&text)
}

pub(crate) fn capitalize(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let text = call.args.or_empty(0);
    let mut chars = text.chars();
    if let Some(first) = chars.next() {
        let first: String = first.to_uppercase().collect();
        call.put(&first)?;
    }
    call.put(chars.as_str())
}

pub(crate) fn replace(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let (text, from, to) = (call.args.or_empty(0), call.args.or_empty(1), call.args.or_empty(2));
    let hits = if from.is_empty() { text.encode_utf16().count() + 1 } else { text.matches(from).count() };
    call.room(hits.saturating_mul(to.len()).saturating_add(text.len()))?;
    let replaced = text.replace(from, to);
    call.put(&replaced)
}

/// How many UTF-16 units the text has.
pub(crate) fn length(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let units = call.args.or_empty(0).encode_utf16().count();
    call.put(&units.to_string())
}

pub(crate) fn contains(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let found = call.args.or_empty(0).contains(call.args.or_empty(1));
    call.put_bit(found)
}

pub(crate) fn starts_with(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let found = call.args.or_empty(0).starts_with(call.args.or_empty(1));
    call.put_bit(found)
}

pub(crate) fn ends_with(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let found = call.args.or_empty(0).ends_with(call.args.or_empty(1));
    call.put_bit(found)
}

/// Whether a tool's answer says that it failed.
pub(crate) fn is_error(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let head = call.args.or_empty(0).get(..6);
    call.put_bit(head.is_some_and(|head| head.eq_ignore_ascii_case("error:")))
}

pub(crate) fn from_code(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let code = call.number(0).filter(|code| *code >= 0.0).and_then(|code| char::from_u32(code as u32));
    call.put(&code.map(String::from).unwrap_or_default())
}

/// The UTF-16 unit at a place, the first by default.
pub(crate) fn to_code(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let at = call.number(1).filter(|at| *at >= 0.0).unwrap_or(0.0) as usize;
    let unit = call.args.or_empty(0).encode_utf16().nth(at).map(f64::from);
    call.put_number(unit)
}

/// The digits and points of a text as one number.
pub(crate) fn to_number(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let digits: String = call.args.or_empty(0).chars().filter(|c| c.is_ascii_digit() || *c == '.').collect();
    call.put(&digits)
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

macro_rules! marks {
    ($($name:ident: $text:literal),* $(,)?) => {
        $(pub(crate) fn $name(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
            call.put($text)
        })*
    };
}

// Private-use characters that the client turns into the marks when it shows the text.
marks! {
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
    escaped_line_end: "\\n",
}

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Base64 of the bytes with every bit turned round.
pub(crate) fn xor_encrypt(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let bytes: Vec<u8> = call.args.or_empty(0).bytes().map(|byte| byte ^ 0xff).collect();
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let at = |index: usize| chunk.get(index).copied().map_or(0, u32::from);
        let group = at(0) << 16 | at(1) << 8 | at(2);
        for digit in 0..4 {
            let index = (group >> (18 - 6 * digit) & 63) as usize;
            let letter = ALPHABET.get(index).copied().map_or('=', char::from);
            out.push(if digit <= chunk.len() { letter } else { '=' });
        }
    }
    call.put(&out)
}

/// The text whose bytes, every bit turned round, are the Base64.
pub(crate) fn xor_decrypt(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let (mut bytes, mut group, mut bits) = (Vec::new(), 0u32, 0);
    for letter in call.args.or_empty(0).bytes().take_while(|&byte| byte != b'=') {
        let Some(digit) = ALPHABET.iter().position(|&known| known == letter) else {
            continue;
        };
        group = (group << 6 | digit as u32) & 0xff_ffff;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((group >> bits) as u8 ^ 0xff);
        }
    }
    let text = String::from_utf8_lossy(&bytes).into_owned();
    call.put(&text)
}
