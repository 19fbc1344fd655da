//! Places that stand for several: `book[*].content`, `book[key=rain].enabled`, `greetings[*]`, `book[name~=/^NPC/i].depth`.

use cards_json::Json;
use cards_model::Form;
use cards_model::names::Shape;
#[cfg(feature = "patterns")]
use cards_pattern::{Flags, Limits, Pattern, split_slashes};

use super::choice::Choice;
use super::names;
use super::place::{Place, Step, Way};
use super::read::{read, value};
use super::resolve::{Target, resolve};
use crate::error::Error;

/// The places that a place stands for, in the order of the file: itself, or those that a choice in it names.
pub(crate) fn places(place: &Place, form: Form, json: &Json) -> Result<Vec<Place>, Error> {
    let mut found = Vec::new();
    match gather(place, form, json, &mut found)? {
        Some(nothing) if found.is_empty() => Err(nothing),
        _ => Ok(found),
    }
}

/// The same without those where nothing is; where nothing is at any, the error of the first.
pub(crate) fn there(place: &Place, form: Form, json: &Json) -> Result<Vec<Place>, Error> {
    let all = places(place, form, json)?;
    if !place.chooses() {
        return Ok(all);
    }
    let (mut found, mut absent) = (Vec::new(), None);
    for one in all {
        match value(&one, form, json) {
            Ok(_) => found.push(one),
            Err(error) => absent = absent.or(Some(error)),
        }
    }
    absent.filter(|_| found.is_empty()).map_or(Ok(found), Err)
}

/// Adds the places that a place stands for, and gives the error for a choice that fits nothing. One within another may fit
/// nothing, as long as others do.
fn gather(place: &Place, form: Form, json: &Json, found: &mut Vec<Place>) -> Result<Option<Error>, Error> {
    let chosen = match &place.0 {
        Way::Pointer(_) => None,
        Way::Named(name, steps) => steps.iter().enumerate().find_map(|(at, step)| match step {
            Step::Each(choice) => Some((name, steps.get(..at)?, choice, steps.get(at + 1..)?)),
            _ => None,
        }),
    };
    let Some((name, before, choice, after)) = chosen else {
        found.push(place.clone());
        return Ok(None);
    };
    let below = |steps: &[Step]| Place(Way::Named(name.clone(), [before, steps].concat()));
    let wanted = Wanted::new(choice, place)?;
    let (list, already) = (below(&[]), found.len());
    let count = count(&list, form, json)?;
    for index in 0..count {
        let member = |name: &str| value(&below(&[Step::Index(index), Step::Member(name.to_owned())]), form, json).ok();
        let problem = "the pattern takes more steps on a text than are allowed";
        if wanted.fits(member).map_err(|_| Error::Place { text: place.to_string(), problem })? {
            gather(&below(&[&[Step::Index(index)], after].concat()), form, json, found)?;
        }
    }
    let nothing = || Error::NothingChosen { list: list.to_string(), choice: choice.to_string(), count };
    Ok((found.len() == already).then(nothing))
}

/// How many elements a place has; none where nothing is.
fn count(list: &Place, form: Form, json: &Json) -> Result<usize, Error> {
    let entries = match &list.0 {
        Way::Named(name, steps) if steps.is_empty() && names::usual(name) == "book" => form.entries_pointer(),
        _ => None,
    };
    let found = match (entries, resolve(list, form, json)?) {
        (Some(entries), _) => return Ok(len(json.at(&entries))),
        (None, Target::Value { pointer, shape: Shape::Plain, .. }) => return Ok(len(json.at(&pointer))),
        (None, Target::Value { pointer, shape, .. }) => {
            json.at(&pointer).map(|list| read(shape, list)).unwrap_or_default()
        }
        (None, Target::Greetings) => value(list, form, json)?,
        (None, Target::Picture) => Json::Null,
    };
    Ok(len(Some(&found)))
}

fn len(list: Option<&Json>) -> usize {
    match list {
        Some(Json::Array(items)) => items.len(),
        Some(Json::Object(entries)) => entries.len(),
        _ => 0,
    }
}

/// A choice, its pattern compiled.
enum Wanted<'c> {
    All,
    Is(&'c str, &'c str),
    #[cfg(feature = "patterns")]
    Like(&'c str, Box<Pattern>),
}

impl<'c> Wanted<'c> {
    fn new(choice: &'c Choice, place: &Place) -> Result<Self, Error> {
        Ok(match choice {
            Choice::All => Self::All,
            Choice::Is { member, text } => Self::Is(usual(member), text),
            #[cfg(not(feature = "patterns"))]
            Choice::Like { .. } => return Err(Error::NoPatterns { place: place.to_string() }),
            #[cfg(feature = "patterns")]
            Choice::Like { member, pattern } => {
                let bad = |problem| Error::Place { text: place.to_string(), problem };
                let (pattern, flags) =
                    split_slashes(pattern).ok_or_else(|| bad("`~=` takes a pattern: /text/ or /text/i"))?;
                let flags =
                    Flags::read(flags).ok_or_else(|| bad("the flags behind the pattern are not JavaScript's"))?;
                let pattern = Pattern::compile(pattern, flags, &Limits::default());
                Self::Like(usual(member), Box::new(pattern.map_err(|_| bad("the pattern is none of JavaScript"))?))
            }
        })
    }

    /// Whether an element is meant, by the values of its members.
    fn fits(&self, member: impl Fn(&str) -> Option<Json>) -> Result<bool, cards_pattern::Error> {
        let values = |name: &str| match member(name) {
            Some(Json::Array(items)) => items,
            value => value.into_iter().collect(),
        };
        Ok(match self {
            Self::All => true,
            Self::Is(name, text) => values(name).iter().any(|value| match value {
                Json::String(own) => own == text,
                other => other.to_string() == *text,
            }),
            #[cfg(feature = "patterns")]
            Self::Like(name, pattern) => {
                let texts = values(name);
                let mut found = texts.iter().filter_map(Json::as_str).filter_map(|text| pattern.matches(text).next());
                found.next().transpose()?.is_some()
            }
        })
    }
}

/// `key` is what people call one of the keys.
fn usual(member: &str) -> &str {
    if member == "key" { "keys" } else { member }
}
