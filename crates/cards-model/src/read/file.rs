//! A JSON file of this field: its bytes, what they mean, and what was odd about them.

use std::str::FromStr;

use super::grammar::Grammar;
use super::parse::{Parsed, parse};
use crate::foreign::Origin;
use crate::json::{Json, Style, Writer, splice, with_line_ends_of};
use crate::read::detect::{Detection, Reason};
use crate::read::evidence::Evidence;
use crate::rules::Letter;
use crate::rules::validate::merged;
use crate::{Card, Content, Error, Finding, Form, Limits, ValidateOptions, v3l, validate};

/// A card, lorebook or module as a file: what it holds, the bytes it came from, and what was odd about them.
///
/// An untouched document writes the very bytes that it was read from. An edited one keeps the bytes of everything that was not
/// edited.
///
/// ```
/// use cards_model::{Card, Document, Limits};
/// let text = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","x":[1.50]}}"#;
/// let mut document = Document::read(text, &Limits::default())?;
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
    origin: Option<Box<Origin>>,
}

/// The bytes that a document came from.
#[derive(Clone, Debug, PartialEq)]
struct Source {
    bytes: Vec<u8>,
    grammar: Grammar,
    evidence: Evidence,
    limits: Limits,
}

/// Reads a text leniently, as [`Document::read`] does with the default limits.
///
/// ```
/// use cards_model::Document;
/// let document: Document = r#"{"spec":"chara_card_v2","data":{"name":"Aria"}}"#.parse()?;
/// assert_eq!(document.card().map(|card| card.name()), Some("Aria"));
/// # Ok::<(), cards_model::Error>(())
/// ```
impl FromStr for Document {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Self::read(text, &Limits::default())
    }
}

/// Reads the text of a card, as [`Document::read`] does with the default limits; what was odd about it is in the document alone.
impl FromStr for Card {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let document = text.parse::<Document>()?;
        let found = document.content.form();
        document.into_card().ok_or_else(|| Error::NotACard { found: format!("this is a {found}") })
    }
}

impl<T: Into<Content>> From<T> for Document {
    fn from(content: T) -> Self {
        Self::new(content)
    }
}

impl Document {
    /// Reads a file leniently: whatever has a sensible reading is read, with a finding for each oddity. The bytes are
    /// copied; [`Reading`] takes them over.
    ///
    /// # Errors
    /// [`Error::Json`] for what is not JSON or past a limit, [`Error::NotACard`] and [`Error::UnsupportedVersion`] for
    /// JSON that is something else.
    pub fn read(bytes: impl AsRef<[u8]>, limits: &Limits) -> Result<Self, Error> {
        Self::read_with(bytes, Grammar::Strict, limits)
    }

    /// Reads a file leniently in a grammar of choice.
    ///
    /// In [`Grammar::Relaxed`], comments (`//` and `/* */`) and commas before a closing bracket are passed over with a
    /// finding. NaN and the infinities are no JSON in either.
    ///
    /// # Errors
    /// Those of [`Document::read`].
    pub fn read_with(bytes: impl AsRef<[u8]>, grammar: Grammar, limits: &Limits) -> Result<Self, Error> {
        let bytes = bytes.as_ref();
        Ok(Reading::of(bytes, grammar, limits)?.keep(bytes.to_vec()))
    }

    /// Reads a file as a form that somebody says it has, such as the user of an import dialog: its members do not have to
    /// tell it. What does not fit the form is read around, with a finding.
    ///
    /// ```
    /// use cards_model::{Document, Form, Limits};
    /// let bare = r#"{"name":"Mira"}"#;
    /// assert!(Document::read(bare, &Limits::default()).is_err());
    /// let document = Document::read_as(Form::V1, bare, &Limits::default())?;
    /// assert_eq!(document.card().map(|card| card.name()), Some("Mira"));
    /// # Ok::<(), cards_model::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Json`] for what is not JSON or past a limit, [`Error::NotACard`] for JSON that is no object.
    pub fn read_as(form: Form, bytes: impl AsRef<[u8]>, limits: &Limits) -> Result<Self, Error> {
        let bytes = bytes.as_ref();
        Ok(Reading::with_evidence(bytes, Grammar::Strict, Evidence::Form(form), limits)?.keep(bytes.to_vec()))
    }

    /// Reads a file strictly: broken MUST rules are an error that lists them all.
    ///
    /// # Errors
    /// Those of [`Document::read`], and [`Error::Strict`]; [`Error::UnsupportedVersion`] for a CCv3L card of another
    /// version than 3.0.
    pub fn read_strict(bytes: impl AsRef<[u8]>, limits: &Limits) -> Result<Self, Error> {
        let document = Self::read(bytes, limits)?;
        if let Some(origin) = &document.origin {
            return Err(Error::NotACard { found: format!("this is {}", origin.form) });
        }
        if let Content::Card(Card::V3L(card)) = &document.content
            && card.spec_version != v3l::SPEC_VERSION
        {
            // The one spec that has readers refuse every other version.
            return Err(Error::UnsupportedVersion { spec: v3l::SPEC.to_owned(), version: card.spec_version.clone() });
        }
        let broken = document.validate(ValidateOptions::STRICT.with_letter(Letter::Must));
        if broken.is_empty() { Ok(document) } else { Err(Error::Strict(broken)) }
    }

