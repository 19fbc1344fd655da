//! How much a reader of JSON takes on.

/// Bounds on one JSON text, each with a default that every real card seen stays far below.
///
/// A bound that is hit is an error that names it; a caller with bigger files raises the field.
///
/// ```
/// let roomy = cards_json::Limits::default().with_bytes(256 << 20);
/// assert!(roomy.bytes > cards_json::Limits::default().bytes);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Length of the text in bytes. Default 32 MiB: the largest cards seen hold about 4 MiB of text.
    pub bytes: u64,
    /// Nesting of objects and arrays. Default 128, as JSON libraries have it; at most [`Limits::MAX_DEPTH`] counts.
    pub depth: u32,
    /// Values in the whole text, members and elements alike. Default 2,000,000, which a 32 MiB text of real prose
    /// never reaches and which holds the memory of an array of tiny values to about 64 MiB.
    pub values: u64,
    /// Findings about one text that are kept, by layers that keep some. Default 1,000; what comes after is counted, and
    /// not kept.
    pub findings: usize,
}

impl Limits {
    /// The deepest nesting that a caller can ask for: values are built and dropped on the call stack.
    pub const MAX_DEPTH: u32 = 2_000;

    /// No bound on length and values, and the widest on nesting: for texts that were read, or made, within limits.
    #[must_use]
    pub fn unbounded() -> Self {
        Self { bytes: u64::MAX, depth: Self::MAX_DEPTH, values: u64::MAX, ..Self::default() }
    }

    /// The limits with another bound on bytes.
    #[must_use]
    pub fn with_bytes(self, bytes: u64) -> Self {
        Self { bytes, ..self }
    }

    /// The limits with another bound on nesting.
    #[must_use]
    pub fn with_depth(self, depth: u32) -> Self {
        Self { depth: depth.min(Self::MAX_DEPTH), ..self }
    }

    /// The limits with another bound on the number of values.
    #[must_use]
    pub fn with_values(self, values: u64) -> Self {
        Self { values, ..self }
    }

    /// The limits with another bound on kept findings.
    #[must_use]
    pub fn with_findings(self, findings: usize) -> Self {
        Self { findings, ..self }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self { bytes: 32 << 20, depth: 128, values: 2_000_000, findings: 1_000 }
    }
}
