//! The tests of the command-line tool, one binary for all.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "helpers of tests are outside of test functions, stop where they fail, and say what is absent"
)]

mod agree;
mod answers;
mod atomic;
mod beside;
mod ci;
mod compat;
mod conform;
mod cookbook;
mod corpus;
mod data_folder;
mod desk;
mod edits;
mod files;
mod guesses;
#[cfg(unix)]
mod in_git;
mod laws;
mod library;
mod lint;
mod lists;
mod manners;
mod many;
mod merging;
mod old;
#[path = "../../../cards-lint/tests/all/recipe.rs"]
mod recipe;
mod repair;
mod replaces;
mod sarif;
mod say;
mod snapshots;
mod status;
mod thousands;
mod tool;
mod tools;
mod turns;
#[cfg(unix)]
mod walk;
