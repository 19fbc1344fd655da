//! What a pattern may cost.

/// Limits on patterns of strangers; each can be changed by the caller.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Groups that may stand inside each other. Default 100.
    pub depth: usize,
    /// Bytes that one compiled pattern may take. Default 1 MiB; `(a{100}){100}` is past it.
    pub program_bytes: usize,
    /// Steps that a pattern with look-around or back-references may take in one search. Default 1 million.
    pub backtrack_steps: usize,
    /// Steps that such a pattern may take in all searches of one text. Default 256 million (some seconds); a search that
    /// is easy counts as [`Program::EASY_STEPS`](crate::Program::EASY_STEPS).
    pub text_steps: u64,
    /// Matches that are looked for in one text. Default 1 million.
    pub matches: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            depth: 100,
            program_bytes: 1 << 20,
            backtrack_steps: 1_000_000,
            text_steps: 256_000_000,
            matches: 1_000_000,
        }
    }
}

impl Limits {
    /// Sets [`Limits::depth`].
    #[must_use]
    pub fn with_depth(mut self, depth: usize) -> Self {
        self.depth = depth;
        self
    }

    /// Sets [`Limits::program_bytes`].
    #[must_use]
    pub fn with_program_bytes(mut self, program_bytes: usize) -> Self {
        self.program_bytes = program_bytes;
        self
    }

    /// Sets [`Limits::backtrack_steps`].
    #[must_use]
    pub fn with_backtrack_steps(mut self, backtrack_steps: usize) -> Self {
        self.backtrack_steps = backtrack_steps;
        self
    }

    /// Sets [`Limits::text_steps`].
    #[must_use]
    pub fn with_text_steps(mut self, text_steps: u64) -> Self {
        self.text_steps = text_steps;
        self
    }

    /// Sets [`Limits::matches`].
    #[must_use]
    pub fn with_matches(mut self, matches: usize) -> Self {
        self.matches = matches;
        self
    }
}
