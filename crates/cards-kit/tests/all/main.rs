//! The tests of the facade, one binary for all.

#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "helpers of tests are outside of test functions, and stop where they fail"
)]

mod as_it_was;
mod card_file;
mod changes;
mod chat;
mod edits;
mod entry_names;
mod errors;
mod first_tries;
mod four_ways;
mod importer;
mod jobs;
mod laws;
mod merges;
mod messages;
mod near_misses;
mod new_entries;
mod pictures;
mod prompt_diff;
mod select;
mod session;
