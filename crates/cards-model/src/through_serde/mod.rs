//! Feature `serde`: contents in both directions, and what the library answers with.

mod content;
mod results;
