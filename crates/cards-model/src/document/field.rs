//! Types that a member of a spec object can have.

use std::collections::HashSet;

use crate::json::{Error, Json, Kind, Number, Object, Pointer, Sink};
use crate::terms::reading;

use super::{Changes, Settle, Shape, SpecSource};

/// A type that a member of a spec object can have: how it is read, written, and made from a value of another type.
pub trait Field: Sized + Default + PartialEq {
    /// Whether the spec wants the member in every object.
    const MANDATORY: bool = true;

    /// The shape in JSON.
    fn shape() -> Shape;

    /// Reads a value of the right type; `None`, having read nothing or something, when the type is another one.
    ///
    /// # Errors
    /// [`Error`] of the text, or a limit.
    fn read<'a, S: SpecSource<'a>>(reader: &mut S) -> Result<Option<Self>, Error>;

    /// Reads a value as an element of a list.
    ///
    /// # Errors
    /// [`Error`] of the text, or a limit.
    fn read_element<'a, S: SpecSource<'a>>(reader: &mut S) -> Result<Option<Self>, Error> {
        Self::read(reader)
    }

    /// Writes the value.
    fn write(&self, out: &mut impl Sink);

    /// The sensible reading of a value of another type, if there is one.
    fn coerce(json: &Json) -> Option<Self>;

    /// Whether the member is left out when written.
    fn is_unset(&self) -> bool {
        false
    }

    /// Whether an empty object in the place of the value, or of a list of such values, is how the spec says that there is none.
    #[doc(hidden)]
    const NONE_IS_OBJECT: bool = false;

    /// Whether the value was read from such an empty object.
    #[doc(hidden)]
    fn stands_for_none(&self) -> bool {
        false
    }

    /// Whether a value of another type may give way to what was read from it.
    #[doc(hidden)]
    const SETTLES: bool = true;

    /// Mends what was oddly below the value.
    #[doc(hidden)]
    fn settle(&mut self, _pointer: &Pointer, _wanted: Settle, _changes: &mut Changes) {}

    /// Notes that a value had to be coerced.
    fn note_coerced<'a, S: SpecSource<'a>>(original: &Json, value: Option<&Self>, reader: &mut S) {
        note_coerced(original, Self::shape(), value.is_some(), reader);
    }
}

/// Notes what is odd about a value that was coerced to a shape, if it could be.
fn note_coerced<'a>(original: &Json, shape: Shape, could: bool, reader: &mut impl SpecSource<'a>) {
    if let (Json::Array(items), Shape::List(item)) = (original, shape) {
        note_elements(items, item(), reader);
    } else if *original == Json::Null {
        reader.note(&reading::NULL_MEMBER, "null; read as the default");
    } else {
        let read = if could { "read as its nearest equivalent" } else { "read as the default" };
        let odd = match fits(original, shape) {
            true => inner(shape).to_owned(),
            false => format!("{} where {} belongs", original.kind_name(), wanted(shape)),
        };
        let message = format!("{odd}; kept, and {read}");
        reader.note(&reading::WRONG_TYPE, message);
    }
}

/// Whether a value is an empty object.
fn is_empty_object(json: &Json) -> bool {
    json.as_object().is_some_and(Object::is_empty)
}

/// Notes which elements of a list have another type than the list's.
fn note_elements<'a>(items: &[Json], shape: Shape, reader: &mut impl SpecSource<'a>) {
    /// So many are named; the others are counted.
    const NAMED: usize = 5;
    let odd: Vec<_> = items.iter().enumerate().filter(|(_, item)| !fits(item, shape)).collect();
    if reader.oddities().is_by_place() {
        for (index, item) in odd {
            let message = format!("{} where {} belongs", item.kind_name(), wanted(shape));
            reader.note_element(index, &reading::BAD_ELEMENT, message);
        }
        return;
    }
    let named: Vec<_> = odd.iter().take(NAMED).map(|(i, item)| format!("{i} ({})", item.kind_name())).collect();
    let more = if odd.len() > NAMED { format!(" and {} more", odd.len() - NAMED) } else { String::new() };
    let message = format!(
        "{} belongs in each element, which these are not: {}{more}; kept, and read as far as they can be",
        wanted(shape),
        named.join(", ")
    );
    reader.note(&reading::BAD_ELEMENT, message);
}

/// Whether a value has the outer type of a shape.
fn fits(json: &Json, shape: Shape) -> bool {
    match shape {
        Shape::Any => true,
        Shape::Text | Shape::Words(_) => matches!(json, Json::String(_)),
        Shape::Number => matches!(json, Json::Number(_)),
        Shape::Bool => matches!(json, Json::Bool(_)),
        Shape::NumberOrText => matches!(json, Json::Number(_) | Json::String(_)),
        Shape::AnyObject | Shape::Map(_) | Shape::Object(_) => matches!(json, Json::Object(_)),
        Shape::List(_) => matches!(json, Json::Array(_)),
        Shape::Either(a, b) => fits(json, a()) || fits(json, b()),
    }
}

