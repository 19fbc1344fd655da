//! A JSON file of this field: its bytes, what they mean, and what was odd about them.

use std::borrow::Cow;

use crate::document::Findings;
use crate::json::{self, Reader, Style, Writer, strict_text, with_line_ends_of};
use crate::read::detect::{Detection, Reason, by_surface, detect};
use crate::read::hybrid;
use crate::read::surface::Surface;
use crate::rules::validate::merged;
use crate::rules::{self, Letter};
use crate::{Card, Content, Error, Finding, Form, Limits, ValidateOptions, prom, v2, v3, v3l, validate};

/// A card, lorebook or module as a file: what it holds, the bytes it came from, and what was odd about them.
///
/// An untouched document writes the very bytes that it was read from. An edited one keeps the value and the order of
/// everything that was not edited, and the layout (compact, or indented as before).
///
/// ```
/// use cards_model::{Card, Document, Limits};
/// let text = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","x":[1.50]}}"#;
/// let mut document = Document::read(text, Limits::default())?;
/// assert_eq!(document.to_bytes(), text.as_bytes());
///
/// if let Some(Card::V2(card)) = document.card_mut() {
///     card.data.name = "Mira".into();
/// }
/// assert_eq!(document.to_bytes(), text.replace("Aria", "Mira").as_bytes());
/// # Ok::<(), cards_model::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// What the file holds.
    pub content: Content,
    detection: Detection,
    findings: Vec<Finding>,
    source: Option<Source>,
}

/// The bytes that a document came from.
#[derive(Clone, Debug, PartialEq)]
struct Source {
    bytes: Vec<u8>,
    grammar: Grammar,
    limits: Limits,
}

/// Which texts count as JSON.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Grammar {
    /// RFC 8259.
    #[default]
    Strict,
    /// RFC 8259 with comments and trailing commas, as readers of 2023 took it.
    Relaxed,
}

impl Document {
    /// Reads a file leniently: whatever has a sensible reading is read, with a finding for each oddity. The bytes are
    /// copied; [`Reading`] takes them over.
    ///
    /// # Errors
    /// [`Error::Json`] for what is not JSON or past a limit, [`Error::NotACard`] and [`Error::UnsupportedVersion`] for
    /// JSON that is something else.
    pub fn read(bytes: impl AsRef<[u8]>, limits: Limits) -> Result<Self, Error> {
        Self::read_with(bytes, Grammar::Strict, limits)
    }

    /// Reads a file leniently in a grammar of choice.
    ///
    /// In [`Grammar::Relaxed`], comments (`//` and `/* */`) and commas before a closing bracket are passed over with a
    /// finding. NaN and the infinities are no JSON in either.
    ///
    /// # Errors
    /// Those of [`Document::read`].
    pub fn read_with(bytes: impl AsRef<[u8]>, grammar: Grammar, limits: Limits) -> Result<Self, Error> {
        let bytes = bytes.as_ref();
        Ok(Reading::of(bytes, grammar, limits)?.keep(bytes.to_vec()))
    }

    /// Reads a file strictly: broken MUST rules are an error that lists them all.
    ///
    /// # Errors
    /// Those of [`Document::read`], and [`Error::Strict`]; [`Error::UnsupportedVersion`] for a CCv3L card of another
    /// version than 3.0.
    pub fn read_strict(bytes: impl AsRef<[u8]>, limits: Limits) -> Result<Self, Error> {
        let document = Self::read(bytes, limits)?;
        if let Content::Card(Card::V3L(card)) = &document.content
            && card.spec_version != v3l::SPEC_VERSION
        {
            // The one spec that has readers refuse every other version.
            return Err(Error::UnsupportedVersion { spec: v3l::SPEC.to_owned(), version: card.spec_version.clone() });
        }
        let broken = document.validate(ValidateOptions::STRICT.with_letter(Letter::Must));
        if broken.is_empty() { Ok(document) } else { Err(Error::Strict(broken)) }
    }

    /// A document that no file stands behind yet.
    #[must_use]
    pub fn new(content: impl Into<Content>) -> Self {
        let content = content.into();
        let because = "it was made so by a program";
        let detection = Detection { form: content.form(), reason: Reason::Shape { because, despite: None } };
        Self { content, detection, findings: Vec::new(), source: None }
    }

    /// The form of the file when it was read, and how that was told.
    #[must_use]
    pub fn detection(&self) -> &Detection {
        &self.detection
    }

