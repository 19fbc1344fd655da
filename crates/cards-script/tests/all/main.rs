//! Tests of the public interface.

mod convert;
mod files;
mod laws;
mod limits;
mod risu;
#[path = "../../../cards-suite/tests/all/rows.rs"]
mod rows;
mod sillytavern;

/// Knows what no reading of this crate alone does: the answers of the clients.
#[test]
fn rows_of_the_suite_are_answered_as_recorded() {
    rows::answered_as_recorded(&["regex"]);
}
