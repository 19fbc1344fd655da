//! Opening whatever a file is.

use crate::card_entry::{self, CardEntryRule};
use crate::carrier::Carrier;
use crate::charx::{self, Charx};
use crate::error::Error;
use crate::exif::{self, Part};
use crate::limits::Limits;
use crate::png::{ChunkPolicy, Png};
use crate::prom::{self, Prom};
use crate::sniff::{Format, sniff};
#[cfg(feature = "yaml")]
use crate::source;
use crate::source::Bytes;
#[cfg(feature = "yaml")]
use crate::source::Source;
use crate::zip::{self, Archive};
use cards_words::setters;

/// How a file is opened.
///
/// ```
/// use cards_container::{Accept, Limits, OpenOptions, open};
/// let options = OpenOptions::default().with_accept(Accept::Valid).with_limits(Limits::default().with_json(1 << 20));
/// let tags_are_no_list = br#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","tags":"bard"}}"#;
/// assert!(open(&tags_are_no_list[..], Limits::default())?.load().is_ok());
/// assert!(open(&tags_are_no_list[..], &options)?.load().is_err());
/// # Ok::<(), cards_container::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct OpenOptions {
    /// Which chunks of a PNG count.
    pub chunks: ChunkPolicy,
    /// Which entry of an archive is the card.
    pub entry: CardEntryRule,
    /// Which texts count as a card.
    pub accept: Accept,
    /// The limits.
    pub limits: Limits,
}

/// Which texts count as a card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Accept {
    /// Those with a sensible reading; what was odd about them is a finding.
    #[default]
    Readable,
    /// Also those with commas and comments that JSON has no room for, for tools that mend what people wrote by hand.
    Mendable,
    /// Those alone that break no MUST rule of their spec.
    Valid,
}

cards_words::named! {
    Accept: "reading";
    Readable => "readable",
    Mendable => "mendable",
    Valid => "valid",
}

setters! {
    OpenOptions:
    with_chunks chunks: ChunkPolicy,
    with_entry entry: CardEntryRule,
    with_accept accept: Accept,
    with_limits limits: Limits,
}

impl From<Limits> for OpenOptions {
    fn from(limits: Limits) -> Self {
        Self::default().with_limits(limits)
    }
}

impl From<&Limits> for OpenOptions {
    fn from(limits: &Limits) -> Self {
        limits.clone().into()
    }
}

impl From<&OpenOptions> for OpenOptions {
    fn from(options: &OpenOptions) -> Self {
        options.clone()
    }
}

