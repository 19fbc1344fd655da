//! What an edit changed.

use cards_json::{Json, Pointer};
use cards_model::Content;

use crate::answer;

/// One value that an edit changed.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Change {
    /// Where it stands; in a list, its number when it was changed.
    pub pointer: Pointer,
    /// What was there; nothing for a value that is new.
    pub before: Option<Json>,
    /// What is there now; nothing for a value that was taken out.
    pub after: Option<Json>,
    /// Why it was changed.
    pub cause: Cause,
}

/// Why a value was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Cause {
    /// It was asked for.
    Asked,
    /// It is what a new object begins with, into which something was put that was asked for.
    Made,
    /// It is a copy of something that was asked for.
    Copy,
    /// It names the form, of a card that was recognised by a member which the change took out.
    Marker,
    /// It says when the card was changed.
    Date,
}

cards_words::named! {
    Cause: "cause of a change";
    Asked => "asked",
    Made => "made",
    Copy => "copy",
    Marker => "marker",
    Date => "date",
}

/// A second account of the card in the same file, which an edit leaves or makes anew.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Twin {
    /// Where it stands.
    pub place: String,
    /// Whether it is made anew; others stay as they are, and say what the card said before.
    pub follows: bool,
}

/// Tells what became of a content, value by value.
#[must_use]
pub fn changed(before: &Content, after: &Content) -> Vec<Change> {
    let mut found = Vec::new();
    differences(&Pointer::ROOT, Some(&before.to_json()), Some(&after.to_json()), &mut found);
    found
}

/// What one value became, part by part: members each for itself, all else as a whole.
pub(crate) fn differences(at: &Pointer, before: Option<&Json>, after: Option<&Json>, found: &mut Vec<Change>) {
    match (before, after) {
        (a, b) if a == b => {}
        (Some(Json::Object(old)), Some(Json::Object(new))) => {
            let (in_old, in_new) = (old.by_name(), new.by_name());
            for (key, value) in old.iter() {
                differences(&at.member(key), Some(value), in_new.get(key).copied(), found);
            }
            for (key, value) in new.iter().filter(|(key, _)| !in_old.contains_key(key)) {
                differences(&at.member(key), None, Some(value), found);
            }
        }
        (Some(Json::Array(old)), Some(Json::Array(new))) if old.len() == new.len() => {
            for (index, (old, new)) in old.iter().zip(new).enumerate() {
                differences(&at.index(index), Some(old), Some(new), found);
            }
        }
        (before, after) => found.push(Change {
            pointer: at.clone(),
            before: before.cloned(),
            after: after.cloned(),
            cause: Cause::Asked,
        }),
    }
}

impl From<&Change> for answer::FieldChange {
    fn from(change: &Change) -> Self {
        Self {
            pointer: change.pointer.to_string(),
            cause: change.cause.as_str(),
            before: change.before.clone(),
            after: change.after.clone(),
        }
    }
}

impl From<&Twin> for answer::TwinChange {
    fn from(twin: &Twin) -> Self {
        Self { place: twin.place.clone(), follows: twin.follows }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_of_many_members_are_compared_in_one_pass() {
        // By looking each member up one by one, these would be billions of comparisons.
        let map = |from: usize| -> Json {
            Json::Object((from..from + 50_000).map(|number| (format!("{number:08}"), number)).collect())
        };
        let mut found = Vec::new();
        differences(&Pointer::ROOT, Some(&map(0)), Some(&map(1)), &mut found);
        let told: Vec<_> = found.iter().map(|change| change.pointer.to_string()).collect();
        assert_eq!(told, ["/00000000", "/00050000"]);
    }
}
