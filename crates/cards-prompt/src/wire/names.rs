//! The names that are put in front of texts.

/// Who takes part in the chat. A name that is empty is not known, and is put nowhere.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Names {
    /// The character.
    pub char: String,
    /// The user.
    pub user: String,
    /// The members of a group.
    pub group: Vec<String>,
}

impl Names {
    /// The two of a chat of two.
    #[must_use]
    pub fn new(char: &str, user: &str) -> Self {
        Self { char: char.to_owned(), user: user.to_owned(), group: Vec::new() }
    }

    /// Sets [`Names::group`].
    #[must_use]
    pub fn with_group(mut self, group: Vec<String>) -> Self {
        self.group = group;
        self
    }

    /// The name to put in front of what the character says, unless one is there.
    pub(super) fn of_char(&self, text: &str) -> Option<&str> {
        let is_there = || is_said_by(text, &self.char) || self.is_said_in_group(text);
        (!self.char.is_empty() && !is_there()).then_some(&*self.char)
    }

    /// The name to put in front of what the user says, unless it is there.
    pub(super) fn of_user(&self, text: &str) -> Option<&str> {
        (!self.user.is_empty() && !is_said_by(text, &self.user)).then_some(&*self.user)
    }

    /// Whether a text starts with the name of a member of the group.
    pub(super) fn is_said_in_group(&self, text: &str) -> bool {
        self.group.iter().any(|name| is_said_by(text, name))
    }

    /// The name for an example message: a system message named `example_assistant` or `example_user`.
    pub(super) fn of_example(&self, name: Option<&str>, text: &str) -> Option<&str> {
        match name {
            Some("example_assistant") => self.of_char(text),
            Some("example_user") => self.of_user(text),
            _ => None,
        }
    }
}

/// Whether a text starts with a name, a colon and a blank.
pub(super) fn is_said_by(text: &str, name: &str) -> bool {
    text.strip_prefix(name).is_some_and(|rest| rest.starts_with(": "))
}
