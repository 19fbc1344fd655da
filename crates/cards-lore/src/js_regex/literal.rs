//! A piece of text that every match of a pattern must hold, so that most texts need not meet the pattern.

use super::Flags;

/// Collects the longest run of characters that stand outside of groups, choices and optional parts.
#[derive(Debug, Default)]
pub(super) struct Required {
    run: String,
    best: String,
    /// A choice at the outermost level: nothing is required of every match.
    choice: bool,
}

impl Required {
    /// Adds a character of the outermost level.
    pub(super) fn push(&mut self, c: char, flags: Flags) {
        if usable(c, flags) {
            self.run.push(c);
        } else {
            self.end_run();
        }
    }

    /// The character or group before may be missing.
    pub(super) fn last_is_optional(&mut self) {
        self.run.pop();
        self.end_run();
    }

    /// Something other than a single character follows.
    pub(super) fn end_run(&mut self) {
        if self.run.len() > self.best.len() {
            self.best.clone_from(&self.run);
        }
        self.run.clear();
    }

    pub(super) fn choice(&mut self) {
        self.choice = true;
    }

    /// Gives the longest run, when it is worth looking for.
    pub(super) fn finish(mut self) -> Option<String> {
        self.end_run();
        if self.choice || self.best.is_empty() { None } else { Some(self.best) }
    }
}

/// Tells whether the character shows in the folded text just when the pattern's character matches.
fn usable(c: char, flags: Flags) -> bool {
    // A line end or U+0001 may stand between two texts; a sigma lowers by context.
    if matches!(c, '\n' | '\u{1}' | 'σ' | 'ς' | 'Σ') {
        return false;
    }
    if !flags.ignore_case {
        return true;
    }
    if c.is_ascii() {
        // With `u`, `s` also matches `ſ` and `k` the Kelvin sign, which lowers to `k`.
        return !(flags.unicode && matches!(c, 's' | 'S'));
    }
    c.to_lowercase().eq([c]) && c.to_uppercase().eq([c])
}
