//! Changes of a card by hand, in the container that it came in.

use cards_json::{Json, Pointer};
use cards_lint::{Report, open_card};
use cards_model::Document;

use crate::error::Error;
use crate::limits::Limits;
use crate::repair::Plan;

/// One change of a document, as a front end asks for it.
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
        path: Pointer,
        /// The value.
        value: Json,
    },
    /// Adds an element in front of the one at a place, or at the end of a list.
    Insert {
        /// The place.
        path: Pointer,
        /// The value.
        value: Json,
    },
    /// Takes a member or an element out.
    Remove {
        /// The place.
        path: Pointer,
    },
}

impl Patch {
    /// Changes a document.
    ///
    /// # Errors
    /// [`cards_model::Error`] for a place that is not there, or a value that is not of the type of its field.
    pub fn apply(&self, document: &mut Document) -> Result<(), cards_model::Error> {
        match self {
            Self::Set { path, value } => document.set(path, value.clone()).map(drop),
            Self::Insert { path, value } => document.insert(path, value.clone()),
            Self::Remove { path } => document.remove(path).map(drop),
        }
    }
}

/// An edited file.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Edited {
    /// The whole file.
    pub bytes: Vec<u8>,
    /// What there is to find in it.
    pub report: Report,
}

/// Changes what a file holds, keeps the copies of its members in step, and writes it into the same container.
///
/// A picture stays as it is but for its card chunks; in one with a V2 stand-in beside a V3 card, the stand-in is made anew.
/// A file that nothing changed comes back byte for byte.
///
/// # Errors
/// [`Error::Container`], [`Error::Model`], [`Error::NotReadBack`], and what `change` answers.
///
/// # Examples
/// ```
/// use cards_kit::{Patch, edit};
/// let file = br#"{"name":"Aria","spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria"}}"#;
/// let rename = Patch::Set { path: ["data", "name"].into(), value: "Wick".into() };
/// let edited = edit(file, &Default::default(), |document| Ok(rename.apply(document)?))?;
/// assert_eq!(edited.bytes, br#"{"name":"Wick","spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Wick"}}"#);
/// # Ok::<(), cards_kit::Error>(())
/// ```
pub fn edit(
    bytes: &[u8],
    limits: &Limits,
    change: impl FnOnce(&mut Document) -> Result<(), Error>,
) -> Result<Edited, Error> {
    let (mut document, facts) = open_card(bytes, &limits.files)?;
    change(&mut document)?;
    if document.is_untouched() {
        let report = crate::check::report(&document, &facts, &cards_lint::Options::default());
        return Ok(Edited { bytes: bytes.to_vec(), report });
    }
    document.sync_mirrors();
    let plan = Plan::new(&document, &facts, true)?;
    let mut out = Vec::new();
    plan.write(bytes, &limits.files, &mut out)?;
    let report = plan.prove(&out[..], limits)?;
    Ok(Edited { bytes: out, report })
}
