//! What scripts may cost.

use cards_words::setters;

/// Limits on scripts of strangers; each can be changed by the caller.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Limits {
    /// Scripts in one list; further ones do not run, and a file with more is refused. Default 10,000.
    pub scripts: usize,
    /// Bytes of a text that a script may make. Default 16 MiB.
    pub text_bytes: usize,
    /// Bytes that all scripts together may read of one text and of what they make of it, or in a prompt of all its texts; each
    /// script that runs counts as 4 KiB more, a step of a pattern with look-around or back-references as 8, and a string
    /// that is trimmed off a match as 16 and the match. Default 1 GiB (about a second): a thousand scripts over a text of a megabyte.
    pub scan_bytes: u64,
    /// What one pattern may cost, on one text.
    pub pattern: cards_pattern::Limits,
    /// What the macros of one text may cost.
    pub macros: cards_macro::Limits,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            scripts: 10_000,
            text_bytes: 16 << 20,
            scan_bytes: 1 << 30,
            pattern: cards_pattern::Limits::default(),
            macros: cards_macro::Limits::default(),
        }
    }
}

setters! {
    Limits:
    with_scripts scripts: usize,
    with_text_bytes text_bytes: usize,
    with_scan_bytes scan_bytes: u64,
    with_pattern pattern: cards_pattern::Limits,
    with_macros macros: cards_macro::Limits,
}
