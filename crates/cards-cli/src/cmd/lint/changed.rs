//! Which files changed, as git tells it.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::failure::Failure;
use crate::save::folder_of;

/// The files that differ from a revision, and those that git does not know yet.
#[derive(Clone, Debug)]
pub(super) struct Changed(HashSet<PathBuf>);

impl Changed {
    /// Asks git in the repository of a path. Like a pull request, a branch is compared with where it left the revision.
    pub(super) fn since(revision: &str, start: &Path) -> Result<Self, Failure> {
        let folder = if start.is_dir() { start } else { folder_of(start) };
        let top = git(folder, &["rev-parse", "--show-toplevel"])?;
        let top = path_of(top.trim_ascii_end());
        let mut names = git(
            &top,
            &["diff", "--name-only", "-z", "--no-ext-diff", "--merge-base", "--end-of-options", revision, "--"],
        )?;
        names.extend(git(&top, &["ls-files", "--others", "--exclude-standard", "-z"])?);
        let paths = names.split(|byte| *byte == 0).filter(|name| !name.is_empty());
        // What is gone has no path any more.
        Ok(Self(paths.filter_map(|name| fs::canonicalize(top.join(path_of(name))).ok()).collect()))
    }

    /// Whether a file is one of them.
    pub(super) fn holds(&self, file: &Path) -> bool {
        fs::canonicalize(file).is_ok_and(|path| self.0.contains(&path))
    }
}

fn git(folder: &Path, words: &[&str]) -> Result<Vec<u8>, Failure> {
    let refused = |message: String| Failure::Other { class: "usage", message };
    let output = Command::new("git").arg("-C").arg(folder).args(words).output();
    let output =
        output.map_err(|error| refused(format!("--since asks git what changed, which cannot be run: {error}")))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    Err(refused(format!("--since asks git what changed, and git says: {said}")))
}

#[cfg(unix)]
fn path_of(name: &[u8]) -> PathBuf {
    let name: &std::ffi::OsStr = std::os::unix::ffi::OsStrExt::from_bytes(name);
    name.into()
}

#[cfg(not(unix))]
fn path_of(name: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(name).into_owned())
}
