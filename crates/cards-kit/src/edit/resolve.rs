//! Where a place leads in a document.

use cards_json::{Json, Object, Pointer};
use cards_model::concept::{list_of_greetings, place};
use cards_model::document::{Member, ObjectShape, Shape as Kind};
use cards_model::names::{Shape, member_of_entry};
use cards_model::{Form, root_shape};

use super::names;
use super::place::{Place, Step, Way};
use crate::error::Error;

/// Where a place leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// To a value; one that is not there yet can be put there.
    Value {
        /// Where it stands.
        pointer: Pointer,
        /// How the form writes it.
        shape: Shape,
        /// Its number among the greetings, where these are in two members.
        greeting: Option<usize>,
    },
    /// To all greetings, where these are in two members.
    Greetings,
    /// To the card's picture.
    Picture,
}

impl Target {
    fn value(pointer: Pointer) -> Self {
        Self::Value { pointer, shape: Shape::Plain, greeting: None }
    }
}

/// Finds where a place leads in a document of a form, written as `json`.
pub(crate) fn resolve(place: &Place, form: Form, json: &Json) -> Result<Target, Error> {
    match &place.0 {
        Way::Pointer(pointer) => Ok(Target::value(behind_the_last(pointer, json))),
        Way::Named(name, steps) => Finder { place, form, json }.named(names::usual(name), steps),
    }
}

/// A pointer whose last step `-` stands for the place behind the last element (RFC 6901 §4).
fn behind_the_last(pointer: &Pointer, json: &Json) -> Pointer {
    let (Some(parent), Some("-")) = (pointer.parent(), pointer.last().as_deref()) else { return pointer.clone() };
    match json.at(&parent).and_then(Json::as_array) {
        Some(items) => parent.index(items.len()),
        None => pointer.clone(),
    }
}

struct Finder<'a> {
    place: &'a Place,
    form: Form,
    json: &'a Json,
}

