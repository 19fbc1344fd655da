//! Writing files: whole or not at all.

use std::path::Path;

use crate::plural::plural;
use cards_library::files::save::would_replace;
pub(crate) use cards_library::files::save::{
    SYNCS_DISKS, Staged, Stamp, folder_of, new_file_in, new_folder_in, replace, sync_disk_of, sync_folder,
};

use crate::failure::Failure;
use crate::input::{is_standard_input, name};
use crate::output::{Output, output_name};

/// Writes a file so that a crash at any moment leaves the old file or the new one.
///
/// The bytes go to a temporary file in the same folder, are flushed to the disk, and take the place of the old file in
/// one step. `-` stands for standard output.
pub(crate) fn save(path: &Path, bytes: &[u8], force: bool, out: &mut Output) -> Result<(), Failure> {
    if path == Path::new("-") {
        return out.raw(bytes);
    }
    refuse_existing(path, force)?;
    let parted = replace(path, bytes)?;
    warn_of_names(path, parted, out);
    Ok(())
}

/// Has a file to itself, of all that write as this program does, until what is staged takes its place; refused where it is not what it was.
pub(crate) fn hold(staged: &mut Staged, path: &Path, was: Option<Stamp>) -> Result<(), Failure> {
    staged.hold()?;
    if Stamp::of(path).ok() == was {
        return Ok(());
    }
    let message = "somebody else changed the file since it was read, and theirs is there; run it again".to_owned();
    Err(Failure::Content { path: path.to_owned(), class: "stale", message })
}

/// Gives a finished file its name, and says whether other names of the old one keep its content.
pub(crate) fn put(staged: Staged, path: &Path, out: &mut Output) -> Result<(), Failure> {
    let parted = staged.commit()?;
    warn_of_names(path, parted, out);
    Ok(())
}

fn warn_of_names(path: &Path, parted: u64, out: &mut Output) {
    if parted > 0 {
        let others = plural(usize::try_from(parted).unwrap_or(usize::MAX), "other name");
        out.warn(&format!("{} had {others} (hard links), where the old content stays", output_name(path)));
    }
}

/// Makes the folder that a new file goes into.
pub(crate) fn make_folder_of(path: &Path) -> Result<(), Failure> {
    let folder = folder_of(path);
    std::fs::create_dir_all(folder).map_err(|source| Failure::Write { path: folder.to_owned(), source })
}

/// Refuses a name that says another format than the file will have; names that say none are anybody's.
pub(crate) fn refuse_name(path: &Path, ends: &[&str], what: &str, end: &str) -> Result<(), Failure> {
    const SAYING: &[&str] = &[
        "png", "apng", "jpg", "jpeg", "webp", "gif", "json", "jsonl", "ndjson", "charx", "zip", "risum", "html", "htm",
        "txt", "md", "csv", "tsv", "xlsx", "ods", "po", "pot", "parquet", "arrow", "feather", "pdf", "doc", "docx",
    ];
    let named = path.extension().map(|end| end.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
    if is_standard_input(path) || !SAYING.contains(&named.as_str()) || ends.contains(&named.as_str()) {
        return Ok(());
    }
    let message = format!("{} would hold {what}; name it `.{end}`", name(path));
    Err(Failure::Other { class: "usage", message })
}

/// Refuses to replace a file that nobody asked to replace. Devices and pipes are written into, not replaced.
pub(crate) fn refuse_existing(path: &Path, force: bool) -> Result<(), Failure> {
    let replaces = would_replace(path)?;
    if replaces && !force { Err(Failure::Exists { path: path.to_owned() }) } else { Ok(()) }
}

/// Refuses `-` where a folder is to be written, which no stream can hold.
pub(crate) fn refuse_stream(folder: &Path) -> Result<(), Failure> {
    if folder != Path::new("-") {
        return Ok(());
    }
    let message = "standard output cannot take a folder; name one, as in `out/`, or write `./-` for one of that name";
    Err(Failure::Other { class: "usage", message: message.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_somebody_changed_is_not_replaced() -> std::io::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("a.json");
        std::fs::write(&path, "{}")?;
        let held = |was| -> Result<(), Failure> { hold(&mut Staged::create(&path)?, &path, was) };
        let was = Stamp::of(&path).ok();
        assert!(held(was).is_ok());
        std::fs::write(&path, "{ }")?;
        let refused = held(was).unwrap_err();
        assert_eq!(refused.class(), "stale");
        let words = "somebody else changed the file since it was read, and theirs is there; run it again";
        assert!(refused.to_string().contains(words), "{refused}");
        std::fs::remove_file(&path)?;
        assert_eq!(held(was).unwrap_err().class(), "stale");
        Ok(())
    }
}
