//! How much a template and its rendering may cost.

/// Ceilings for parsing and rendering; each can be changed by the caller.
///
/// A ceiling that is hit is an [`Error`](crate::Error) that names it, never a hang and never a cut text.
///
/// ```
/// use cards_macro::{Limits, Profile, Template};
/// let small = Limits::default().with_template_bytes(3);
/// assert!(Template::parse_with("{{char}}", Profile::Spec, &small).is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of a template. Default 64 MiB, twice what a whole card may weigh.
    pub template_bytes: usize,
    /// Bytes of the rendered text, and of every intermediate value; a text in which nothing expands counts as every
    /// other. Default 64 MiB.
    pub output_bytes: usize,
    /// Macros inside macros. Default 1,000: far beyond what people write, small enough to keep frames in cache.
    pub nesting: usize,
    /// Work of one rendering: one unit for each macro and one for each 64 bytes copied. Default 16 million, about a
    /// second on a slow machine, or 1 GiB of copied text.
    pub fuel: u64,
    /// Texts rendered inside texts by RisuAI's loops and functions. Default 20, the client's own; each level takes some
    /// of the call stack, so a caller who raises it by much needs a larger stack.
    pub calls: usize,
}

impl Limits {
    /// Sets the ceiling of a template's size in bytes.
    #[must_use]
    pub fn with_template_bytes(mut self, bytes: usize) -> Self {
        self.template_bytes = bytes;
        self
    }

    /// Sets the ceiling of the rendered text's size in bytes.
    #[must_use]
    pub fn with_output_bytes(mut self, bytes: usize) -> Self {
        self.output_bytes = bytes;
        self
    }

    /// Sets how deep macros may be in macros.
    #[must_use]
    pub fn with_nesting(mut self, depth: usize) -> Self {
        self.nesting = depth;
        self
    }

    /// Sets how much work one rendering may do.
    #[must_use]
    pub fn with_fuel(mut self, units: u64) -> Self {
        self.fuel = units;
        self
    }

    /// Sets how deep loops and functions may render texts inside texts.
    #[must_use]
    pub fn with_calls(mut self, depth: usize) -> Self {
        self.calls = depth;
        self
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self { template_bytes: 64 << 20, output_bytes: 64 << 20, nesting: 1_000, fuel: 16_000_000, calls: 20 }
    }
}
