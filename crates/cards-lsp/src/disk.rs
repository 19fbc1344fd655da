//! The disk and the clock of this machine.

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use cards_library::files::save::replace;
use cards_library::files::{Choice, Walk};
use cards_lsp::Host;

/// Files as they are on the disk.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Disk;

impl Host for Disk {
    fn real(&self, path: &Path) -> PathBuf {
        std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
    }

    fn size(&self, path: &Path) -> Option<u64> {
        std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file).map(|file| file.len())
    }

    fn read(&self, path: &Path) -> Result<Vec<u8>, String> {
        std::fs::read(path).map_err(|error| error.to_string())
    }

    fn replace(&mut self, path: &Path, bytes: Vec<u8>) -> Result<(), String> {
        replace(path, &bytes).map(drop).map_err(|error| {
            let cause = std::error::Error::source(&error).map(|cause| format!(": {cause}"));
            format!("{error}{}", cause.unwrap_or_default())
        })
    }

    fn below(&self, folder: &Path, most: usize) -> Vec<PathBuf> {
        let found = Walk::new(&[folder.to_owned()], Choice::default()).filter(|found| found.error.is_none());
        found.take(most).map(|found| found.path).collect()
    }

    fn now(&self) -> Option<i64> {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
        i64::try_from(since.as_secs()).ok()
    }
}
