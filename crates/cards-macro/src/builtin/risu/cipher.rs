//! Texts made unreadable and back, and numbers made of texts.

use crate::call::{Call, Flow};
use crate::error::Error;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Base64 of the bytes with every bit turned round.
pub(crate) fn xor_encrypt(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let text = call.args.get(0).unwrap_or_default();
    call.room(text.len() * 4 / 3)?;
    let bytes: Vec<u8> = text.bytes().map(|byte| byte ^ 0xff).collect();
    for chunk in bytes.chunks(3) {
        let at = |index: usize| chunk.get(index).copied().unwrap_or_default();
        let group = u32::from_be_bytes([0, at(0), at(1), at(2)]);
        for digit in 0..4 {
            let index = (group >> (18 - 6 * digit) & 63) as usize;
            let letter = ALPHABET.get(index).copied().map_or('=', char::from);
            call.out.push(if digit <= chunk.len() { letter } else { '=' });
        }
    }
    Ok(Flow::Done)
}

/// The text whose bytes, every bit turned round, are the Base64.
pub(crate) fn xor_decrypt(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let bytes: Vec<u8> = base64_bytes(call.args.or_empty(0)).iter().map(|byte| byte ^ 0xff).collect();
    call.put(&String::from_utf8_lossy(&bytes))
}

/// The bytes of Base64, with or without its end marks; letters that are none are passed over.
pub(super) fn base64_bytes(text: &str) -> Vec<u8> {
    let (mut bytes, mut group, mut bits) = (Vec::new(), 0u32, 0);
    for letter in text.bytes().take_while(|&byte| byte != b'=') {
        let Some(digit) = ALPHABET.iter().position(|&known| known == letter) else {
            continue;
        };
        group = (group * 64 + digit as u32) & 0xff_ffff;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((group >> bits) as u8);
        }
    }
    bytes
}

/// Moves every UTF-16 unit by a number, by half of all without one, so that the same macro leads back.
pub(crate) fn shift(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let Some(text) = call.args.get(0) else {
        return Ok(Flow::Keep);
    };
    let by = call.number(1).unwrap_or(32_768.0);
    let moved = text.encode_utf16().map(|unit| {
        let unit = f64::from(unit) + by;
        super::texts::unit_of(if unit > 65_535.0 { unit - 65_536.0 } else { unit })
    });
    let units: Vec<u16> = moved.collect();
    call.put(&String::from_utf16_lossy(&units))
}
