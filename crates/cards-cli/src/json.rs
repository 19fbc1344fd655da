//! Answers as JSON text.

use std::io::{self, BufWriter, Write};

use cards_json::{Json, Limits, Pointer, Style};
use cards_kit::answer::{
    Activations, Attached, Detached, Diff, Edit, FieldChange, FormSchema, Got, Merged, Misfits, Replaced,
};
use serde::Serialize;
use serde_json::ser::Formatter;

use crate::failure::Failure;
use crate::printable::escaped_json;

/// Writes a value as JSON text fit for a terminal, piece by piece: an answer about a large book is large as well.
pub(crate) fn write(out: &mut impl Write, value: &impl Serialize) -> Result<(), Failure> {
    // What is behind it looks for styles in each piece, and a piece is as short as a comma.
    let mut out = BufWriter::new(out);
    value.serialize(&mut serde_json::Serializer::with_formatter(&mut out, Printable))?;
    Ok(out.flush()?)
}

struct Printable;

impl Formatter for Printable {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, to: &mut W, fragment: &str) -> io::Result<()> {
        to.write_all(escaped_json(fragment).as_bytes())
    }

    fn write_raw_fragment<W: ?Sized + Write>(&mut self, to: &mut W, fragment: &str) -> io::Result<()> {
        to.write_all(escaped_json(fragment).as_bytes())
    }
}

/// An answer that may hold values of cards.
pub(crate) trait Values {
    /// The values that are there, each with its place in the answer.
    fn values(&mut self) -> Vec<(Pointer, &mut Json)>;

    /// Takes out the values that have numbers in them; what stands for them meanwhile is `null`.
    fn take_numbers(&mut self) -> Vec<(Pointer, Json)> {
        let values = self.values().into_iter().filter(|(_, value)| has_number(value));
        values.map(|(place, value)| (place, std::mem::take(value))).collect()
    }
}

/// Whether a number is in a value, which serde would spell in its own way.
fn has_number(value: &Json) -> bool {
    match value {
        Json::Number(_) => true,
        Json::Array(items) => items.iter().any(has_number),
        Json::Object(members) => members.iter().any(|(_, value)| has_number(value)),
        Json::Null | Json::Bool(_) | Json::String(_) => false,
    }
}

/// The members with these names of each element of a list that hold a value.
fn members_of<'a, const N: usize>(
    list: &'static str,
    elements: impl IntoIterator<Item = [(&'static str, Option<&'a mut Json>); N]>,
) -> Vec<(Pointer, &'a mut Json)> {
    let list = Pointer::from([list]);
    let elements = elements.into_iter().enumerate();
    let all = elements.flat_map(|(i, members)| members.map(|(name, value)| (list.index(i).member(name), value)));
    all.filter_map(|(place, value)| Some((place, value?))).collect()
}

fn of_changes(changes: &mut [FieldChange]) -> Vec<(Pointer, &mut Json)> {
    let sides = changes.iter_mut().map(|it| [("before", it.before.as_mut()), ("after", it.after.as_mut())]);
    members_of("changes", sides)
}

impl Values for Got {
    fn values(&mut self) -> Vec<(Pointer, &mut Json)> {
        members_of("values", self.values.iter_mut().map(|got| [("value", Some(&mut got.value))]))
    }
}

impl Values for Diff {
    fn values(&mut self) -> Vec<(Pointer, &mut Json)> {
        let changes = self.changes.iter_mut();
        members_of("changes", changes.map(|it| [("before", it.before.as_mut()), ("after", it.after.as_mut())]))
    }
}

impl Values for Edit {
    fn values(&mut self) -> Vec<(Pointer, &mut Json)> {
        of_changes(&mut self.changes)
    }
}

impl Values for Misfits {
    fn values(&mut self) -> Vec<(Pointer, &mut Json)> {
        of_changes(&mut self.changes)
    }
}

impl Values for Merged {
    fn values(&mut self) -> Vec<(Pointer, &mut Json)> {
        let mut all = of_changes(&mut self.changes);
        let sides = self
            .conflicts
            .iter_mut()
            .map(|it| [("base", it.base.as_mut()), ("ours", it.ours.as_mut()), ("theirs", it.theirs.as_mut())]);
        all.extend(members_of("conflicts", sides));
        all
    }
}

/// Answers without values of cards.
macro_rules! no_values {
    ($($answer:ty),+) => {
        $(impl Values for $answer {
            fn values(&mut self) -> Vec<(Pointer, &mut Json)> {
                Vec::new()
            }
        })+
    };
}
no_values!(Activations, Attached, Detached, FormSchema, Replaced);

/// JSON text with values of cards put in, each where its pointer leads: serde does not keep how their numbers are spelled.
pub(crate) fn with_values(text: String, values: impl IntoIterator<Item = (Pointer, Json)>) -> String {
    let Ok(mut answer) = Json::read(&text, &Limits::unbounded()) else { return text };
    for (pointer, value) in values {
        if let Some(place) = answer.at_mut(&pointer) {
            *place = value;
        }
    }
    answer.to_text(Style::Compact)
}
