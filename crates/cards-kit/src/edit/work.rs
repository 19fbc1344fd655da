//! Patches applied to a document, each change noted.

use cards_json::{Json, Object, Pointer};
use cards_model::names::Shape;
use cards_model::{Document, Form, Limits, detect, empty_member, v2, v3, v3l};

use super::change::{Cause, Change};
use super::copies;
use super::duty::{Manner, date_of_change, keep_creation};
use super::fresh;
use super::patch::Patch;
use super::place::{Place, Way};
use super::read::{absent, first_mes, greetings, others, read};
use super::resolve::{Target, next_key, resolve};
use super::{select, setting};
use crate::error::Error;

/// Applies patches to a document, all or none, and gives what changed, copies and the date included.
pub(crate) fn change(document: &mut Document, patches: &[Patch], manner: &Manner) -> Result<Vec<Change>, Error> {
    let (form, before) = (document.content.form(), document.content.clone());
    let changes = document.edit_json(|json| {
        let old = json.clone();
        let mut work = Work { form, json, changes: Vec::new(), cause: Cause::Asked, seed: manner.seed };
        for patch in patches {
            for patch in each(patch, form, work.json)? {
                work.patch(&patch)?;
            }
        }
        if !manner.force {
            keep_creation(form, &old, work.json)?;
        }
        if !work.changes.is_empty() {
            work.cause = Cause::Copy;
            copies::follow(&mut work, &old)?;
            work.mark()?;
            work.date(manner)?;
        }
        Ok::<_, Error>(work.done())
    })?;
    if changes.is_empty() {
        // What was read from elsewhere in the file would be written where it belongs.
        document.content = before;
    }
    Ok(changes)
}

/// The changes that a change stands for. What is taken out goes from the end, so that the numbers of the others hold.
fn each(patch: &Patch, form: Form, json: &Json) -> Result<Vec<Patch>, Error> {
    let all = |path: &Place| select::places(path, form, json);
    Ok(match patch {
        Patch::Set { path, value } => {
            all(path)?.into_iter().map(|path| Patch::Set { path, value: value.clone() }).collect()
        }
        Patch::Insert { path, value } => {
            all(path)?.into_iter().rev().map(|path| Patch::Insert { path, value: value.clone() }).collect()
        }
        Patch::Remove { path } => {
            select::there(path, form, json)?.into_iter().rev().map(|path| Patch::Remove { path }).collect()
        }
        Patch::Move { from, path } => {
            let problem = "what is moved is one value";
            for place in [from, path] {
                if place.chooses() {
                    return Err(Error::Place { text: place.to_string(), problem });
                }
            }
            vec![patch.clone()]
        }
    })
}

/// Says in a document that was changed by other hands when that was.
pub(super) fn touch(document: &mut Document, manner: &Manner) -> Result<Vec<Change>, Error> {
    let form = document.content.form();
    if manner.now.is_none() || date_of_change(form).is_none() {
        return Ok(Vec::new());
    }
    document.edit_json(|json| {
        let mut work = Work { form, json, changes: Vec::new(), cause: Cause::Asked, seed: manner.seed };
        work.date(manner)?;
        Ok(work.done())
    })
}

/// A card's JSON that is being changed.
pub(crate) struct Work<'a> {
    pub(crate) form: Form,
    pub(crate) json: &'a mut Json,
    pub(crate) changes: Vec<Change>,
    cause: Cause,
    seed: Option<u64>,
}

