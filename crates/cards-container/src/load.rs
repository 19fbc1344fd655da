//! A file of any container as the document that it holds.

use cards_model::{Document, Grammar, Limits as JsonLimits, Peek, Reading};

use crate::container::{Container, OpenOptions};
use crate::error::Error;
use crate::finding::Finding;
use crate::json::read_json;
use crate::limits::Limits;
use crate::place::Place;
use crate::png::{Payload, Png, Unreadable, Why};
use crate::source::Source;

/// The kind of file that a document came in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FileKind {
    /// A JSON file.
    Json,
    /// A PNG picture.
    Png,
    /// An animated PNG picture.
    Apng,
    /// A CHARX archive.
    Charx,
    /// A Prom archive.
    Prom,
}

impl FileKind {
    /// The name for people.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Json => "JSON",
            Self::Png => "PNG",
            Self::Apng => "APNG",
            Self::Charx => "CHARX",
            Self::Prom => "Prom ZIP",
        }
    }
}

/// A document, and how it stood in its file.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The document.
    pub document: Document,
    /// The kind of file.
    pub kind: FileKind,
    /// The part of the file that holds the document.
    pub place: Place,
    /// Why this part was taken among several; absent where there is but one place for a card.
    pub why: Option<Why>,
    /// What was odd about the container; what was odd about the document is in [`Document::findings`].
    pub findings: Vec<Finding>,
}

/// Reads a card, lorebook or module out of a file of any container, told by content.
///
/// Only the parts that are needed are read: chunk headers and text chunks of a picture, directory and card of an
/// archive.
///
/// # Errors
/// [`Error::Unsupported`] for other kinds of files, [`Error::Unreadable`] where the JSON has no reading, and the
/// errors of each container.
///
/// # Examples
/// ```
/// use cards_container::{FileKind, Limits, load};
///
/// let file = br#"{"spec":"chara_card_v2","data":{"name":"Aria"}}"#;
/// let loaded = load(&file[..], &Limits::default())?;
/// assert_eq!(loaded.kind, FileKind::Json);
/// assert_eq!(loaded.document.card().map(|card| card.name()), Some("Aria"));
/// # Ok::<(), cards_container::Error>(())
/// ```
pub fn load<S: Source>(source: S, limits: &Limits) -> Result<Loaded, Error> {
    load_opened(&mut open(source, limits)?, limits)
}

/// Opens a file for [`load_opened`], so that its assets and other parts can be read afterwards.
///
/// # Errors
/// As [`Container::open`].
pub fn open<S: Source>(source: S, limits: &Limits) -> Result<Container<S>, Error> {
    Container::open(source, &OpenOptions { limits: limits.clone(), ..OpenOptions::default() })
}

/// Reads the document of an opened file, which stays open for its assets.
///
/// # Errors
/// As [`load`].
pub fn load_opened<S: Source>(container: &mut Container<S>, limits: &Limits) -> Result<Loaded, Error> {
    load_in(container, limits, Grammar::Strict)
}

/// Reads the document of an opened file in [`Grammar::Relaxed`], for tools that mend what people wrote by hand.
///
/// # Errors
/// As [`load`].
pub fn load_relaxed<S: Source>(container: &mut Container<S>, limits: &Limits) -> Result<Loaded, Error> {
    load_in(container, limits, Grammar::Relaxed)
}

fn load_in<S: Source>(container: &mut Container<S>, limits: &Limits, grammar: Grammar) -> Result<Loaded, Error> {
    if let Container::Png(png) = container {
        return load_png(png, limits, grammar);
    }
    let Raw { kind, place, bytes, findings } = raw(container, limits)?;
    let reading = read_json_bytes(&bytes, limits, grammar).map_err(|odd| odd.at(place.clone()))?;
    let document = reading.keep(bytes);
    Ok(Loaded { document, kind, place, why: None, findings })
}

