//! What scripts may cost.

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

impl Limits {
    /// Sets [`Limits::scripts`].
    #[must_use]
    pub fn with_scripts(mut self, scripts: usize) -> Self {
        self.scripts = scripts;
        self
    }

    /// Sets [`Limits::text_bytes`].
    #[must_use]
    pub fn with_text_bytes(mut self, text_bytes: usize) -> Self {
        self.text_bytes = text_bytes;
        self
    }

    /// Sets [`Limits::pattern`].
    #[must_use]
    pub fn with_pattern(mut self, pattern: cards_pattern::Limits) -> Self {
        self.pattern = pattern;
        self
    }

    /// Sets [`Limits::macros`].
    #[must_use]
    pub fn with_macros(mut self, macros: cards_macro::Limits) -> Self {
        self.macros = macros;
        self
    }
}
