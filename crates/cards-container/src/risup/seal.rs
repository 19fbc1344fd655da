//! What RisuAI's presets are sealed with: AES-256 in Galois counter mode, whose key and nonce are the same in every file.
//!
//! By hand, since there is no secret to keep: the crate for it stands on nine that nothing else here needs.
//!
//! Spec: FIPS 197 (the cipher), NIST SP 800-38D (the mode).

/// SHA-256 of `risupreset`. The nonce is zero. de facto: RisuAI 460ecae.
const KEY: [u8; 32] = [
    0xe7, 0x4b, 0x17, 0x35, 0x86, 0x3f, 0xef, 0x96, 0x18, 0xb6, 0xe8, 0x67, 0x5f, 0x1c, 0xfc, 0x66, 0xf4, 0xad, 0xf3,
    0xed, 0x9b, 0xf4, 0x41, 0xbc, 0xd4, 0x7d, 0xd0, 0xc6, 0x4c, 0xae, 0x3e, 0x6d,
];

/// Bytes of the tag at the end.
const TAG: usize = 16;

type Block = [u8; 16];

/// Seals bytes; the tag is behind them.
pub(super) fn seal(plain: &[u8]) -> Vec<u8> {
    let cipher = Cipher::new(&KEY);
    let mut sealed = cipher.counted(plain);
    let tag = cipher.tag(&sealed);
    sealed.extend(tag);
    sealed
}

/// Opens what [`seal`] sealed; nothing where the tag does not fit.
pub(super) fn open(sealed: &[u8]) -> Option<Vec<u8>> {
    let cipher = Cipher::new(&KEY);
    let (sealed, tag) = sealed.split_last_chunk::<TAG>()?;
    (cipher.tag(sealed) == *tag).then(|| cipher.counted(sealed))
}

/// The columns of a block, the first byte of each in front.
type Columns = [u32; 4];

struct Cipher {
    rounds: [Columns; 15],
}

impl Cipher {
    fn new(key: &[u8; 32]) -> Self {
        let (words, _) = key.as_chunks::<4>();
        let mut words: Vec<u32> = words.iter().map(|word| u32::from_be_bytes(*word)).collect();
        let mut constant = 1;
        for number in 8..60_usize {
            let (Some(&before), Some(&eighth)) = (words.last(), words.iter().rev().nth(7)) else { break };
            let mixed = match number % 8 {
                0 => {
                    let mixed = substituted(before.rotate_left(8)) ^ u32::from_be_bytes([constant, 0, 0, 0]);
                    constant = doubled(constant);
                    mixed
                }
                4 => substituted(before),
                _ => before,
            };
            words.push(mixed ^ eighth);
        }
        let (rounds, _) = words.as_chunks::<4>();
        Self { rounds: std::array::from_fn(|at| rounds.get(at).copied().unwrap_or_default()) }
    }

    /// One block enciphered.
    fn block(&self, block: Block) -> Block {
        let [first, middle @ .., last] = &self.rounds;
        let (columns, _) = block.as_chunks::<4>();
        let columns = std::array::from_fn(|at| columns.get(at).map_or(0, |column| u32::from_be_bytes(*column)));
        let state = middle.iter().fold(xor(columns, *first), |state, key| xor(turned(state).map(mixed), *key));
        let state = xor(turned(state).map(substituted), *last);
        let mut out = [0; 16];
        out.iter_mut().zip(state.into_iter().flat_map(u32::to_be_bytes)).for_each(|(to, from)| *to = from);
        out
    }

    /// Bytes under the stream of the counter, which begins with two: one is the tag's.
    fn counted(&self, bytes: &[u8]) -> Vec<u8> {
        let mut out = Vec::with_capacity(bytes.len().saturating_add(TAG));
        for (chunk, count) in bytes.chunks(16).zip(2..) {
            out.extend(chunk.iter().zip(self.block(counter(count))).map(|(byte, key)| byte ^ key));
        }
        out
    }

    fn tag(&self, sealed: &[u8]) -> Block {
        let hash = u128::from_be_bytes(self.block([0; 16]));
        let bits = (sealed.len() as u128).wrapping_mul(8);
        let blocks = sealed.chunks(16).map(|chunk| {
            let mut block = [0; 16];
            block.iter_mut().zip(chunk).for_each(|(to, from)| *to = *from);
            u128::from_be_bytes(block)
        });
        let sum = blocks.chain([bits]).fold(0, |sum, block| product(sum ^ block, hash));
        (sum ^ u128::from_be_bytes(self.block(counter(1)))).to_be_bytes()
    }
}

/// The block of a count behind the nonce.
fn counter(count: u32) -> Block {
    u128::from(count).to_be_bytes()
}

fn xor(one: Columns, other: Columns) -> Columns {
    let ([a, b, c, d], [e, f, g, h]) = (one, other);
    [a ^ e, b ^ f, c ^ g, d ^ h]
}

