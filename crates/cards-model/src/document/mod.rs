//! How a struct of a spec is read and written without losing anything.
//!
//! Every spec object is a plain struct of public typed fields plus a [`Rest`], made by the `spec_object!` macro. The
//! fields hold what a program works with; the rest holds what it must not lose: unknown members, members of the
//! wrong type as they were, and the order of all of them. Three rules make a round trip exact:
//!
//! 1. A member that was in the text goes back to its place, an absent one stays absent while its field keeps the
//!    value that absence stands for.
//! 2. A member that did not fit its type is kept as it was. It is written again as long as the field still holds
//!    what was read from it; a field that was edited wins.
//! 3. A struct made by a program (no text behind it) writes every mandatory field and every optional one that is set.

mod changes;
mod date;
mod declare;
mod field;
mod findings;
mod id;
mod object;
mod order;
mod rest;
#[cfg(feature = "serde")]
pub(crate) mod serde_impl;
mod settle;
mod shape;
#[cfg(feature = "proptest")]
pub(crate) mod strategy;

pub use changes::{Change, Changes, Settle};
pub use date::Timestamp;
pub(crate) use declare::{object_field, open_words, spec_object, through_json};
pub use field::{Field, Keyed, TextMap};
pub use findings::{Findings, SpecReader, SpecSource};
pub use id::Id;
pub use object::{Members, SpecObject, from_json, to_json};
pub(crate) use object::{of_whole, read_object, read_whole, write_field, write_object};
pub(crate) use order::{put_in_order, unusual_order};
pub use rest::{Rest, Stood};
pub(crate) use settle::{Place, settle_member};
pub(crate) use shape::{Declared, declared};
pub use shape::{Member, ObjectShape, Shape};
