//! Names that no file has yet.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

/// Names that were given away.
#[derive(Debug, Default)]
pub(crate) struct Names {
    taken: HashSet<PathBuf>,
    /// The first number that was not looked at, by the path without one: many files of one name cost what as many others do.
    next: HashMap<PathBuf, u64>,
}

impl Names {
    /// A path in a folder that nothing has and nobody took, with a number where the name is taken. What has the name already
    /// keeps it: `own`.
    pub(crate) fn free(&mut self, folder: &Path, stem: &str, extension: &str, own: &Path) -> PathBuf {
        let bare = folder.join(format!("{stem}{extension}"));
        let next = self.next.entry(bare.clone()).or_insert(1);
        let at = |number: u64| match number {
            1 => bare.clone(),
            number => folder.join(format!("{stem} ({number}){extension}")),
        };
        let owned = number(own, stem, extension).filter(|owned| *owned < *next && at(*owned) == own);
        if owned.is_some() && self.taken.insert(own.to_owned()) {
            return own.to_owned();
        }
        loop {
            let path = at(*next);
            *next += 1;
            // A link that leads nowhere is there as well.
            let is_free = path == own || path.symlink_metadata().is_err();
            if is_free && self.taken.insert(path.clone()) {
                return path;
            }
        }
    }
}

/// The number in a name of this kind.
fn number(path: &Path, stem: &str, extension: &str) -> Option<u64> {
    let name = path.file_name()?.to_str()?;
    match name.strip_prefix(stem)?.strip_suffix(extension)? {
        "" => Some(1),
        suffix => suffix.strip_prefix(" (")?.strip_suffix(')')?.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_looked_at_once_and_what_has_a_name_keeps_it() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for name in ["Aria.png", "Aria (2).png", "Aria (4).png"] {
            std::fs::write(at(name), "").unwrap();
        }
        let mut names = Names::default();
        let mut free = |own: &str| {
            let path = names.free(folder.path(), "Aria", ".png", &at(own));
            path.file_name().unwrap().to_str().unwrap().to_owned()
        };
        assert_eq!(free("other.png"), "Aria (3).png");
        assert_eq!(free("third.png"), "Aria (5).png");
        for own in ["Aria.png", "Aria (2).png", "Aria (4).png"] {
            assert_eq!(free(own), own);
        }
        assert_eq!(free("fourth.png"), "Aria (6).png");
        let many: Vec<String> = (0..20_000).map(|_| free("fifth.png")).collect();
        assert_eq!(many.last().map(String::as_str), Some("Aria (20006).png"));
    }
}
