//! Who speaks.

use std::fmt;
use std::str::FromStr;

use crate::unknown::UnknownName;

/// Who speaks a message or an inserted text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Role {
    /// Neither of the two: instructions.
    #[default]
    System,
    /// The user.
    User,
    /// The character.
    Assistant,
}

impl Role {
    /// All roles.
    pub const ALL: [Self; 3] = [Self::System, Self::User, Self::Assistant];

    /// Gives the role's name as prompts write it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::User => "user",
            Self::Assistant => "assistant",
        }
    }

    /// Reads a role's name; exact spelling only.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.as_str() == name)
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for Role {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::from_name(name).ok_or_else(|| UnknownName::new("role", name, Self::ALL.map(Self::as_str)))
    }
}
