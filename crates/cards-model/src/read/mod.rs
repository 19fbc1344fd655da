//! From bytes to content: which form a text has, what a listing shows of it, and the document that keeps its bytes.

pub(crate) mod detect;
mod edit;
pub(crate) mod file;
mod hybrid;
pub(crate) mod lookalike;
pub(crate) mod peek;
pub(crate) mod surface;
