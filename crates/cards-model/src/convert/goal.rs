//! What somebody asks a conversion for: a form that is read and written, or one of another program.

use std::fmt;
use std::str::FromStr;

use cards_words::UnknownName;

use super::WrittenForm;
use crate::Form;

/// A form that a card or a lorebook can be converted to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// A form of the specs, or of lorebooks, which is read as well.
    Own(Form),
    /// A form of another program's characters, which is written alone.
    Foreign(WrittenForm),
}

impl Goal {
    /// Every form that something can be converted to.
    pub fn all() -> impl Iterator<Item = Self> {
        Form::ALL.iter().map(|form| Self::Own(*form)).chain(WrittenForm::ALL.iter().map(|form| Self::Foreign(*form)))
    }

    /// The name for machines: `v2`, `worldinfo`, `byaf` …
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::Own(form) => form.id(),
            Self::Foreign(form) => form.id(),
        }
    }

    /// The name for people.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Own(form) => form.name(),
            Self::Foreign(form) => form.name(),
        }
    }

    /// The form of the specs or of lorebooks; nothing where it is one of another program's characters.
    #[must_use]
    pub fn own(self) -> Option<Form> {
        match self {
            Self::Own(form) => Some(form),
            Self::Foreign(_) => None,
        }
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Reads any name of a form; case, blanks and hyphens do not count.
///
/// ```
/// use cards_model::Form;
/// use cards_model::convert::{Goal, WrittenForm};
/// assert_eq!("World Info".parse(), Ok(Goal::Own(Form::WorldInfo)));
/// assert_eq!("agnai-character".parse(), Ok(Goal::Foreign(WrittenForm::Agnai)));
/// ```
impl FromStr for Goal {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        let own = name.parse().map(Self::Own);
        let goal = own.or_else(|_| name.parse().map(Self::Foreign));
        goal.map_err(|_: UnknownName| UnknownName::new("form", name, Self::all().map(Self::id)))
    }
}
