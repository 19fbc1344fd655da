//! A small hash that is the same everywhere and for ever.

/// FNV-1a over 64 bits: a few lines, and the same on every machine and in every release.
///
/// Not for untrusted keys of a hash table, and its low bits spread badly over small counts: fold the halves together
/// before taking a remainder.
///
/// Source: Fowler, Noll and Vo, IETF draft "The FNV Non-Cryptographic Hash Algorithm".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fnv1a(u64);

impl Default for Fnv1a {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv1a {
    /// Starts a hash.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds bytes. Parts that may grow into each other need an end mark or their length between them.
    pub fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// Gives the hash of what was added so far.
    #[must_use]
    pub const fn finish(self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_vectors_hold() {
        for (text, hash) in
            [("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c), ("foobar", 0x8594_4171_f739_67e8)]
        {
            let mut fnv = Fnv1a::new();
            fnv.write(text.as_bytes());
            assert_eq!(fnv.finish(), hash, "{text}");
        }
    }
}