impl Finder<'_> {
    fn named(&self, name: &str, steps: &[Step]) -> Result<Target, Error> {
        if name == "picture" && steps.is_empty() {
            return Ok(Target::Picture);
        }
        if name == "greetings" && self.form.is_card() {
            return self.greetings(steps);
        }
        if name == "book" {
            let book = self.form.book_pointer().ok_or_else(|| self.nowhere(&[]))?;
            return self.in_book(book, steps);
        }
        if name == "entries" && !self.form.is_card() {
            return self.in_entries(steps);
        }
        let at = self.member(name)?;
        // A text that is in an object of its own name, as that of `depth_prompt` is, has the others of that object beside it.
        let around = at.parent().filter(|around| around.last().as_deref() == Some(name));
        let beside = matches!(steps, [Step::Member(_), ..]).then_some(around).flatten();
        self.down(beside.unwrap_or(at), steps)
    }

    /// The place of a member of the character or of the book, by the table of concepts, its spec, or what is there.
    fn member(&self, name: &str) -> Result<Pointer, Error> {
        if let Some(pointer) = place(self.form, name) {
            return Ok(pointer);
        }
        let home = self.form.data_pointer().or_else(|| self.form.book_pointer()).unwrap_or_default();
        let known = known(self.form, &home);
        let inside = self.json.at(&home).is_some_and(|data| data.get(name).is_some());
        if inside || known.contains(&name) {
            return Ok(home.member(name));
        }
        if self.json.get(name).is_some() {
            return Ok(Pointer::from([name]));
        }
        if self.form.is_card() && names::is_in_card_extensions(self.form, name) {
            return Ok(home.member("extensions").member(name));
        }
        Err(self.nowhere(&known))
    }

    fn greetings(&self, steps: &[Step]) -> Result<Target, Error> {
        let first = || self.member("first_mes");
        let apart = matches!(self.form, Form::V2 | Form::V3);
        let list = list_of_greetings(self.form);
        match (steps, list) {
            (_, Some(list)) => self.down(list, steps),
            ([], None) => Ok(Target::Greetings),
            ([Step::Index(0)], None) if !apart => Ok(Target::value(first()?)),
            ([Step::Index(_) | Step::End], None) if apart => {
                let others = Pointer::from(["data", "alternate_greetings"]);
                let count = 1 + self.json.at(&others).and_then(Json::as_array).map_or(0, <[_]>::len);
                let number = if let [Step::Index(index)] = steps { *index } else { count };
                let pointer = if number == 0 { first()? } else { others.index(number - 1) };
                Ok(Target::Value { pointer, shape: Shape::Plain, greeting: Some(number) })
            }
            _ => Err(self.nowhere(&[])),
        }
    }

    fn in_book(&self, book: Pointer, steps: &[Step]) -> Result<Target, Error> {
        match steps {
            [] => Ok(Target::value(book)),
            [Step::Member(name), rest @ ..] if name == "entries" => self.in_entries(rest),
            [Step::Member(_), ..] => self.down(book, steps),
            _ => self.in_entries(steps),
        }
    }

    fn in_entries(&self, steps: &[Step]) -> Result<Target, Error> {
        let entries = self.form.entries_pointer().ok_or_else(|| self.nowhere(&[]))?;
        let Some((step, rest)) = steps.split_first() else { return Ok(Target::value(entries)) };
        let entry = self.entry(&entries, step)?;
        let [Step::Member(name), below @ ..] = rest else { return self.down(entry, rest) };
        let own = member_of_entry(self.form, names::usual(name));
        let allowed = known(self.form, &entry);
        let pointer = own.at(&entry);
        let there = self.json.at(&pointer).is_some();
        if !there && !allowed.contains(&own.first()) && names::is_in_extensions(self.form, own.name) {
            return self.down(entry.member("extensions").member(own.name), below);
        }
        if !there && !allowed.contains(&own.first()) {
            return Err(self.nowhere(&allowed));
        }
        match (own.shape, below) {
            (Shape::Plain, _) => self.down(pointer, below),
            (shape, []) => Ok(Target::Value { pointer, shape, greeting: None }),
            // Some files have a list where the form has one text.
            (Shape::Joined, _) if matches!(self.json.at(&pointer), Some(Json::Array(_))) => self.down(pointer, below),
            // What is one text in the file has no parts that stand anywhere.
            _ => Err(self.nowhere(&[])),
        }
    }

    /// The place of an entry, by its number or its title.
    fn entry(&self, entries: &Pointer, step: &Step) -> Result<Pointer, Error> {
        let all = self.json.at(entries);
        let keyed = all.and_then(Json::as_object);
        let count = keyed.map_or_else(|| all.and_then(Json::as_array).map_or(0, <[_]>::len), Object::len);
        let at = |index: usize| match keyed {
            Some(object) => object.get_index(index).map(|(key, _)| entries.member(key)),
            None => Some(entries.index(index)),
        };
        match step {
            Step::Index(index) => at(*index).ok_or_else(|| {
                let (place, form) = (self.place.to_string(), self.form);
                Error::NoSuchPlace { place, form, known: Vec::new(), count: Some(count) }
            }),
            Step::End => Ok(match keyed {
                Some(object) => entries.member(&next_key(object)),
                None => entries.index(count),
            }),
            Step::Each(_) => Err(self.several()),
            Step::Titled(title) | Step::Member(title) => {
                let all: Vec<&Json> = match keyed {
                    Some(object) => object.iter().map(|(_, entry)| entry).collect(),
                    None => all.and_then(Json::as_array).unwrap_or_default().iter().collect(),
                };
                let found = titled(&all, title, self.form);
                match found.as_slice() {
                    [one] => at(*one).ok_or_else(|| self.nowhere(&[])),
                    [] => {
                        let titles: Vec<_> = all.iter().filter_map(|entry| title_of(entry, self.form)).collect();
                        Err(self.nowhere(&titles))
                    }
                    several => Err(Error::Ambiguous { place: self.place.to_string(), numbers: several.to_vec() }),
                }
            }
        }
    }

    /// Goes on step by step through members and elements.
    fn down(&self, from: Pointer, steps: &[Step]) -> Result<Target, Error> {
        let mut pointer = from;
        for step in steps {
            match step {
                Step::Member(name) | Step::Titled(name) => pointer.push_member(name),
                Step::Index(index) => pointer.push_index(*index),
                Step::Each(_) => return Err(self.several()),
                Step::End => {
                    let count = self.json.at(&pointer).and_then(Json::as_array).map_or(0, <[_]>::len);
                    pointer.push_index(count);
                }
            }
        }
        Ok(Target::value(pointer))
    }

    /// The error for one value where the place stands for several.
    fn several(&self) -> Error {
        Error::Place { text: self.place.to_string(), problem: "it means several; take one by its number" }
    }

    fn nowhere(&self, known: &[&str]) -> Error {
        let known = known.iter().map(|name| (*name).to_owned()).collect();
        Error::NoSuchPlace { place: self.place.to_string(), form: self.form, known, count: None }
    }
}

