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
mod templates;
mod text_prompts;
