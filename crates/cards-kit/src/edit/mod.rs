//! Changes of a card by hand, in the container that it came in.
//!
//! A [`Place`] says where, a [`Patch`] what, and an [`Editor`] holds a file that is being changed: each step gives the list
//! of [`Change`]s, can be undone, and is written into the same container with all else as it was.

mod attach;
mod books;
mod change;
mod choice;
mod copies;
mod detach;
mod duty;
mod editor;
pub mod exchange;
mod fresh;
mod names;
mod patch;
mod place;
mod read;
pub mod replace;
mod resolve;
mod select;
mod setting;
pub mod sheet;
pub mod texts;
pub mod tree;
mod work;

pub use attach::Attached;
pub use change::{Cause, Change, Twin, changed};
pub use detach::Detached;
pub use editor::Editor;
pub use patch::Patch;
pub use place::Place;

use cards_lint::{Facts, Report};
use cards_model::Document;

use crate::error::Error;
use crate::limits::Limits;
use crate::open::OpenOptions;
use crate::repair::Plan;

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
/// A file that nothing changed comes back byte for byte. An [`Editor`] does the same step by step.
///
/// # Errors
/// [`Error::Container`], [`Error::Model`], [`Error::NotReadBack`], and what `change` answers.
///
/// # Examples
/// ```
/// use cards_kit::{Patch, edit};
/// let file = br#"{"name":"Aria","spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria"}}"#;
/// let rename = Patch::Set { path: "name".parse()?, value: "Wick".into() };
/// let edited = edit(file, &Default::default(), |document| rename.apply(document))?;
/// assert_eq!(edited.bytes, br#"{"name":"Wick","spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Wick"}}"#);
/// # Ok::<(), cards_kit::Error>(())
/// ```
pub fn edit(
    bytes: &[u8],
    limits: &Limits,
    change: impl FnOnce(&mut Document) -> Result<(), Error>,
) -> Result<Edited, Error> {
    let (mut document, facts) = Facts::read(&mut OpenOptions::mendable(limits).open(bytes)?)?;
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
