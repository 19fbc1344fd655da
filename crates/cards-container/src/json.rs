//! JSON payloads as text: byte order marks and encodings.

use std::borrow::Cow;

use crate::error::Error;
use crate::finding::Finding;
use crate::limits::Limits;
use crate::place::Place;
use crate::source::{self, Source};

/// JSON text without its byte order mark, and what was odd about its encoding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonText<'a> {
    /// The text, borrowed where the bytes were UTF-8.
    pub text: Cow<'a, str>,
    /// A byte order mark, UTF-16, or bytes that were replaced.
    pub findings: Vec<Finding>,
}

/// How two bytes make a UTF-16 unit.
type Unit = fn([u8; 2]) -> u16;

/// Reads the bytes of a payload as text: UTF-8 with or without a byte order mark, or UTF-16 with one.
///
/// Bytes that are not UTF-8 become U+FFFD, with a finding that says where the first one is.
pub fn json_text<'a>(bytes: &'a [u8], place: &Place) -> JsonText<'a> {
    let mut findings = Vec::new();
    let place = || place.clone();
    let (bytes, wide): (&[u8], Option<Unit>) = match bytes {
        [0xef, 0xbb, 0xbf, rest @ ..] => {
            findings.push(Finding::ByteOrderMark { place: place() });
            (rest, None)
        }
        [0xff, 0xfe, rest @ ..] => (rest, Some(u16::from_le_bytes)),
        [0xfe, 0xff, rest @ ..] => (rest, Some(u16::from_be_bytes)),
        _ => (bytes, None),
    };
    if let Some(unit) = wide {
        findings.push(Finding::Utf16 { place: place() });
        let units: Vec<u16> = bytes.chunks_exact(2).filter_map(|pair| pair.try_into().ok()).map(unit).collect();
        return JsonText { text: Cow::Owned(String::from_utf16_lossy(&units)), findings };
    }
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(e) => {
            findings.push(Finding::BadUtf8 { place: place(), at: e.valid_up_to() });
            String::from_utf8_lossy(bytes)
        }
    };
    JsonText { text, findings }
}

/// Reads a whole JSON file, byte order mark and all.
///
/// # Errors
/// [`Error::TooLarge`] past `Limits::json`, [`Error::Io`].
pub fn read_json(source: &mut impl Source, limits: &Limits) -> Result<Vec<u8>, Error> {
    let size = source.size();
    if size > limits.json {
        return Err(Error::TooLarge { place: Place::File, size, limit: limits.json, name: "json" });
    }
    source::bytes(source, 0, size, || Place::File).map(Cow::into_owned)
}
