//! Regular expressions as JavaScript means them, translated to the engines at hand.
//!
//! Lorebook keys and regex scripts are JavaScript patterns written by strangers. The linear engine takes what it can;
//! look-around and back-references go to the backtracking one, under limits. Matching is by code points where JavaScript
//! without the `u` flag goes by UTF-16 units.
//!
//! # Examples
//!
//! ```
//! use cards_pattern::{Flags, Limits, translate};
//!
//! let translated = translate(r"\bcaf\b", Flags::default(), &Limits::default())?;
//! assert!(!translated.backtracks);
//! # Ok::<(), cards_pattern::Error>(())
//! ```

// On docs.rs, what a feature brings says so.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod backtrack;
mod case;
mod class;
mod error;
mod escape;
mod flags;
mod limits;
mod literal;
mod pattern;
mod program;
mod slashes;
mod span;
mod translate;

pub use error::Error;
pub use flags::Flags;
pub use limits::Limits;
pub use pattern::{Match, Matches, Pattern};
pub use program::Program;
pub use slashes::{has_bare_slash, split_slashes};
pub use span::Span;
pub use translate::{Translated, translate};

/// The example of the README runs here.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
