//! The built server, as an editor speaks with it.

#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "helpers of tests are outside of test functions, and stop where they fail"
)]

mod editor;
mod edits;
mod page;
mod transcripts;
mod twice;
