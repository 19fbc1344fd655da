//! The `{{macro}}` engine of character cards.
//!
//! Turns a text with macros into a text without, by the rules of the specs or of a real client ([`Profile`]). There is
//! nothing below this crate but `cards-words` and the standard library. It knows no files, no clock, no dice, no chat program: the caller
//! hands in what a macro may ask of the outside ([`Host`]), so that the same input gives the same output.
//!
//! Parse once ([`Template`]), render many times; what cannot be expanded stays as it was written; every growth has a
//! limit ([`Limits`]). [`macro_table`] documents every macro.

// On docs.rs, what a feature brings says so.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod analysis;
mod builtin;
mod calendar;
mod call;
mod dates;
mod error;
mod example;
mod extra;
mod finish;
mod host;
mod js;
mod json;
#[cfg(feature = "laws")]
pub mod laws;
mod limits;
mod map_host;
mod overlay;
mod passes;
mod prng;
mod profile;
mod render;
mod risu;
mod scan;
mod scope_text;
mod shorthand;
mod state;
mod store;
mod syntax;
mod table;
mod template;
mod trace;
mod tree_view;
mod vars;

pub use analysis::{Analysis, Finding, Oddity, VariableUse};
pub use cards_words::{Dice, Message, Profile, Role, SeededDice, UnknownName};
pub use error::Error;
pub use example::example_host;
pub use host::{
    Arity, Clock, ExtraMacros, Fact, Facts, Host, HostMacro, List, Member, Moment, Situation, VariableStore,
};
pub use limits::Limits;
pub use map_host::MapHost;
pub use overlay::{Answers, Overlay};
pub use profile::{Engine, For};
pub use table::{Example, Group, MacroInfo, Variant, macro_table, markdown};
pub use template::{RenderOptions, Rendered, Template, expand};
pub use trace::{Change, Step};
pub use tree_view::{Kind, MacroRef, SeqRef};
pub use vars::{Scope, Value, Variables};

/// The example of the README runs here.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
