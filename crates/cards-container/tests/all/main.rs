//! The tests of the container layer, one binary for all.
#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "helpers of tests are outside of test functions"
)]

mod charx;
mod common;
mod corpus;
mod errors;
mod fixtures;
mod forms;
mod laws;
mod pack;
mod png;
mod serde;
mod zip;
