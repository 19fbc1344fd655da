//! Changes of a card, as a front end asks for them.

use cards_json::Json;
use cards_model::Document;

use super::duty::Manner;
use super::place::Place;
use super::work::change;
use crate::error::Error;

/// One change of a document, as a front end asks for it.
///
/// ```
/// use cards_kit::{Document, Patch};
/// let mut document: Document = r#"{"spec":"chara_card_v2","data":{"name":"Aria","tags":["bard"]}}"#.parse()?;
/// Patch::Insert { path: "tags[0]".parse()?, value: "night".into() }.apply(&mut document)?;
/// assert_eq!(document.card().map(|card| card.tags().len()), Some(2));
/// # Ok::<(), cards_kit::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "op", rename_all = "lowercase")
)]
#[non_exhaustive]
pub enum Patch {
    /// Sets the value at a place; a member that is absent is added.
    Set {
        /// The place.
        path: Place,
        /// The value.
        value: Json,
    },
    /// Adds an element in front of the one at a place, or at the end of a list.
    Insert {
        /// The place.
        path: Place,
        /// The value.
        value: Json,
    },
    /// Takes a member or an element out; a member that the spec wants in every card is emptied.
    Remove {
        /// The place.
        path: Place,
    },
    /// Takes a value out of one place and adds it at another, as they are counted without it (RFC 6902 §4.4).
    Move {
        /// Where it is.
        from: Place,
        /// Where it goes.
        path: Place,
    },
}

impl Patch {
    /// Changes a document. Copies that clients keep beside `data` follow.
    ///
    /// # Errors
    /// [`Error::NoSuchPlace`] and [`Error::Ambiguous`] for a place that is not there, [`Error::Model`] for a value that is
    /// not of the type of its field, [`Error::Picture`] for a picture, which is no JSON, [`Error::CreationDate`] for the date on
    /// which a card was made. The document stays as it was.
    pub fn apply(&self, document: &mut Document) -> Result<(), Error> {
        change(document, std::slice::from_ref(self), &Manner::default()).map(drop)
    }
}
