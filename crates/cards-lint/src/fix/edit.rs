//! Edits of JSON by pointer.

use cards_model::{Json, Pointer};

/// One edit of the JSON of a card.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Edit {
    /// Puts a value in the place of the one that is there, or adds it to the object that lacks it.
    Set {
        /// Where.
        pointer: Pointer,
        /// The new value.
        value: Json,
    },
}

impl Edit {
    /// Makes the edit, and says so.
    pub(crate) fn apply(&self, json: &mut Json, note: &mut impl FnMut(Pointer, String)) {
        let Self::Set { pointer, value } = self;
        if let Ok(old) = json.set(pointer, value.clone()) {
            note(pointer.clone(), format!("{} became {}", shown(&old.unwrap_or_default()), shown(value)));
        }
    }
}

/// A value for a message, cut when it is long.
pub(crate) fn shown(json: &Json) -> String {
    crate::excerpt::beginning(&json.to_string())
}
