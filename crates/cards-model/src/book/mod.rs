//! Lorebooks: one file a form, with what makes a [`crate::Lorebook`] of it beside what makes it of one.
//!
//! The layouts of the card specs (V2, CCv3, CCv3L, Prom) convert into each other by `turn`, whether the book is in a
//! card or in a file of its own. For every other form the CCv3 lorebook is the middle. What is not in the report of a
//! conversion is in its result; pointers in a report lead into the source, from the root of its book.

mod agnai;
pub(crate) mod any;
mod content;
mod convert;
pub(crate) mod engine;
pub(crate) mod entries;
mod losses;
mod module;
mod novelai;
mod parts;
pub(crate) mod plain;
pub(crate) mod prom;
mod risu;
mod settings;
mod stash;
pub(crate) mod turn;
mod view;
mod world_info;

pub(crate) use crate::spec::module::IdSource;
pub use convert::convert;
pub use module::{AtLines, Firing, ToLorebook};
pub use view::{BookView, EntryView};

use crate::document::{Rest, SpecObject};
use crate::json::Object;

/// Unknown members, without those that are no longer unknown in the target.
pub(crate) fn unknown_beside<T: SpecObject>(members: Object) -> Rest {
    Rest::of_unknown(members.into_iter().filter(|(key, _)| T::index_of(key).is_none()).collect())
}
