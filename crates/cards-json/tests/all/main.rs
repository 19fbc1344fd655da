//! Tests of what the crate gives. They are no tests in the sources, for which it would be compiled once more: it is the one crate that
//! is optimised in tests.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that fails may panic")]

mod bridge;
mod error;
mod escapes;
mod number;
mod object;
mod outline;
mod places;
mod pointer;
mod reader;
mod relaxed;
mod serde_impl;
mod splice;
mod value;
mod value_reader;
mod value_writer;
mod writer;
