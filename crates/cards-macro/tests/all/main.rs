//! The tests of the macro engine, one binary for all.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "helpers of tests are outside of test functions, stop where they fail, and say what is absent"
)]

mod chance;
mod chats;
mod clients;
mod fixtures;
mod limits;
mod marinara;
mod operators;
mod overlay;
mod properties;
#[path = "../../../cards-suite/tests/all/rows.rs"]
mod rows;
#[cfg(feature = "serde")]
mod serde;
mod steps;
mod table;
mod times;
mod trees;
mod uses;

/// Knows what no reading of this crate alone does: the answers of the clients.
#[test]
fn rows_of_the_suite_are_answered_as_recorded() {
    rows::answered_as_recorded(&["macro"]);
}