impl Work<'_> {
    fn patch(&mut self, patch: &Patch) -> Result<(), Error> {
        match patch {
            Patch::Set { path, value } => match resolve(path, self.form, self.json)? {
                Target::Value { pointer, shape, greeting } => {
                    // Keys between commas stay as somebody spelled them.
                    if shape == Shape::Joined && self.json.at(&pointer).is_some_and(|now| read(shape, now) == *value) {
                        return Ok(());
                    }
                    if matches!(path.0, Way::Named(..))
                        && let Some(values) = setting::meant(self.form, self.json, &pointer, value)?
                    {
                        for (pointer, value) in values {
                            let value = self.at_home(path, &pointer, value);
                            self.set(&pointer, value)?;
                        }
                        return Ok(());
                    }
                    let value = written(shape, value, &pointer)?;
                    let value = self.at_home(path, &pointer, value);
                    self.set(&pointer, value).map_err(|error| match error {
                        // Who names a place counts the list that it would be in, as it is read.
                        Error::Model(cards_model::Error::Json(cards_json::Error::NoPlace { .. }))
                            if matches!(path.0, Way::Named(..)) =>
                        {
                            absent(path, self.form, self.json, &pointer, greeting)
                        }
                        error => error,
                    })
                }
                Target::Greetings => self.set_greetings(value),
                Target::Picture => Err(NO_JSON),
            },
            Patch::Insert { path, value } => self.insert(path, value.clone(), true),
            Patch::Remove { path } => self.remove(path).map(drop),
            Patch::Move { from, path } => {
                let value = self.remove(from)?;
                self.insert(path, value, false)
            }
        }
    }

    /// Sets a value; one that is there already is no change.
    pub(crate) fn set(&mut self, pointer: &Pointer, value: Json) -> Result<(), Error> {
        if self.json.at(pointer) == Some(&value) {
            return Ok(());
        }
        let before = self.json.set(pointer, value.clone()).map_err(cards_model::Error::from)?;
        self.note(pointer, before, Some(value));
        Ok(())
    }

    /// Takes a value out, if it is there.
    pub(crate) fn take(&mut self, pointer: &Pointer) -> Option<Json> {
        let before = self.json.remove(pointer)?;
        self.note(pointer, Some(before.clone()), None);
        Some(before)
    }

    fn note(&mut self, pointer: &Pointer, before: Option<Json>, after: Option<Json>) {
        self.changes.push(Change { pointer: pointer.clone(), before, after, cause: self.cause });
    }

    /// Makes room for a value whose place has a name, and gives the value as it goes there: an object that is new begins as
    /// its form has it. Whoever gives a pointer says exactly what is to be there.
    fn at_home(&mut self, path: &Place, pointer: &Pointer, value: Json) -> Json {
        if matches!(path.0, Way::Pointer(_)) {
            return value;
        }
        self.make_room(pointer);
        let is_new = self.json.at(pointer).is_none();
        if is_new { fresh::completed(value, self.form, self.json, pointer, self.seed) } else { value }
    }

    fn insert(&mut self, path: &Place, value: Json, is_new: bool) -> Result<(), Error> {
        match resolve(path, self.form, self.json)? {
            Target::Value { pointer, greeting: Some(0), .. } => {
                let first = self.json.at(&pointer).cloned().unwrap_or_else(|| "".into());
                self.set(&pointer, value)?;
                self.add(&others().index(0), first)
            }
            Target::Value { pointer, .. } => {
                let (pointer, mut value) = self.keyed_entry(pointer, value);
                if matches!(path.0, Way::Named(..)) {
                    self.make_room(&pointer);
                    if is_new {
                        value = fresh::completed(value, self.form, self.json, &pointer, self.seed);
                    }
                }
                self.add(&pointer, value)
            }
            Target::Greetings => {
                let end = 1 + self.json.at(&others()).and_then(Json::as_array).map_or(0, <[_]>::len);
                self.add(&others().index(end - 1), value)
            }
            Target::Picture => Err(NO_JSON),
        }
    }

    /// Adds a value to a list, or a member to an object.
    fn add(&mut self, pointer: &Pointer, value: Json) -> Result<(), Error> {
        if pointer.starts_with(&others()) {
            self.make_room(pointer);
        }
        let holder = pointer.parent().unwrap_or_default();
        let replaced = match self.json.at(&holder) {
            Some(Json::Object(object)) => pointer.last().and_then(|key| object.get(&key).cloned()),
            Some(Json::Array(_)) | None => None,
            Some(other) => {
                let problem = format!("nothing can be added to {}; set it instead", other.kind_name());
                return Err(cards_model::Error::Field { pointer: holder, problem }.into());
            }
        };
        self.json.insert(pointer, value.clone()).map_err(cards_model::Error::from)?;
        self.note(pointer, replaced, Some(value));
        Ok(())
    }

    /// Where the entries of a book have keys, a new one has a key that none has.
    fn keyed_entry(&self, pointer: Pointer, mut value: Json) -> (Pointer, Json) {
        let Some(entries) = self.form.entries_pointer().filter(|all| pointer.parent().as_ref() == Some(all)) else {
            return (pointer, value);
        };
        let keyed = self.json.at(&entries).and_then(Json::as_object).filter(|_| !self.says_nothing(&entries));
        let Some(keyed) = keyed else { return (pointer, value) };
        let key = next_key(keyed);
        if let (Json::Object(entry), Ok(uid)) = (&mut value, key.parse::<u64>())
            && self.form == Form::WorldInfo
        {
            entry.insert("uid", uid);
        }
        (entries.member(&key), value)
    }

    fn remove(&mut self, path: &Place) -> Result<Json, Error> {
        match resolve(path, self.form, self.json)? {
            // The next greeting takes the place of the first, which every card has.
            Target::Value { pointer, greeting: Some(0), .. } => {
                let first = self.json.at(&pointer).cloned();
                let first = first.ok_or_else(|| absent(path, self.form, self.json, &pointer, Some(0)))?;
                let next = self.take(&others().index(0)).unwrap_or_else(|| "".into());
                self.set(&pointer, next)?;
                Ok(first)
            }
            Target::Value { pointer, greeting, .. } => {
                match (self.json.at(&pointer).cloned(), empty_member(self.form, &pointer)) {
                    // What the spec wants in every card is emptied and not taken out.
                    (Some(before), Some(empty)) => self.set(&pointer, empty).map(|()| before),
                    _ => self.take(&pointer).ok_or_else(|| absent(path, self.form, self.json, &pointer, greeting)),
                }
            }
            Target::Greetings => {
                let all = Json::Array(greetings(self.json, self.form));
                self.set_greetings(&Json::Array(Vec::new()))?;
                Ok(all)
            }
            Target::Picture => Err(NO_JSON),
        }
    }

    fn set_greetings(&mut self, value: &Json) -> Result<(), Error> {
        let first = if self.form == Form::V0 { Pointer::from(["char_greeting"]) } else { first_mes(self.form) };
        let problem = |problem: &str| {
            Error::Model(cards_model::Error::Field { pointer: first.clone(), problem: problem.to_owned() })
        };
        let all = value.as_array().ok_or_else(|| problem("greetings are a list of texts"))?;
        let rest = all.get(1..).unwrap_or_default();
        if matches!(self.form, Form::V0 | Form::V1) {
            if !rest.is_empty() {
                return Err(problem("a card of this form has one greeting"));
            }
        } else {
            let known = self.json.at(&others());
            if known.is_some() || !rest.is_empty() {
                self.set(&others(), Json::Array(rest.to_vec()))?;
            }
        }
        self.set(&first, all.first().cloned().unwrap_or_else(|| "".into()))
    }

    /// Makes the objects and lists on the way to a place that a form has and a card lacks.
    fn make_room(&mut self, pointer: &Pointer) {
        let keys: Vec<String> = pointer.keys().map(|key| key.into_owned()).collect();
        let mut at = Pointer::ROOT;
        for (key, next) in keys.iter().zip(keys.iter().skip(1)) {
            at.push_member(key);
            if self.json.at(&at).is_some() && !self.says_nothing(&at) {
                continue;
            }
            let before = self.json.at(&at).cloned();
            let is_index = next.bytes().all(|byte| byte.is_ascii_digit());
            let keyed = self.form == Form::WorldInfo && Some(&at) == self.form.entries_pointer().as_ref();
            let list = is_index && !keyed;
            let empty = if list { Json::Array(Vec::new()) } else { Json::Object(self.vessel(&at)) };
            let is_told = before.as_ref().map_or(!is_empty_object(&empty) && !list, |before| *before != empty);
            // What cannot be made is refused where the value is set.
            if self.json.set(&at, empty.clone()).is_ok() && is_told {
                let cause = std::mem::replace(&mut self.cause, Cause::Made);
                self.note(&at, before, Some(empty));
                self.cause = cause;
            }
        }
    }

    /// Whether an empty object is there in the place of what Prom asks for, which is how its text says that there is nothing.
    fn says_nothing(&self, at: &Pointer) -> bool {
        let named = at.last().is_some_and(|name| NOTHING.contains(&&*name));
        named && matches!(self.form, Form::Prom | Form::PromBook) && self.json.at(at).is_some_and(is_empty_object)
    }

    /// What an object on the way to a value is made with, so that it is one of its form.
    fn vessel(&self, at: &Pointer) -> Object {
        fresh::object(self.form, self.json, at, self.seed)
    }

    /// Names the form of a card without a marker, where the change took out what it was recognised by.
    fn mark(&mut self) -> Result<(), Error> {
        let marker = match self.form {
            Form::V2 => v2::SPEC,
            Form::V3 => v3::SPEC,
            Form::V3L => v3l::SPEC,
            _ => return Ok(()),
        };
        if self.json.get("spec").is_some() {
            return Ok(());
        }
        let told = detect(&self.json.to_string(), &Limits::default());
        if told.is_ok_and(|told| told.form == self.form) {
            return Ok(());
        }
        self.cause = Cause::Marker;
        self.set(&Pointer::from(["spec"]), marker.into())
    }

    /// Says when the card was changed, where its form has a place for it.
    fn date(&mut self, manner: &Manner) -> Result<(), Error> {
        let (Some(now), Some(place)) = (&manner.now, date_of_change(self.form)) else { return Ok(()) };
        self.cause = Cause::Date;
        self.make_room(&place);
        self.set(&place, Json::Number(now.0.clone()))
    }

    /// The changes, and the places whose values have to be of the types of their fields: what is taken out leaves nothing
    /// behind that could be of a wrong one.
    fn done(self) -> (Vec<Change>, Vec<Pointer>) {
        let places = self.changes.iter().filter(|change| change.after.is_some());
        let places = places.map(|change| change.pointer.clone()).collect();
        (self.changes, places)
    }
}

