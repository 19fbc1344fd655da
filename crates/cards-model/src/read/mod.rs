//! From bytes to content: which form a text has, what a listing shows of it, and the document that keeps its bytes.

pub(crate) mod detect;
mod edit;
pub(crate) mod evidence;
pub(crate) mod file;
pub(crate) mod grammar;
mod hybrid;
pub(crate) mod lookalike;
mod parse;
pub(crate) mod peek;
pub(crate) mod surface;
mod value;
