//! A law that does not hold.

use std::error::Error;
use std::fmt;

/// A law that does not hold for a value: which one, and how.
///
/// It is an error, so that `?` hands it to a property test.
///
/// ```
/// use cards_words::Broken;
/// let sum = |a: u8, b: u8| Broken::unless(a + b == b + a, "sums commute", || format!("{a} and {b}"));
/// assert_eq!(sum(1, 2), Ok(()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Broken {
    /// The law, as a sentence.
    pub law: &'static str,
    /// What was found instead.
    pub how: String,
}

impl Broken {
    /// A law that does not hold.
    #[must_use]
    pub fn new(law: &'static str, how: impl Into<String>) -> Self {
        Self { law, how: how.into() }
    }

    /// Nothing where a law holds, and else how it does not.
    ///
    /// # Errors
    /// [`Broken`]
    pub fn unless(holds: bool, law: &'static str, how: impl FnOnce() -> String) -> Result<(), Self> {
        if holds { Ok(()) } else { Err(Self::new(law, how())) }
    }
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "it does not hold that {}: {}", self.law, self.how)
    }
}

impl Error for Broken {}
