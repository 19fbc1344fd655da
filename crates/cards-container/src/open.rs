//! A file of any container as the document that it holds.

use cards_model::{Document, Evidence, Grammar, Peek, Reading, peek_with_evidence};

use crate::container::{Accept, Container, OpenOptions};
use crate::error::{Error, Unreadable};
use crate::finding::Finding;
use crate::json::read_json;
use crate::kind::FileKind;
use crate::limits::Limits;
use crate::place::Place;
use crate::png::{Foreign, Keyword, Payload, Png, Why};
use crate::risum::Risum;
use crate::source::{Bytes, Source};

/// A document, and how it was in its file.
///
/// ```
/// use cards_container::{Limits, open};
/// let card = br#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","tags":"bard"}}"#;
/// let loaded = open(&card[..], Limits::default())?.load()?;
/// println!("{} in {}", loaded.document.content.form(), loaded.kind);
/// for finding in loaded.document.findings() {
///     println!("{finding}");
/// }
/// assert!(loaded.findings.is_empty());
/// # Ok::<(), cards_container::Error>(())
/// ```
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

/// A file that was opened: its structure was read, and what it holds is read when it is asked for.
///
/// ```
/// use cards_container::{Limits, open};
/// let card = br#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria"}}"#;
/// let mut file = open(&card[..], Limits::default())?;
/// println!("{} bytes", file.size);
/// let document = file.load()?.document;
/// assert_eq!(document.card().map(|card| card.name()), Some("Aria"));
/// # Ok::<(), cards_container::Error>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct OpenFile<'s> {
    /// The file, for its assets and other parts.
    pub container: Container<'s>,
    /// The size of the whole file in bytes.
    pub size: u64,
    options: OpenOptions,
}

/// Opens a file of any container; its content says which.
///
/// Only its structure is read: chunk headers of a picture, the directory of an archive. [`OpenFile::load`] reads what it
/// holds. Limits are options too: `open(source, &limits)`.
///
/// # Errors
/// [`Error::Unsupported`] for other kinds of files, and the errors of each container.
///
/// # Examples
/// ```
/// use cards_container::{FileKind, Limits, open};
///
/// let file = br#"{"spec":"chara_card_v2","data":{"name":"Aria"}}"#;
/// let loaded = open(&file[..], &Limits::default())?.load()?;
/// assert_eq!(loaded.kind, FileKind::Json);
/// assert_eq!(loaded.document.card().map(|card| card.name()), Some("Aria"));
///
/// let error = open(&b"GIF89a..."[..], &Limits::default()).unwrap_err();
/// assert_eq!(error.class(), "unsupported-container");
/// # Ok::<(), cards_container::Error>(())
/// ```
///
/// An opened [`File`](std::fs::File) is a source as it is. Of what else reads and seeks the compiler says that it has no length, and
/// names [`Seekable::new`](crate::Seekable::new):
/// ```compile_fail
/// # use cards_container::{Limits, open};
/// let file = open(std::io::Cursor::new(b"{}"), &Limits::default());
/// ```
pub fn open<'s>(source: impl Source + 's, options: impl Into<OpenOptions>) -> Result<OpenFile<'s>, Error> {
    OpenFile::of(Box::new(source), options.into())
}

impl<'s> OpenFile<'s> {
    fn of(source: Bytes<'s>, options: OpenOptions) -> Result<Self, Error> {
        Ok(Self { size: source.size(), container: Container::of(source, &options)?, options })
    }

