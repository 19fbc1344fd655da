//! Identity of texts, so that a text seen before is not scanned again.

/// A 128-bit hash of a text and of the role in which it was scanned.
///
/// Not cryptographic: it decides only whether remembered hits may be used again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct TextHash(pub(crate) u64, pub(crate) u64);

/// In what role a text is hashed; the same text is another one in each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextRole {
    /// The set of keys.
    Keys,
    /// A text that an entry inserted.
    Inserted,
    /// A text whose tokens are counted.
    Counted,
    /// A message of the chat, with its speaker's name where that is searched.
    Message,
    /// A field, or an injection.
    Surrounding,
    /// A content by which the after-match memory knows an entry.
    Memory,
    /// A key in the form in which it is looked for.
    Key,
}

const ODD: [u64; 5] =
    [0x9e37_79b9_7f4a_7c15, 0xc2b2_ae3d_27d4_eb4f, 0x1656_67b1_9e37_79f9, 0xd6e8_feb8_6659_fd93, 0xa076_1d64_78bd_642f];

impl TextHash {
    /// Hashes the parts of a text; their borders count.
    pub(crate) fn of(role: TextRole, parts: &[&str]) -> Self {
        parts.iter().fold(Self::start(role), |hash, part| hash.with(part))
    }

    /// Hashes a text that is given as its bytes.
    pub(crate) fn of_bytes(role: TextRole, text: &[u8]) -> Self {
        Self::start(role).mixed(text)
    }

    /// The hash of one number more.
    pub(crate) fn with_number(self, number: u64) -> Self {
        let [k0, k1, ..] = ODD;
        Self(fold(self.0 ^ number, k0) ^ self.1, fold(self.1 ^ number, k1).wrapping_add(self.0))
    }

    /// The hash of no parts at all.
    pub(crate) fn start(role: TextRole) -> Self {
        let [a, b, ..] = ODD;
        let seed = role as u64;
        Self(seed ^ a, seed.rotate_left(32) ^ b)
    }

    /// The hash of one part more.
    pub(crate) fn with(self, part: &str) -> Self {
        self.mixed(part.as_bytes())
    }

    fn mixed(self, bytes: &[u8]) -> Self {
        let [k0, k1, k2, k3, k4] = ODD;
        let mut lanes = [self.0 ^ k0, self.1 ^ k1, self.0.rotate_left(17) ^ k2, self.1.rotate_left(41) ^ k3];
        let (blocks, rest) = bytes.as_chunks::<32>();
        for block in blocks {
            let (words, _) = block.as_chunks::<8>();
            // Four lanes in flight keep the multiplier busy.
            for (lane, word) in lanes.iter_mut().zip(words) {
                *lane = fold(*lane ^ u64::from_le_bytes(*word), k4);
            }
        }
        let mut last = [0_u8; 32];
        if let Some(head) = last.get_mut(..rest.len()) {
            head.copy_from_slice(rest);
        }
        let (words, _) = last.as_chunks::<8>();
        for (lane, word) in lanes.iter_mut().zip(words) {
            *lane = fold(*lane ^ u64::from_le_bytes(*word), k4);
        }
        let [w, x, y, z] = lanes;
        let length = bytes.len() as u64;
        Self(fold(w ^ length, x ^ k0) ^ y, fold(y ^ length, z ^ k1) ^ fold(w, k2) ^ x.rotate_left(23))
    }
}

/// Multiplies to 128 bits and folds the halves together.
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product as u64) ^ ((product >> 64) as u64)
}

/// A hasher for keys that are hashes or small numbers already.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Mixer(u64);

impl std::hash::Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.write_u64(u64::from_le_bytes(*word));
        }
        for &byte in rest {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u8(&mut self, value: u8) {
        self.write_u64(u64::from(value));
    }

    fn write_u32(&mut self, value: u32) {
        self.write_u64(u64::from(value));
    }

    fn write_usize(&mut self, value: usize) {
        self.write_u64(value as u64);
    }

    fn write_u64(&mut self, value: u64) {
        let [k0, ..] = ODD;
        self.0 = fold(self.0 ^ value ^ k0, k0.rotate_left(13) | 1);
    }
}

/// Builds [`Mixer`]s.
pub(crate) type BuildMixer = std::hash::BuildHasherDefault<Mixer>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_and_border_counts() {
        let base = "The quick brown fox jumps over the lazy dog, twice, and then again.";
        let hash = TextHash::of(TextRole::Keys, &[base]);
        for at in 0..base.len() {
            let mut bytes = base.as_bytes().to_vec();
            bytes[at] ^= 1;
            let other = String::from_utf8(bytes).unwrap();
            assert_ne!(TextHash::of(TextRole::Keys, &[&other]), hash, "byte {at}");
        }
        assert_ne!(TextHash::of(TextRole::Message, &[base]), hash);
        assert_ne!(TextHash::of(TextRole::Keys, &["a", "bc"]), TextHash::of(TextRole::Keys, &["ab", "c"]));
        assert_ne!(TextHash::of(TextRole::Keys, &["a"]), TextHash::of(TextRole::Keys, &["a\0"]));
    }

    /// A mixer that loses bits still tells most texts apart, so many are asked.
    #[test]
    fn many_texts_and_numbers_have_hashes_of_their_own() {
        let start = TextHash::start(TextRole::Keys);
        let words: Vec<String> = (0..20_000_u32).map(|number| format!("{number:x}")).collect();
        let blocks = words.iter().map(|word| start.with(&word.repeat(12)));
        let numbers = (0..20_000_u64).flat_map(|number| [start.with_number(number), start.with_number(number << 40)]);
        let hashes: Vec<TextHash> =
            words.iter().map(|word| start.with(word)).chain(blocks).chain(numbers.skip(1)).collect();
        for half in [|hash: &TextHash| hash.0, |hash: &TextHash| hash.1] {
            let mut halves: Vec<u64> = hashes.iter().map(half).collect();
            halves.sort_unstable();
            halves.dedup();
            assert_eq!(halves.len(), hashes.len());
            // Each bit is set in about half of them.
            for bit in 0..64 {
                let set = halves.iter().filter(|half| *half >> bit & 1 == 1).count() * 100 / halves.len();
                assert!((45..=55).contains(&set), "bit {bit} in {set}%");
            }
        }
    }
}
