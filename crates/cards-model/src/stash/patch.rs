//! The difference between an original and what comes back of it, small enough to be kept beside a converted card.

use std::collections::{HashMap, HashSet};

use crate::document::Field;
use crate::json::{Json, Number, Object, Pointer};
use cards_words::Fnv1a;

/// The most values that a stash keeps one by one; beyond it the original is kept as a whole. Putting values back one
/// by one takes time in proportion to what is around them, and real cards need a few dozen.
pub(crate) const MOST: usize = 1_000;

/// What has to be done to a regained value to make it the original again.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Patch {
    /// Values that do not come back at all, by JSON pointer; those of lists in ascending order.
    pub(crate) fields: Vec<(Pointer, Json)>,
    /// Values that come back otherwise.
    pub(crate) orig: Vec<(Pointer, Original)>,
    /// The order of members of objects that come back in another one.
    pub(crate) order: Vec<(Pointer, Vec<String>)>,
}

/// A value that comes back otherwise than it stood.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Original {
    /// What stood; nothing for a member that was absent and comes back filled.
    pub(crate) text: Option<Json>,
    /// The hash of what comes back. As long as it still does, nobody has edited it.
    pub(crate) hash: u64,
    /// How it comes back. Known right after the comparison only.
    pub(crate) change: Change,
}

/// How a value comes back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Change {
    /// As a value that says the same in another way.
    #[default]
    Reshaped,
    /// As a value of another kind that does not say what it did.
    Retyped,
    /// As an empty value.
    Emptied,
}

/// Whether a value is what the lenient reader takes one of another kind for.
fn is_reading(original: &Json, value: &Json) -> bool {
    match value {
        Json::String(text) => String::coerce(original).as_ref() == Some(text),
        Json::Number(number) => Number::coerce(original).as_ref() == Some(number),
        Json::Bool(is) => bool::coerce(original).as_ref() == Some(is),
        Json::Array(items) => match (items.as_slice(), original) {
            ([], _) => false,
            (_, Json::Object(_)) => true,
            ([item], _) => item == original || is_reading(original, item),
            _ => false,
        },
        Json::Object(members) => matches!(original, Json::Array(_)) && !members.is_empty(),
        Json::Null => false,
    }
}

/// What an applied patch could not put back.
pub(crate) type Dropped = Vec<(Pointer, Json)>;

impl Patch {
    /// Compares an original with what comes back of it.
    pub(crate) fn between(original: &Json, regained: &Json) -> Self {
        let mut patch = Self::default();
        patch.compare(&mut Pointer::default(), original, regained);
        if (patch.is_empty() && original == regained) || patch.len() > MOST {
            return patch;
        }
        patch.sort_fields();
        let mut patched = regained.clone();
        patch.clone().apply(&mut patched);
        patch.compare_order(&mut Pointer::default(), original, &patched);
        patch
    }

    /// How many values it holds.
    pub(crate) fn len(&self) -> usize {
        self.fields.len() + self.orig.len() + self.order.len()
    }

    /// The patch, or when it has too many parts, one that holds the original as a whole.
    pub(crate) fn condensed(self, original: &Json, regained: &Json) -> Self {
        if self.len() <= MOST {
            return self;
        }
        let whole = Original { text: Some(original.clone()), hash: hash(regained), change: Change::Reshaped };
        Self { orig: vec![(Pointer::ROOT, whole)], ..Self::default() }
    }

    /// Whether anything at or below a place is kept, alone or in the original as a whole; an empty list is nothing.
    pub(crate) fn changes(&self, at: &Pointer) -> bool {
        let kept = |value: &Json| value.as_array().is_none_or(|items| !items.is_empty());
        let whole = self.orig.iter().find(|(place, _)| place.is_root()).and_then(|(_, whole)| whole.text.as_ref());
        self.pointers().any(|place| place.starts_with(at)) || whole.and_then(|whole| whole.at(at)).is_some_and(kept)
    }

    /// The kept value of a place, alone or in the original as a whole.
    pub(crate) fn kept_at(&mut self, at: &Pointer) -> Option<&mut Json> {
        match self.orig.first_mut() {
            Some((root, original)) if root.is_root() => original.text.as_mut()?.at_mut(at),
            _ => self.fields.iter_mut().find(|(place, _)| place == at).map(|(_, value)| value),
        }
    }