/// The one JSON payload of a file that has but one place for it.
struct Raw {
    kind: FileKind,
    place: Place,
    bytes: Vec<u8>,
    findings: Vec<Finding>,
}

fn raw<S: Source>(container: &mut Container<S>, limits: &Limits) -> Result<Raw, Error> {
    let (kind, place, bytes, findings) = match container {
        Container::Charx(charx) => (FileKind::Charx, charx.place(), charx.card_json()?, charx.findings().to_vec()),
        Container::Prom(prom) => (FileKind::Prom, prom.place(), prom.card_json()?, prom.findings().to_vec()),
        Container::Json(source) => (FileKind::Json, Place::File, read_json(source, limits)?, Vec::new()),
        Container::Png(_) | Container::Risum(_) => {
            let found = "this is a RisuAI module; its lorebook is read with `risum::Risum`".to_owned();
            return Err(Error::NoCard { container: "the file", found });
        }
    };
    Ok(Raw { kind, place, bytes, findings })
}

impl Unreadable {
    fn at(self, place: Place) -> Error {
        Error::Unreadable { place, class: self.class, reason: self.reason }
    }
}

/// What a listing shows of a file, and how it stood there.
#[derive(Clone, Debug)]
pub struct Peeked {
    /// Name, creator, tags and counts.
    pub peek: Peek,
    /// The kind of file.
    pub kind: FileKind,
    /// The part of the file that holds the document.
    pub place: Place,
}

/// Reads what a listing shows of a file of any container, without building the document.
///
/// # Errors
/// As [`load`]; the JSON is checked for its grammar only as far as [`cards_model::peek`] does.
pub fn peek<S: Source>(source: S, limits: &Limits) -> Result<Peeked, Error> {
    let mut container = open(source, limits)?;
    if let Container::Png(png) = &mut container {
        let kind = if png.is_animated() { FileKind::Apng } else { FileKind::Png };
        let mut peeked = None;
        let choice = png.choose(|payload: &Payload| {
            peeked = Some(peek_json(&payload.bytes, limits)?);
            Ok(())
        })?;
        let place = choice.payload.candidate.place();
        let Some(peek) = peeked else {
            return Err(Error::NoCard { container: kind.name(), found: "no payload was read".to_owned() });
        };
        return Ok(Peeked { peek, kind, place });
    }
    let Raw { kind, place, bytes, .. } = raw(&mut container, limits)?;
    let peek = peek_json(&bytes, limits).map_err(|odd| odd.at(place.clone()))?;
    Ok(Peeked { peek, kind, place })
}

fn peek_json(bytes: &[u8], limits: &Limits) -> Result<Peek, Unreadable> {
    let limits = JsonLimits::default().with_bytes(limits.json);
    cards_model::peek(bytes, limits).map_err(|error| Unreadable { class: error.class(), reason: error.to_string() })
}

fn load_png<S: Source>(png: &mut Png<S>, limits: &Limits, grammar: Grammar) -> Result<Loaded, Error> {
    let kind = if png.is_animated() { FileKind::Apng } else { FileKind::Png };
    let mut reading = None;
    let choice = png.choose(|payload: &Payload| {
        reading = Some(read_json_bytes(&payload.bytes, limits, grammar)?);
        Ok(())
    })?;
    let place = choice.payload.candidate.place();
    let Some(reading) = reading else {
        return Err(Error::NoCard { container: kind.name(), found: "no payload was read".to_owned() });
    };
    let document = reading.keep(choice.payload.bytes);
    Ok(Loaded { document, kind, place, why: Some(choice.why), findings: choice.findings })
}

fn read_json_bytes(bytes: &[u8], limits: &Limits, grammar: Grammar) -> Result<Reading, Unreadable> {
    let limits = JsonLimits::default().with_bytes(limits.json);
    Reading::of(bytes, grammar, limits).map_err(|error| Unreadable { class: error.class(), reason: error.to_string() })
}
