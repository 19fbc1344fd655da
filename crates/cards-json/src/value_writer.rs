//! A JSON value put together from the pieces that would else become text.

use crate::sealed::Sealed;
use crate::{Json, Number, Object, Sink};

/// Makes a [`Json`] of what is written.
#[derive(Debug, Default)]
pub struct ValueWriter {
    open: Vec<Open>,
    done: Json,
}

/// An object or array whose end has not come yet.
#[derive(Debug)]
enum Open {
    Object {
        members: Vec<(String, Json)>,
        /// The name of the member whose value comes next.
        name: String,
    },
    Array(Vec<Json>),
}

/// What a `body` writes, as the value that reading its text would give.
#[must_use]
pub fn value_of(body: impl FnOnce(&mut ValueWriter)) -> Json {
    let mut out = ValueWriter::default();
    body(&mut out);
    out.done
}

impl ValueWriter {
    /// Puts a value where the next one belongs.
    fn put(&mut self, value: Json) {
        match self.open.last_mut() {
            Some(Open::Object { members, name }) => members.push((std::mem::take(name), value)),
            Some(Open::Array(items)) => items.push(value),
            None => self.done = value,
        }
    }

    fn nest(&mut self, open: Open, body: impl FnOnce(&mut Self)) {
        self.open.push(open);
        body(self);
        match self.open.pop() {
            Some(Open::Object { members, .. }) => self.put(Json::Object(members.into_iter().collect())),
            Some(Open::Array(items)) => self.put(Json::Array(items)),
            None => {}
        }
    }
}

impl Sealed for ValueWriter {}

impl Sink for ValueWriter {
    fn object(&mut self, body: impl FnOnce(&mut Self)) {
        self.nest(Open::Object { members: Vec::new(), name: String::new() }, body);
    }

    fn array(&mut self, body: impl FnOnce(&mut Self)) {
        self.nest(Open::Array(Vec::new()), body);
    }

    fn key(&mut self, key: &str) {
        if let Some(Open::Object { name, .. }) = self.open.last_mut() {
            key.clone_into(name);
        }
    }

    fn element(&mut self) {}

    fn string(&mut self, text: &str) {
        self.put(text.into());
    }

    fn number(&mut self, number: &Number) {
        self.put(number.clone().into());
    }

    fn bool(&mut self, value: bool) {
        self.put(value.into());
    }

    fn null(&mut self) {
        self.put(Json::Null);
    }

    fn json(&mut self, value: &Json) {
        self.put(value.clone());
    }

    fn members_of(&mut self, object: &Object) {
        self.put(object.clone().into());
    }
}
