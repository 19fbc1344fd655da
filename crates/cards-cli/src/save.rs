//! Writing files: whole or not at all.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use crate::failure::Failure;
use crate::output::Output;

/// Writes a file so that a crash at any moment leaves the old file or the new one.
///
/// The bytes go to a temporary file in the same folder, are flushed to the disk, and take the place of the old file in
/// one step. `-` stands for standard output.
pub(crate) fn save(path: &Path, bytes: &[u8], force: bool, out: &mut Output) -> Result<(), Failure> {
    if path == Path::new("-") {
        return out.raw(bytes);
    }
    if !force && path.exists() {
        return Err(Failure::Exists { path: path.to_owned() });
    }
    replace(path, bytes)
}

/// Puts bytes in the place of a file in one step.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let written = |source| Failure::Write { path: path.to_owned(), source };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new().prefix(".cards-").tempfile_in(folder).map_err(written)?;
    file.write_all(bytes).map_err(written)?;
    if let Ok(old) = fs::metadata(path) {
        // A file keeps the rights that it had; a new one gets the usual ones below.
        fs::set_permissions(file.path(), old.permissions()).map_err(written)?;
    } else {
        usual_rights(file.path()).map_err(written)?;
    }
    file.as_file().sync_all().map_err(written)?;
    file.persist(path).map_err(|error| written(error.error))?;
    sync_folder(folder);
    Ok(())
}

/// Temporary files are private; a result is as readable as any new file.
#[cfg(unix)]
fn usual_rights(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(path, fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn usual_rights(_: &Path) -> std::io::Result<()> {
    Ok(())
}

/// Makes the renaming itself durable, where the system can.
fn sync_folder(folder: &Path) {
    if let Ok(folder) = fs::File::open(folder) {
        // Some file systems refuse to sync a folder; the file is whole either way.
        let _ = folder.sync_all();
    }
}
