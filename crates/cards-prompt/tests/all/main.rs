//! The tests of the assembly, one binary for all.

#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "helpers of tests are outside of test functions, and stop where they fail"
)]

mod chat_laws;
mod chat_prompts;
mod fixtures;
mod laws;
mod openings;
mod preset_forms;
mod presets;
mod risu;
#[path = "../../../cards-suite/tests/all/rows.rs"]
mod rows;
mod templates;
mod text_prompts;

/// Knows what no reading of this crate alone does: the answers of the clients.
#[test]
fn rows_of_the_suite_are_answered_as_recorded() {
    rows::answered_as_recorded(&["post", "prompt"]);
}
