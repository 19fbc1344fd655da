//! From text to a tree of macros.

mod angle;
mod args;
mod header;
mod parse;
pub(crate) mod risu;
mod scope;
mod tree;

pub(crate) use angle::{in_braces, is_glued, person, units};
pub(crate) use parse::parse;
pub(crate) use tree::{Flags, Node, Operator, Seq, Span, Tree, What};
