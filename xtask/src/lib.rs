//! What the chores share with the benchmarks and the long comparisons: where the tree is, what cargo says of it, how the
//! suite is made of vectors, why something stopped.

#![expect(clippy::print_stdout, reason = "for programs of developers that print what they find")]
#![allow(
    clippy::indexing_slicing,
    reason = "vector rows are JSON values, whose indexing answers null for what is absent"
)]

pub mod cargo;
pub mod failure;
pub mod performance;
pub mod shared;
pub mod suite;

use std::path::PathBuf;

/// The root of the workspace.
#[must_use]
pub fn root() -> PathBuf {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    here.parent().map_or(here.clone(), PathBuf::from)
}
