//! What a pattern may cost.

/// Limits on patterns of strangers; each can be changed by the caller.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Groups that may be inside each other. Default 100.
    pub depth: usize,
    /// Bytes that one compiled pattern may take. Default 1 MiB; `(a{100}){100}` is past it.
    pub program_bytes: usize,
    /// Steps that a pattern with look-around or back-references may take in one search: one for each character that it
    /// looks at and for each way that it tries. Default 5 million, some hundredths of a second; `(?=.*x)y` takes more
    /// for a line of 2,000 `y`, and `(?<!the )cat` for a text of 80 MB.
    pub backtrack_steps: u64,
    /// Steps that such a pattern may take in all searches of one text. Default 64 million, about half a second.
    pub text_steps: u64,
    /// Matches that are looked for in one text. Default 1 million.
    pub matches: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            depth: 100,
            program_bytes: 1 << 20,
            backtrack_steps: 5_000_000,
            text_steps: 64_000_000,
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
    pub fn with_backtrack_steps(mut self, backtrack_steps: u64) -> Self {
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
