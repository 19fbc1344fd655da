//! What two files say differently, whatever containers and forms they are in; and what two prompts do.

mod attached;
mod compare;
mod entries;
mod prompts;

use crate::answer::{Diff, Side};
pub use crate::answer::{Difference, PieceDifference, PromptDiff, What};
use crate::limits::Limits;
use crate::open::Opened;
use crate::plain::plain;
use attached::Attached;
pub(crate) use compare::places;
pub use entries::label as entry_label;
pub use prompts::{PromptPiece, PromptPieces};

/// Lists what two files say differently, in reading order.
///
/// Empty members and flags that hold their default say nothing. Lorebook entries are the same by id, then by name, then by
/// content; with `assets`, pictures and assets by the hash of their bytes, a PNG without its card chunks.
///
/// # Examples
/// ```
/// # #[cfg(feature = "diff")] {
/// let limits = cards_kit::Limits::default();
/// let v1 = br#"{"name":"Aria","description":"A bard.","personality":"","scenario":"","first_mes":"","mes_example":""}"#;
/// let v2 = br#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","description":"A skald."}}"#;
/// let (mut v1, mut v2) = (cards_kit::open(v1, &limits)?, cards_kit::open(v2, &limits)?);
/// let found = cards_kit::diff::diff(&mut v1, &mut v2, true, &limits);
/// assert_eq!(found.iter().map(|change| change.path.as_str()).collect::<Vec<_>>(), ["description"]);
/// # }
/// # Ok::<(), cards_kit::Error>(())
/// ```
pub fn diff(a: &mut Opened<'_>, b: &mut Opened<'_>, assets: bool, limits: &Limits) -> Vec<Difference> {
    let mut changes = compare::compare(plain(a.content()), plain(b.content()), limits.compared_pairs);
    if assets {
        Attached::of(a).compare(&Attached::of(b), &mut changes);
    }
    changes
}

impl Side {
    /// Says which file this is.
    #[must_use]
    pub fn of(file: &str, opened: &Opened<'_>) -> Self {
        Self { file: file.to_owned(), container: opened.loaded.kind.as_str(), form: opened.content().form().id() }
    }
}

impl Diff {
    /// Tells what two files say differently.
    #[must_use]
    pub fn of(a: Side, b: Side, changes: Vec<Difference>) -> Self {
        Self { same: changes.is_empty(), a, b, changes }
    }
}
