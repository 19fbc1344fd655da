//! The lorebooks that other programs write: by what a file is told, and what its entries call things.

use crate::json::Kind;

/// What is particular about the file of a program.
#[derive(Debug)]
pub(crate) struct Client {
    /// The name that it has in what a conversion keeps aside.
    pub(crate) origin: &'static str,
    /// The member of the root that holds the entries.
    pub(crate) entries: &'static str,
    /// What names the form.
    pub(crate) marker: Option<Marker>,
    /// What tells the form where no marker does; the first that fits.
    pub(crate) signs: &'static [Sign],
    /// What an entry calls or writes otherwise than one of the specs does; of a name with a `/`, the first half is the member that
    /// the value is inside of.
    pub(crate) names: &'static [(&'static str, &'static str, Shape)],
}

/// A member of the root whose text names a form, and what has to be beside it.
#[derive(Debug)]
pub(crate) struct Marker {
    /// The member: `type`, `kind` …
    pub(crate) member: &'static str,
    /// Its text.
    pub(crate) value: &'static str,
    /// Of which kind the entries have to be; of any where there is none.
    pub(crate) entries: Option<Kind>,
}

/// Members that tell a form, and what gave it away, for people.
#[derive(Debug)]
pub(crate) enum Sign {
    /// A member of the root, and its kind.
    Root(&'static str, Kind, &'static str),
    /// Members of the first entry.
    Entry(&'static [&'static str], &'static str),
}

/// How a member says what its name means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// As it is.
    Plain,
    /// As one text, its parts between commas.
    Joined,
    /// As the opposite.
    Inverted,
}
