//! One form of a lorebook as another, with a report of what the other has no place for.
//!
//! [`crate::Lorebook`] is the middle: every form converts to it and, where programs still read that form, back. What
//! is not in the report is in the result. Pointers in a report lead into the source, from the root of its book.

mod agnai;
pub mod decorators;
mod losses;
mod module;
mod novelai;
mod prom;
mod risu;
mod world_info;

#[cfg(all(test, feature = "ids"))]
pub(crate) use module::is_entry_id;
pub use module::{AtLines, Firing, IdSource, ToLorebook};