    /// A document that no file is behind yet.
    #[must_use]
    pub fn new(content: impl Into<Content>) -> Self {
        let content = content.into();
        let because = "it was made so by a program";
        let detection = Detection { form: content.form(), reason: Reason::Shape { because, despite: None } };
        Self { content, detection, findings: Vec::new(), source: None, origin: None }
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

    /// What the content was before it was read, where the file is in another program's form. Such a document has no
    /// bytes to keep: it is written in the form that it was read as.
    #[must_use]
    pub fn origin(&self) -> Option<&Origin> {
        self.origin.as_deref()
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
    /// This reads the bytes once more and compares, so that no edit can go unnoticed. A document that was read from a
    /// form of another program has no bytes that say its content.
    #[must_use]
    pub fn is_untouched(&self) -> bool {
        let Some(source) = &self.source else {
            return false;
        };
        parse(&source.bytes, source.grammar, source.evidence, &source.limits)
            .is_ok_and(|parsed| parsed.content == self.content)
    }

    /// The file: the bytes that it was read from when nothing was edited. An edit changes the bytes of what was edited alone:
    /// comments, line ends, indentation and spellings elsewhere stay, and what is new is laid out as what is beside it
    /// ([`splice`](crate::json::splice)). What was read from a form of another program ([`origin`](Self::origin)) is written as what was
    /// made of it.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        match &self.source {
            Some(source) if self.is_untouched() => source.bytes.clone(),
            Some(source) => spliced(&source.bytes, &self.content.to_json()),
            None => self.to_text(Style::Compact).into_bytes(),
        }
    }

    /// The bytes with another value in them, read again in the grammar that this document was read in. What does not change
    /// keeps its bytes, as in [`to_bytes`](Self::to_bytes).
    ///
    /// # Errors
    /// Those of [`Document::read`].
    pub fn with_value(&self, value: &Json, limits: &Limits) -> Result<Self, Error> {
        match &self.source {
            Some(source) => Self::read_with(spliced(&source.bytes, value), source.grammar, limits),
            None => Self::read(value.to_text(Style::Compact), limits),
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

/// Bytes of JSON with another value in them. Where they are no UTF-8, they are laid out anew.
fn spliced(bytes: &[u8], value: &Json) -> Vec<u8> {
    let (mark, text) = bytes.strip_prefix(BYTE_ORDER_MARK).map_or((&[][..], bytes), |text| (BYTE_ORDER_MARK, text));
    let made = std::str::from_utf8(text).ok().and_then(|text| splice(text, value));
    match made {
        Some(made) => [mark, made.as_bytes()].concat(),
        None => with_line_ends_of(value.to_text(Style::like(bytes)), bytes).into_bytes(),
    }
}

/// What a text may begin with that is no part of it.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// What bytes mean, before they are handed over for good.
///
/// A container that tries one payload after another reads each by reference, and gives away the bytes of the one that
/// it takes, so that a large card is not copied.
#[derive(Clone, Debug)]
pub struct Reading {
    parsed: Parsed,
    grammar: Grammar,
    evidence: Evidence,
    limits: Limits,
}

impl Reading {
    /// Reads bytes leniently.
    ///
    /// # Errors
    /// Those of [`Document::read`].
    pub fn of(bytes: &[u8], grammar: Grammar, limits: &Limits) -> Result<Self, Error> {
        Self::with_evidence(bytes, grammar, Evidence::Members, limits)
    }

    /// Reads bytes leniently, by what is known of them beside their text.
    ///
    /// # Errors
    /// Those of [`Document::read`].
    pub fn with_evidence(bytes: &[u8], grammar: Grammar, evidence: Evidence, limits: &Limits) -> Result<Self, Error> {
        Ok(Self { parsed: parse(bytes, grammar, evidence, limits)?, grammar, evidence, limits: *limits })
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

    /// What the content was before it was read, where the bytes are in another program's form.
    #[must_use]
    pub fn origin(&self) -> Option<&Origin> {
        self.parsed.origin.as_deref()
    }

    /// The document, with the bytes that were read. Given others, the document counts as edited.
    #[must_use]
    pub fn keep(self, bytes: Vec<u8>) -> Document {
        let Parsed { content, detection, findings, origin } = self.parsed;
        // The bytes of another program's form are none that the content could be written into.
        let source = origin.is_none().then_some(Source {
            bytes,
            grammar: self.grammar,
            evidence: self.evidence,
            limits: self.limits,
        });
        Document { content, detection, findings, source, origin }
    }
}
