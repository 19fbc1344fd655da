//! The tests of lorebook activation, one binary for all.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "helpers of tests are outside of test functions, stop where they fail, and say what is absent"
)]

mod books;
mod budgets;
mod fixtures;
mod groups;
mod hostile;
mod limits;
mod places;
mod properties;
#[path = "../../../cards-suite/tests/all/rows.rs"]
mod rows;
mod serde;
mod unread;
mod words;

/// Knows what no reading of this crate alone does: the answers of the clients.
#[test]
fn rows_of_the_suite_are_answered_as_recorded() {
    rows::answered_as_recorded(&["lore", "module"]);
}
