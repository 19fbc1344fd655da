//! Finding the next byte that may start a macro, at memory-scan speed and without `unsafe`.
//!
//! Short gaps are walked eight bytes at a time inside one word; long ones in blocks of 64 bytes whose
//! "is any byte wanted" loop the compiler turns into vector compares.

const BLOCK: usize = 64;
const WORD: usize = 8;
const LOW: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// Finds the first `a` or `b` in `bytes` at or after `from`.
pub(crate) fn find2(bytes: &[u8], from: usize, a: u8, b: u8) -> Option<usize> {
    let mut at = from;
    // The distance to the next macro is short in templates, so a few words come before the blocks.
    for _ in 0..8 {
        let Some(word) = bytes.get(at..).and_then(<[u8]>::first_chunk::<WORD>) else {
            return tail(bytes, at, a, b);
        };
        if let Some(hit) = in_word(*word, a, b) {
            return Some(at + hit);
        }
        at += WORD;
    }
    while let Some(block) = bytes.get(at..).and_then(<[u8]>::first_chunk::<BLOCK>) {
        if block_has(block, a, b) {
            break;
        }
        at += BLOCK;
    }
    tail(bytes, at, a, b)
}

fn tail(bytes: &[u8], from: usize, a: u8, b: u8) -> Option<usize> {
    let rest = bytes.get(from..)?;
    rest.iter().position(|&byte| byte == a || byte == b).map(|at| from + at)
}

fn block_has(block: &[u8; BLOCK], a: u8, b: u8) -> bool {
    let mut any = 0u8;
    for &byte in block {
        any |= u8::from(byte == a) | u8::from(byte == b);
    }
    any != 0
}

/// Position of the first wanted byte in a little-endian word: a byte is zero after the XOR exactly where it was
/// the wanted one, and the lowest flagged byte of the usual zero test is always a true one.
fn in_word(word: [u8; WORD], a: u8, b: u8) -> Option<usize> {
    let word = u64::from_le_bytes(word);
    let zero = |x: u64| x.wrapping_sub(LOW) & !x & HIGH;
    let hits = zero(word ^ (LOW * u64::from(a))) | zero(word ^ (LOW * u64::from(b)));
    (hits != 0).then(|| (hits.trailing_zeros() / 8) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_a_plain_loop_finds() {
        let mut bytes = vec![b'.'; 700];
        for at in (0..700).step_by(37) {
            for from in [0, 1, 7, 8, 63, 64, 65, 300, 699, 700, 701] {
                bytes[at] = if at % 2 == 0 { b'{' } else { b'<' };
                let plain = (from..bytes.len()).find(|&i| bytes[i] == b'{' || bytes[i] == b'<');
                assert_eq!(find2(&bytes, from, b'{', b'<'), plain, "at {at} from {from}");
                bytes[at] = b'.';
            }
        }
    }

    #[test]
    fn bytes_that_differ_by_one_bit_are_not_hits() {
        let bytes = [b'|', b'z', b'=', b';', 0, 0x80, 0xff, b'{'];
        assert_eq!(find2(&bytes, 0, b'{', b'<'), Some(7));
    }

    /// Hits hide each other nowhere: two of them, one byte for both, far behind the first words.
    #[test]
    fn hits_beside_each_other_are_found() {
        for first in [0, 5, 63, 64, 70, 128, 200, 255] {
            for second in [first, first + 1, first + 7, first + 32, first + 63] {
                for (bytes, (a, b)) in
                    [((b'{', b'{'), (b'{', b'{')), ((b'{', b'<'), (b'{', b'<')), ((b'<', b'<'), (b'{', b'<'))]
                {
                    let mut text = vec![b'.'; 400];
                    (text[first], text[second]) = bytes;
                    assert_eq!(find2(&text, 0, a, b), Some(first), "{first} {second}");
                    assert_eq!(
                        find2(&text, first + 1, a, b),
                        Some(second).filter(|_| second > first),
                        "{first} {second}"
                    );
                }
            }
        }
    }
}
