//! What an editor asks of a character card: what is wrong and how it is mended, what a macro makes, where a variable is read,
//! which entry a key fires, how many tokens a text is.
//!
//! A [`Document`] is an open text, JSON, YAML or one text of a card, in whatever state it is. It follows changes: one inside
//! of a string costs no reading of the others. Everything else are questions about a document, with answers as plain data in
//! lines and columns of the editor protocol. Nothing here opens a file, asks the clock or runs a thread; `cards-lsp` does.

mod client;
mod data;
mod diagnostics;
mod document;
pub mod files;
mod hints;
mod kept;
mod lines;
pub mod lore;
mod macros;
mod roles;
mod symbols;
mod text;
mod variables;
mod workspace;

pub use client::{Client, Settings};
pub use data::{
    Action, CodeDescription, Completion, Diagnostic, DiagnosticData, Fold, Hint, Hover, Lens, Signature, Symbol,
    TextEdit,
};
pub use diagnostics::{RULE_PAGES, actions, diagnostics, repair, rule_page};
pub use document::{Document, Holds, Syntax};
pub use hints::hints;
pub use lines::{Lines, Position, Range};
pub use macros::{completions, hover, signature, value_of};
pub use roles::Role;
pub use symbols::{TOKEN_KINDS, folds, symbols, tokens};
pub use text::TextFacts;
pub use variables::{Use, name_at, never_read, rename, uses};
pub use workspace::{FileNames, Link, Workspace};

/// The example of the README runs here.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
