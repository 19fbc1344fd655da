//! The errors of every reader and writer here.

use std::io;

use crate::place::Place;
use crate::sniff::Format;
use crate::zip::NameError;

/// What lies behind an error, of whatever type.
pub type Cause = Box<dyn std::error::Error + Send + Sync>;

/// Why a reader turns a payload down, before it is known where that stands.
#[derive(Debug)]
pub struct Unreadable {
    /// The error class to report, such as `bad-json`.
    pub class: &'static str,
    /// The cause.
    pub source: Cause,
}

impl Unreadable {
    /// Turns a payload down for a reason, which may be an error or a text.
    pub fn new(class: &'static str, source: impl Into<Cause>) -> Self {
        Self { class, source: source.into() }
    }

    pub(crate) fn at(self, place: Place) -> Error {
        Error::Unreadable { place, class: self.class, source: self.source }
    }
}

impl From<cards_model::Error> for Unreadable {
    fn from(error: cards_model::Error) -> Self {
        Self::new(error.class(), error)
    }
}

/// Why a container could not be read or written.
///
/// Each message says where, and what to do where something can be done. [`Error::class`] is a word that stays the
/// same from release to release.
///
/// It is no `Clone`: what the system said is none, and a cause keeps its type for whoever asks for it. An
/// [`Arc`](std::sync::Arc) shares one.
///
/// ```
/// use cards_container::{Limits, open};
/// let error = open(&b"%PDF-1.7"[..], Limits::default()).unwrap_err();
/// // A word that stays the same from release to release, and a sentence for people.
/// assert_eq!(error.class(), "unsupported-container");
/// assert!(error.to_string().contains("PDF"));
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The source failed.
    #[error("reading at byte {offset} failed")]
    Io {
        /// Where the read began.
        offset: u64,
        /// What the system said.
        source: io::Error,
    },
    /// The output failed.
    #[error("writing failed")]
    Write {
        /// What the system said.
        source: io::Error,
    },
    /// The file ends too early.
    #[error("{place} is cut off: the file ends at byte {size}; fetch it again from where it came")]
    Truncated {
        /// The part that misses bytes.
        place: Place,
        /// The size of the file.
        size: u64,
    },
    /// Something is larger than a limit.
    #[error("{place} has {size} bytes or more, over the limit of {limit}; raise `Limits::{name}` to read it")]
    TooLarge {
        /// What is too large.
        place: Place,
        /// The size claimed, or reached when reading stopped.
        size: u64,
        /// The limit.
        limit: u64,
        /// The field of `Limits` that holds it.
        name: &'static str,
    },
    /// There is more of something than a limit allows.
    #[error("{place} has {count} {what} or more, over the limit of {limit}; raise `Limits::{name}` to read it")]
    TooMany {
        /// Where they stand.
        place: Place,
        /// What there are too many of.
        what: &'static str,
        /// How many were claimed or seen.
        count: u64,
        /// The limit.
        limit: u64,
        /// The field of `Limits` that holds it.
        name: &'static str,
    },
    /// Inflating grows the data as no honest file does.
    #[error(
        "{place} inflates to more than {limit} times its size, as only a bomb does; raise `Limits::ratio` to read it"
    )]
    Ratio {
        /// What was inflated.
        place: Place,
        /// The limit.
        limit: u64,
    },
    /// The PNG signature is damaged.
    #[error("the PNG signature is damaged, as when a transfer changes line ends: {hint}")]
    BadSignature {
        /// What the damage looks like.
        hint: &'static str,
    },
    /// The stored checksum does not fit the bytes.
    #[error("{place} does not match its checksum and cannot be read; the file is damaged")]
    BadCrc {
        /// The part that was checked.
        place: Place,
    },
    /// The PNG has no header chunk where the policy demands one.
    #[error("the PNG does not begin with an `IHDR` chunk")]
    NoHeader,
    /// A text chunk is not built as the PNG standard says.
    #[error("{place} is not a well-formed text chunk: {reason}")]
    BadText {
        /// The chunk.
        place: Place,
        /// What is wrong.
        reason: &'static str,
    },
    /// Compressed data cannot be inflated.
    #[error("{place} cannot be inflated; the compressed data is damaged")]
    BadDeflate {
        /// What was inflated.
        place: Place,
    },
    /// A payload is not base64.
    #[error("{place} is not base64: byte {at} of the text is `{found}`{hint}")]
    BadBase64 {
        /// The chunk.
        place: Place,
        /// The offending byte's place in the text.
        at: usize,
        /// The offending byte, made fit for printing.
        found: String,
        /// What the text seems to be instead, with a leading comma, or nothing.
        hint: &'static str,
    },
    /// The payload or the archive entry is encrypted.
    #[error("{place} is encrypted ({how}); export it without protection from the program that made it")]
    Encrypted {
        /// What is encrypted.
        place: Place,
        /// By what.
        how: &'static str,
    },
    /// The payload is there, and its text has no reading.
    #[error("{place} holds no readable card")]
    Unreadable {
        /// Where the payload stands.
        place: Place,
        /// The class of the cause.
        class: &'static str,
        /// Why it has none; [`Error::json`] gives it as what it is, with line and column.
        source: Cause,
    },
    /// What was written cannot be read again under the same limits.
    #[error("the new file could not be read again, so it is not handed out")]
    NotReadBack {
        /// What reading it said.
        source: Box<Error>,
    },
    /// The container is fine, and there is no card in it.
    #[error("{container} holds no card: {found}")]
    NoCard {
        /// The kind of container.
        container: &'static str,
        /// What was found instead.
        found: String,
    },
    /// The file is of a kind that this crate does not read.
    #[error("this is {} and not a card container; cards come as PNG, APNG, CHARX, ZIP or JSON", .0.described())]
    Unsupported(Format),
    /// The archive's structure is broken.
    #[error("{place} is broken: {reason}")]
    BadZip {
        /// The broken part.
        place: Place,
        /// What is wrong.
        reason: &'static str,
    },
    /// Two archive entries claim the same bytes, as quoted-overlap bombs do.
    #[error("archive entry `{entry}` overlaps `{other}`; no packer writes this, so the archive is refused")]
    Overlap {
        /// The entry that begins first.
        entry: String,
        /// The entry that begins inside it.
        other: String,
    },
    /// One name occurs twice where it decides what the card is.
    #[error("archive entry `{entry}` stands {count} times; readers differ on which one counts, so it is refused")]
    Duplicate {
        /// The name.
        entry: String,
        /// How often it stands.
        count: usize,
    },
    /// The entry is compressed in a way that this crate cannot undo.
    #[error("archive entry `{entry}` uses compression method {method}; pack it again with deflate")]
    Method {
        /// The entry.
        entry: String,
        /// The method number.
        method: u16,
    },
    /// The name of an archive entry must not become a path.
    #[error("archive entry `{entry}` cannot be extracted: {reason}")]
    UnsafeName {
        /// The name, made fit for printing.
        entry: String,
        /// What is wrong with it.
        reason: NameError,
    },
    /// The file is no RisuAI module that this crate knows.
    #[error("the RisuAI module cannot be read: {reason} (byte {found:#04x})")]
    BadModule {
        /// What is wrong.
        reason: &'static str,
        /// The byte that was found.
        found: u8,
    },
    /// The file is no RisuAI preset that this crate knows.
    #[error("the RisuAI preset cannot be read: {reason}; export it again, as JSON where that can be had")]
    BadPreset {
        /// What is wrong.
        reason: &'static str,
    },
    /// What was to be written does not fit the format.
    #[error("{place} cannot be written: {reason}")]
    CannotWrite {
        /// The part.
        place: Place,
        /// Why not.
        reason: &'static str,
    },
}