    /// The limits that the file was opened with.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.options.limits
    }

    /// Reads the card, lorebook or module of the file, which stays open for its assets.
    ///
    /// # Errors
    /// [`Error::Unreadable`] where the JSON has no reading, or not the one that [`OpenOptions::accept`] asks for: then
    /// [`Error::json`] gives all broken rules; and the errors of each container.
    pub fn load(&mut self) -> Result<Loaded, Error> {
        match self.options.accept {
            Accept::Readable => self.load_in(Grammar::Strict),
            Accept::Mendable => match self.load_in(Grammar::Strict) {
                Err(strict) if strict.class() == "bad-json" => self.load_in(Grammar::Relaxed).map_err(|_| strict),
                read => read,
            },
            Accept::Valid => {
                let json = self.limits().for_json();
                let read = self.read(|bytes, _| Ok(Document::read_strict(bytes, &json)?))?;
                let ReadJson { value: document, kind, place, why, findings, .. } = read;
                Ok(Loaded { document, kind, place, why, findings })
            }
        }
    }

    fn load_in(&mut self, grammar: Grammar) -> Result<Loaded, Error> {
        let json = self.limits().for_json();
        let read = self.read(|bytes, evidence| Ok(Reading::with_evidence(bytes, grammar, evidence, &json)?))?;
        let ReadJson { value: reading, bytes, kind, place, why, findings } = read;
        Ok(Loaded { document: reading.keep(bytes), kind, place, why, findings })
    }

    /// Reads what a listing shows, without building the document.
    ///
    /// # Errors
    /// As [`OpenFile::load`]; the JSON is checked for its grammar only as far as [`cards_model::peek`] does.
    pub fn peek(&mut self) -> Result<Peeked, Error> {
        let json = self.limits().for_json();
        let read = self.read(|bytes, evidence| Ok(peek_with_evidence(bytes, evidence, &json)?))?;
        Ok(Peeked { peek: read.value, kind: read.kind, place: read.place })
    }

    /// Reads the JSON text of the file with a reader of the caller's, for what neither [`OpenFile::load`] nor
    /// [`OpenFile::peek`] gives.
    ///
    /// Where a picture has several payloads, `read` is asked about the best first, and about the next where it refuses.
    /// Where it refuses all of them by their members alone, it is asked once more with [`Evidence::CardPlace`], as they are
    /// under a keyword of cards.
    ///
    /// # Errors
    /// As [`OpenFile::load`]; [`Error::Unreadable`] says what `read` says of the best payload.
    ///
    /// # Examples
    /// ```
    /// use cards_container::{Limits, open};
    ///
    /// let file = br#"{"spec":"chara_card_v2","data":{"name":"Aria"}}"#;
    /// assert_eq!(open(&file[..], &Limits::default())?.read(|json, _| Ok(json.len()))?.value, file.len());
    /// # Ok::<(), cards_container::Error>(())
    /// ```
    pub fn read<T>(
        &mut self,
        mut read: impl FnMut(&[u8], Evidence) -> Result<T, Unreadable>,
    ) -> Result<ReadJson<T>, Error> {
        let (kind, place, bytes, findings) = match &mut self.container {
            Container::Png(png) => return read_png(png, read),
            Container::Charx(charx) => (FileKind::Charx, charx.place(), charx.card_json()?, charx.findings().to_vec()),
            Container::Prom(prom) => (FileKind::Prom, prom.place(), prom.card_json()?, prom.findings().to_vec()),
            Container::Carrier(carrier) => {
                (carrier.kind(), carrier.place().clone(), carrier.json().to_vec(), Vec::new())
            }
            Container::Json(source) => {
                (FileKind::Json, Place::File, read_json(&mut **source, &self.options.limits)?, Vec::new())
            }
            Container::Risum(source) => {
                let module = Risum::of(&mut **source, &self.options.limits)?;
                (FileKind::Risum, Place::Module("JSON".to_owned()), module.json, Vec::new())
            }
        };
        let value = read(&bytes, Evidence::Members).map_err(|odd| odd.at(place.clone()))?;
        Ok(ReadJson { value, bytes, kind, place, why: None, findings })
    }
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
        return Err(Error::NoCard { container: kind.as_str(), found: "no payload was read".to_owned() });
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
        let bytes = match png.foreign_json(payload) {
            Ok(Some(bytes)) => bytes,
            Ok(None) => continue,
            // Another one may be read.
            Err(error @ Error::TooLarge { .. }) => {
                refused = error;
                continue;
            }
            Err(error) => return Err(error),
        };
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
