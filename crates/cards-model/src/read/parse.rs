//! From bytes, or a value, to content.

use std::borrow::Cow;

use super::hybrid;
use super::surface::Surface;
use crate::document::{Findings, SpecSource};
use crate::foreign::{Origin, Translated};
use crate::json::{self, Json, Pointer, Reader, ValueReader, strict_text};
use crate::read::detect::{Detection, Reason, by_name, by_surface, detect_spec, detect_value, is_later, translated};
use crate::read::evidence::Evidence;
use crate::read::grammar::Grammar;
use crate::{Card, Content, Error, Finding, Form, Limits, prom, rules, v2, v3, v3l};

/// What a file means, how that was told, and what was odd about it.
#[derive(Clone, Debug)]
pub(crate) struct Parsed {
    pub(crate) content: Content,
    pub(crate) detection: Detection,
    pub(crate) findings: Vec<Finding>,
    /// What it was before, where another program's form was read.
    pub(crate) origin: Option<Box<Origin>>,
}

/// What is read: a text, or a value in memory.
#[derive(Clone, Copy)]
enum Input<'a> {
    Text(&'a str),
    Value(&'a Json),
}

impl Input<'_> {
    fn detect(self, limits: &Limits) -> Result<Detection, Error> {
        match self {
            Self::Text(text) => detect_spec(text, limits),
            Self::Value(value) => detect_value(value),
        }
    }

    fn value(self, limits: &Limits) -> Option<Json> {
        match self {
            Self::Text(text) => Json::read(text, limits).ok(),
            Self::Value(value) => Some(value.clone()),
        }
    }

    fn surface(self, limits: &Limits) -> Result<Surface, Error> {
        match self {
            Self::Text(text) => Surface::scan(Reader::new(text, limits)),
            Self::Value(value) => Surface::scan(ValueReader::new(value, ())),
        }
    }

    fn read_as(self, form: Form, limits: &Limits, findings: &mut Vec<Finding>) -> Result<Content, Error> {
        let kept = Findings::new(limits);
        match self {
            Self::Text(text) => read_as(form, Reader::with_oddities(text, limits, kept), findings),
            Self::Value(value) => read_as(form, ValueReader::new(value, kept), findings),
        }
    }
}

/// Reads the bytes of a file.
pub(crate) fn parse(bytes: &[u8], grammar: Grammar, evidence: Evidence, limits: &Limits) -> Result<Parsed, Error> {
    let length = bytes.len() as u64;
    if length > limits.bytes {
        return Err(json::Error::TooLarge { bytes: length, limit: limits.bytes }.into());
    }
    let mut findings = Vec::new();
    let mut text = decode(bytes, &mut findings)?;
    if grammar == Grammar::Relaxed
        && let Cow::Owned(strict) = strict_text(&text)
    {
        findings.push(Finding::new(&rules::JSON_RELAXED, Pointer::ROOT, "comments or trailing commas; passed over"));
        text = Cow::Owned(strict);
    }
    read(Input::Text(&text), evidence, limits, findings)
}

/// Reads a value that somebody else read.
pub(crate) fn parse_value(value: &Json) -> Result<Parsed, Error> {
    read(Input::Value(value), Evidence::Members, &Limits::default(), Vec::new())
}

