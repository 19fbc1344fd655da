//! The text inside text chunks.

#![deny(clippy::arithmetic_side_effects)]

use std::borrow::Cow;

use flate2::Decompress;

use crate::error::Error;
use crate::inflate;
use crate::limits::Limits;
use crate::place::Place;

use super::keyword::TextKind;

/// The longest keyword that the PNG standard allows.
pub(crate) const KEYWORD_MAX: usize = 79;

/// The keyword at the head of a text chunk's data: what is before the first NUL, or all of it.
pub(crate) fn keyword(data: &[u8]) -> &[u8] {
    data.split(|&b| b == 0).next().unwrap_or_default()
}

/// The text behind the keyword, inflated where it is deflated.
pub(crate) fn text<'a>(
    kind: TextKind,
    data: &'a [u8],
    limits: &Limits,
    place: &dyn Fn() -> Place,
) -> Result<Cow<'a, [u8]>, Error> {
    let bad = |reason| Error::BadText { place: place(), reason };
    let inflate = |bytes: &[u8]| {
        let zlib = Decompress::new(true);
        inflate::whole(zlib, bytes, limits, limits.text_chunk, "text_chunk", place).map(Cow::Owned)
    };
    let Some((_, body)) = split_nul(data) else {
        return Ok(Cow::Borrowed(&[]));
    };
    match kind {
        TextKind::Plain => Ok(Cow::Borrowed(body)),
        TextKind::Deflated => match body {
            [0, deflated @ ..] => inflate(deflated),
            [_, ..] => Err(bad("its compression method is unknown")),
            [] => Err(bad("it ends before its compression method")),
        },
        TextKind::International => {
            let [flag, method, rest @ ..] = body else {
                return Err(bad("it ends before its compression flag"));
            };
            let text = split_nul(rest).and_then(|(_, rest)| split_nul(rest)).map(|(_, text)| text);
            match (flag, method, text) {
                (_, _, None) => Err(bad("it ends before its text")),
                (0, _, Some(text)) => Ok(Cow::Borrowed(text)),
                (1, 0, Some(text)) => inflate(text),
                _ => Err(bad("its compression method is unknown")),
            }
        }
    }
}

fn split_nul(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (keyword, rest) = bytes.split_at_checked(bytes.iter().position(|&b| b == 0)?)?;
    Some((keyword, rest.strip_prefix(b"\0")?))
}