impl From<cards_model::Error> for Error {
    /// The error of a text that is a file of its own.
    fn from(error: cards_model::Error) -> Self {
        Unreadable::from(error).at(Place::File)
    }
}

impl Error {
    /// Why the JSON text has no reading, where that is the error: with line, column and JSON pointer.
    pub fn json(&self) -> Option<&cards_model::Error> {
        match self {
            Self::Unreadable { source, .. } => source.downcast_ref(),
            _ => None,
        }
    }

    /// The message and those of its causes, in one line.
    pub fn chain(&self) -> String {
        let mut text = self.to_string();
        let mut source = std::error::Error::source(self);
        while let Some(cause) = source {
            text.push_str(": ");
            text.push_str(&cause.to_string());
            source = cause.source();
        }
        text
    }

    /// The part of the file that it is about, where it is about one.
    pub fn place(&self) -> Option<&Place> {
        match self {
            Self::Truncated { place, .. }
            | Self::TooLarge { place, .. }
            | Self::TooMany { place, .. }
            | Self::Ratio { place, .. }
            | Self::BadCrc { place }
            | Self::BadText { place, .. }
            | Self::BadDeflate { place, .. }
            | Self::BadBase64 { place, .. }
            | Self::Encrypted { place, .. }
            | Self::Unreadable { place, .. }
            | Self::BadZip { place, .. }
            | Self::CannotWrite { place, .. } => Some(place),
            Self::NotReadBack { source } => source.place(),
            _ => None,
        }
    }

    /// The error's class: a stable word for programs to look at.
    pub fn class(&self) -> &'static str {
        match self {
            Self::Io { .. } | Self::Write { .. } => "io",
            Self::Truncated { .. } => "truncated",
            Self::TooLarge { .. } | Self::Ratio { .. } => "too-large",
            Self::TooMany { .. } => "limit",
            Self::BadSignature { .. } => "bad-signature",
            Self::BadCrc { .. } => "bad-crc",
            Self::NoHeader => "bad-signature",
            Self::BadText { .. } | Self::CannotWrite { .. } => "bad-field",
            Self::BadBase64 { .. } => "bad-base64",
            Self::Encrypted { .. } => "encrypted",
            Self::Unreadable { class, .. } => class,
            Self::NotReadBack { source } => source.class(),
            Self::NoCard { .. } => "not-a-card",
            Self::Unsupported(Format::Rar | Format::SevenZip) => "bad-zip",
            Self::Unsupported(Format::Empty) => "truncated",
            Self::Unsupported(Format::Text | Format::Json) => "not-a-card",
            Self::Unsupported(_) => "unsupported-container",
            Self::BadZip { .. } | Self::Overlap { .. } | Self::Method { .. } | Self::BadDeflate { .. } => "bad-zip",
            Self::BadModule { .. } | Self::BadPreset { .. } => "unsupported-container",
            Self::Duplicate { .. } => "duplicate-entry",
            Self::UnsafeName { .. } => "zip-slip",
        }
    }
}
