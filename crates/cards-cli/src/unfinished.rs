//! What runs left behind that were ended while they wrote: the next run that comes by names it.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use cards_library::files::unfinished::{left, look_into};

use crate::output::Output;
use crate::save::folder_of;
use crate::shell;

/// Folders of named files that are looked into, and names that are read of each: some tenths of a millisecond. A walk sees all names.
const FOLDERS: usize = 16;
const NAMES: usize = 4_096;

/// Names what is left in the folders that a command line named or had gone through, and says how it goes away.
pub(crate) fn tell(line: &[OsString], out: &mut Output) {
    if out.quiet() {
        return;
    }
    let files = line.iter().skip(1).map(Path::new).filter(|path| path.is_file());
    let folders: BTreeSet<&Path> = files.map(folder_of).take(FOLDERS).collect();
    folders.into_iter().for_each(|folder| look_into(folder, NAMES));
    let left = left();
    let Some(first) = left.first() else { return };
    let (more, was, run, it) = match left.len() {
        1 => (String::new(), "was", "a run", "it"),
        count => (format!(" and {} more", count - 1), "were", "runs", "them"),
    };
    let folder = common(&left).unwrap_or(folder_of(first));
    out.warn(&format!(
        "{}{more} {was} left by {run} that ended while writing; to remove {it}: cards undo --unfinished {}",
        first.display(),
        shell::word(folder),
    ));
}

/// The folder that all of these are in, or in a folder of; nothing where some begin at a root and others do not.
fn common(paths: &[PathBuf]) -> Option<&Path> {
    let here = Path::new(".");
    let mut common = folder_of(paths.first()?);
    for folder in paths.iter().map(|path| folder_of(path)) {
        // What has no folder in its name is in this one, as is all that begins with no root.
        while common != here && !folder.starts_with(common) {
            common = common
                .parent()
                .filter(|folder| !folder.as_os_str().is_empty())
                .or(common.is_relative().then_some(here))?;
        }
    }
    Some(common).filter(|common| *common != here || paths.iter().all(|path| path.is_relative()))
}
