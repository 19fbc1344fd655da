//! Whether a match may end on a line feed, found while the pattern is walked.

/// How a piece of a pattern may end.
#[derive(Clone, Copy, Debug, Default)]
struct End {
    /// On a line feed.
    on_line_feed: bool,
    /// Without any text.
    empty: bool,
}

impl End {
    const NOTHING: Self = Self { on_line_feed: false, empty: true };

    fn followed_by(self, next: Self) -> Self {
        Self { on_line_feed: next.on_line_feed || (next.empty && self.on_line_feed), empty: self.empty && next.empty }
    }

    fn or(self, other: Self) -> Self {
        Self { on_line_feed: self.on_line_feed || other.on_line_feed, empty: self.empty || other.empty }
    }
}

/// The groups that the walk is in.
#[derive(Debug)]
pub(super) struct Tail {
    levels: Vec<Level>,
}

#[derive(Debug)]
struct Level {
    /// The alternatives that are behind.
    alternatives: Option<End>,
    /// What is before the last atom, and the atom.
    before: End,
    atom: End,
}

impl Level {
    const NEW: Self = Self { alternatives: None, before: End::NOTHING, atom: End::NOTHING };

    fn end(&self) -> End {
        let now = self.before.followed_by(self.atom);
        self.alternatives.map_or(now, |behind| behind.or(now))
    }
}

impl Tail {
    pub(super) fn new() -> Self {
        Self { levels: vec![Level::NEW] }
    }

    /// Adds a character or set.
    pub(super) fn push(&mut self, may_be_line_feed: bool) {
        self.push_end(End { on_line_feed: may_be_line_feed, empty: false });
    }

    /// The last atom may be missing.
    pub(super) fn last_is_optional(&mut self) {
        if let Some(level) = self.levels.last_mut() {
            level.atom.empty = true;
        }
    }

    pub(super) fn next_alternative(&mut self) {
        if let Some(level) = self.levels.last_mut() {
            *level = Level { alternatives: Some(level.end()), ..Level::NEW };
        }
    }

    pub(super) fn open_group(&mut self) {
        self.levels.push(Level::NEW);
    }

    /// Ends a group; look-around takes no part in the match.
    pub(super) fn close_group(&mut self, counts: bool) {
        let end = self.levels.pop().map_or(End::NOTHING, |level| level.end());
        self.push_end(if counts { end } else { End::NOTHING });
    }

    pub(super) fn may_end_on_line_feed(&self) -> bool {
        self.levels.iter().any(|level| level.end().on_line_feed)
    }

    fn push_end(&mut self, atom: End) {
        if let Some(level) = self.levels.last_mut() {
            level.before = level.before.followed_by(level.atom);
            level.atom = atom;
        }
    }
}
