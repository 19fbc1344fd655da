//! Oddities that were read around.

use crate::place::Place;
use crate::png::Program;
use crate::zip::NameError;

/// Something odd about a container that did not stop the reader.
///
/// Findings come in document order beside the value. The text of each is one sentence for people;
/// [`Finding::code`] is a word that stays the same from release to release.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Finding {
    /// The keyword is spelled in another case than the specs have it.
    #[error("{place} spells the keyword `{found}` instead of `{exact}`")]
    KeywordCase {
        /// The chunk.
        place: Place,
        /// As found.
        found: String,
        /// As the specs have it.
        exact: &'static str,
    },
    /// The keyword is no one's standard, yet holds a card.
    #[error("{place} uses the keyword `chara_card_v3`, which no spec names; other programs will not find this card")]
    OddKeyword {
        /// The chunk.
        place: Place,
    },
    /// The payload is in `zTXt` or `iTXt`.
    #[error("{place} is a {kind} chunk; several programs read cards from tEXt alone")]
    NotPlainText {
        /// The chunk.
        place: Place,
        /// The chunk type.
        kind: &'static str,
    },
    /// The payload is behind the end of the picture.
    #[error("{place} is behind `IEND`; other programs will not find this card")]
    AfterEnd {
        /// The chunk.
        place: Place,
    },
    /// The checksum is wrong although the payload is whole.
    #[error("{place} does not match its checksum: its bytes are all there, and one or more of them may be wrong")]
    BadCrc {
        /// The chunk.
        place: Place,
    },
    /// The base64 uses the URL alphabet.
    #[error("{place} is base64 of the URL alphabet")]
    UrlAlphabet {
        /// The chunk.
        place: Place,
    },
    /// The base64 lacks its padding.
    #[error("{place} is base64 without its padding")]
    MissingPadding {
        /// The chunk.
        place: Place,
    },
    /// The payload is JSON text without base64.
    #[error("{place} holds JSON text without base64; most programs cannot read it")]
    PlainJson {
        /// The chunk.
        place: Place,
    },
    /// Another program keeps a payload of its own in the picture.
    #[error("{place} holds a copy for {program} alone, {}", says(differs.as_deref()))]
    Foreign {
        /// The chunk.
        place: Place,
        /// The program.
        program: Program,
        /// Which texts of the copy are others than those of the card, where somebody compared them.
        differs: Option<Vec<&'static str>>,
    },
    /// Another program's own payload was not written.
    #[error("{place}, a copy for {program} alone, was taken out")]
    ForeignDropped {
        /// The chunk in the old file.
        place: Place,
        /// The program.
        program: Program,
    },
    /// Several chunks of one keyword differ.
    #[error("{count} `{keyword}` chunks differ; the one at byte {chosen} was taken")]
    DifferingTwins {
        /// The keyword.
        keyword: &'static str,
        /// How many there are.
        count: usize,
        /// Where the chosen one stands.
        chosen: u64,
    },
    /// Several chunks of one keyword say the same.
    #[error("{count} `{keyword}` chunks hold the same card")]
    EqualTwins {
        /// The keyword.
        keyword: &'static str,
        /// How many there are.
        count: usize,
    },
    /// A better candidate could not be read, so another was taken.
    #[error("{place} was passed over: {reason}")]
    PassedOver {
        /// The better candidate.
        place: Place,
        /// The error's class.
        class: &'static str,
        /// Why it could not be read.
        reason: String,
    },
    /// The file ends before its format says.
    #[error("{place} is cut off: the file ends at byte {size}")]
    Truncated {
        /// The part that misses bytes.
        place: Place,
        /// The size of the file.
        size: u64,
    },
    /// Bytes that are no chunk are where one should.
    #[error("the chunk at byte {offset} has no valid type; what follows was not read")]
    Garbled {
        /// Where.
        offset: u64,
    },
    /// The picture does not begin with its header chunk.
    #[error("the PNG does not begin with an `IHDR` chunk")]
    NoHeader,
    /// Bytes follow the picture.
    #[error("{count} bytes follow the end of the picture")]
    Trailing {
        /// How many.
        count: u64,
    },
    /// Bytes that followed the picture were not written.
    #[error("{count} bytes behind the end of the picture were left out")]
    TrailingDropped {
        /// How many.
        count: u64,
    },
    /// Bytes are in front of the archive.
    #[error("{count} bytes are in front of the archive{}", if *.adjusted { "" } else { ", and its offsets do not count them" })]
    Prefix {
        /// How many.
        count: u64,
        /// Whether the stored offsets count them.
        adjusted: bool,
    },
    /// Bytes are behind the archive.
    #[error("{count} bytes are behind the archive")]
    Suffix {
        /// How many.
        count: u64,
    },
    /// The end record counts entries wrongly.
    #[error("the end record counts {claimed} entries, the directory holds {found}")]
    WrongCount {
        /// As the end record says.
        claimed: u64,
        /// As found.
        found: u64,
    },
    /// The card was found by a looser rule than the spec's.
    #[error("the card is at `{name}` instead of `{exact}` at the root")]
    CardName {
        /// As found.
        name: String,
        /// As the spec has it.
        exact: &'static str,
    },
    /// Two archive entries have one name.
    #[error("archive entry `{entry}` stands {count} times; the last in the directory counts")]
    DuplicateEntry {
        /// The name.
        entry: String,
        /// How often.
        count: usize,
    },
    /// The entry's name must not become a path.
    #[error("archive entry `{entry}` will not be extracted: {reason}")]
    UnsafeName {
        /// The name, made fit for printing.
        entry: String,
        /// What is wrong with it.
        reason: NameError,
    },
    /// The entry's name has backslashes for separators.
    #[error("archive entry `{entry}` separates folders with backslashes")]
    Backslash {
        /// The name.
        entry: String,
    },
    /// The entry's name is not ASCII.
    #[error("archive entry `{entry}` has a name that is not ASCII")]
    NotAscii {
        /// The name.
        entry: String,
    },
    /// The entry's name is in an unknown encoding.
    #[error("archive entry `{entry}` has a name that is not UTF-8; it is listed, and will not be extracted")]
    UndecodableName {
        /// The name, with wrong bytes replaced.
        entry: String,
    },
    /// The entry is encrypted.
    #[error("archive entry `{entry}` is encrypted")]
    EncryptedEntry {
        /// The name.
        entry: String,
    },
    /// The entry claims more than a limit allows.
    #[error("archive entry `{entry}` claims {size} bytes, over the limit of {limit}")]
    OversizedEntry {
        /// The name.
        entry: String,
        /// The size claimed.
        size: u64,
        /// The limit.
        limit: u64,
    },
    /// An asset's URI points at nothing.
    #[error("asset {index} points at `{uri}`, which the container does not hold")]
    MissingAsset {
        /// Its index in the card's list.
        index: usize,
        /// The URI, made fit for printing.
        uri: String,
    },
    /// An asset's URI points outside the container or at another machine's files.
    #[error("asset {index} points at `{uri}`: {reason}")]
    AssetUri {
        /// Its index in the card's list.
        index: usize,
        /// The URI, made fit for printing.
        uri: String,
        /// What is odd about it.
        reason: &'static str,
    },
    /// A Prom archive lacks a part that its spec wants.
    #[error("the Prom archive has no `{name}`{consequence}")]
    MissingPart {
        /// The file.
        name: &'static str,
        /// What follows from it, with a leading comma or semicolon, or nothing.
        consequence: &'static str,
    },
    /// A file of the archive is listed nowhere.
    #[error("archive entry `{entry}` belongs to no asset of the card")]
    Unlisted {
        /// The name.
        entry: String,
    },
    /// Something of a file does not go along when the file is taken apart or becomes another kind of file.
    #[error("`{what}` is left out: {reason}")]
    LeftOut {
        /// What it is, by its name or path, made fit for printing.
        what: String,
        /// Why.
        reason: &'static str,
    },
    /// A CCv3L card goes into a picture.
    #[error(
        "a CCv3L card in a picture is under `ccv3`, where SillyTavern shows it without a greeting; a CHARX suits it"
    )]
    V3lInPicture,
    /// The card's list of assets lacks its own picture, and got it.
    #[error("the card's own picture was none of its assets; it is listed now, as icon `{name}`")]
    PictureListed {
        /// The new asset's name.
        name: String,
    },
}

