//! What any file holds.

use cards_container::Source;

use crate::answer::Inspection;
use crate::beside::{Beside, whole};
use crate::error::Error;
use crate::limits::Limits;
use crate::open::open;

/// Tells what any file holds: a card, a lorebook, a module, or what clients keep beside them ([`Beside`](crate::Beside)).
///
/// # Errors
/// [`Error::Container`] for a file that cannot be read.
#[doc(hidden)]
pub fn inspect(mut source: impl Source, limits: &Limits) -> Result<Inspection, Error> {
    let error = match open(&mut source, limits) {
        Ok(opened) => return Ok(opened.answer()),
        Err(error) => error,
    };
    let bytes = if may_be_beside(&error) { whole(&mut source, limits) } else { None };
    let beside = bytes.and_then(|bytes| Beside::read(&bytes, limits));
    beside.map(|beside| beside.inspection()).ok_or(error)
}

/// Whether a file that was refused as a card may be one that clients keep beside their cards.
#[doc(hidden)]
#[must_use]
pub fn may_be_beside(refused: &Error) -> bool {
    matches!(refused, Error::Container(error) if Beside::may_be(error))
}