    /// What was read around, in document order.
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// Everything that breaks a rule: what was read around first, in document order, then what the typed content
    /// shows, in the order of the rule table.
    ///
    /// After an edit, what was read around is still listed; read the new bytes to be rid of what the edit mended.
    #[must_use]
    pub fn validate(&self, options: ValidateOptions) -> Vec<Finding> {
        merged(&self.findings, validate(&self.content, options), options)
    }

    /// The bytes that the document was read from.
    #[must_use]
    pub fn source(&self) -> Option<&[u8]> {
        self.source.as_ref().map(|source| source.bytes.as_slice())
    }

    /// The card, if it is one.
    #[must_use]
    pub fn card(&self) -> Option<&Card> {
        match &self.content {
            Content::Card(card) => Some(card),
            _ => None,
        }
    }

    /// The card, to be changed.
    pub fn card_mut(&mut self) -> Option<&mut Card> {
        match &mut self.content {
            Content::Card(card) => Some(card),
            _ => None,
        }
    }

    /// The card, if it is one; the bytes that it was read from are let go.
    #[must_use]
    pub fn into_card(self) -> Option<Card> {
        match self.content {
            Content::Card(card) => Some(card),
            _ => None,
        }
    }

    /// Whether the content still is what the bytes say.
    ///
    /// This reads the bytes once more and compares, so that no edit can go unnoticed.
    #[must_use]
    pub fn is_untouched(&self) -> bool {
        let Some(source) = &self.source else {
            return false;
        };
        parse(&source.bytes, source.grammar, source.limits).is_ok_and(|parsed| parsed.content == self.content)
    }

    /// The file: the bytes that it was read from when nothing was edited, else new ones in the same layout.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        match &self.source {
            Some(source) if self.is_untouched() => source.bytes.clone(),
            Some(source) => with_line_ends_of(self.to_text(Style::like(&source.bytes)), &source.bytes).into_bytes(),
            None => self.to_text(Style::Compact).into_bytes(),
        }
    }

    /// The content as new JSON text in a given layout.
    #[must_use]
    pub fn to_text(&self, style: Style) -> String {
        let mut out = Writer::new(style);
        self.content.write(&mut out);
        out.finish()
    }
}

/// What bytes mean, before they are handed over for good.
///
/// A container that tries one payload after another reads each by reference, and gives away the bytes of the one that
/// it takes, so that a large card is not copied.
#[derive(Clone, Debug)]
pub struct Reading {
    parsed: Parsed,
    grammar: Grammar,
    limits: Limits,
}

impl Reading {
    /// Reads bytes leniently.
    ///
    /// # Errors
    /// Those of [`Document::read`].
    pub fn of(bytes: &[u8], grammar: Grammar, limits: Limits) -> Result<Self, Error> {
        Ok(Self { parsed: parse(bytes, grammar, limits)?, grammar, limits })
    }

    /// What the file holds.
    #[must_use]
    pub fn content(&self) -> &Content {
        &self.parsed.content
    }

    /// What was odd about it, in document order.
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        &self.parsed.findings
    }

    /// The document, with the bytes that were read. Given others, the document counts as edited.
    #[must_use]
    pub fn keep(self, bytes: Vec<u8>) -> Document {
        let Parsed { content, detection, findings } = self.parsed;
        let source = Source { bytes, grammar: self.grammar, limits: self.limits };
        Document { content, detection, findings, source: Some(source) }
    }
}

#[derive(Clone, Debug)]
struct Parsed {
    content: Content,
    detection: Detection,
    findings: Vec<Finding>,
}

fn parse(bytes: &[u8], grammar: Grammar, limits: Limits) -> Result<Parsed, Error> {
    let length = bytes.len() as u64;
    if length > limits.bytes {
        return Err(json::Error::TooLarge { bytes: length, limit: limits.bytes }.into());
    }
    let mut findings = Vec::new();
    let mut text = decode(bytes, &mut findings)?;
    if grammar == Grammar::Relaxed
        && let Cow::Owned(strict) = strict_text(&text)
    {
        findings.push(Finding::new(&rules::JSON_RELAXED, "", "comments or trailing commas; passed over"));
        text = Cow::Owned(strict);
    }
    let before = findings.len();
    let mut detection = detect(&text, limits)?;
    let mut content = read_as(detection.form, &text, limits, &mut findings)?;
    if lacks_data(&content) || looks_like_lynn(&content) {
        let exact = by_surface(&Surface::scan(&text, limits)?)?;
        if exact.form != detection.form {
            findings.truncate(before);
            content = read_as(exact.form, &text, limits, &mut findings)?;
            detection = exact;
        }
    }
    hybrid::read_root(&mut content, &mut findings, limits.findings);
    note_marker(&detection, &content, &mut findings);
    Ok(Parsed { content, detection, findings })
}

