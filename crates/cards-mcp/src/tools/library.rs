//! The files of folders that may hold cards.

use std::path::Path;

use cards_library::files::has_card_name;

use crate::desk::Desk;
use crate::path::CardPath;
use crate::refusal::Refusal;

/// Folders within folders that are gone into.
const DEEPEST: usize = 32;

/// Files that may hold cards, and what was passed over.
#[derive(Debug, Default)]
pub(super) struct Shelf {
    pub(super) files: Vec<CardPath>,
    /// Links, which are not followed.
    pub(super) links: usize,
    /// Files of other kinds.
    pub(super) others: usize,
    /// Whether there were more than the limit.
    pub(super) cut: bool,
}

/// Finds the files of folders, in order; a file that is named is one of them.
pub(super) fn shelf(desk: &Desk, starts: &[String]) -> Result<Shelf, Refusal> {
    let mut shelf = Shelf::default();
    let starts = match starts {
        [] => desk.files.roots(),
        starts => starts.to_vec(),
    };
    for start in &starts {
        let path: CardPath = start.parse()?;
        if desk.files.is_folder(&path) {
            folder(desk, &path, 0, &mut shelf)?;
        } else {
            // What is no folder has to be a file that can be opened.
            desk.files.open(&path)?;
            shelf.files.push(path);
        }
    }
    shelf.cut |= shelf.files.len() > desk.limits.files;
    shelf.files.truncate(desk.limits.files);
    Ok(shelf)
}

fn folder(desk: &Desk, path: &CardPath, depth: usize, shelf: &mut Shelf) -> Result<(), Refusal> {
    if depth > DEEPEST || shelf.files.len() > desk.limits.files {
        shelf.cut = true;
        return Ok(());
    }
    let listing = desk.files.list(path)?;
    shelf.links += listing.links;
    for entry in listing.entries {
        if entry.is_folder {
            folder(desk, &entry.path, depth + 1, shelf)?;
        } else if has_card_name(Path::new(entry.path.name())) {
            shelf.files.push(entry.path);
        } else {
            shelf.others += 1;
        }
    }
    Ok(())
}
