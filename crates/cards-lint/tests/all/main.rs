//! Tests of linting and fixing, most of them data under `fixtures/lint`.

#![expect(clippy::indexing_slicing, clippy::unwrap_used, reason = "a test that cannot go on should panic")]

mod client;
mod corpus;
mod fixtures;
mod hurts;
mod laws;
mod recipe;