/// Each row turned by its number.
fn turned([a, b, c, d]: Columns) -> Columns {
    let column = |a: u32, b: u32, c: u32, d: u32| a & 0xff00_0000 | b & 0x00ff_0000 | c & 0x0000_ff00 | d & 0x0000_00ff;
    [column(a, b, c, d), column(b, c, d, a), column(c, d, a, b), column(d, a, b, c)]
}

/// The bytes of a column substituted.
fn substituted(column: u32) -> u32 {
    u32::from_be_bytes(column.to_be_bytes().map(|byte| of(&SUBSTITUTES, byte)))
}

/// The same, and multiplied by the polynomial of the cipher.
fn mixed(column: u32) -> u32 {
    let [a, b, c, d] = column.to_be_bytes().map(|byte| of(&PRODUCTS, byte));
    a ^ b.rotate_right(8) ^ c.rotate_right(16) ^ d.rotate_right(24)
}

fn of<T: Copy + Default>(table: &[T; 256], byte: u8) -> T {
    table.get(usize::from(byte)).copied().unwrap_or_default()
}

const fn doubled(byte: u8) -> u8 {
    (byte << 1) ^ if byte & 0x80 == 0 { 0 } else { 0x1b }
}

const SUBSTITUTES: [u8; 256] = substitutes();

/// What the first byte of a column is multiplied to.
const PRODUCTS: [u32; 256] = products();

#[expect(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "runs when compiling, where a wrong index or sum is a compile error"
)]
const fn products() -> [u32; 256] {
    let mut table = [0; 256];
    let mut at = 0;
    while at < 256 {
        let one = SUBSTITUTES[at];
        table[at] = u32::from_be_bytes([doubled(one), one, one, doubled(one) ^ one]);
        at += 1;
    }
    table
}

/// The substitution of the cipher: the inverse in its field, each bit added to four others.
#[expect(clippy::indexing_slicing, reason = "runs when compiling, where a wrong index is a compile error")]
const fn substitutes() -> [u8; 256] {
    let mut table = [0x63; 256];
    // Powers of three and of its inverse: each of the one is the inverse of that of the other.
    let (mut power, mut inverse) = (1_u8, 1_u8);
    loop {
        power ^= doubled(power);
        inverse ^= inverse << 1;
        inverse ^= inverse << 2;
        inverse ^= inverse << 4;
        if inverse & 0x80 != 0 {
            inverse ^= 0x09;
        }
        let turned = inverse.rotate_left(1) ^ inverse.rotate_left(2) ^ inverse.rotate_left(3) ^ inverse.rotate_left(4);
        table[power as usize] = inverse ^ turned ^ 0x63;
        if power == 1 {
            return table;
        }
    }
}

/// The product of two blocks in the field of the tag, whose bits count from the left.
fn product(one: u128, other: u128) -> u128 {
    let (mut sum, mut shifted) = (0, other);
    for bit in (0..128).rev() {
        if one >> bit & 1 == 1 {
            sum ^= shifted;
        }
        let carry = shifted & 1;
        shifted >>= 1;
        if carry == 1 {
            shifted ^= 0xe1 << 120;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    /// FIPS 197, C.3.
    #[test]
    fn the_cipher_is_that_of_its_standard() {
        let cipher = Cipher::new(&std::array::from_fn(|at| at as u8));
        let plain = u128::to_be_bytes(0x0011_2233_4455_6677_8899_aabb_ccdd_eeff);
        assert_eq!(u128::from_be_bytes(cipher.block(plain)), 0x8ea2_b7ca_5167_45bf_eafc_4990_4b49_6089);
    }

    /// The paper that proposed the mode, cases 13 and 14: a key of zeros.
    #[test]
    fn the_tag_is_that_of_the_mode() {
        let cipher = Cipher::new(&[0; 32]);
        assert_eq!(u128::from_be_bytes(cipher.tag(&[])), 0x530f_8afb_c745_36b9_a963_b4f1_c4cb_738b);
        let sealed = cipher.counted(&[0; 16]);
        assert_eq!(sealed, u128::to_be_bytes(0xcea7_403d_4d60_6b6e_074e_c5d3_baf3_9d18));
        assert_eq!(u128::from_be_bytes(cipher.tag(&sealed)), 0xd0d1_c8a7_9999_6bf0_265b_98b5_d48a_b919);
    }

    #[test]
    fn what_was_sealed_opens_and_what_changed_does_not() {
        for length in [0, 1, 15, 16, 17, 1000] {
            let plain: Vec<u8> = (0..length).map(|at: usize| at as u8).collect();
            let mut sealed = seal(&plain);
            assert_eq!(open(&sealed), Some(plain));
            for at in [0, length, length + 15] {
                sealed[at] ^= 1;
                assert_eq!(open(&sealed), None, "{at} of {length}");
                sealed[at] ^= 1;
            }
        }
        assert_eq!(open(b"short"), None);
    }
}