    /// Brings elements of lists into the order in which they have to be put back: from the front. Another program may
    /// have sorted the members of the stash.
    pub(crate) fn sort_fields(&mut self) {
        self.fields.sort_by_cached_key(|(at, _)| {
            let index = at.last().and_then(|key| key.parse::<usize>().ok());
            (at.parent().unwrap_or_default().to_string(), index.unwrap_or_default())
        });
    }

    /// The places that it speaks of.
    pub(crate) fn pointers(&self) -> impl Iterator<Item = &Pointer> {
        let fields = self.fields.iter().map(|(at, _)| at);
        fields.chain(self.orig.iter().map(|(at, _)| at)).chain(self.order.iter().map(|(at, _)| at))
    }

    /// Whether there is nothing to be done.
    pub(crate) fn is_empty(&self) -> bool {
        self.fields.is_empty() && self.orig.is_empty() && self.order.is_empty()
    }

    /// Whether a value, and not merely its absence or the order of members, would be gone without the patch.
    pub(crate) fn holds_values(&self) -> bool {
        !self.fields.is_empty() || self.orig.iter().any(|(_, original)| original.text.is_some())
    }

    /// The order of the members of the value itself, when nothing else is to be done.
    pub(crate) fn order_alone(&self) -> Option<&[String]> {
        match self.order.as_slice() {
            [(root, names)] if root.is_root() && !self.holds_values() && self.orig.is_empty() => Some(names),
            _ => None,
        }
    }

    /// The hashes of all values that it holds.
    pub(crate) fn hashes(&self) -> Vec<(Pointer, u64)> {
        let fields = self.fields.iter().map(|(at, value)| (at.clone(), hash(value)));
        let orig = self.orig.iter().filter_map(|(at, original)| Some((at.clone(), hash(original.text.as_ref()?))));
        fields.chain(orig).collect()
    }

    /// Takes out the values with these hashes.
    pub(crate) fn forget(&mut self, hashes: &[(Pointer, u64)]) {
        if hashes.is_empty() {
            return;
        }
        let hashes: HashMap<_, _> = hashes.iter().map(|(at, hash)| (at, *hash)).collect();
        let known = |at: &Pointer, value: &Json| hashes.get(at).is_some_and(|known| *known == hash(value));
        self.fields.retain(|(at, value)| !known(at, value));
        self.orig.retain(|(at, original)| original.text.as_ref().is_none_or(|text| !known(at, text)));
    }

    fn compare(&mut self, at: &mut Pointer, original: &Json, regained: &Json) {
        match (original, regained) {
            (Json::Object(original), Json::Object(regained)) => self.compare_objects(at, original, regained),
            (Json::Array(original), Json::Array(regained)) if self.compare_lists(at, original, regained) => {}
            _ if original != regained => {
                let change = match regained {
                    _ if original.kind_name() != regained.kind_name() && !is_reading(original, regained) => {
                        Change::Retyped
                    }
                    Json::String(text) if text.is_empty() => Change::Emptied,
                    Json::Array(items) if items.is_empty() => Change::Emptied,
                    Json::Bool(false) => Change::Emptied,
                    _ => Change::Reshaped,
                };
                self.orig.push((at.clone(), Original { text: Some(original.clone()), hash: hash(regained), change }));
            }
            _ => {}
        }
    }

    fn compare_objects(&mut self, at: &mut Pointer, original: &Object, regained: &Object) {
        let back = Members::of(regained);
        for (key, value) in original.iter() {
            match back.get(key) {
                Some(other) => {
                    at.push_member(key);
                    self.compare(at, value, other);
                    at.pop();
                }
                None => self.fields.push((at.member(key), value.clone())),
            }
        }
        let stood = Members::of(original);
        for (key, value) in regained.iter().filter(|(key, _)| stood.get(key).is_none()) {
            let absent = Original { text: None, hash: hash(value), change: Change::Reshaped };
            self.orig.push((at.member(key), absent));
        }
    }

