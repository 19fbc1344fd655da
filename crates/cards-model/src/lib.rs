//! Character card specs as typed, lossless documents.
//!
//! The bottom layer: it knows the spec types (Tavern Card V1 and V2, CCv3, CCv3L, Prom V3.1, RPGGO modules, and the
//! lorebook forms), tells them apart, and reads and writes their JSON without losing a member. It knows no
//! containers, no files, no clock and no chat; what a card's texts mean is the business of the layers above.
//!
//! Start with [`Document::read`]; [`Card`] answers what can be asked of every spec.
//!
//! What the documentation does not show is machinery that the crates of this family share, and may change with any release.

// On docs.rs, what a feature brings says so.
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod book;
#[doc(hidden)]
pub mod concept;
pub mod convert;
#[doc(hidden)]
pub mod document;
mod foreign;
pub mod json;
#[cfg(feature = "laws")]
pub mod laws;
mod read;
pub mod rules;
mod schema;
pub mod sillytavern;
mod spec;
mod stash;
#[cfg(feature = "proptest")]
pub mod strategy;
mod terms;
#[cfg(feature = "serde")]
mod through_serde;

pub use document::{Id, Keyed, Rest, Stood, TextMap, Timestamp, from_json, to_json};
#[doc(hidden)]
pub use foreign::text_as_pattern;
pub use foreign::{ForeignForm, Origin};
pub use json::{Json, Limits, Number, Object, Pointer, Style};
pub use read::detect::{Detection, Reason, detect};
pub use read::evidence::Evidence;
pub use read::file::{Document, Reading};
pub use read::grammar::Grammar;
pub use read::peek::{Peek, peek, peek_with_evidence};
pub use rules::check::Report;
pub use rules::fallback::{COMPATIBLE_EXTENSIONS, Fallback, FallbackKind};
pub use rules::validate::{Strictness, ValidateOptions, fix, validate};
#[doc(hidden)]
pub use schema::root_shape;
pub use schema::{empty_member, new_object, schema};
pub use spec::asset::{Asset, AssetUri, EmbeddedScheme};
pub use spec::card::{Card, Greeting, GreetingKind};
pub use spec::lorebook::{Entry, Lorebook, Position, is_pattern};
pub use spec::module::Module;
pub use spec::script_texts::{TreeScript, script_tree};
pub use spec::texts::{CardText, TextClass, TextKind};
pub use spec::worldinfo::WorldInfo;
// The file of each form, and what a file holds.
pub use spec::*;
pub use terms::error::Error;
pub use terms::finding::Finding;
pub use terms::form::Form;
pub use terms::loss::{Converted, Loss, LossReason};

/// What is at the root too.
#[doc(hidden)]
pub mod lorebook {
    pub use crate::spec::lorebook::*;
}

/// RPGGO modules, apart from [`Module`] itself.
pub mod module {
    pub use crate::spec::module::{Category, Entry, IdSource};
}

/// SillyTavern's lorebook files, apart from [`WorldInfo`] itself.
pub mod worldinfo {
    pub use crate::spec::worldinfo::{CharacterFilter, Entry, SECOND_NAMES, SecondName};
}

/// The example of the README runs here.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
