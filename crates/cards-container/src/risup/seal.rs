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

struct Cipher {
    rounds: [Block; 15],
}

impl Cipher {
    fn new(key: &[u8; 32]) -> Self {
        let (words, _) = key.as_chunks::<4>();
        let mut words = words.to_vec();
        let mut constant = 1;
        for number in 8..60_usize {
            let (Some(&before), Some(&eighth)) = (words.last(), words.iter().rev().nth(7)) else { break };
            let mixed = match number % 8 {
                0 => {
                    let [a, b, c, d] = before.map(substituted);
                    let mixed = [b ^ constant, c, d, a];
                    constant = doubled(constant);
                    mixed
                }
                4 => before.map(substituted),
                _ => before,
            };
            words.push(std::array::from_fn(|at| byte(&mixed, at) ^ byte(&eighth, at)));
        }
        let flat = words.concat();
        let (blocks, _) = flat.as_chunks::<16>();
        Self { rounds: std::array::from_fn(|at| blocks.get(at).copied().unwrap_or_default()) }
    }

    /// One block enciphered.
    fn block(&self, block: Block) -> Block {
        let [first, middle @ .., last] = &self.rounds;
        let state = middle.iter().fold(xor(block, *first), |state, key| xor(mixed(shifted(state)), *key));
        xor(shifted(state), *last)
    }

    /// Bytes under the stream of the counter, which begins with two: one is the tag's.
    fn counted(&self, bytes: &[u8]) -> Vec<u8> {
        let stream = (2..=u32::MAX).flat_map(|count| self.block(counter(count)));
        bytes.iter().zip(stream).map(|(byte, key)| byte ^ key).collect()
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
        xor(sum.to_be_bytes(), self.block(counter(1)))
    }
}

/// The block of a count behind the nonce.
fn counter(count: u32) -> Block {
    u128::from(count).to_be_bytes()
}

fn xor(one: Block, other: Block) -> Block {
    std::array::from_fn(|at| byte(&one, at) ^ byte(&other, at))
}

fn byte(bytes: &[u8], at: usize) -> u8 {
    bytes.get(at).copied().unwrap_or_default()
}

/// Bytes substituted, and each row turned by its number.
fn shifted(state: Block) -> Block {
    std::array::from_fn(|at| substituted(byte(&state, at.wrapping_mul(5) % 16)))
}

/// Each column multiplied by the polynomial of the cipher.
fn mixed(state: Block) -> Block {
    let (columns, _) = state.as_chunks::<4>();
    let column = |&[a, b, c, d]: &[u8; 4]| {
        let two_three = |two: u8, three: u8| doubled(two) ^ doubled(three) ^ three;
        [two_three(a, b) ^ c ^ d, a ^ two_three(b, c) ^ d, a ^ b ^ two_three(c, d), two_three(d, a) ^ b ^ c]
    };
    let flat = columns.iter().flat_map(column);
    let mut out = [0; 16];
    out.iter_mut().zip(flat).for_each(|(to, from)| *to = from);
    out
}

const fn doubled(byte: u8) -> u8 {
    (byte << 1) ^ if byte & 0x80 == 0 { 0 } else { 0x1b }
}

fn substituted(value: u8) -> u8 {
    byte(&SUBSTITUTES, value.into())
}

const SUBSTITUTES: [u8; 256] = substitutes();

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
