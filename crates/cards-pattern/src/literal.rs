//! Pieces of text of which every match of a pattern holds one, so that most texts need not meet the pattern.

use super::Flags;

/// More alternatives than this are not worth looking for.
const MAX_ALTERNATIVES: usize = 64;

/// Texts of which every match holds at least one.
type Any = Vec<String>;

/// Finds the best such texts while the pattern is walked.
#[derive(Debug)]
pub(super) struct Required {
    levels: Vec<Level>,
}

/// What is known of the group that the walk is in.
#[derive(Debug, Default)]
struct Level {
    /// The alternatives that are behind; `None` for one that requires nothing.
    alternatives: Vec<Option<Any>>,
    run: String,
    /// What the group just closed requires, until it is known whether it may be missing.
    group: Option<Any>,
    best: Option<Any>,
}

impl Required {
    pub(super) fn new() -> Self {
        Self { levels: vec![Level::default()] }
    }

    /// Adds a character.
    pub(super) fn push(&mut self, c: char, flags: Flags) {
        let Some(level) = self.levels.last_mut() else { return };
        level.take_group();
        if usable(c, flags) {
            level.run.push(c);
        } else {
            level.end_run();
        }
    }

    /// The character before may be missing.
    pub(super) fn last_char_is_optional(&mut self) {
        if let Some(level) = self.levels.last_mut() {
            level.run.pop();
            level.end_run();
        }
    }

    /// The group before may be missing.
    pub(super) fn last_group_is_optional(&mut self) {
        if let Some(level) = self.levels.last_mut() {
            level.group = None;
        }
    }

    /// Something other than a single character follows.
    pub(super) fn end_run(&mut self) {
        if let Some(level) = self.levels.last_mut() {
            level.take_group();
            level.end_run();
        }
    }

    pub(super) fn next_alternative(&mut self) {
        if let Some(level) = self.levels.last_mut() {
            let best = level.take_best();
            level.alternatives.push(best);
        }
    }

    pub(super) fn open_group(&mut self) {
        self.end_run();
        self.levels.push(Level::default());
    }

    /// Ends a group; what look-around holds need not be part of the match.
    pub(super) fn close_group(&mut self, counts: bool) {
        let required = self.levels.pop().and_then(Level::finish);
        if let Some(level) = self.levels.last_mut() {
            level.group = required.filter(|_| counts);
        }
    }

    /// Gives the texts.
    pub(super) fn finish(mut self) -> Option<Any> {
        self.levels.pop().and_then(Level::finish)
    }
}

impl Level {
    fn end_run(&mut self) {
        if !self.run.is_empty() {
            let run = std::mem::take(&mut self.run);
            self.offer(vec![run]);
        }
    }

    fn take_group(&mut self) {
        if let Some(group) = self.group.take() {
            self.offer(group);
        }
    }

    /// Keeps the better of two: whose shortest text is longer.
    fn offer(&mut self, new: Any) {
        let shortest = |any: &Any| any.iter().map(String::len).min().unwrap_or_default();
        if self.best.as_ref().is_none_or(|best| shortest(best) < shortest(&new)) {
            self.best = Some(new);
        }
    }

    fn take_best(&mut self) -> Option<Any> {
        self.take_group();
        self.end_run();
        self.best.take()
    }

    fn finish(mut self) -> Option<Any> {
        let last = self.take_best();
        self.alternatives.push(last);
        let all: Option<Vec<Any>> = self.alternatives.into_iter().collect();
        let all: Any = all?.into_iter().flatten().collect();
        (all.len() <= MAX_ALTERNATIVES).then_some(all)
    }
}

/// Tells whether the character shows in the folded text just when the pattern's character matches.
fn usable(c: char, flags: Flags) -> bool {
    // A line end or U+0001 may be between two texts; a sigma lowers by context.
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