/// The refusal to take JSON for a picture.
const NO_JSON: Error =
    Error::Picture { reason: "it is bytes and no text; `cards pack --picture` puts a card into another picture" };

/// Members of Prom that "MUST return an empty object" where there is nothing.
const NOTHING: [&str; 6] = ["metadata", "external", "greetings", "example_messages", "character_book", "entries"];

fn is_empty_object(json: &Json) -> bool {
    json.as_object().is_some_and(Object::is_empty)
}

/// A value as the form writes it.
fn written(shape: Shape, value: &Json, pointer: &Pointer) -> Result<Json, Error> {
    match (shape, value) {
        (Shape::Inverted, Json::Bool(value)) => Ok(Json::Bool(!value)),
        (Shape::Joined, Json::Array(parts)) => {
            let whole = |part: &Json| {
                part.as_str().filter(|part| !part.is_empty() && part.trim() == *part && !part.contains(',')).is_some()
            };
            if !parts.iter().all(whole) {
                let problem =
                    "the file keeps these as one text with commas, so none may be blank or hold one".to_owned();
                return Err(cards_model::Error::Field { pointer: pointer.clone(), problem }.into());
            }
            Ok(parts.iter().filter_map(Json::as_str).collect::<Vec<_>>().join(", ").into())
        }
        (_, value) => Ok(value.clone()),
    }
}
