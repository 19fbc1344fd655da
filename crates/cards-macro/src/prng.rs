//! The clients' generators of stable chance: hashes and number streams, rebuilt from their published definitions.

/// SillyTavern's string hash (cyrb53 with seed 0), over UTF-16 units.
pub(crate) fn cyrb53(text: &str) -> u64 {
    let (mut h1, mut h2) = (0xdead_beef_u32, 0x41c6_ce57_u32);
    for unit in text.encode_utf16() {
        h1 = (h1 ^ u32::from(unit)).wrapping_mul(2_654_435_761);
        h2 = (h2 ^ u32::from(unit)).wrapping_mul(1_597_334_677);
    }
    h1 = (h1 ^ (h1 >> 16)).wrapping_mul(2_246_822_507) ^ (h2 ^ (h2 >> 13)).wrapping_mul(3_266_489_909);
    h2 = (h2 ^ (h2 >> 16)).wrapping_mul(2_246_822_507) ^ (h1 ^ (h1 >> 13)).wrapping_mul(3_266_489_909);
    (u64::from(h2 & 0x1f_ffff) << 32) | u64::from(h1)
}

/// A byte stream of ARC4 keyed by text, as the seedrandom library keys it.
struct Arc4 {
    state: [u8; 256],
    i: u8,
    j: u8,
}

impl Arc4 {
    fn new(key: &[u8]) -> Self {
        let mut state = [0u8; 256];
        for (i, slot) in state.iter_mut().enumerate() {
            *slot = i as u8;
        }
        let mut arc4 = Self { state, i: 0, j: 0 };
        let mut j = 0u8;
        for i in 0..=255u8 {
            let byte = key.get(usize::from(i) % key.len().max(1)).copied().unwrap_or(0);
            j = j.wrapping_add(byte).wrapping_add(arc4.at(i));
            arc4.state.swap(usize::from(i), usize::from(j));
        }
        for _ in 0..256 {
            arc4.next();
        }
        arc4
    }

    fn at(&self, index: u8) -> u8 {
        self.state.get(usize::from(index)).copied().unwrap_or(0)
    }

    fn next(&mut self) -> u8 {
        self.i = self.i.wrapping_add(1);
        self.j = self.j.wrapping_add(self.at(self.i));
        self.state.swap(usize::from(self.i), usize::from(self.j));
        self.at(self.at(self.i).wrapping_add(self.at(self.j)))
    }

    /// The next bytes as one big-endian number.
    fn number(&mut self, bytes: usize) -> f64 {
        (0..bytes).fold(0.0, |sum, _| sum * 256.0 + f64::from(self.next()))
    }
}

/// The first number in `[0, 1)` of seedrandom for the spelling of a seed (a seed that is a number, not a text, is spelt
/// with an end mark `\0`).
pub(crate) fn seedrandom(spelt: &str) -> f64 {
    let mut key: Vec<u8> = Vec::new();
    let mut smear = 0u32;
    for (j, byte) in spelt.bytes().enumerate() {
        let at = j & 255;
        smear ^= key.get(at).map_or(0, |&byte| u32::from(byte) * 19);
        let mixed = (smear.wrapping_add(u32::from(byte)) & 255) as u8;
        match key.get_mut(at) {
            Some(slot) => *slot = mixed,
            None => key.push(mixed),
        }
    }
    let mut arc4 = Arc4::new(&key);
    let significance = 2f64.powi(52);
    let mut numerator = arc4.number(6);
    let mut denominator = 256f64.powi(6);
    let mut last = 0u32;
    while numerator < significance {
        numerator = (numerator + f64::from(last)) * 256.0;
        denominator *= 256.0;
        last = u32::from(arc4.next());
    }
    while numerator >= significance * 2.0 {
        numerator /= 2.0;
        denominator /= 2.0;
        last >>= 1;
    }
    (numerator + f64::from(last)) / denominator
}

/// RisuAI's stable number in `[0, 1)` for a text and a count.
///
/// De facto: RisuAI 460ecae: a string hash run four times without a reset seeds an sfc32 generator, of which the first
/// `count mod 1000` numbers are dropped.
pub(crate) fn risu(text: &str, count: usize) -> f64 {
    // The hash is a JavaScript number: the shift wraps to 32 bits, the sums do not.
    let mut hash = 5515f64;
    let mut seeds = [0u32; 4];
    for seed in &mut seeds {
        for unit in text.encode_utf16() {
            hash = f64::from(to_int32(hash).wrapping_shl(5)) + hash + f64::from(unit);
        }
        *seed = to_int32(hash) as u32;
    }
    let mut generator = Sfc32(seeds);
    for _ in 0..count % 1000 {
        generator.next();
    }
    f64::from(generator.next()) / 4_294_967_296.0
}

struct Sfc32([u32; 4]);

impl Sfc32 {
    fn next(&mut self) -> u32 {
        let [a, b, c, d] = self.0;
        let sum = a.wrapping_add(b).wrapping_add(d);
        self.0 = [b ^ (b >> 9), c.wrapping_add(c << 3), c.rotate_left(21).wrapping_add(sum), d.wrapping_add(1)];
        sum
    }
}

/// JavaScript's `number | 0`.
fn to_int32(number: f64) -> i32 {
    // The remainder is below 2^32, so the cast is exact.
    number.rem_euclid(4_294_967_296.0) as u32 as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the package `seedrandom` 3.0.5 gives under Node; a key of more than 256 letters is mixed over its beginning.
    #[test]
    fn seeds_give_the_first_number_of_seedrandom() {
        let long = |length: u32| -> String { (0..length).map(|at| char::from(b'a' + (at * 7 % 26) as u8)).collect() };
        for (seed, number) in [
            (String::new(), 0.231_440_082_151_798_81),
            ("a".to_owned(), 0.434_494_215_999_866_04),
            ("hello.".to_owned(), 0.928_257_879_579_245_4),
            (long(255), 0.652_927_749_678_503_9),
            (long(256), 0.247_274_232_073_281_97),
            (long(257), 0.827_568_288_668_433_3),
            (long(600), 0.383_800_841_577_630_95),
        ] {
            assert_eq!(seedrandom(&seed), number, "{} letters", seed.len());
        }
    }
}