/// What is wrong inside of a value whose outer type is right, in words.
fn inner(shape: Shape) -> &'static str {
    match shape {
        Shape::Map(_) => "an object with values of another type",
        Shape::Object(_) => "an object with other members",
        Shape::List(_) => "an array with elements of another type",
        _ => "a value of another form",
    }
}

/// A shape in words, for messages.
fn wanted(shape: Shape) -> &'static str {
    match shape {
        Shape::Any => "any value",
        Shape::Text | Shape::Words(_) => "a string",
        Shape::Number => "a number",
        Shape::Bool => "a boolean",
        Shape::NumberOrText => "a number or a string",
        Shape::AnyObject | Shape::Map(_) | Shape::Object(_) => "an object",
        Shape::List(_) => "an array",
        Shape::Either(a, _) => wanted(a()),
    }
}

impl Field for String {
    fn shape() -> Shape {
        Shape::Text
    }

    fn read<'a, S: SpecSource<'a>>(reader: &mut S) -> Result<Option<Self>, Error> {
        if reader.peek()? != Kind::String {
            return Ok(None);
        }
        Ok(Some(reader.string()?.into_owned()))
    }

    fn write(&self, out: &mut impl Sink) {
        out.string(self);
    }

    fn coerce(json: &Json) -> Option<Self> {
        match json {
            Json::String(text) => Some(text.clone()),
            Json::Number(number) => Some(number.to_string()),
            Json::Bool(value) => Some(value.to_string()),
            _ => None,
        }
    }
}

impl Field for bool {
    fn shape() -> Shape {
        Shape::Bool
    }

    fn read<'a, S: SpecSource<'a>>(reader: &mut S) -> Result<Option<Self>, Error> {
        if reader.peek()? != Kind::Bool {
            return Ok(None);
        }
        Ok(Some(reader.bool()?))
    }

    fn write(&self, out: &mut impl Sink) {
        out.bool(*self);
    }

    fn coerce(json: &Json) -> Option<Self> {
        match json {
            Json::Bool(value) => Some(*value),
            Json::Number(number) => Some(number.as_f64() != 0.0),
            Json::String(text) if text.eq_ignore_ascii_case("true") => Some(true),
            Json::String(text) if text.eq_ignore_ascii_case("false") => Some(false),
            _ => None,
        }
    }
}

impl Field for Number {
    fn shape() -> Shape {
        Shape::Number
    }

    fn read<'a, S: SpecSource<'a>>(reader: &mut S) -> Result<Option<Self>, Error> {
        if reader.peek()? != Kind::Number {
            return Ok(None);
        }
        Ok(Some(reader.number()?))
    }

    fn write(&self, out: &mut impl Sink) {
        out.number(self);
    }

    fn coerce(json: &Json) -> Option<Self> {
        match json {
            Json::Number(number) => Some(number.clone()),
            Json::String(text) => Self::parse(text.trim()),
            _ => None,
        }
    }
}

impl Field for Object {
    fn shape() -> Shape {
        Shape::AnyObject
    }

    fn read<'a, S: SpecSource<'a>>(reader: &mut S) -> Result<Option<Self>, Error> {
        if reader.peek()? != Kind::Object {
            return Ok(None);
        }
        Ok(Some(reader.object()?))
    }

    fn write(&self, out: &mut impl Sink) {
        out.members_of(self);
    }

    fn coerce(json: &Json) -> Option<Self> {
        json.as_object().cloned()
    }
}

impl Field for Json {
    fn shape() -> Shape {
        Shape::Any
    }

    fn read<'a, S: SpecSource<'a>>(reader: &mut S) -> Result<Option<Self>, Error> {
        reader.json().map(Some)
    }

    fn write(&self, out: &mut impl Sink) {
        out.json(self);
    }

    fn coerce(json: &Json) -> Option<Self> {
        Some(json.clone())
    }
}

/// An optional member: absent and `null` are `None`, and `None` is left out.
impl<T: Field> Field for Option<T> {
    const MANDATORY: bool = false;
    const SETTLES: bool = T::SETTLES;

    fn settle(&mut self, pointer: &Pointer, wanted: Settle, changes: &mut Changes) {
        if let Some(value) = self {
            value.settle(pointer, wanted, changes);
        }
    }

    fn shape() -> Shape {
        T::shape()
    }

    fn read<'a, S: SpecSource<'a>>(reader: &mut S) -> Result<Option<Self>, Error> {
        Ok(T::read(reader)?.filter(|value| !value.stands_for_none()).map(Some))
    }

    fn write(&self, out: &mut impl Sink) {
        match self {
            Some(value) => value.write(out),
            None => out.null(),
        }
    }

