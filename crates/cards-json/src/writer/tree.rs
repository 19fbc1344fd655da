//! A JSON value put together from the pieces that would else become text.

use crate::{Json, Object};

/// The value so far.
#[derive(Debug, Default)]
pub(super) struct Tree {
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

impl Tree {
    pub(super) fn open_object(&mut self) {
        self.open.push(Open::Object { members: Vec::new(), name: String::new() });
    }

    pub(super) fn open_array(&mut self) {
        self.open.push(Open::Array(Vec::new()));
    }

    pub(super) fn key(&mut self, key: &str) {
        if let Some(Open::Object { name, .. }) = self.open.last_mut() {
            key.clone_into(name);
        }
    }

    /// Puts a value where the next one belongs.
    pub(super) fn put(&mut self, value: Json) {
        match self.open.last_mut() {
            Some(Open::Object { members, name }) => members.push((std::mem::take(name), value)),
            Some(Open::Array(items)) => items.push(value),
            None => self.done = value,
        }
    }

    /// Ends the innermost object or array.
    pub(super) fn close(&mut self) {
        match self.open.pop() {
            Some(Open::Object { members, .. }) => self.put(Json::Object(Object::of_members(members, |_| {}))),
            Some(Open::Array(items)) => self.put(Json::Array(items)),
            None => {}
        }
    }

    pub(super) fn finish(self) -> Json {
        self.done
    }
}
