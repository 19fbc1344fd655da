//! A file of any container as the document that it holds.

use std::io::{Read, Seek};

use cards_model::{Document, Evidence, Grammar, Peek, Reading, peek_with_evidence};

use crate::container::{Container, OpenOptions};
use crate::error::{Error, Unreadable};
use crate::finding::Finding;
use crate::json::read_json;
use crate::kind::FileKind;
use crate::limits::Limits;
use crate::place::Place;
use crate::png::{Foreign, Keyword, Payload, Png, Why};
use crate::source::{Seekable, Source};

/// A document, and how it was in its file.
#[derive(Clone, Debug)]
#[non_exhaustive]
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
///
/// An opened file has no length of its own; the compiler says so and names [`load_from`], which takes it:
/// ```compile_fail
/// # use cards_container::{Limits, load};
/// let loaded = load(std::fs::File::open("aria.png").unwrap(), &Limits::default());
/// ```
pub fn load(source: impl Source, limits: &Limits) -> Result<Loaded, Error> {
    load_opened(&mut open(source, limits)?, limits)
}

/// Reads a file as [`load`] does, from anything that reads and seeks, such as an opened file.
///
/// # Errors
/// As [`load`]; [`Error::Io`] where its length cannot be told.
pub fn load_from(reader: impl Read + Seek + Send, limits: &Limits) -> Result<Loaded, Error> {
    load(Seekable::new(reader).map_err(|source| Error::Io { offset: 0, source })?, limits)
}

/// Reads a file as [`load`] does, and takes a card that breaks a MUST rule of its spec for unreadable.
///
/// # Errors
/// As [`load`]; [`Error::json`] gives all broken rules.
pub fn load_strict(source: impl Source, limits: &Limits) -> Result<Loaded, Error> {
    let container = &mut open(source, limits)?;
    let read = |bytes: &[u8], _: Evidence| Ok(Document::read_strict(bytes, &limits.for_json())?);
    let ReadJson { value: document, kind, place, why, findings, .. } = read_opened(container, limits, read)?;
    Ok(Loaded { document, kind, place, why, findings })
}

/// Opens a file for [`load_opened`], so that its assets and other parts can be read afterwards.
///
/// # Errors
/// As [`Container::open`].
pub fn open<'s>(source: impl Source + 's, limits: &Limits) -> Result<Container<'s>, Error> {
    Container::open(source, &OpenOptions { limits: limits.clone(), ..OpenOptions::default() })
}

/// Reads the document of an opened file, which stays open for its assets.
///
/// # Errors
/// As [`load`].
pub fn load_opened(container: &mut Container<'_>, limits: &Limits) -> Result<Loaded, Error> {
    load_in(container, limits, Grammar::Strict)
}

/// Reads the document of an opened file in [`Grammar::Relaxed`], for tools that mend what people wrote by hand.
///
/// # Errors
/// As [`load`].
pub fn load_relaxed(container: &mut Container<'_>, limits: &Limits) -> Result<Loaded, Error> {
    load_in(container, limits, Grammar::Relaxed)
}

fn load_in(container: &mut Container<'_>, limits: &Limits, grammar: Grammar) -> Result<Loaded, Error> {
    let ReadJson { value: reading, bytes, kind, place, why, findings } =
        read_opened(container, limits, |bytes, evidence| {
            Ok(Reading::with_evidence(bytes, grammar, evidence, &limits.for_json())?)
        })?;
    Ok(Loaded { document: reading.keep(bytes), kind, place, why, findings })
}

/// What a reader of the caller's made of a card's JSON, and how that was in its file.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ReadJson<T> {
    /// What the reader answered.
    pub value: T,
    /// The JSON text.
    pub bytes: Vec<u8>,
    /// The kind of file.
    pub kind: FileKind,
    /// The part of the file that holds the JSON.
    pub place: Place,
    /// Why this part was taken among several; absent where there is but one place for a card.
    pub why: Option<Why>,
    /// What was odd about the container.
    pub findings: Vec<Finding>,
}

