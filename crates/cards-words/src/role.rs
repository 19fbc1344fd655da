//! Who speaks.

/// Who speaks a message or an inserted text.
///
/// ```
/// use cards_words::Role;
/// assert_eq!("assistant".parse(), Ok(Role::Assistant));
/// ```
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

crate::named! {
    Role: "role";
    System => "system",
    User => "user",
    Assistant => "assistant",
}

impl Role {
    /// Reads a role's name; exact spelling only.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|role| role.as_str() == name)
    }
}
