//! A name that nothing has.

use std::error::Error;
use std::fmt;

/// A name that is none of a closed list.
///
/// # Examples
///
/// ```
/// let error = "chub".parse::<cards_words::Profile>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "`chub` is not the name of a profile; choose one of spec, sillytavern, sillytavern@1.18, sillytavern@1.17, risu, agnai, koboldcpp, marinara, sillybunny, tauritavern"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownName {
    /// What was looked for, such as `profile`.
    pub kind: &'static str,
    /// The name as given.
    pub name: String,
    /// The names that exist, in the order of tables.
    pub known: Vec<&'static str>,
}

impl UnknownName {
    /// Makes the error of a name that is not among the known ones.
    #[must_use]
    pub fn new(kind: &'static str, name: &str, known: impl IntoIterator<Item = &'static str>) -> Self {
        Self { kind, name: name.to_owned(), known: known.into_iter().collect() }
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, name, known } = self;
        write!(f, "`{name}` is not the name of a {kind}; choose one of {}", known.join(", "))
    }
}

impl Error for UnknownName {}