/// The numbers of the entries that have a title: exactly, else in other letters, else as their first key.
fn titled(all: &[&Json], title: &str, form: Form) -> Vec<usize> {
    let like = |same: &dyn Fn(&Json) -> bool| -> Vec<usize> {
        all.iter().enumerate().filter(|(_, entry)| same(entry)).map(|(number, _)| number).collect()
    };
    let exact = like(&|entry| title_of(entry, form) == Some(title));
    if !exact.is_empty() {
        return exact;
    }
    let lower = title.to_lowercase();
    let loose = like(&|entry| title_of(entry, form).is_some_and(|known| known.to_lowercase() == lower));
    if !loose.is_empty() {
        return loose;
    }
    like(&|entry| first_key(entry, form).is_some_and(|key| key.to_lowercase() == lower))
}

/// The title of an entry: its name, else its comment.
pub(crate) fn title_of(entry: &Json, form: Form) -> Option<&str> {
    let named = |name: &&str| entry.get(name).and_then(Json::as_str).filter(|text| !text.trim().is_empty());
    names::titles(form).iter().find_map(named)
}

/// The first key of an entry.
pub(crate) fn first_key(entry: &Json, form: Form) -> Option<&str> {
    match entry.get(member_of_entry(form, "keys").name)? {
        Json::String(keys) => keys.split(',').next().map(str::trim),
        Json::Array(keys) => keys.first()?.as_str(),
        _ => None,
    }
}

/// A key of an object of entries that none has yet: one more than the largest number.
pub(crate) fn next_key(object: &Object) -> String {
    let largest = object.iter().filter_map(|(key, _)| key.parse::<u64>().ok()).max();
    largest.map_or(0, |largest| largest.saturating_add(1)).to_string()
}

/// The members that a form's spec has at a place.
pub(crate) fn known(form: Form, place: &Pointer) -> Vec<&'static str> {
    let mut shape = root_shape(form);
    for key in place.keys() {
        let member = shape.members.iter().find(|member| member.name == key).map(|member| member.shape);
        let below = match member {
            Some(kind) => object_of(kind),
            // An element of a list, whose shape was taken already.
            None => Some(shape),
        };
        let Some(below) = below else { return Vec::new() };
        shape = below;
    }
    shape.members.iter().map(|member: &Member| member.name).collect()
}

/// The object that a shape, or its elements, are.
fn object_of(kind: Kind) -> Option<ObjectShape> {
    match kind {
        Kind::Object(shape) => Some(shape()),
        Kind::List(items) | Kind::Map(items) => object_of(items()),
        Kind::Either(a, b) => object_of(a()).or_else(|| object_of(b())),
        _ => None,
    }
}
