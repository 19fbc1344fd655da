//! `cargo xtask conform [DIR]`: runs every vector file under DIR and prints what passed.
//!
//! A file's format is told from the shape of its rows, not from its name, so that any folder with files of the
//! same formats can be judged. One judge per format lives in a file of its own and answers for one row.

pub mod cards_json;
pub mod verdict;

// Judges, one per format:  `pub fn judge(row: &serde_json::Value) -> Vec<Verdict>`
