//! Edits of JSON by pointer.

use cards_model::Json;

/// One edit of the JSON of a card.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Edit {
    /// Puts a value in the place of the one that stands there, or adds it to the object that lacks it.
    Set {
        /// Where.
        pointer: String,
        /// The new value.
        value: Json,
    },
}

impl Edit {
    /// Makes the edit, and says so.
    pub(crate) fn apply(&self, json: &mut Json, note: &mut impl FnMut(String, String)) {
        let Self::Set { pointer, value } = self;
        if let Some(old) = set(json, pointer, value.clone()) {
            note(pointer.clone(), format!("{} became {}", shown(&old), shown(value)));
        }
    }
}

/// The value that a pointer leads to, to be changed.
pub(crate) fn at_mut<'j>(json: &'j mut Json, pointer: &str) -> Option<&'j mut Json> {
    let mut value = json;
    for key in keys(pointer) {
        value = match value {
            Json::Object(object) => object.get_mut(&key)?,
            Json::Array(items) => items.get_mut(key.parse::<usize>().ok()?)?,
            _ => return None,
        };
    }
    Some(value)
}

/// Sets a value and gives back the old one; `null` for a member that was absent.
fn set(json: &mut Json, pointer: &str, value: Json) -> Option<Json> {
    if let Some(old) = at_mut(json, pointer) {
        return Some(std::mem::replace(old, value));
    }
    let (parent, name) = pointer.rsplit_once('/')?;
    let Json::Object(object) = at_mut(json, parent)? else { return None };
    object.insert(unescaped(name), value);
    Some(Json::Null)
}

/// The keys of a pointer.
pub(crate) fn keys(pointer: &str) -> impl Iterator<Item = String> {
    pointer.split('/').skip(1).map(unescaped)
}

fn unescaped(key: &str) -> String {
    key.replace("~1", "/").replace("~0", "~")
}

/// A value for a message, cut when it is long.
pub(crate) fn shown(json: &Json) -> String {
    crate::excerpt::beginning(&json.to_string())
}