/// Reads the JSON text of an opened file with a reader of the caller's, for what neither [`load_opened`] nor [`peek`]
/// gives.
///
/// Where a picture has several payloads, `read` is asked about the best first, and about the next where it refuses. Where
/// it refuses all of them by their members alone, it is asked once more with [`Evidence::CardPlace`], as they are under a
/// keyword of cards.
///
/// # Errors
/// As [`load`]; [`Error::Unreadable`] says what `read` says of the best payload.
///
/// # Examples
/// ```
/// use cards_container::{Limits, Unreadable, open, read_opened};
/// use cards_model::Evidence;
///
/// let file = br#"{"spec":"chara_card_v2","data":{"name":"Aria"}}"#;
/// let limits = Limits::default();
/// let count = |json: &[u8], _: Evidence| Ok::<usize, Unreadable>(json.len());
/// assert_eq!(read_opened(&mut open(&file[..], &limits)?, &limits, count)?.value, file.len());
/// # Ok::<(), cards_container::Error>(())
/// ```
pub fn read_opened<T>(
    container: &mut Container<'_>,
    limits: &Limits,
    mut read: impl FnMut(&[u8], Evidence) -> Result<T, Unreadable>,
) -> Result<ReadJson<T>, Error> {
    let (kind, place, bytes, findings) = match container {
        Container::Png(png) => return read_png(png, read),
        Container::Charx(charx) => (FileKind::Charx, charx.place(), charx.card_json()?, charx.findings().to_vec()),
        Container::Prom(prom) => (FileKind::Prom, prom.place(), prom.card_json()?, prom.findings().to_vec()),
        Container::Carrier(carrier) => (carrier.kind(), carrier.place().clone(), carrier.json().to_vec(), Vec::new()),
        Container::Json(source) => (FileKind::Json, Place::File, read_json(&mut **source, limits)?, Vec::new()),
        Container::Risum(_) => {
            let found = "this is a RisuAI module; its lorebook is read with `risum::Risum`".to_owned();
            return Err(Error::NoCard { container: "the file", found });
        }
    };
    let value = read(&bytes, Evidence::Members).map_err(|odd| odd.at(place.clone()))?;
    Ok(ReadJson { value, bytes, kind, place, why: None, findings })
}

fn read_png<T>(
    png: &mut Png<'_>,
    mut read: impl FnMut(&[u8], Evidence) -> Result<T, Unreadable>,
) -> Result<ReadJson<T>, Error> {
    let kind = if png.is_animated() { FileKind::Apng } else { FileKind::Png };
    let mut value = None;
    let mut chosen = png.choose(|payload: &Payload| {
        value = Some(read(&payload.bytes, Evidence::Members)?);
        Ok(())
    });
    if matches!(&chosen, Err(refused) if refused.class() == "not-a-card") {
        // A payload that tells itself counts before one that only its keyword tells.
        chosen = png.choose(|payload: &Payload| {
            let evidence = match payload.candidate.keyword {
                Keyword::Ccv3 | Keyword::Chara | Keyword::CharaCardV3 => Evidence::CardPlace,
                Keyword::Mod => Evidence::Members,
            };
            value = Some(read(&payload.bytes, evidence)?);
            Ok(())
        });
    }
    let choice = match chosen {
        Err(no_card @ Error::NoCard { .. }) => return read_foreign(png, kind, read, no_card),
        chosen => chosen?,
    };
    let place = choice.payload.candidate.place();
    let Some(value) = value else {
        return Err(Error::NoCard { container: kind.name(), found: "no payload was read".to_owned() });
    };
    Ok(ReadJson { value, bytes: choice.payload.bytes, kind, place, why: Some(choice.why), findings: choice.findings })
}

/// Reads a payload that another program keeps in a form of its own, in a picture without a card of the specs.
fn read_foreign<T>(
    png: &mut Png<'_>,
    kind: FileKind,
    mut read: impl FnMut(&[u8], Evidence) -> Result<T, Unreadable>,
    no_card: Error,
) -> Result<ReadJson<T>, Error> {
    let mut refused = no_card;
    let payloads = png.foreign()?;
    for payload in payloads.iter().take(png.limits.candidates) {
        let Some(bytes) = png.foreign_json(payload)? else { continue };
        match read(&bytes, Evidence::Members) {
            Ok(value) => {
                let others = payloads.iter().filter(|other| *other != payload);
                let findings = png.findings().iter().cloned().chain(others.map(Foreign::finding)).collect();
                let why = Some(if payloads.len() == 1 { Why::Only } else { Why::Fallback });
                return Ok(ReadJson { value, bytes, kind, place: payload.place(), why, findings });
            }
            Err(odd) => refused = odd.at(payload.place()),
        }
    }
    Err(refused)
}

/// What a listing shows of a file, and how it was there.
#[derive(Clone, Debug)]
#[non_exhaustive]
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
pub fn peek(source: impl Source, limits: &Limits) -> Result<Peeked, Error> {
    let ReadJson { value: peek, kind, place, .. } =
        read_opened(&mut open(source, limits)?, limits, |bytes, evidence| {
            Ok(peek_with_evidence(bytes, evidence, &limits.for_json())?)
        })?;
    Ok(Peeked { peek, kind, place })
}
