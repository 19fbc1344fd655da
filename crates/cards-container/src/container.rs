//! Opening whatever a file is.

use crate::card_entry::{self, CardEntryRule};
use crate::charx::{self, Charx};
use crate::error::Error;
use crate::exif;
use crate::limits::Limits;
use crate::png::{ChunkPolicy, Png, Program};
use crate::prom::{self, Prom};
use crate::setters::setters;
use crate::sniff::{Format, sniff};
use crate::source::{self, Source};
use crate::zip::{self, Archive};

/// How a file is opened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct OpenOptions {
    /// Which chunks of a PNG count.
    pub chunks: ChunkPolicy,
    /// Which entry of an archive is the card.
    pub entry: CardEntryRule,
    /// The limits.
    pub limits: Limits,
}

setters! {
    OpenOptions:
    with_chunks chunks: ChunkPolicy,
    with_entry entry: CardEntryRule,
    with_limits limits: Limits,
}

/// An opened file, of whatever kind its bytes say.
#[derive(Debug)]
#[non_exhaustive]
pub enum Container<S> {
    /// PNG or APNG.
    Png(Png<S>),
    /// An archive with `card.json`.
    Charx(Charx<S>),
    /// An archive with `data.json`.
    Prom(Prom<S>),
    /// JSON text; [`read_json`](crate::read_json) reads it.
    Json(S),
    /// A RisuAI module; [`Risum::read`](crate::risum::Risum::read) reads it.
    Risum(S),
}

impl<S: Source> Container<S> {
    /// Opens a file by its content.
    ///
    /// A PNG that no card chunk stands in, with an archive behind it, is opened as the archive.
    ///
    /// # Errors
    /// [`Error::Unsupported`] names what the file is instead; and what opening its kind answers.
    ///
    /// # Examples
    /// ```
    /// use cards_container::{Container, OpenOptions};
    ///
    /// let file = br#"{"name": "Aria"}"#;
    /// assert!(matches!(Container::open(&file[..], &OpenOptions::default()), Ok(Container::Json(_))));
    ///
    /// let error = Container::open(&b"GIF89a..."[..], &OpenOptions::default()).unwrap_err();
    /// assert_eq!(error.class(), "unsupported-container");
    /// ```
    pub fn open(mut source: S, options: &OpenOptions) -> Result<Self, Error> {
        match sniff(&mut source)? {
            Format::Png | Format::DamagedPng => {
                let mut png = Png::open(source, &options.chunks, &options.limits)?;
                if png.candidates().is_empty() && zip::is_archive(&mut png.source, false)? {
                    return Self::archive(png.into_source(), options);
                }
                Ok(Self::Png(png))
            }
            Format::Zip => Self::archive(source, options),
            Format::Json => Ok(Self::Json(source)),
            Format::Risum => Ok(Self::Risum(source)),
            other => Err(unread(&mut source, other, &options.limits)?),
        }
    }

    fn archive(source: S, options: &OpenOptions) -> Result<Self, Error> {
        let archive = Archive::open(source, &options.limits)?;
        match card_entry::find(&archive, charx::CARD, options.entry) {
            Err(no_card @ Error::NoCard { .. }) => match card_entry::find(&archive, prom::DATA, options.entry) {
                Ok(_) => Prom::from_archive(archive, options.entry).map(Self::Prom),
                Err(Error::NoCard { .. }) => Err(no_card),
                Err(other) => Err(other),
            },
            _ => Charx::from_archive(archive, options.entry).map(Self::Charx),
        }
    }
}

/// Names what a file is instead, also where it holds a card in a form that is not read.
fn unread(source: &mut impl Source, format: Format, limits: &Limits) -> Result<Error, Error> {
    let found = match format {
        Format::Webp | Format::Jpeg => {
            let block = exif::of_picture(source, format, limits)?;
            block.and_then(|block| Program::of_exif(&block, limits)).map(|program| {
                format!("its EXIF data hold a card in the form of {program} alone, which is not read here")
            })
        }
        Format::Text => {
            let mut head = [0; 4096];
            let got = source::fill(source, 0, &mut head)?;
            is_yaml_character(head.get(..got).unwrap_or_default()).then(|| {
                "it is a character in YAML, as text-generation-webui and aichar write them, which is not read here"
                    .to_owned()
            })
        }
        _ => None,
    };
    Ok(found.map_or(Error::Unsupported(format), |found| Error::NoCard { container: "the file", found }))
}

/// Whether a text begins as a character of text-generation-webui: a name, and a context or a greeting.
fn is_yaml_character(head: &[u8]) -> bool {
    let text = String::from_utf8_lossy(head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head));
    let has = |key: &str| text.lines().any(|line| line.strip_prefix(key).is_some_and(|rest| rest.starts_with(':')));
    let named = has("name") || has("bot") || has("char_name");
    let told = ["context", "greeting", "first_mes", "char_greeting", "char_persona"].into_iter().any(has);
    (named && told)
        || text.lines().any(|line| line.starts_with("spec: chara_card_v") || line.starts_with("spec: \"chara_card_v"))
}
