//! Searches for the bytes that a JSON text turns on, many bytes at a time.

/// The first place from `at` on that is no white space.
#[inline]
pub(super) fn past_space(bytes: &[u8], mut at: usize) -> usize {
    while let Some(b' ' | b'\n' | b'\r' | b'\t') = bytes.get(at) {
        at += 1;
    }
    at
}

/// How many words a search looks at one by one. Names and short texts end within them; calling a search that is made
/// for long texts costs more than that.
const NEAR: usize = 4;

/// The high bit of each byte of `word` that is equal to `byte`; exact for the lowest such byte.
fn equal_bytes(word: u64, byte: u8) -> u64 {
    let rest = word ^ (ONES * u64::from(byte));
    rest.wrapping_sub(ONES) & !rest & HIGHS
}

/// The lowest bit of each byte.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The highest bit of each byte.
const HIGHS: u64 = 0x8080_8080_8080_8080;

/// The place of the lowest marked byte.
fn lowest(marks: u64) -> usize {
    (marks.trailing_zeros() / 8) as usize
}

/// The place of the first quote or backslash, if it is near and no control character is before it.
pub(super) fn near_stop(text: &[u8]) -> Option<usize> {
    let (words, _) = text.as_chunks::<8>();
    for (i, word) in words.iter().take(NEAR).enumerate() {
        let word = u64::from_le_bytes(*word);
        let controls = word.wrapping_sub(ONES * 0x20) & !word & HIGHS;
        let marks = equal_bytes(word, b'"') | equal_bytes(word, b'\\') | controls;
        if marks != 0 {
            let at = i * 8 + lowest(marks);
            return text.get(at).is_some_and(|byte| *byte >= 0x20).then_some(at);
        }
    }
    None
}

/// The place of the first quote or backslash.
pub(super) fn quote_or_backslash(text: &[u8]) -> Option<usize> {
    let (words, _) = text.as_chunks::<8>();
    for (i, word) in words.iter().take(NEAR).enumerate() {
        let word = u64::from_le_bytes(*word);
        let marks = equal_bytes(word, b'"') | equal_bytes(word, b'\\');
        if marks != 0 {
            return Some(i * 8 + lowest(marks));
        }
    }
    let passed = words.len().min(NEAR) * 8;
    memchr::memchr2(b'"', b'\\', text.get(passed..)?).map(|at| passed + at)
}
