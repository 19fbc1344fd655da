//! JSON with comments and trailing commas, turned into JSON proper.

use std::borrow::Cow;

/// The text as strict JSON: comments and commas before a closing bracket become blanks, so that every other byte
/// stays where it is and places in errors are places of the original. Borrowed when there is nothing to replace.
///
/// Whatever else is no JSON stays so: single quotes, bare names, NaN, an open comment.
#[must_use]
pub fn strict_text(text: &str) -> Cow<'_, str> {
    let mut out: Option<Vec<u8>> = None;
    let bytes = text.as_bytes();
    // The last comma seen with nothing but blanks and comments behind it.
    let mut comma: Option<usize> = None;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match (byte, bytes.get(at + 1)) {
            (b'"', _) => {
                comma = None;
                at = end_of_string(bytes, at);
                continue;
            }
            (b'/', Some(b'/' | b'*')) => {
                let Some(end) = end_of_comment(bytes, at) else {
                    break;
                };
                blank(&mut out, bytes, at, end);
                at = end;
                continue;
            }
            (b',', _) => comma = Some(at),
            (b']' | b'}', _) => {
                // A comma with no value before it is no trailing one.
                if let Some(comma) = comma.take().filter(|comma| follows_value(out.as_deref().unwrap_or(bytes), *comma))
                {
                    blank(&mut out, bytes, comma, comma + 1);
                }
            }
            (b' ' | b'\n' | b'\r' | b'\t', _) => {}
            _ => comma = None,
        }
        at += 1;
    }
    match out.map(String::from_utf8) {
        // Whole characters were replaced by ASCII, so the text is UTF-8 as before.
        Some(Ok(strict)) => Cow::Owned(strict),
        _ => Cow::Borrowed(text),
    }
}

/// The place behind the string that begins at `start`.
pub(crate) fn end_of_string(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(found) = bytes.get(at..).and_then(|rest| memchr::memchr2(b'"', b'\\', rest)) {
        at += found;
        if bytes.get(at) == Some(&b'"') {
            return at + 1;
        }
        at += 2;
    }
    bytes.len()
}

/// The place behind the comment that begins at `start`; `None` when it is not closed.
pub(crate) fn end_of_comment(bytes: &[u8], start: usize) -> Option<usize> {
    let body = bytes.get(start + 2..)?;
    if bytes.get(start + 1) == Some(&b'/') {
        let line = memchr::memchr2(b'\n', b'\r', body).unwrap_or(body.len());
        return Some(start + 2 + line);
    }
    memchr::memmem::find(body, b"*/").map(|len| start + 2 + len + 2)
}

/// Whether a value ends before a comma.
fn follows_value(bytes: &[u8], comma: usize) -> bool {
    let before = bytes.get(..comma).unwrap_or_default();
    let last = before.iter().rev().find(|b| !matches!(b, b' ' | b'\n' | b'\r' | b'\t'));
    !matches!(last, None | Some(b',' | b'[' | b'{' | b':'))
}

/// Blanks out a range; line breaks stay, so that line numbers do.
fn blank(out: &mut Option<Vec<u8>>, bytes: &[u8], from: usize, to: usize) {
    let out = out.get_or_insert_with(|| bytes.to_vec());
    for byte in out.get_mut(from..to).unwrap_or_default() {
        if !matches!(byte, b'\n' | b'\r') {
            *byte = b' ';
        }
    }
}
