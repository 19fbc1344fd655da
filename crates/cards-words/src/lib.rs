//! The words that every layer of the workspace shares, each said once.
//!
//! Who speaks ([`Role`]), what was said ([`Message`]), whose rules hold ([`Profile`]), chance ([`Dice`]), token counts
//! ([`TokenCounter`], [`Estimate`]), a value with what was odd about it ([`Outcome`]), and the small arithmetic that
//! several layers need ([`Fnv1a`], [`splitmix64`], [`calendar`], [`plural`], cells of [`csv`]). The lines at the head of an entry that say how it fires are cut by
//! [`decorators`], and [`javascript`] says what counts as a blank in the programs that read them.
//!
//! There is nothing below this crate but the standard library. It knows no cards, no JSON, no files, no clock: it holds
//! the vocabulary, and what the words mean in a layer is said in that layer.

// On docs.rs, what a feature brings says so.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod broken;
pub mod calendar;
pub mod csv;
pub mod decorators;
mod dice;
mod estimate;
mod hash;
pub mod javascript;
mod message;
mod named;
mod outcome;
mod plural;
mod profile;
mod role;
mod setters;
mod tokens;
mod unknown;

pub use broken::Broken;
pub use dice::{Dice, SeededDice, splitmix64};
pub use estimate::Estimate;
pub use hash::Fnv1a;
pub use message::{Message, NoSwipe};
#[doc(hidden)]
pub use named::of_name;
pub use outcome::Outcome;
pub use plural::plural;
pub use profile::Profile;
pub use role::Role;
pub use tokens::{Named, TokenCounter, Words};
pub use unknown::UnknownName;

/// The example of the README runs here.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
