//! The names of a folder of cards.

use std::path::{Path, PathBuf};
use std::thread;

use sonic_rs::JsonValueTrait as _;

use crate::Outcome;
use crate::picture::{card_text_of, decoded, value};
use crate::timing::row;

/// Times it, on one thread and on two.
pub fn run(folder: &Path) -> Outcome {
    let files = std::fs::read_dir(folder.join("folder"))?.map(|entry| entry.map(|entry| entry.path()));
    let mut files = files.collect::<Result<Vec<_>, _>>()?;
    files.sort();
    row("d_folder", "limit: headers and text, sonic-rs value, 1 thread", || names(&files));
    row("d_folder", "limit: same, 2 threads", || {
        thread::scope(|scope| {
            let halves = files.chunks(files.len().div_ceil(2));
            let workers: Vec<_> = halves.map(|half| scope.spawn(|| names(half))).collect();
            workers.into_iter().filter_map(|worker| worker.join().ok()).sum::<usize>()
        })
    });
    Ok(())
}

/// The bytes of all names.
fn names(files: &[PathBuf]) -> usize {
    let name = |path: &PathBuf| {
        let card = value(&decoded(&card_text_of(path).ok().flatten()?))?;
        card.pointer(["data", "name"]).or(card.get("name"))?.as_str().map(str::len)
    };
    files.iter().filter_map(name).sum()
}