fn read(input: Input<'_>, evidence: Evidence, limits: &Limits, mut findings: Vec<Finding>) -> Result<Parsed, Error> {
    if let Evidence::Form(form) = evidence {
        // What is no object, or no JSON, is no file of any form.
        input.surface(limits)?;
        return read_told(Detection::given(form), input, limits, findings);
    }
    let before = findings.len();
    let found = input.detect(limits);
    if let Some(made) = translated(&found, || input.value(limits)) {
        return read_foreign(made?, limits, findings);
    }
    let mut detection = match found {
        Err(refused @ Error::NotACard { .. }) if evidence == Evidence::CardPlace => {
            let detection = by_name(&input.surface(limits)?).ok_or(refused)?;
            let message = format!("the members alone do not tell a card; read as {}", detection.form);
            findings.push(Finding::new(&rules::BARE_CARD, Pointer::ROOT, message));
            return read_told(detection, input, limits, findings);
        }
        found => found?,
    };
    let mut content = input.read_as(detection.form, limits, &mut findings)?;
    if lacks_data(&content) || looks_like_lynn(&content) {
        let exact = by_surface(&input.surface(limits)?)?;
        if exact.form != detection.form {
            findings.truncate(before);
            content = input.read_as(exact.form, limits, &mut findings)?;
            detection = exact;
        }
    }
    hybrid::read_root(&mut content, &mut findings, limits.findings);
    note_marker(&detection, &content, &mut findings);
    Ok(Parsed { content, detection, findings, origin: None })
}

/// Reads a file of a form that is settled.
fn read_told(
    detection: Detection,
    input: Input<'_>,
    limits: &Limits,
    mut findings: Vec<Finding>,
) -> Result<Parsed, Error> {
    let mut content = input.read_as(detection.form, limits, &mut findings)?;
    hybrid::read_root(&mut content, &mut findings, limits.findings);
    note_marker(&detection, &content, &mut findings);
    Ok(Parsed { content, detection, findings, origin: None })
}

/// Reads what another program's form was turned into, and says so.
fn read_foreign(made: Translated, limits: &Limits, mut findings: Vec<Finding>) -> Result<Parsed, Error> {
    let detection = Detection::foreign(&made);
    let Translated { form, value, origin } = made;
    let content = Input::Value(&value).read_as(form, limits, &mut findings)?;
    let message = format!("this is {}; read as {}", origin.form, form.described());
    findings.push(Finding::new(&rules::FOREIGN_FORM, Pointer::ROOT, message));
    if let Some(marker) = &origin.newer {
        let message = format!("`{marker}` is newer than what is known here; read all the same");
        findings.push(Finding::new(&rules::MARKER_VERSION, Pointer::ROOT, message));
    }
    if !origin.others.is_empty() {
        let message = format!("the file holds more that was not read: {}", origin.others.join(", "));
        findings.push(Finding::new(&rules::FOREIGN_FORM, Pointer::ROOT, message));
    }
    Ok(Parsed { content, detection, findings, origin: Some(Box::new(origin)) })
}

fn read_as<'a>(form: Form, mut source: impl SpecSource<'a>, findings: &mut Vec<Finding>) -> Result<Content, Error> {
    let content = Content::read(form, &mut source)?;
    findings.extend(source.finish()?.finish());
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
            findings.push(Finding::new(
                &rules::JSON_BOM,
                Pointer::ROOT,
                "a byte order mark is before the text; passed over",
            ));
            rest
        }
        None => bytes,
    };
    let text = match simdutf8::basic::from_utf8(rest) {
        Ok(text) => return Ok(Cow::Borrowed(text)),
        Err(_) => String::from_utf8_lossy(rest),
    };
    findings.push(Finding::new(&rules::JSON_UTF8, Pointer::ROOT, "some bytes are not UTF-8; read as U+FFFD"));
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
            Form::V0 => findings.push(Finding::new(&rules::OLD_LAYOUT, Pointer::ROOT, "the layout before V1")),
            _ if despite.as_deref().is_some_and(is_later) => {
                let message = format!("{says}, a later version; read as {} since {because}", detection.form);
                findings.push(Finding::new(&rules::MARKER_LATER, Pointer::ROOT, message));
                // Its version is that of the later one.
                return;
            }
            Form::V2 | Form::V3 | Form::V3L | Form::Prom => {
                findings.push(Finding::new(
                    &rules::MARKER,
                    Pointer::ROOT,
                    format!("{says}; read as {} since {because}", detection.form),
                ));
            }
            _ if despite.is_some() => {
                findings.push(Finding::new(
                    &rules::MARKER,
                    ["spec"],
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
        findings.push(Finding::new(&rules::MARKER_VERSION, ["spec_version"], message));
    }
}
