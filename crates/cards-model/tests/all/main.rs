//! The tests of the model, one binary for all.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "helpers of tests are outside of test functions, stop where they fail, and say what is absent"
)]

mod book_ways;
mod books;
mod concepts;
mod convert;
mod convert_cases;
mod convert_expected;
mod convert_fixtures;
mod corpus;
mod first_tries;
mod fixtures;
mod foreign;
mod forms;
mod laws;
mod lossless;
mod matrix;
mod notcards;
mod rules;
mod schemas;
mod sillytavern;
mod tame;
mod views;
