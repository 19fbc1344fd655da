//! The tests of the facade, one binary for all.

#![allow(
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "helpers of tests are outside of test functions, stop where they fail, and say what they passed over"
)]

mod as_it_was;
mod attached;
mod beside;
mod card_file;
mod changes;
mod chat;
mod editors;
mod edits;
mod entry_names;
mod errors;
mod fields;
mod first_guesses;
mod first_tries;
mod four_ways;
mod fourth_guesses;
mod importer;
mod jobs;
mod laws;
mod lists;
mod merges;
mod messages;
mod near_misses;
mod new_entries;
mod pictures;
mod places;
mod prompt_diff;
mod replaces;
mod saved;
mod second_guesses;
mod select;
mod session;
mod third_guesses;
mod trees;
mod unread;
mod versions;