    /// Compares lists by their elements, where that makes sense; gives false where they have to be taken as a whole.
    fn compare_lists(&mut self, at: &mut Pointer, original: &[Json], regained: &[Json]) -> bool {
        if regained.is_empty() && !original.is_empty() {
            return false;
        }
        let mut back = regained.iter().peekable();
        let missing: Vec<_> =
            original.iter().enumerate().filter(|(_, item)| back.next_if(|other| other == item).is_none()).collect();
        if back.peek().is_none() {
            // Everything that comes back was there in the same order, so the others can be put between.
            self.fields.extend(missing.into_iter().map(|(i, item)| (at.index(i), item.clone())));
            return true;
        }
        // Turns of a conversation mean something together only.
        if original.len() != regained.len() || at.last().as_deref() == Some("example_messages") {
            return false;
        }
        for (i, (item, other)) in original.iter().zip(regained).enumerate() {
            at.push_index(i);
            self.compare(at, item, other);
            at.pop();
        }
        true
    }

    fn compare_order(&mut self, at: &mut Pointer, original: &Json, patched: &Json) {
        match (original, patched) {
            (Json::Object(original), Json::Object(patched)) => {
                if original.iter().map(|(key, _)| key).ne(patched.iter().map(|(key, _)| key)) {
                    self.order.push((at.clone(), original.iter().map(|(key, _)| key.to_owned()).collect()));
                }
                let other = Members::of(patched);
                for (key, value) in original.iter() {
                    if let Some(other) = other.get(key) {
                        at.push_member(key);
                        self.compare_order(at, value, other);
                        at.pop();
                    }
                }
            }
            (Json::Array(original), Json::Array(patched)) => {
                for (i, (item, other)) in original.iter().zip(patched).enumerate() {
                    at.push_index(i);
                    self.compare_order(at, item, other);
                    at.pop();
                }
            }
            _ => {}
        }
    }

    /// Makes a regained value the original again, except where it has been edited. What it keeps moves there: it may be
    /// most of a card.
    pub(crate) fn apply(self, value: &mut Json) -> Dropped {
        let mut dropped = Dropped::new();
        for (at, original) in self.orig {
            let now = value.at_mut(&at);
            let unedited = now.as_ref().is_some_and(|now| hash(now) == original.hash);
            match (original.text, now) {
                (Some(text), Some(place)) if unedited => *place = text,
                (None, _) if unedited => remove(value, &at),
                (Some(text), now) if now.as_deref() != Some(&text) => dropped.push((at, text)),
                _ => {}
            }
        }
        for (at, field) in self.fields {
            if let Some(field) = put(value, &at, field) {
                dropped.push((at, field));
            }
        }
        for (at, names) in &self.order {
            if let Some(Json::Object(object)) = value.at_mut(at) {
                reorder(object, names);
            }
        }
        dropped
    }
}

/// Which of many places hold the same value in two documents, found in one walk over both.
#[derive(Debug, Default)]
pub(crate) struct Standing {
    places: HashSet<Pointer>,
    found: HashSet<Pointer>,
    /// How many values were looked at.
    steps: usize,
}

impl Standing {
    /// The places to look at. An element of a list may only look like the one that is gone, so lists are taken as a
    /// whole.
    pub(crate) fn of(places: HashSet<Pointer>) -> Self {
        Self { places, ..Self::default() }
    }

    /// Walks both documents as far as they have the same objects.
    pub(crate) fn compare(&mut self, original: &Json, now: &Json) {
        self.value(&mut Pointer::default(), original, now);
    }

    /// Whether a place holds the same value in both.
    pub(crate) fn found(&self, place: &Pointer) -> bool {
        self.found.contains(place)
    }

    fn value(&mut self, at: &mut Pointer, original: &Json, now: &Json) {
        self.steps += 1;
        if self.places.contains(at) && original == now {
            self.found.insert(at.clone());
        }
        let (Json::Object(original), Json::Object(now)) = (original, now) else { return };
        let stood = Members::of(original);
        for (key, value) in now.iter().filter(|(key, _)| key.parse::<usize>().is_err()) {
            if let Some(original) = stood.get(key) {
                at.push_member(key);
                self.value(at, original, value);
                at.pop();
            }
        }
    }
}

/// Members to be looked up by their names: of few by a scan, of many in a table.
enum Members<'a> {
    Few(&'a Object),
    Many(HashMap<&'a str, &'a Json>),
}

