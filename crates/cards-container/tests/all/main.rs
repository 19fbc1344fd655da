//! The tests of the container layer, one binary for all.

mod common;
mod png;
