//! The `cards` command-line tool.
fn main() {}
