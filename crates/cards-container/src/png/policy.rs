//! Which chunks count, and which of them wins.

use super::keyword::{Keyword, TextKind};
use cards_words::setters;

/// Which of several chunks of one keyword is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Twins {
    /// The first readable one, as SillyTavern.
    First,
    /// The last readable one, as RisuAI.
    Last,
}

cards_words::named! {
    Twins: "choice among payloads";
    First => "first",
    Last => "last",
}

/// Which checksums are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CrcRule {
    /// None.
    Ignore,
    /// Those of the card chunks: a wrong one is a finding while the payload reads, and the error when it does not.
    Cards,
    /// That of every chunk but `IEND`: a wrong one refuses the file. Reads every byte.
    All,
}

cards_words::named! {
    CrcRule: "rule for checksums";
    Ignore => "ignore",
    Cards => "cards",
    All => "all",
}

/// How forgiving base64 is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Base64Rule {
    /// Whitespace, the URL alphabet and missing padding are read; any other byte is an error.
    Lenient,
    /// Every foreign byte is skipped, as JavaScript runtimes do; never an error.
    SkipJunk,
}

cards_words::named! {
    Base64Rule: "rule for base64";
    Lenient => "lenient",
    SkipJunk => "skip-junk",
}

/// How a PNG's chunks are read: our own rule, and those of the clients that we compare with.
///
/// Start from a named policy and change a field: `ChunkPolicy::lenient().with_twins(Twins::Last)`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ChunkPolicy {
    /// The keywords looked for; a better one comes first in [`Keyword`]'s order.
    pub keywords: Vec<Keyword>,
    /// Whether a keyword counts in any case.
    pub any_case: bool,
    /// Whether `zTXt` and `iTXt` count beside `tEXt`.
    pub all_text_kinds: bool,
    /// Which of several equal keywords is taken.
    pub twins: Twins,
    /// Whether the next candidate is tried when a better one cannot be read.
    pub fallback: bool,
    /// Whether chunks behind `IEND` count, after all others.
    pub after_end: bool,
    /// Which checksums are looked at.
    pub crc: CrcRule,
    /// How base64 is read.
    pub base64: Base64Rule,
    /// Whether a card chunk may hold JSON text as it is, without base64.
    pub plain_json: bool,
    /// Whether the file must begin with `IHDR` and go on to `IEND`, and text must hold no NUL.
    pub strict_structure: bool,
}

impl ChunkPolicy {
    /// The default: reads whatever has a sensible reading, and says what was odd.
    pub fn lenient() -> Self {
        Self {
            keywords: Keyword::ALL.to_vec(),
            any_case: true,
            all_text_kinds: true,
            twins: Twins::First,
            fallback: true,
            after_end: true,
            crc: CrcRule::Cards,
            base64: Base64Rule::Lenient,
            plain_json: true,
            strict_structure: false,
        }
    }

    /// What SillyTavern 1.19 reads: `tEXt` alone, every checksum right, the first `ccv3` or else `chara` whatever it
    /// holds. de facto: SillyTavern 1.19.
    pub fn silly_tavern() -> Self {
        Self {
            keywords: vec![Keyword::Ccv3, Keyword::Chara],
            all_text_kinds: false,
            fallback: false,
            after_end: false,
            crc: CrcRule::All,
            base64: Base64Rule::SkipJunk,
            plain_json: false,
            strict_structure: true,
            ..Self::lenient()
        }
    }

    /// What RisuAI reads: `tEXt` alone, exact keywords, the last chunk of a kind, no checksums.
    /// de facto: RisuAI 460ecae.
    pub fn risu() -> Self {
        Self {
            keywords: vec![Keyword::Ccv3, Keyword::Chara],
            any_case: false,
            all_text_kinds: false,
            twins: Twins::Last,
            fallback: false,
            after_end: false,
            crc: CrcRule::Ignore,
            plain_json: false,
            ..Self::lenient()
        }
    }

    pub(crate) fn takes_kind(&self, kind: TextKind) -> bool {
        self.all_text_kinds || kind == TextKind::Plain
    }

    pub(crate) fn takes_keyword(&self, found: &[u8]) -> Option<Keyword> {
        let keyword = Keyword::of(found)?;
        let exact = keyword.as_str().as_bytes() == found;
        (self.keywords.contains(&keyword) && (self.any_case || exact)).then_some(keyword)
    }
}

setters! {
    ChunkPolicy:
    with_keywords keywords: Vec<Keyword>,
    with_any_case any_case: bool,
    with_all_text_kinds all_text_kinds: bool,
    with_twins twins: Twins,
    with_fallback fallback: bool,
    with_after_end after_end: bool,
    with_crc crc: CrcRule,
    with_base64 base64: Base64Rule,
    with_plain_json plain_json: bool,
    with_strict_structure strict_structure: bool,
}

impl Default for ChunkPolicy {
    fn default() -> Self {
        Self::lenient()
    }
}
