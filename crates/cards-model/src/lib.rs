//! Character card specs as typed, lossless documents.
//!
//! The bottom layer: it knows the spec types (Tavern Card V1 and V2, CCv3, CCv3L, Prom V3.1, RPGGO modules, and the
//! lorebook forms), tells them apart, and reads and writes their JSON without losing a member. It knows no
//! containers, no files, no clock and no chat; what a card's texts mean is the business of the layers above.
//!
//! Start with [`Document::read`]; [`Card`] answers what can be asked of every spec.

pub mod agnai;
pub mod asset;
pub mod books;
mod card;
mod content;
pub mod convert;
mod detect;
pub mod document;
mod error;
pub mod examples;
mod fallback;
mod file;
mod finding;
mod habits;
#[cfg(feature = "ids")]
pub mod id;
pub mod json;
mod limits;
mod lookalike;
pub mod lorebook;
mod loss;
pub mod module;
pub mod novelai;
mod peek;
mod pointer;
pub mod prom;
pub mod risu;
pub mod rules;
mod schema;
#[cfg(feature = "serde")]
mod serde_impl;
pub mod sillytavern;
#[cfg(feature = "proptest")]
pub mod strategy;
mod surface;
pub mod v0;
pub mod v1;
pub mod v2;
pub mod v3;
pub mod v3l;
mod validate;
pub mod worldinfo;

pub use asset::{Asset, AssetUri, EmbeddedScheme};
pub use card::{Card, Greeting, GreetingKind};
pub use content::Content;
pub use detect::{Detection, Form, Reason, detect};
pub use document::{Id, Rest, TextMap, Timestamp};
pub use error::Error;
pub use fallback::{COMPATIBLE_EXTENSIONS, Fallback, FallbackKind};
pub use file::{Document, Grammar, Reading};
pub use finding::Finding;
pub use json::{Json, Number, Object, Style};
pub use limits::Limits;
pub use lorebook::{Entry, Lorebook, Position};
pub use loss::{Converted, Loss, LossReason};
pub use module::Module;
pub use peek::{Peek, peek};
pub use schema::{SCHEMA_NAMES, root_shape, schema, schema_name};
pub use validate::{Report, Strictness, ValidateOptions, fix, validate};
pub use worldinfo::WorldInfo;
