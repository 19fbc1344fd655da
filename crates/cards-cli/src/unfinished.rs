//! What runs left behind that were ended while they wrote: the next run that comes by names it.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::Path;

use cards_library::files::unfinished::{left, look_into};

use crate::output::Output;
use crate::save::folder_of;
use crate::shell;

/// Named files whose folders are looked into, and names that are read of each: some tenths of a millisecond. A walk sees all names.
const FILES: usize = 16;
const NAMES: usize = 4_096;

/// Folders that a hint names.
const SHOWN: usize = 8;

/// Names what is left in the folders that a command line named or had gone through, and says how it goes away.
pub(crate) fn tell(line: &[OsString], out: &mut Output) {
    if out.quiet() {
        return;
    }
    let files = line.iter().skip(1).map(Path::new).filter(|path| path.is_file());
    let folders: BTreeSet<&Path> = files.map(folder_of).take(FILES).collect();
    folders.into_iter().for_each(|folder| look_into(folder, NAMES));
    let left = left();
    let Some(first) = left.first() else { return };
    let (more, was, run, it) = match left.len() {
        1 => (String::new(), "was", "a run", "it"),
        count => (format!(" and {} more", count - 1), "were", "runs", "them"),
    };
    // What is in a folder of one that is named goes with that.
    let all: BTreeSet<&Path> = left.iter().map(|path| folder_of(path)).collect();
    let within = |folder: &Path| folder.ancestors().skip(1).any(|above| all.contains(above));
    let folders = all.iter().filter(|folder| !within(folder)).take(SHOWN).map(|folder| shell::word(folder));
    out.warn(&format!(
        "{}{more} {was} left by {run} that ended while writing; to remove {it}: cards undo --unfinished {}",
        first.display(),
        folders.collect::<Vec<_>>().join(" "),
    ));
}
