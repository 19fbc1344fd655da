//! The named limits of every reader.

use cards_words::setters;

/// How much any reader of this crate takes in before it stops.
///
/// Each field is alone, so that a caller raises just the one that an error names:
/// `Limits::default().with_member(1 << 30)`.
///
/// ```
/// use cards_container::{Limits, open};
/// let small = Limits::default().with_json(10);
/// let file = br#"{"name":"Aria","first_mes":"Hi","description":"d"}"#;
/// assert!(open(file, &small).and_then(|mut opened| opened.load()).is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of one JSON payload once decoded. Default 32 MiB: the largest public lorebook cards stay under 5 MiB.
    pub json: u64,
    /// Bytes of one PNG text chunk, as stored and after inflating. Default 64 MiB: base64 of the largest JSON allowed
    /// takes 43 MiB, and asset chunks of the RisuAI form stay below it too.
    pub text_chunk: u64,
    /// Chunks in one PNG. Default 500 000: a 400 MB picture cut into chunks of 8 KiB has 50 000.
    pub chunks: u64,
    /// Card chunks of one PNG that are tried before giving up. Default 16: real files have up to three, and each try may
    /// inflate and parse as much as the other limits allow.
    pub candidates: usize,
    /// Bytes of one archive entry once inflated. Default 256 MiB: a short video or a voice pack.
    pub member: u64,
    /// Entries in one archive. Default 65 535, the most that an archive without ZIP64 can hold; it admits the
    /// archives of 20 000 emotion pictures that exist, and listing that many takes milliseconds.
    pub members: u64,
    /// Bytes of one central directory. Default 32 MiB: 65 535 entries with names of 400 bytes.
    pub directory: u64,
    /// Bytes inflated out of one archive over its whole life. Default 4 GiB, ten times the largest cards in use.
    pub archive_total: u64,
    /// Times that inflating may grow its input, past `ratio_floor`. Default 200: JSON text of cards stays under 30,
    /// pictures near 1; only filler reaches more.
    pub ratio: u64,
    /// Bytes that may be inflated from one stream before `ratio` counts; eight times as many for a whole archive.
    /// Default 8 MiB, below which no ratio hurts.
    pub ratio_floor: u64,
    /// Bytes of a `module.risum`, and of each asset blob in it. Default 256 MiB, as for an archive entry.
    pub module: u64,
}

impl Default for Limits {
    fn default() -> Self {
        const MIB: u64 = 1 << 20;
        Self {
            json: 32 * MIB,
            text_chunk: 64 * MIB,
            chunks: 500_000,
            candidates: 16,
            member: 256 * MIB,
            members: 65_535,
            directory: 32 * MIB,
            archive_total: 4096 * MIB,
            ratio: 200,
            ratio_floor: 8 * MIB,
            module: 256 * MIB,
        }
    }
}

impl Limits {
    /// The limits under which the JSON of a card is read: those of cards-model, with this size.
    #[must_use]
    pub fn for_json(&self) -> cards_model::Limits {
        cards_model::Limits::default().with_bytes(self.json)
    }
}

setters! {
    Limits:
    with_json json: u64,
    with_text_chunk text_chunk: u64,
    with_chunks chunks: u64,
    with_candidates candidates: usize,
    with_member member: u64,
    with_members members: u64,
    with_directory directory: u64,
    with_archive_total archive_total: u64,
    with_ratio ratio: u64,
    with_ratio_floor ratio_floor: u64,
    with_module module: u64,
}
