//! Workspace chores: fixtures, conformance vectors, checks of the tree.

mod conform;
mod rule_index;

fn main() {}
