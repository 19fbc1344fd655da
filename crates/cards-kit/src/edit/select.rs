//! Places that stand for several: `book[*].content`, `book[key=rain].enabled`, `greetings[*]`, `book[name~=/^NPC/i].depth`.

use cards_json::Json;
use cards_model::Form;
use cards_pattern::{Flags, Limits, Pattern, split_slashes};

use super::choice::Choice;
use super::place::{Place, Step, Way};
use super::read::value;
use super::resolve::{Target, resolve};
use crate::error::Error;

/// The places that a place stands for, in the order of the file: itself, or those that a choice in it names.
pub(crate) fn places(place: &Place, form: Form, json: &Json) -> Result<Vec<Place>, Error> {
    let Way::Named(name, steps) = &place.0 else { return Ok(vec![place.clone()]) };
    let chosen = steps.iter().enumerate().find_map(|(at, step)| match step {
        Step::Each(choice) => Some((at, choice)),
        _ => None,
    });
    let Some((at, choice)) = chosen else { return Ok(vec![place.clone()]) };
    let (before, after) = (steps.get(..at).unwrap_or_default(), steps.get(at + 1..).unwrap_or_default());
    let below = |steps: &[Step]| Place(Way::Named(name.clone(), [before, steps].concat()));
    let wanted = Wanted::new(choice, place)?;
    let count = count(&below(&[]), form, json)?;
    let mut found = Vec::new();
    for index in 0..count {
        if wanted
            .fits(|member| value(&below(&[Step::Index(index), Step::Member(member.to_owned())]), form, json).ok())?
        {
            let one = below(&[&[Step::Index(index)], after].concat());
            found.extend(places(&one, form, json)?);
        }
    }
    if found.is_empty() {
        return Err(Error::NothingChosen { list: below(&[]).to_string(), choice: choice.to_string(), count });
    }
    Ok(found)
}

/// How many elements a place has.
fn count(list: &Place, form: Form, json: &Json) -> Result<usize, Error> {
    let entries = match &list.0 {
        Way::Named(name, steps) if steps.is_empty() && name == "book" => form.entries_pointer(),
        _ => None,
    };
    let found = match (entries, resolve(list, form, json)?) {
        (Some(entries), _) => json.at(&entries).cloned().unwrap_or_default(),
        (None, Target::Value { .. } | Target::Greetings) => value(list, form, json)?,
        (None, Target::Picture) => Json::Null,
    };
    Ok(match &found {
        Json::Array(items) => items.len(),
        Json::Object(entries) => entries.len(),
        _ => 0,
    })
}

/// A choice, its pattern compiled.
enum Wanted<'c> {
    All,
    Is(&'c str, &'c str),
    Like(&'c str, Box<Pattern>),
}

impl<'c> Wanted<'c> {
    fn new(choice: &'c Choice, place: &Place) -> Result<Self, Error> {
        let bad = |problem| Error::Place { text: place.to_string(), problem };
        Ok(match choice {
            Choice::All => Self::All,
            Choice::Is { member, text } => Self::Is(usual(member), text),
            Choice::Like { member, pattern } => {
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
    fn fits(&self, member: impl Fn(&str) -> Option<Json>) -> Result<bool, Error> {
        let any = |name: &str, fits: &dyn Fn(&Json) -> bool| match member(name) {
            Some(Json::Array(items)) => items.iter().any(fits),
            Some(value) => fits(&value),
            None => false,
        };
        Ok(match self {
            Self::All => true,
            Self::Is(name, text) => any(name, &|value| match value {
                Json::String(own) => own == text,
                other => other.to_string() == *text,
            }),
            Self::Like(name, pattern) => any(name, &|value| {
                value.as_str().is_some_and(|text| pattern.matches(text).next().is_some_and(|found| found.is_ok()))
            }),
        })
    }
}

/// `key` is what people call one of the keys.
fn usual(member: &str) -> &str {
    if member == "key" { "keys" } else { member }
}
