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
pub(crate) mod editor;
mod entries;
pub mod exchange;
mod fresh;
mod names;
pub(crate) mod patch;
pub(crate) mod place;
mod read;
pub mod replace;
mod resolve;
mod select;
mod setting;
#[doc(hidden)]
pub mod sheet;
pub mod texts;
pub mod tree;
pub(crate) mod whole;
mod work;

pub use attach::Attached;
pub use change::{Cause, Change, Twin, changed};
pub use detach::Detached;
pub(crate) use editor::Editor;
pub use entries::entry_members;
pub(crate) use patch::Patch;
pub(crate) use place::Place;
