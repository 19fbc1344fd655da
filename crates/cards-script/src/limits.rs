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
            pattern: cards_pattern::Limits::default(),
            macros: cards_macro::Limits::default(),
        }
    }
}

setters! {
    Limits:
    with_scripts scripts: usize,
    with_text_bytes text_bytes: usize,
    with_pattern pattern: cards_pattern::Limits,
    with_macros macros: cards_macro::Limits,
}
