//! The folder of vectors, corpus and bench inputs that lies beside the repository.

use std::path::PathBuf;

/// `$CARDS_SHARED`, or `../shared` beside the repository. It need not exist.
pub fn dir() -> PathBuf {
    std::env::var_os("CARDS_SHARED").map_or_else(|| crate::root().join("../shared"), PathBuf::from)
}