    fn coerce(json: &Json) -> Option<Self> {
        T::coerce(json).filter(|value| !value.stands_for_none()).map(Some)
    }

    fn is_unset(&self) -> bool {
        self.is_none()
    }

    fn note_coerced<'a, S: SpecSource<'a>>(original: &Json, value: Option<&Self>, reader: &mut S) {
        // `null` for an optional member is what several writers put for "none", and means just that.
        if *original != Json::Null && !(T::NONE_IS_OBJECT && is_empty_object(original)) {
            T::note_coerced(original, value.and_then(Option::as_ref), reader);
        }
    }
}

/// A list grows by doubling, and of a long one up to half is room that nothing will fill.
fn give_back_room<T>(items: &mut Vec<T>) {
    const LITTLE: usize = 1000;
    if items.capacity() - items.len() > LITTLE {
        items.shrink_to_fit();
    }
}

/// A list. A single value is a list of one; an empty object is an empty list; a map of objects is their list.
impl<T: Field> Field for Vec<T> {
    fn settle(&mut self, pointer: &Pointer, wanted: Settle, changes: &mut Changes) {
        for (i, item) in self.iter_mut().enumerate() {
            item.settle(&pointer.index(i), wanted, changes);
        }
    }

    fn shape() -> Shape {
        Shape::List(T::shape)
    }

    fn read<'a, S: SpecSource<'a>>(reader: &mut S) -> Result<Option<Self>, Error> {
        if reader.peek()? != Kind::Array {
            return Ok(None);
        }
        reader.begin_array()?;
        let mut items = Self::new();
        while reader.next_element(items.len())? {
            match T::read_element(reader)? {
                Some(item) => items.push(item),
                None => return Ok(None),
            }
            reader.leave();
        }
        give_back_room(&mut items);
        Ok(Some(items))
    }

    fn write(&self, out: &mut impl Sink) {
        out.array(|out| {
            for item in self {
                out.element();
                item.write(out);
            }
        });
    }

    fn coerce(json: &Json) -> Option<Self> {
        match json {
            Json::Array(items) => Some(items.iter().filter_map(|item| T::coerce(item)).collect()),
            Json::Object(members) if members.iter().all(|(_, value)| value.as_object().is_some()) => {
                Some(members.iter().filter_map(|(_, value)| T::coerce(value)).collect())
            }
            Json::Null | Json::Object(_) => None,
            single => T::coerce(single).map(|item| vec![item]),
        }
    }

    fn note_coerced<'a, S: SpecSource<'a>>(original: &Json, value: Option<&Self>, reader: &mut S) {
        if !(T::NONE_IS_OBJECT && is_empty_object(original)) {
            note_coerced(original, Self::shape(), value.is_some(), reader);
        }
    }
}

/// A map from names to values of one type, in the order of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Keyed<T>(pub Vec<(String, T)>);

/// A map from names to texts.
pub type TextMap = Keyed<String>;

impl<T> Keyed<T> {
    /// The value of a name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&T> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value)
    }

    /// How many names there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no name.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<T: Field> Field for Keyed<T> {
    fn settle(&mut self, pointer: &Pointer, wanted: Settle, changes: &mut Changes) {
        for (key, value) in &mut self.0 {
            value.settle(&pointer.member(key), wanted, changes);
        }
    }

    fn shape() -> Shape {
        Shape::Map(T::shape)
    }

    fn read<'a, S: SpecSource<'a>>(reader: &mut S) -> Result<Option<Self>, Error> {
        if reader.peek()? != Kind::Object {
            return Ok(None);
        }
        reader.begin_object()?;
        let mut map = Vec::new();
        let mut names = HashSet::new();
        let mut first = true;
        while let Some(key) = reader.next_key(&mut first)? {
            let fresh = names.insert(key.clone());
            match T::read_element(reader)? {
                Some(value) if fresh => map.push((key.into_owned(), value)),
                _ => return Ok(None),
            }
            reader.leave();
        }
        give_back_room(&mut map);
        Ok(Some(Self(map)))
    }

    fn write(&self, out: &mut impl Sink) {
        out.object(|out| {
            for (key, value) in &self.0 {
                out.key(key);
                value.write(out);
            }
        });
    }

    /// A list where a map belongs gets its indices for names.
    fn coerce(json: &Json) -> Option<Self> {
        let keep = |key: String, value: &Json| Some((key, T::coerce(value)?));
        match json {
            Json::Object(members) => {
                Some(Self(members.iter().filter_map(|(key, value)| keep(key.to_owned(), value)).collect()))
            }
            Json::Array(items) => {
                Some(Self(items.iter().enumerate().filter_map(|(i, item)| keep(i.to_string(), item)).collect()))
            }
            _ => None,
        }
    }
}
