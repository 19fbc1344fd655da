//! A file of any container as the document that it holds.

use cards_model::{Document, Limits as JsonLimits};

use crate::error::Error;
use crate::finding::Finding;
use crate::json::read_json;
use crate::limits::Limits;
use crate::place::Place;
use crate::png::{ChunkPolicy, Payload, Png, Unreadable, Why};
use crate::sniff::{Format, sniff};
use crate::source::Source;

/// The container that a document came in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Container {
    /// A JSON file.
    Json,
    /// A PNG picture.
    Png,
    /// An animated PNG picture.
    Apng,
}

impl Container {
    /// The name for people.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Json => "JSON",
            Self::Png => "PNG",
            Self::Apng => "APNG",
        }
    }
}

/// A document, and how it stood in its file.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The document.
    pub document: Document,
    /// The kind of file.
    pub container: Container,
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
pub fn load<S: Source>(mut source: S, limits: &Limits) -> Result<Loaded, Error> {
    match sniff(&mut source)? {
        Format::Png | Format::DamagedPng => load_png(source, limits),
        Format::Json => load_json(source, limits),
        other => Err(Error::Unsupported(other)),
    }
}

/// The limits of the JSON reader that go with the limits of a container.
fn json_limits(limits: &Limits) -> JsonLimits {
    JsonLimits::default().with_bytes(limits.json)
}

fn read_document(bytes: Vec<u8>, limits: &Limits) -> Result<Document, Unreadable> {
    Document::read(bytes, json_limits(limits))
        .map_err(|error| Unreadable { class: error.class(), reason: error.to_string() })
}

fn load_json<S: Source>(mut source: S, limits: &Limits) -> Result<Loaded, Error> {
    let bytes = read_json(&mut source, limits)?;
    let document = read_document(bytes, limits).map_err(|odd| unreadable(Place::File, odd))?;
    Ok(Loaded { document, container: Container::Json, place: Place::File, why: None, findings: Vec::new() })
}

fn load_png<S: Source>(source: S, limits: &Limits) -> Result<Loaded, Error> {
    let mut png = Png::open(source, &ChunkPolicy::lenient(), limits)?;
    let container = if png.is_animated() { Container::Apng } else { Container::Png };
    let mut document = None;
    let choice = png.choose(|payload: &Payload| {
        document = Some(read_document(payload.bytes.clone(), limits)?);
        Ok(())
    })?;
    let place = choice.payload.candidate.place();
    let Some(document) = document else {
        return Err(Error::NoCard { container: container.name(), found: "no payload was read".to_owned() });
    };
    Ok(Loaded { document, container, place, why: Some(choice.why), findings: choice.findings })
}

fn unreadable(place: Place, Unreadable { class, reason }: Unreadable) -> Error {
    Error::Unreadable { place, class, reason }
}