fn read_as(form: Form, text: &str, limits: Limits, findings: &mut Vec<Finding>) -> Result<Content, Error> {
    let mut reader = Reader::with_oddities(text, &limits, Findings::new(&limits));
    let content = Content::read(form, &mut reader)?;
    findings.extend(reader.finish()?.finish());
    Ok(content)
}

/// The bytes as text, without a byte order mark.
///
/// UTF-16 and UTF-32 are named by their marks instead of being read as so many NULs.
fn decode<'a>(bytes: &'a [u8], findings: &mut Vec<Finding>) -> Result<Cow<'a, str>, Error> {
    match bytes {
        [0xFF, 0xFE, 0, 0, ..] | [0, 0, 0xFE, 0xFF, ..] => return Err(Error::Encoding { encoding: "UTF-32" }),
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] | [b'{', 0, ..] | [0, b'{', ..] => {
            return Err(Error::Encoding { encoding: "UTF-16" });
        }
        _ => {}
    }
    let rest = match bytes.strip_prefix(b"\xEF\xBB\xBF") {
        Some(rest) => {
            findings.push(Finding::new(&rules::JSON_BOM, "", "a byte order mark stands before the text; passed over"));
            rest
        }
        None => bytes,
    };
    let text = match simdutf8::basic::from_utf8(rest) {
        Ok(text) => return Ok(Cow::Borrowed(text)),
        Err(_) => String::from_utf8_lossy(rest),
    };
    findings.push(Finding::new(&rules::JSON_UTF8, "", "some bytes are not UTF-8; read as U+FFFD"));
    Ok(text)
}

/// Whether a card's marker asks for `data` and none of the right type is there.
fn lacks_data(content: &Content) -> bool {
    match content {
        Content::Card(Card::V2(card)) => !card.rest.stood_right("data", &**card),
        Content::Card(Card::V3(card)) => !card.rest.stood_right("data", &**card),
        Content::Card(Card::V3L(card)) => !card.rest.stood_right("data", &**card),
        _ => false,
    }
}

/// Whether a card read as V3 has members that CCv3L would give it.
fn looks_like_lynn(content: &Content) -> bool {
    let Content::Card(Card::V3(card)) = content else {
        return false;
    };
    let rest = &card.data.rest;
    let unknown = rest.unknown();
    unknown.get("first_messages").is_some()
        || unknown.get("example_messages").is_some()
        || rest.holds_odd("creator_notes", &card.data)
}

/// Notes a marker or a version that does not fit what was read.
fn note_marker(detection: &Detection, content: &Content, findings: &mut Vec<Finding>) {
    if let Reason::Shape { because, despite } = &detection.reason {
        let says = despite
            .as_ref()
            .map_or_else(|| "no marker names the spec".to_owned(), |marker| format!("the marker says `{marker}`"));
        match detection.form {
            Form::V0 => findings.push(Finding::new(&rules::OLD_LAYOUT, "", "the layout before V1")),
            Form::V2 | Form::V3 | Form::V3L | Form::Prom => {
                findings.push(Finding::new(
                    &rules::MARKER,
                    "",
                    format!("{says}; read as {} since {because}", detection.form),
                ));
            }
            _ if despite.is_some() => {
                findings.push(Finding::new(
                    &rules::MARKER,
                    "/spec",
                    format!("{says}; read as {} since {because}", detection.form),
                ));
            }
            _ => {}
        }
    }
    let (version, wanted) = match content {
        Content::Card(Card::V2(card)) => (&card.spec_version, v2::SPEC_VERSION),
        Content::Card(Card::V3(card)) => (&card.spec_version, v3::SPEC_VERSION),
        Content::Card(Card::V3L(card)) => (&card.spec_version, v3l::SPEC_VERSION),
        Content::Card(Card::Prom(card)) => (&card.spec_version, prom::CARD_VERSION),
        Content::PromBook(book) => (&book.spec_version, prom::BOOK_VERSION),
        _ => return,
    };
    if version != wanted {
        let message = format!("the version is `{version}` where `{wanted}` belongs; read all the same");
        findings.push(Finding::new(&rules::MARKER_VERSION, "/spec_version", message));
    }
}
