//! Base64 as card programs write it.

#![deny(clippy::arithmetic_side_effects)]

use std::sync::LazyLock;

use base64::Engine as _;
#[cfg(not(any(target_arch = "x86_64", all(target_arch = "aarch64", target_feature = "neon"))))]
use base64::engine::GeneralPurpose as Fast;
#[cfg(any(target_arch = "x86_64", all(target_arch = "aarch64", target_feature = "neon")))]
use base64::engine::Simd as Fast;
use base64::engine::{DecodePaddingMode, GeneralPurposeConfig};

/// The fastest engine that base64 has for this processor, built once: it looks for the processor's features when made.
static ENGINE: LazyLock<Fast> = LazyLock::new(|| {
    fast(
        GeneralPurposeConfig::new()
            .with_decode_padding_mode(DecodePaddingMode::Indifferent)
            .with_decode_allow_trailing_bits(true),
    )
});

#[cfg(any(target_arch = "x86_64", all(target_arch = "aarch64", target_feature = "neon")))]
fn fast(config: GeneralPurposeConfig) -> Fast {
    Fast::standard(config)
}

/// base64 has its vector engine for x86-64 and for ARM64 alone; WebAssembly and every 32-bit processor take the plain one.
#[cfg(not(any(target_arch = "x86_64", all(target_arch = "aarch64", target_feature = "neon"))))]
fn fast(config: GeneralPurposeConfig) -> Fast {
    Fast::new(&base64::alphabet::STANDARD, config)
}

/// What the lenient decoder read around.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Oddities {
    pub(crate) url_alphabet: bool,
    pub(crate) missing_padding: bool,
}

/// The first byte that is not base64, by its offset in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BadByte {
    pub(crate) at: usize,
    pub(crate) byte: u8,
}

/// Decodes base64; skips ASCII whitespace, takes the URL alphabet and missing padding, refuses every other byte.
pub(crate) fn decode(text: &[u8]) -> Result<(Vec<u8>, Oddities), BadByte> {
    let text = text.trim_ascii_end();
    if let Ok(bytes) = ENGINE.decode(text) {
        let odd = Oddities { url_alphabet: false, missing_padding: !text.len().is_multiple_of(4) };
        return Ok((bytes, odd));
    }
    decode_slowly(text)
}

/// The second pass, only for text that the fast engine turned down.
fn decode_slowly(text: &[u8]) -> Result<(Vec<u8>, Oddities), BadByte> {
    let mut clean = Vec::with_capacity(text.len());
    let mut odd = Oddities::default();
    let mut padding: &[u8] = &[];
    for (at, &byte) in text.iter().enumerate() {
        let plain = match byte {
            b' ' | b'\t' | b'\r' | b'\n' | 0x0c => continue,
            b'=' if padding.len() < 2 => {
                padding = if padding.is_empty() { b"=" } else { b"==" };
                continue;
            }
            b'-' => b'+',
            b'_' => b'/',
            b'+' | b'/' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => byte,
            _ => return Err(BadByte { at, byte }),
        };
        if !padding.is_empty() {
            // Something follows the padding: two texts glued together are not one payload.
            return Err(BadByte { at, byte });
        }
        odd.url_alphabet |= plain != byte;
        clean.push(plain);
    }
    odd.missing_padding = !clean.len().saturating_add(padding.len()).is_multiple_of(4);
    let last = BadByte { at: text.len().saturating_sub(1), byte: text.last().copied().unwrap_or_default() };
    let bytes = ENGINE.decode(&clean).map_err(|_| last)?;
    Ok((bytes, odd))
}

/// Decodes as the JavaScript runtimes of the clients do: bytes outside both alphabets are skipped, and the first
/// padding ends the text.
pub(crate) fn decode_skipping(text: &[u8]) -> Vec<u8> {
    let mut clean = Vec::with_capacity(text.len());
    for &byte in text {
        match byte {
            b'-' => clean.push(b'+'),
            b'_' => clean.push(b'/'),
            b'+' | b'/' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => clean.push(byte),
            b'=' => break,
            _ => {}
        }
    }
    // One letter more than whole groups holds no byte.
    if clean.len() % 4 == 1 {
        clean.pop();
    }
    ENGINE.decode(&clean).unwrap_or_default()
}

/// The length of the base64 of `len` bytes; `None` past what memory could hold.
pub(crate) fn encoded_len(len: usize) -> Option<usize> {
    base64::encoded_len(len, true)
}

/// Appends the base64 of `bytes`, in the standard alphabet with padding.
pub(crate) fn encode_onto(bytes: &[u8], out: &mut Vec<u8>) {
    let from = out.len();
    out.resize(from.saturating_add(encoded_len(bytes.len()).unwrap_or_default()), 0);
    let written = out.get_mut(from..).and_then(|room| ENGINE.encode_slice(bytes, room).ok());
    out.truncate(from.saturating_add(written.unwrap_or_default()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[u8], url_alphabet: bool, missing_padding: bool) {
        let odd = Oddities { url_alphabet, missing_padding };
        assert_eq!(decode(text.as_bytes()), Ok((expected.to_vec(), odd)), "{text:?}");
    }

    #[test]
    fn crooked_base64_reads() {
        check("eyJrIjogMX0=", br#"{"k": 1}"#, false, false);
        check("eyJrIjogMX0", br#"{"k": 1}"#, false, true);
        check("eyJr\r\nIjog MX0=\r\n", br#"{"k": 1}"#, false, false);
        check("eyJrIjoiPz8-Pn5-In0", br#"{"k":"??>>~~"}"#, true, true);
        check("", b"", false, false);
    }

    #[test]
    fn other_bytes_are_refused_by_place() {
        assert_eq!(decode(b"eyJr<IjogMX0="), Err(BadByte { at: 4, byte: b'<' }));
        assert_eq!(decode(b"eyJrIjogMX0=eyJr"), Err(BadByte { at: 12, byte: b'e' }));
        assert!(decode(b"A").is_err());
    }

    #[test]
    fn junk_is_skipped_as_clients_do() {
        assert_eq!(decode_skipping(b"****"), b"");
        assert_eq!(decode_skipping(b"ey!Jr Ij\nog*MX0=eyJr"), br#"{"k": 1}"#);
        assert_eq!(decode_skipping(b"eyJrIjoiPz8-Pn5-In0"), br#"{"k":"??>>~~"}"#);
    }
}
