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
#[path = "../../../cards-suite/tests/all/rows.rs"]
mod rows;
mod serde;
mod zip;

/// Knows what no reading of this crate alone does: the answers of the clients.
#[test]
fn rows_of_the_suite_are_answered_as_recorded() {
    rows::answered_as_recorded(&["import", "keep", "read", "write"]);
}
