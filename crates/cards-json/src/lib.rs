//! JSON that keeps what was written: member order, the spelling of numbers, places.
//!
//! The lowest layer: it knows no specs and no rules, and stands on nothing of ours. The common JSON libraries hand over
//! values that have lost their number spelling, their duplicate members and their lone surrogates, or refuse the text
//! for them. A card has to survive all three, so the reader here is ours: one pass, borrowed strings, and an
//! [`Oddity`] with its place instead of a refusal wherever a sensible reading exists.
//!
//! ```
//! use cards_json::{Json, Pointer, Style};
//! let mut value: Json = r#"{"data":{"name":"Aria","depth":4.0}}"#.parse()?;
//! let name: Pointer = "/data/name".parse()?;
//! assert_eq!(value.at(&name).and_then(Json::as_str), Some("Aria"));
//! value.set(&name, "Mira")?;
//! assert_eq!(value.to_text(Style::Compact), r#"{"data":{"name":"Mira","depth":4.0}}"#);
//! # Ok::<(), cards_json::Error>(())
//! ```

// On docs.rs, what a feature brings says so.
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "serde_json")]
mod bridge;
mod error;
mod escapes;
mod limits;
mod number;
mod object;
mod oddity;
mod outline;
mod places;
mod pointer;
mod position;
mod reader;
mod relaxed;
mod sealed;
#[cfg(feature = "serde")]
mod serde_impl;
mod sink;
mod source;
mod splice;
mod text;
mod value;
mod value_reader;
mod value_writer;
mod writer;

pub use error::Error;
pub use escapes::{Escapes, escaped};
pub use limits::Limits;
pub use number::Number;
pub use object::Object;
pub use oddity::{Oddities, Oddity, OddityKind, Place};
pub use outline::{Node, Outline, Problem, Reread};
pub use places::{Places, Span};
pub use pointer::Pointer;
pub use position::Position;
pub use reader::{Kind, Mark, Reader};
pub use relaxed::strict_text;
#[cfg(feature = "serde")]
pub use serde_impl::Carried;
pub use sink::Sink;
pub use source::Source;
pub use splice::splice;
pub use value::Json;
pub use value_reader::{ValueMark, ValueReader};
pub use value_writer::{ValueWriter, value_of};
pub use writer::{Style, Writer, with_line_ends_of};

/// The example of the README runs here.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
