//! Tests of the tools, in memory, on the disk, and of the built program.

#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "helpers of tests are outside of test functions, and stop where they fail"
)]

mod given;
mod hostile;
mod laws;
mod papers;
mod protocol;
mod replay;
mod tokens;
mod tools;