impl<'a> Members<'a> {
    fn of(object: &'a Object) -> Self {
        // An entry of a lorebook still is one of few.
        const FEW: usize = 24;
        if object.len() <= FEW { Self::Few(object) } else { Self::Many(object.iter().collect()) }
    }

    fn get(&self, key: &str) -> Option<&'a Json> {
        match self {
            Self::Few(object) => object.get(key),
            Self::Many(table) => table.get(key).copied(),
        }
    }
}

/// The value that holds the last step of a pointer, and that step.
fn parent<'a>(value: &'a mut Json, at: &Pointer) -> Option<(&'a mut Json, String)> {
    let key = at.last()?.into_owned();
    Some((value.at_mut(&at.parent()?)?, key))
}

/// Takes a member out; elements of lists stay.
fn remove(value: &mut Json, at: &Pointer) {
    if let Some((Json::Object(object), key)) = parent(value, at) {
        object.remove(&key);
    }
}

/// Puts a value where none stands; in lists the following elements make room. Gives it back when it cannot be put there.
fn put(value: &mut Json, at: &Pointer, field: Json) -> Option<Json> {
    match parent(value, at) {
        Some((Json::Object(object), key)) => match object.get(&key) {
            Some(now) => Some(field).filter(|field| now != field),
            None => object.insert(key, field),
        },
        Some((Json::Array(items), key)) => {
            let Ok(index) = key.parse::<usize>() else { return Some(field) };
            items.insert(index.min(items.len()), field);
            None
        }
        _ => Some(field),
    }
}

/// Brings members into an order; those that it does not name go to the end.
fn reorder(object: &mut Object, names: &[String]) {
    let rank: HashMap<_, _> = names.iter().enumerate().map(|(i, name)| (name.as_str(), i)).collect();
    let mut members: Vec<_> = std::mem::take(object).into_iter().collect();
    members.sort_by_key(|(key, _)| rank.get(key.as_str()).copied().unwrap_or(usize::MAX));
    *object = members.into_iter().collect();
}

/// A hash that does not depend on the order of members or the spelling of numbers (FNV-1a, 64 bits).
pub(crate) fn hash(value: &Json) -> u64 {
    let mut hasher = Hasher(Fnv1a::new());
    hasher.json(value);
    hasher.0.finish()
}

struct Hasher(Fnv1a);

impl Hasher {
    fn bytes(&mut self, bytes: &[u8]) {
        self.0.write(bytes);
    }

    fn text(&mut self, text: &str) {
        self.bytes(&(text.len() as u64).to_le_bytes());
        self.bytes(text.as_bytes());
    }

    fn json(&mut self, value: &Json) {
        match value {
            Json::Null => self.bytes(b"n"),
            Json::Bool(value) => self.bytes(if *value { b"t" } else { b"f" }),
            Json::Number(number) => {
                self.bytes(b"#");
                // Zero has two signs and one worth.
                self.bytes(&(number.as_f64() + 0.0).to_bits().to_le_bytes());
            }
            Json::String(text) => {
                self.bytes(b"\"");
                self.text(text);
            }
            Json::Array(items) => {
                self.bytes(b"[");
                items.iter().for_each(|item| self.json(item));
                self.bytes(b"]");
            }
            Json::Object(object) => {
                let mut members: Vec<_> = object.iter().collect();
                members.sort_by_key(|(key, _)| *key);
                self.bytes(b"{");
                for (key, value) in members {
                    self.text(key);
                    self.json(value);
                }
                self.bytes(b"}");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_compared_in_one_walk() {
        const MANY: usize = 20_000;
        let wide = |odd: usize| -> Json {
            let members = (0..MANY).map(|i| (format!("m{i}"), Json::from(if i % odd == 0 { 0 } else { i })));
            Json::Object(members.collect())
        };
        let (original, now) = (wide(2), wide(3));
        let place = |i: usize| Pointer::from([format!("m{i}").as_str()]);
        let mut standing = Standing::of((0..MANY).map(place).collect());
        standing.compare(&original, &now);
        assert!(standing.found(&place(6)) && standing.found(&place(1)) && !standing.found(&place(2)));
        assert_eq!(standing.steps, MANY + 1, "each value is looked at once");
    }
}