impl Finding {
    /// The finding's code: a stable word for programs to look at.
    pub fn code(&self) -> &'static str {
        match self {
            Self::KeywordCase { .. } => "keyword-case",
            Self::OddKeyword { .. } => "odd-keyword",
            Self::NotPlainText { .. } => "not-plain-text",
            Self::AfterEnd { .. } => "after-end",
            Self::BadCrc { .. } => "bad-crc",
            Self::UrlAlphabet { .. } => "base64-url-alphabet",
            Self::MissingPadding { .. } => "base64-padding",
            Self::PlainJson { .. } => "plain-json",
            Self::Foreign { .. } => "foreign-payload",
            Self::ForeignDropped { .. } => "foreign-dropped",
            Self::DifferingTwins { .. } => "differing-twins",
            Self::EqualTwins { .. } => "equal-twins",
            Self::PassedOver { .. } => "passed-over",
            Self::Truncated { .. } => "truncated",
            Self::Garbled { .. } => "garbled",
            Self::NoHeader => "no-header",
            Self::Trailing { .. } => "trailing-bytes",
            Self::TrailingDropped { .. } => "trailing-dropped",
            Self::Prefix { .. } => "archive-prefix",
            Self::Suffix { .. } => "archive-suffix",
            Self::WrongCount { .. } => "wrong-count",
            Self::CardName { .. } => "card-name",
            Self::DuplicateEntry { .. } => "duplicate-entry",
            Self::UnsafeName { .. } => "zip-slip",
            Self::Backslash { .. } => "backslash",
            Self::NotAscii { .. } => "not-ascii",
            Self::UndecodableName { .. } => "undecodable-name",
            Self::EncryptedEntry { .. } => "encrypted",
            Self::OversizedEntry { .. } => "too-large",
            Self::MissingAsset { .. } => "missing-asset",
            Self::AssetUri { .. } => "asset-uri",
            Self::MissingPart { .. } => "missing-part",
            Self::Unlisted { .. } => "unlisted",
            Self::LeftOut { .. } => "left-out",
            Self::V3lInPicture => "v3l-in-picture",
            Self::PictureListed { .. } => "picture-listed",
        }
    }

    /// Where it is, but for findings about the file as a whole and about assets that the card lists.
    pub fn place(&self) -> Option<Place> {
        match self {
            Self::KeywordCase { place, .. }
            | Self::OddKeyword { place }
            | Self::NotPlainText { place, .. }
            | Self::AfterEnd { place }
            | Self::BadCrc { place }
            | Self::UrlAlphabet { place }
            | Self::MissingPadding { place }
            | Self::PlainJson { place }
            | Self::Foreign { place, .. }
            | Self::ForeignDropped { place, .. }
            | Self::PassedOver { place, .. }
            | Self::Truncated { place, .. } => Some(place.clone()),
            Self::DuplicateEntry { entry, .. }
            | Self::UnsafeName { entry, .. }
            | Self::Backslash { entry }
            | Self::NotAscii { entry }
            | Self::UndecodableName { entry }
            | Self::EncryptedEntry { entry }
            | Self::OversizedEntry { entry, .. }
            | Self::Unlisted { entry } => Some(Place::Entry(entry.clone())),
            Self::CardName { name, .. } => Some(Place::Entry(name.clone())),
            _ => None,
        }
    }
}

/// What a copy says beside the card.
fn says(differs: Option<&[&str]>) -> String {
    match differs {
        None => "which may say something else than the card".to_owned(),
        Some([]) => "which says the same as the card".to_owned(),
        Some(names) => format!("which says something else than the card: another {}", names.join(", another ")),
    }
}
