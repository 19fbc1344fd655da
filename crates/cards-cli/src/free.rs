//! Names that no file has yet.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// A path in a folder that nothing has and nobody took, with a number where the name is taken. What has the name already keeps
/// it: `own`.
pub(crate) fn free(folder: &Path, stem: &str, extension: &str, own: &Path, taken: &mut HashSet<PathBuf>) -> PathBuf {
    let mut number = 1_u64;
    loop {
        let suffix = if number == 1 { String::new() } else { format!(" ({number})") };
        let path = folder.join(format!("{stem}{suffix}{extension}"));
        // A link that leads nowhere is there as well.
        let is_free = path == own || path.symlink_metadata().is_err();
        if is_free && taken.insert(path.clone()) {
            return path;
        }
        number += 1;
    }
}
