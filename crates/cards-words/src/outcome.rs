//! A value and what was odd about it.

/// What a lenient reading comes to: the value, and what was odd on the way, in the order of the document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[must_use]
pub struct Outcome<T, F> {
    /// The value.
    pub value: T,
    /// What was odd.
    pub findings: Vec<F>,
}

impl<T, F> Outcome<T, F> {
    /// Puts a value and its findings together.
    pub fn new(value: T, findings: Vec<F>) -> Self {
        Self { value, findings }
    }

    /// A value about which nothing was odd.
    pub fn clean(value: T) -> Self {
        Self::new(value, Vec::new())
    }

    /// Whether nothing was odd.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.findings.is_empty()
    }

    /// Makes another value of it, with the same findings.
    pub fn map<U>(self, make: impl FnOnce(T) -> U) -> Outcome<U, F> {
        Outcome::new(make(self.value), self.findings)
    }

    /// Moves the findings to the end of a list and gives the value.
    pub fn into_value(self, findings: &mut impl Extend<F>) -> T {
        findings.extend(self.findings);
        self.value
    }
}
