//! Members of another program's object, taken one by one; whatever nobody takes is lost, and listed.

use crate::json::javascript as js;
use crate::json::{Json, Object, Pointer};
use crate::stash::STASH_KEY;
use crate::stash::kept::Kept;
use crate::{Loss, LossReason, Timestamp};

/// SillyTavern's numbers for what the second keys of an entry ask for; 0 is any of them.
pub(super) mod logic {
    pub(crate) const NOT_ALL: i64 = 1;
    pub(crate) const NOT_ANY: i64 = 2;
    pub(crate) const AND_ALL: i64 = 3;
}

/// An object of which members are taken.
pub(super) struct Members<'j> {
    object: &'j Object,
    at: Pointer,
    taken: Vec<&'j str>,
}

impl<'j> Members<'j> {
    /// The members of an object at a place; `None` for anything else.
    pub(super) fn of(value: &'j Json, at: Pointer) -> Option<Self> {
        Some(Self { object: value.as_object()?, at, taken: Vec::new() })
    }

    /// The members of the whole file.
    pub(super) fn root(value: &'j Json) -> Option<Self> {
        Self::of(value, Pointer::ROOT)
    }

    /// Takes a member of any type.
    pub(super) fn take(&mut self, name: &str) -> Option<&'j Json> {
        let (name, value) = self.object.iter().find(|(member, _)| *member == name)?;
        self.taken.push(name);
        Some(value)
    }

    /// Takes a member if it is a text; one of another type is left, and so lost.
    pub(super) fn text(&mut self, name: &str) -> &'j str {
        match self.object.get(name) {
            Some(Json::String(_)) => self.take(name).and_then(Json::as_str).unwrap_or_default(),
            _ => "",
        }
    }

    /// Takes a member if it is a list; its texts.
    pub(super) fn texts(&mut self, name: &str) -> Vec<Json> {
        match self.object.get(name) {
            Some(Json::Array(_)) => {
                let items = self.take(name).and_then(Json::as_array).unwrap_or_default();
                items.iter().filter(|item| item.as_str().is_some()).cloned().collect()
            }
            _ => Vec::new(),
        }
    }

    /// Takes a list of anything.
    pub(super) fn list(&mut self, name: &str) -> &'j [Json] {
        match self.object.get(name) {
            Some(Json::Array(_)) => self.take(name).and_then(Json::as_array).unwrap_or_default(),
            _ => &[],
        }
    }

    /// Moves a stash of ours to where the card has it.
    pub(super) fn stash_into(&mut self, place: &mut Object) {
        if self.object.get(STASH_KEY).is_some_and(|stash| Kept::origin(stash).is_some())
            && let Some(stash) = self.take(STASH_KEY)
        {
            place.insert(STASH_KEY, stash.clone());
        }
    }

    /// Members that say nothing but how the file is built.
    pub(super) fn ignore(&mut self, names: &[&str]) {
        for name in names {
            self.take(name);
        }
    }

    /// Members that another object says as well.
    pub(super) fn ignore_same(&mut self, other: &Json) {
        let same = self.object.iter().filter(|(name, value)| other.get(name) == Some(value)).map(|(name, _)| name);
        self.taken.extend(same);
    }

    /// The place of a member.
    pub(super) fn place(&self, name: &str) -> Pointer {
        self.at.member(name)
    }

    /// Lists what nobody took and what says something.
    pub(super) fn lost(self, loss: &mut Vec<Loss>) {
        for (name, value) in self.object.iter().filter(|(name, _)| !self.taken.contains(name)) {
            if says_something(value) {
                loss.push(Loss::new(self.at.member(name), LossReason::NoField, value));
            }
        }
    }
}

/// Whether a value says something: not `null`, and not an empty text, list or object.
pub(super) fn says_something(value: &Json) -> bool {
    match value {
        Json::Null => false,
        Json::Array(items) => !items.is_empty(),
        Json::Object(members) => !members.is_empty(),
        Json::String(text) => !text.is_empty(),
        Json::Bool(_) | Json::Number(_) => true,
    }
}

/// Keys that are in one text, as most programs before lorebooks have them.
pub(super) fn keys(text: &str) -> Json {
    Json::Array(text.split(',').map(js::trim).filter(|key| !key.is_empty()).map(Json::from).collect())
}

/// An object of members in order.
pub(super) fn object<const N: usize>(members: [(&str, Json); N]) -> Object {
    members.into_iter().collect()
}

/// A card of V2 around its data.
pub(super) fn v2(data: Object) -> Object {
    object([("spec", crate::v2::SPEC.into()), ("spec_version", crate::v2::SPEC_VERSION.into()), ("data", data.into())])
}

/// A card of V3 around its data.
pub(super) fn v3(data: Object) -> Object {
    object([("spec", crate::v3::SPEC.into()), ("spec_version", crate::v3::SPEC_VERSION.into()), ("data", data.into())])
}

/// Seconds since 1970 of a date in ISO 8601.
pub(super) fn seconds(text: &str) -> Option<i64> {
    Timestamp::parse(text).map(|date| date.seconds())
}
