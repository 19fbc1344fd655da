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
    u64::from(h2 & 0x1f_ffff) * 4_294_967_296 + u64::from(h1)
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
            // Small numbers take more bytes of the stream.
            ("s80567".to_owned(), 0.000_002_866_058_664_360_981_2),
            ("s237".to_owned(), 0.000_601_022_756_694_658_4),
            ("s44".to_owned(), 0.007_980_564_195_984_459),
            ("s150".to_owned(), 0.061_537_056_032_890_58),
            ("s2".to_owned(), 0.068_003_325_575_366_66),
            ("s7422".to_owned(), 0.999_987_900_545_702_5),
        ] {
            assert_eq!(seedrandom(&seed), number, "{} letters", seed.len());
        }
    }

    /// What the clients' own code gives under Node.js 20: SillyTavern's hash, and RisuAI's number for the counts 0, 1, 7 and 999.
    #[test]
    fn texts_give_the_numbers_of_the_clients() {
        for (text, hash, numbers) in [
            (
                "",
                3_338_908_027_751_811,
                [
                    0.000_003_852_182_999_253_273,
                    0.000_014_122_575_521_469_116,
                    0.089_182_938_681_915_4,
                    0.546_810_593_921_691_2,
                ],
            ),
            (
                "a",
                7_929_297_801_672_961,
                [0.525_073_396_041_989_3, 0.940_565_758_151_933_6, 0.674_153_684_405_61, 0.482_193_570_351_228_1],
            ),
            (
                "b",
                8_684_336_938_537_663,
                [0.525_082_032_894_715_7, 0.940_576_718_188_822_3, 0.997_099_614_934_995_8, 0.876_616_259_338_334_2],
            ),
            (
                "ab",
                3_382_748_631_033_682,
                [0.880_439_003_463_834_5, 0.998_702_339_129_522_4, 0.564_961_661_817_506, 0.910_920_751_513_913_3],
            ),
            (
                "hello.",
                6_631_119_643_258_521,
                [0.386_004_138_505_086_3, 0.749_233_593_698_591, 0.155_569_280_264_899_13, 0.702_744_715_847_075],
            ),
            (
                "card-7chat-1",
                5_610_447_425_526_614,
                [0.585_033_648_880_198_6, 0.825_223_967_200_145_1, 0.454_841_754_399_24, 0.150_262_962_793_931_37],
            ),
            (
                "é",
                8_722_994_053_064_405,
                [0.526_248_008_012_771_6, 0.942_064_181_435_853_2, 0.451_893_012_272_194_03, 0.858_258_706_517_517_6],
            ),
            (
                "🙂",
                5_813_621_503_378_343,
                [0.745_682_059_321_552_5, 0.030_975_038_185_715_675, 0.255_120_716_523_379_1, 0.136_653_000_488_877_3],
            ),
            (
                "The quick brown fox jumps over the lazy dog",
                3_873_927_021_076_717,
                [0.529_585_238_546_133, 0.818_524_877_307_936_5, 0.743_988_699_978_217_5, 0.505_075_203_254_818_9],
            ),
            (
                "0",
                3_136_312_542_826_423,
                [0.524_650_190_258_398_7, 0.940_026_364_522_054_8, 0.223_557_383_520_528_67, 0.093_622_814_398_258_92],
            ),
            (
                &"a".repeat(65),
                4_590_291_714_048_475,
                [0.794_209_690_764_546_4, 0.419_557_550_689_205_5, 0.843_067_982_932_552_7, 0.471_615_219_954_401_25],
            ),
        ] {
            assert_eq!(cyrb53(text), hash, "{text}");
            assert_eq!([0, 1, 7, 999].map(|count| risu(text, count)), numbers, "{text}");
            assert_eq!([1000, 1007].map(|count| risu(text, count)), [numbers[0], numbers[2]], "{text}");
        }
    }
}
