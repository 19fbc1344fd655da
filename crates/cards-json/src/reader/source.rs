//! The reader of texts as a source.

use std::borrow::Cow;

use super::{Kind, Mark, Reader};
use crate::sealed::Sealed;
use crate::{Error, Json, Number, Object, Oddities, OddityKind, Pointer, Source};

impl<O: Oddities> Sealed for Reader<'_, O> {}

/// What the reader has by itself, for those who read texts and values alike.
impl<'a, O: Oddities> Source<'a> for Reader<'a, O> {
    type Mark = Mark;
    type Oddities = O;

    fn peek(&mut self) -> Result<Kind, Error> {
        Self::peek(self)
    }

    fn begin_object(&mut self) -> Result<(), Error> {
        Self::begin_object(self)
    }

    fn next_key(&mut self, first: &mut bool) -> Result<Option<Cow<'a, str>>, Error> {
        Self::next_key(self, first)
    }

    fn begin_array(&mut self) -> Result<(), Error> {
        Self::begin_array(self)
    }

    fn next_element(&mut self, index: usize) -> Result<bool, Error> {
        Self::next_element(self, index)
    }

    fn leave(&mut self) {
        Self::leave(self);
    }

    fn string(&mut self) -> Result<Cow<'a, str>, Error> {
        Self::string(self)
    }

    fn number(&mut self) -> Result<Number, Error> {
        Self::number(self)
    }

    fn bool(&mut self) -> Result<bool, Error> {
        Self::bool(self)
    }

    fn json(&mut self) -> Result<Json, Error> {
        Self::json(self)
    }

    fn object(&mut self) -> Result<Object, Error> {
        Self::object(self)
    }

    fn skip(&mut self) -> Result<(), Error> {
        Self::skip(self)
    }

    fn object_of(&mut self, members: Vec<(String, Json)>) -> Object {
        Self::object_of(self, members)
    }

    fn pointer(&self) -> Pointer {
        Self::pointer(self)
    }

    fn odd(&mut self, kind: OddityKind) {
        Self::odd(self, kind);
    }

    fn oddities(&self) -> &O {
        Self::oddities(self)
    }

    fn oddities_mut(&mut self) -> &mut O {
        Self::oddities_mut(self)
    }

    fn mark(&self) -> Mark {
        Self::mark(self)
    }

    fn rewind(&mut self, mark: Mark) {
        Self::rewind(self, mark);
    }

    fn finish(self) -> Result<O, Error> {
        Self::finish(self)
    }
}
