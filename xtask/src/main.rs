//! Workspace chores: fixtures, conformance vectors, checks of the tree.

mod conform;

fn main() {}
