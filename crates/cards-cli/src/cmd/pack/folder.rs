//! Reading the files of a folder.

use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use cards_container::Limits;
use cards_container::pack::Folder;

use crate::failure::Failure;
use crate::output::Output;

/// Reads all files of a folder and the folders in it; links and hidden files are passed over.
///
/// As many files as an archive may have entries, each no larger than one of those, and no more in all than may be
/// inflated out of one.
pub(super) fn read(root: &Path, limits: &Limits, out: &mut Output) -> Result<Folder, Failure> {
    let mut folder = Folder::default();
    let mut todo: Vec<(PathBuf, String)> = vec![(root.to_owned(), String::new())];
    let mut total = 0;
    while let Some((path, prefix)) = todo.pop() {
        let failed = |source: io::Error| Failure::Read { path: path.clone(), source };
        let mut entries = fs::read_dir(&path).and_then(Iterator::collect::<Result<Vec<_>, _>>).map_err(failed)?;
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let Ok(name) = entry.file_name().into_string() else {
                out.warn(&format!("{} is left out: its name is not UTF-8", entry.path().display()));
                continue;
            };
            let inside = format!("{prefix}{name}");
            let kind = entry.file_type().map_err(failed)?;
            if name.starts_with('.') || !(kind.is_dir() || kind.is_file()) {
                out.warn(&format!("{} is left out: it is hidden, or a link", entry.path().display()));
            } else if kind.is_dir() {
                todo.push((entry.path(), format!("{inside}/")));
            } else {
                let bytes = file(&entry.path(), limits)?;
                total += bytes.len() as u64;
                folder.files.push((inside, bytes));
                if total > limits.archive_total || folder.files.len() as u64 > limits.members {
                    let message =
                        format!("the folder has more than {} files or {} bytes", limits.members, limits.archive_total);
                    return Err(Failure::Content { path: root.to_owned(), class: "limit", message });
                }
            }
        }
    }
    folder.files.sort();
    Ok(folder)
}

fn file(path: &Path, limits: &Limits) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = fs::File::open(path).and_then(|file| file.take(limits.member + 1).read_to_end(&mut bytes));
    read.map_err(|source| Failure::Read { path: path.to_owned(), source })?;
    if bytes.len() as u64 > limits.member {
        let message = format!("the file has more than {} bytes", limits.member);
        return Err(Failure::Content { path: path.to_owned(), class: "too-large", message });
    }
    Ok(bytes)
}
