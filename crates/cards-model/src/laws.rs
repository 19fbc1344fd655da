//! What holds for every card, lorebook and module: the laws that our own tests ask, for yours (feature `laws`).
//!
//! Each is a function over any value, which says how the law is broken. [`crate::strategy`] (feature `proptest`) makes values that
//! keep them: crooked cards as files in the wild hold them keep all but [`comes_back`], which the plain ones keep.
//!
//! ```
//! # #[cfg(feature = "proptest")] {
//! use cards_model::{Form, laws, strategy};
//! use proptest::prelude::*;
//!
//! proptest!(ProptestConfig::with_cases(8), |(card in strategy::crooked_card(), plain in strategy::plain_card())| {
//!     laws::reads_back(&card.into())?;
//!     laws::comes_back(&plain, &[Form::V3])?;
//! });
//! # }
//! ```

use std::collections::BTreeSet;

use crate::convert::{Options, Stash};
use crate::document::Findings;
use crate::json::{Json, Pointer, Style, ValueReader};
use crate::rules::Letter;
use crate::{Card, Content, Document, Form, Limits, ValidateOptions, fix, peek, validate};

pub use cards_words::Broken;

fn text_of(content: &Content) -> String {
    Document::new(content.clone()).to_text(Style::Compact)
}

/// The card as it comes out of a file that it was written to, of which somebody knows the form.
fn through_text(card: Card) -> Card {
    let content = Content::from(card.clone());
    let json = content.to_json();
    match Content::read(content.form(), &mut ValueReader::new(&json, Findings::unasked())) {
        Ok(Content::Card(read)) => read,
        _ => card,
    }
}

/// What is written is read as it was written, whenever its form can be told from it.
///
/// # Errors
/// [`Broken`]
pub fn reads_back(content: &Content) -> Result<(), Broken> {
    let text = text_of(content);
    let Ok(document) = Document::read(&text, &Limits::default()) else { return Ok(()) };
    let again = text_of(&document.content);
    let holds = document.content.form() != content.form() || again == text;
    Broken::unless(holds, "content is read as it was written", || format!("{text} became {again}"))
}

/// A document that nobody touched writes the very bytes that it was read from.
///
/// # Errors
/// [`Broken`]
pub fn keeps_bytes(document: &Document) -> Result<(), Broken> {
    let Some(source) = document.source() else { return Ok(()) };
    let read = Document::read(source, &Limits::default());
    let written = read.map(|document| document.to_bytes());
    let holds = written.as_ref().map_or(true, |written| written == source);
    Broken::unless(holds, "an untouched document keeps its bytes", || {
        let (was, now) = (String::from_utf8_lossy(source), written.unwrap_or_default());
        format!("{was} became {}", String::from_utf8_lossy(&now))
    })
}

/// Validation gives the same list each time; the lenient one and that of binding rules are parts of the strict one.
///
/// # Errors
/// [`Broken`]
pub fn validates_alike(content: &Content) -> Result<(), Broken> {
    let law = "validation gives one list, and parts of it to who asks for less";
    let strict = validate(content, ValidateOptions::STRICT);
    let must = validate(content, ValidateOptions::STRICT.with_letter(Letter::Must));
    let lenient = validate(content, ValidateOptions::LENIENT);
    let stable = strict == validate(content, ValidateOptions::STRICT);
    Broken::unless(stable, law, || "another list the second time".to_owned())?;
    let stranger = lenient.iter().chain(&must).find(|finding| !strict.contains(finding));
    Broken::unless(stranger.is_none(), law, || format!("{stranger:?} is not in the strict list"))?;
    let loose = must.iter().find(|finding| finding.rule.letter != Letter::Must);
    Broken::unless(loose.is_none(), law, || format!("{loose:?} is of no rule that binds"))
}

/// What strict reading takes, lenient reading takes as the same.
///
/// # Errors
/// [`Broken`]
pub fn reads_strictly_as_leniently(bytes: &[u8]) -> Result<(), Broken> {
    let Ok(strict) = Document::read_strict(bytes, &Limits::default()) else { return Ok(()) };
    let lenient = Document::read(bytes, &Limits::default());
    Broken::unless(lenient.as_ref() == Ok(&strict), "strict reading gives what lenient reading gives", || {
        format!("{:?} and {lenient:?}", strict.content)
    })
}

