//! A text of 2,000 macros, of which the names alone are replaced.

use std::path::Path;

use crate::Outcome;
use crate::timing::row;

/// Times it.
pub fn run(folder: &Path) -> Outcome {
    let text = std::fs::read(folder.join("e.txt"))?;
    row("e_macros", "limit: scan, names replaced in one copy", || replaced(&text));
    row("e_macros", "part: copy", || text.clone());
    Ok(())
}

/// The text with a name in place of whatever is in braces, and of the two older marks.
fn replaced(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + text.len() / 8);
    let (mut from, mut at) = (0, 0);
    while let Some(mark) = memchr::memchr2(b'{', b'<', &text[at..]) {
        at += mark;
        let rest = &text[at..];
        let is = |mark: &[u8]| rest.get(..mark.len()).is_some_and(|head| head.eq_ignore_ascii_case(mark));
        let length = if rest.starts_with(b"{{") {
            memchr::memchr(b'}', rest).filter(|end| rest.get(end + 1) == Some(&b'}')).map(|end| end + 2)
        } else {
            [&b"<BOT>"[..], b"<USER>"].into_iter().find(|mark| is(mark)).map(<[u8]>::len)
        };
        let Some(length) = length else {
            at += 1;
            continue;
        };
        out.extend_from_slice(&text[from..at]);
        out.extend_from_slice(b"Alice");
        at += length;
        from = at;
    }
    out.extend_from_slice(&text[from..]);
    out
}
