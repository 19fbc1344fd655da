//! What two cards say differently.

use crate::described::answers;
#[cfg(feature = "serde")]
use crate::described::{Described, Schemas};
use cards_json::Json;

answers! {
    /// What two files say differently.
    pub struct Diff {
        /// Whether both are the same card.
        pub same: bool,
        /// The first file.
        pub a: Side,
        /// The second file.
        pub b: Side,
        /// The differences, in reading order.
        pub changes: Vec<Difference>,
    }

    /// One of two files.
    pub struct Side {
        /// Its name, as the caller gave it.
        pub file: String,
        /// The kind of file.
        pub container: &'static str,
        /// The form of its content.
        pub form: &'static str,
    }

    /// One difference.
    pub struct Difference {
        /// The field: `description`, `alternate_greetings[2]`, `character_book.entries[id 3].content`.
        pub path: String,
        /// What happened to it.
        pub change: What,
        /// The value in the first card.
        pub before: Option<Json>,
        /// The value in the second card.
        pub after: Option<Json>,
    }
}

/// What happened to a field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum What {
    /// Only the second card has it.
    Added,
    /// Only the first card has it.
    Removed,
    /// Both have it, and it differs.
    #[default]
    Changed,
    /// The same things stand in another order.
    Reordered,
}

impl What {
    /// Gives the word for machines.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Removed => "removed",
            Self::Changed => "changed",
            Self::Reordered => "reordered",
        }
    }
}

#[cfg(feature = "serde")]
impl Described for What {
    fn describe(_: &mut Schemas) -> Json {
        let words = [Self::Added, Self::Removed, Self::Changed, Self::Reordered].map(|what| Json::from(what.word()));
        Json::Object([("enum", Json::Array(words.to_vec()))].into_iter().collect())
    }
}
