//! Which elements of a list a place means, where it means several.

/// Which elements of a list are meant.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Choice {
    /// Every one: `*`.
    All,
    /// Those of which a member is a text, or a list that has it: `key=rain`.
    Is { member: String, text: String },
    /// Those of which a member, or a text of it, has a match of a JavaScript pattern: `name~=/^NPC/`.
    Like { member: String, pattern: String },
}

impl Choice {
    /// Reads what is between brackets; `None` for what is an index or a title.
    pub(crate) fn read(inside: &str) -> Option<Self> {
        if inside == "*" {
            return Some(Self::All);
        }
        let (member, text) = inside.split_once('=')?;
        let (member, is_like) = member.strip_suffix('~').map_or((member, false), |member| (member, true));
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let named = member.starts_with(|c: char| c.is_ascii_alphabetic()) && member.chars().all(is_name);
        let (member, text) = (member.to_owned(), text.to_owned());
        named.then_some(if is_like { Self::Like { member, pattern: text } } else { Self::Is { member, text } })
    }
}

impl std::fmt::Display for Choice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::All => f.write_str("*"),
            Self::Is { member, text } => write!(f, "{member}={text}"),
            Self::Like { member, pattern } => write!(f, "{member}~={pattern}"),
        }
    }
}
