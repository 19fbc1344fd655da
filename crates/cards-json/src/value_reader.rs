//! Pulls pieces out of a value that was read already.

use std::borrow::Cow;
use std::slice;

use crate::pointer::Step;
use crate::sealed::Sealed;
use crate::{Error, Json, Kind, Number, Object, Oddities, OddityKind, Place, Pointer, Source};

/// Reads a [`Json`] piece by piece, as [`crate::Reader`] reads a text. The value was built within limits, so there are
/// none here.
///
/// ```
/// use cards_json::{Json, Source as _, ValueReader};
/// let value: Json = r#"{"name":"Aria"}"#.parse()?;
/// let mut reader = ValueReader::new(&value, ());
/// reader.begin_object()?;
/// assert_eq!(reader.next_key(&mut true)?.as_deref(), Some("name"));
/// assert_eq!(reader.string()?, "Aria");
/// # Ok::<(), cards_json::Error>(())
/// ```
#[derive(Debug)]
pub struct ValueReader<'a, O = ()> {
    next: &'a Json,
    open: Vec<Open<'a>>,
    path: Vec<Step<'a>>,
    oddities: O,
}

/// An object or array whose end has not come yet.
#[derive(Debug)]
enum Open<'a> {
    Object(slice::Iter<'a, (String, Json)>),
    Array(slice::Iter<'a, Json>),
}

/// A place that a reader of values can go back to.
#[derive(Clone, Copy, Debug)]
pub struct ValueMark<'a> {
    next: &'a Json,
    open: usize,
    steps: usize,
    oddities: usize,
}

impl<'a, O> ValueReader<'a, O> {
    /// A reader before a value.
    #[must_use]
    pub fn new(value: &'a Json, oddities: O) -> Self {
        Self { next: value, open: Vec::new(), path: Vec::new(), oddities }
    }

    #[cold]
    fn not(&self, wanted: &'static str) -> Error {
        Error::Kind { pointer: Pointer::of_steps(&self.path), wanted }
    }
}

impl<O: Oddities> Sealed for ValueReader<'_, O> {}

impl<'a, O: Oddities> Source<'a> for ValueReader<'a, O> {
    type Mark = ValueMark<'a>;
    type Oddities = O;

    fn peek(&mut self) -> Result<Kind, Error> {
        Ok(match self.next {
            Json::Null => Kind::Null,
            Json::Bool(_) => Kind::Bool,
            Json::Number(_) => Kind::Number,
            Json::String(_) => Kind::String,
            Json::Array(_) => Kind::Array,
            Json::Object(_) => Kind::Object,
        })
    }

    fn begin_object(&mut self) -> Result<(), Error> {
        let Json::Object(object) = self.next else { return Err(self.not("an object")) };
        self.open.push(Open::Object(object.members().iter()));
        Ok(())
    }

    fn next_key(&mut self, first: &mut bool) -> Result<Option<Cow<'a, str>>, Error> {
        *first = false;
        let Some(Open::Object(members)) = self.open.last_mut() else { return Err(self.not("an object")) };
        let Some((key, value)) = members.next() else {
            self.open.pop();
            return Ok(None);
        };
        self.next = value;
        self.path.push(Step::Key(Cow::Borrowed(key)));
        Ok(Some(Cow::Borrowed(key)))
    }

    fn begin_array(&mut self) -> Result<(), Error> {
        let Json::Array(items) = self.next else { return Err(self.not("an array")) };
        self.open.push(Open::Array(items.iter()));
        Ok(())
    }

    fn next_element(&mut self, index: usize) -> Result<bool, Error> {
        let Some(Open::Array(items)) = self.open.last_mut() else { return Err(self.not("an array")) };
        let Some(value) = items.next() else {
            self.open.pop();
            return Ok(false);
        };
        self.next = value;
        self.path.push(Step::Index(index));
        Ok(true)
    }

    fn leave(&mut self) {
        self.path.pop();
    }

    fn string(&mut self) -> Result<Cow<'a, str>, Error> {
        self.next.as_str().map(Cow::Borrowed).ok_or_else(|| self.not("a string"))
    }

    fn number(&mut self) -> Result<Number, Error> {
        let Json::Number(number) = self.next else { return Err(self.not("a number")) };
        Ok(number.clone())
    }

    fn bool(&mut self) -> Result<bool, Error> {
        self.next.as_bool().ok_or_else(|| self.not("a boolean"))
    }

    fn json(&mut self) -> Result<Json, Error> {
        Ok(self.next.clone())
    }

    fn object(&mut self) -> Result<Object, Error> {
        self.next.as_object().cloned().ok_or_else(|| self.not("an object"))
    }

    fn skip(&mut self) -> Result<(), Error> {
        Ok(())
    }

    fn object_of(&mut self, members: Vec<(String, Json)>) -> Object {
        // They come from an object, which has each name once.
        members.into_iter().collect()
    }

    fn pointer(&self) -> Pointer {
        Pointer::of_steps(&self.path)
    }

    fn odd(&mut self, kind: OddityKind) {
        self.oddities.odd(kind, &Place { path: &self.path, member: None, offset: 0 });
    }

    fn oddities(&self) -> &O {
        &self.oddities
    }

    fn oddities_mut(&mut self) -> &mut O {
        &mut self.oddities
    }

    fn mark(&self) -> ValueMark<'a> {
        let oddities = self.oddities.count();
        ValueMark { next: self.next, open: self.open.len(), steps: self.path.len(), oddities }
    }

    fn rewind(&mut self, mark: ValueMark<'a>) {
        self.next = mark.next;
        self.open.truncate(mark.open);
        self.path.truncate(mark.steps);
        self.oddities.truncate(mark.oddities);
    }

    fn finish(self) -> Result<O, Error> {
        Ok(self.oddities)
    }
}
