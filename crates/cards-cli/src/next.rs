//! The next step, as a command line that works when it is pasted.

use std::path::{Path, PathBuf};

use crate::input::is_standard_input;
use crate::shell::word;

/// How to see what is wrong with a file.
pub(crate) fn lint(path: &Path) -> String {
    format!("cards lint {}", word(path))
}

/// How to mend a file; what comes from standard input has to go somewhere.
pub(crate) fn repair(path: &Path) -> String {
    let target = if is_standard_input(path) { " -o repaired" } else { "" };
    format!("cards repair {}{target}", word(path))
}

/// How to mend several files.
pub(crate) fn repair_all(paths: &[PathBuf]) -> String {
    let words: Vec<_> = paths.iter().map(|path| word(path)).collect();
    format!("cards repair {}", words.join(" "))
}

/// How to look at a file in a browser.
pub(crate) fn report(path: &Path) -> String {
    let page = if is_standard_input(path) { PathBuf::from("card.html") } else { path.with_extension("html") };
    format!("cards report {} -o {}", word(path), word(&page))
}