/// An opened file, of whatever kind its bytes say.
///
/// ```
/// use cards_container::{Container, Limits, open};
/// let file = open(&br#"{"spec":"chara_card_v2","data":{"name":"Aria"}}"#[..], Limits::default())?;
/// let entries = match file.container {
///     Container::Charx(charx) => charx.archive().len(),
///     Container::Prom(prom) => prom.archive().len(),
///     _ => 0,
/// };
/// assert_eq!(entries, 0);
/// # Ok::<(), cards_container::Error>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum Container<'s> {
    /// PNG or APNG.
    Png(Png<'s>),
    /// An archive with `card.json`.
    Charx(Charx<'s>),
    /// An archive with `data.json`.
    Prom(Prom<'s>),
    /// JSON text; [`read_json`](crate::read_json) reads it.
    Json(Bytes<'s>),
    /// A file of another program: YAML, EXIF of a picture, a package.
    Carrier(Carrier<'s>),
    /// A RisuAI module; [`Risum::read`](crate::risum::Risum::read) reads it.
    Risum(Bytes<'s>),
}

impl<'s> Container<'s> {
    /// Opens a file by its content. A PNG that no card chunk is in, with an archive behind it, is opened as the archive.
    pub(crate) fn of(mut source: Bytes<'s>, options: &OpenOptions) -> Result<Self, Error> {
        let format = sniff(&mut *source)?;
        match format {
            Format::Png | Format::DamagedPng => {
                let mut png = Png::of(source, &options.chunks, &options.limits)?;
                if png.candidates().is_empty() && zip::is_archive(&mut *png.source, false)? {
                    return Self::archive(png.into_source(), options);
                }
                Ok(Self::Png(png))
            }
            Format::Zip => Self::archive(source, options),
            Format::Json => Ok(Self::Json(source)),
            Format::Risum => Ok(Self::Risum(source)),
            Format::Webp | Format::Jpeg => Self::from_exif(source, format, &options.limits),
            #[cfg(feature = "yaml")]
            Format::Text if is_yaml(&mut *source)? => Carrier::yaml(&mut *source, &options.limits).map(Self::Carrier),
            other => Err(Error::Unsupported(other)),
        }
    }

    /// Names what the file holds beside its card, and beside the picture that it is: the other entries of an archive, the assets in
    /// a PNG, the pictures of a package. Text alone has no room for any of it.
    ///
    /// ```
    /// use cards_container::{Limits, open};
    /// let file = open(&br#"{"spec":"chara_card_v2","data":{"name":"Aria"}}"#[..], Limits::default())?;
    /// assert!(file.container.beside_the_card().is_empty());
    /// # Ok::<(), cards_container::Error>(())
    /// ```
    #[must_use]
    pub fn beside_the_card(&self) -> Vec<String> {
        let others = |archive: &Archive<'_>, is_other: &dyn Fn(usize) -> bool| {
            let others = archive.entries().filter(|entry| !entry.is_folder() && is_other(entry.index));
            others.map(|entry| String::from_utf8_lossy(entry.name.bytes).into_owned()).collect()
        };
        match self {
            Self::Charx(charx) => others(charx.archive(), &|index| index != charx.card_entry()),
            Self::Prom(prom) => others(prom.archive(), &|index| index != prom.card_entry()),
            Self::Png(png) => png.assets().iter().map(|asset| asset.path.clone()).collect(),
            // What else is in a package is read into what the carrier says.
            Self::Carrier(carrier) => carrier
                .archive()
                .map(|archive| others(archive, &|index| carrier.pictures().contains(&index)))
                .unwrap_or_default(),
            Self::Json(_) | Self::Risum(_) => Vec::new(),
        }
    }

    fn archive(source: Bytes<'s>, options: &OpenOptions) -> Result<Self, Error> {
        let archive = Archive::of(source, &options.limits)?;
        match card_entry::find(&archive, charx::CARD, options.entry) {
            Err(no_card @ Error::NoCard { .. }) => match card_entry::find(&archive, prom::DATA, options.entry) {
                Ok(_) => Prom::from_archive(archive, options.entry).map(Self::Prom),
                Err(Error::NoCard { .. }) => match Carrier::package(archive, &options.limits)? {
                    Ok(package) => Ok(Self::Carrier(package)),
                    Err(_) => Err(no_card),
                },
                Err(other) => Err(other),
            },
            _ => Charx::from_archive(archive, options.entry).map(Self::Charx),
        }
    }

    /// A picture that can hold a card in its EXIF data and its comments alone.
    fn from_exif(mut source: Bytes<'s>, format: Format, limits: &Limits) -> Result<Self, Error> {
        let blocks = exif::of_picture(&mut *source, format, Part::Exif, limits)?;
        if let Some(carrier) = blocks.iter().find_map(|block| Carrier::exif(block, format, limits)) {
            return Ok(Self::Carrier(carrier));
        }
        let comments = exif::of_picture(&mut *source, format, Part::Comment, limits)?;
        if let Some(carrier) = comments.iter().find_map(|text| Carrier::comment(text, limits)) {
            return Ok(Self::Carrier(carrier));
        }
        match blocks.iter().find_map(|block| exif::unreadable(block)) {
            Some(found) => Err(Error::NoCard { container: "the picture", found: found.to_owned() }),
            None => Err(Error::Unsupported(format)),
        }
    }
}

#[cfg(feature = "yaml")]
fn is_yaml(source: &mut dyn Source) -> Result<bool, Error> {
    let mut head = [0; 4096];
    let got = source::fill(source, 0, &mut head)?;
    Ok(is_yaml_character(head.get(..got).unwrap_or_default()))
}

/// Whether a text may be a character in YAML: a line has a name, and another one what goes with a name, or a marker does.
/// Reading it tells for certain.
#[cfg(feature = "yaml")]
fn is_yaml_character(head: &[u8]) -> bool {
    let text = String::from_utf8_lossy(head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head));
    let has = |key: &str| text.lines().any(|line| line.strip_prefix(key).is_some_and(|rest| rest.starts_with(':')));
    let named = has("name") || has("bot") || has("char_name");
    let told = ["context", "greeting", "first_mes", "char_greeting", "char_persona"].into_iter().any(has);
    (named && told)
        || text.lines().any(|line| line.starts_with("spec: chara_card_v") || line.starts_with("spec: \"chara_card_v"))
}