/// Fixes change the places that they name and no others, and leave nothing for a second run.
///
/// # Errors
/// [`Broken`]
pub fn fixes_what_it_names(content: &Content) -> Result<(), Broken> {
    let law = "fixes change what they name, and mend it";
    let mut fixed = content.clone();
    let named: BTreeSet<Pointer> = fix(&mut fixed, |_| true).into_iter().map(|change| change.pointer).collect();
    let mut changed = BTreeSet::new();
    differences(&content.to_json(), &fixed.to_json(), &Pointer::ROOT, &mut changed);
    let unnamed: Vec<_> = changed.difference(&named).map(ToString::to_string).collect();
    Broken::unless(unnamed.is_empty(), law, || format!("{} changed and was not named", unnamed.join(", ")))?;
    let again = fix(&mut fixed, |_| true);
    Broken::unless(again.is_empty(), law, || format!("a second run finds {again:?}"))
}

/// Every place at which two values differ; a member or element on one side only counts as a place.
fn differences(a: &Json, b: &Json, at: &Pointer, out: &mut BTreeSet<Pointer>) {
    match (a, b) {
        (Json::Object(x), Json::Object(y)) => {
            let names: BTreeSet<&str> = x.iter().chain(y.iter()).map(|(name, _)| name).collect();
            for name in names {
                match (x.get(name), y.get(name)) {
                    (Some(x), Some(y)) => differences(x, y, &at.member(name), out),
                    _ => drop(out.insert(at.member(name))),
                }
            }
        }
        (Json::Array(x), Json::Array(y)) if x.len() == y.len() => {
            for (i, (x, y)) in x.iter().zip(y).enumerate() {
                differences(x, y, &at.index(i), out);
            }
        }
        _ if a == b => {}
        _ => drop(out.insert(at.clone())),
    }
}

/// A look at a file names the form that reading it gives.
///
/// # Errors
/// [`Broken`]
pub fn peeks_what_it_reads(document: &Document) -> Result<(), Broken> {
    let law = "peeking tells what reading tells";
    let peeked = peek(&document.to_bytes(), &Limits::default());
    let peeked = peeked.map_err(|error| Broken::new(law, error.to_string()))?;
    Broken::unless(peeked.form() == document.content.form(), law, || {
        format!("{} for {}", peeked.form(), document.content.form())
    })
}

/// A conversion with a stash, over any forms of card and through files, comes back as the card that it was. The order of members
/// aside, that is each value as it was spelled.
///
/// # Errors
/// [`Broken`]
pub fn comes_back(card: &Card, through: &[Form]) -> Result<(), Broken> {
    comes_back_with(card, through, &Options::default())
}

/// [`comes_back`] with other options, whose stash is put everywhere.
///
/// # Errors
/// [`Broken`]
pub fn comes_back_with(card: &Card, through: &[Form], options: &Options) -> Result<(), Broken> {
    let law = "a conversion with a stash comes back";
    let options = options.clone().with_stash(Stash::Everywhere);
    let mut there = card.clone();
    for form in through.iter().chain([&card.form()]) {
        let converted = there.into_form(*form, &options).map_err(|error| Broken::new(law, error.to_string()))?;
        there = through_text(converted.value);
    }
    let (before, after) = (Content::from(card.clone()).to_json(), Content::from(there).to_json());
    let mut places = BTreeSet::new();
    differences(&before, &after, &Pointer::ROOT, &mut places);
    Broken::unless(places.is_empty(), law, || {
        let at = |json: &Json, place: &Pointer| json.at(place).map_or("nothing".to_owned(), Json::to_string);
        let all: Vec<_> = places
            .iter()
            .map(|place| format!("{place}: {} became {}", at(&before, place), at(&after, place)))
            .collect();
        format!("through {through:?}, {}", all.join("; "))
    })
}
