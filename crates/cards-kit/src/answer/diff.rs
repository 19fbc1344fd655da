//! What two cards or two prompts say differently.

use crate::answers;
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
        /// The form of its content, by its id.
        pub form: &'static str,
    }

    /// One difference.
    pub struct Difference {
        /// The field: `description`, `alternate_greetings[2]`, `character_book.entries[id 3].content`.
        pub path: String,
        /// What happened to it.
        pub change: What,
        /// The value in the first card.
        #[written("super::value::write_some")]
        pub before: Option<Json>,
        /// The value in the second card.
        #[written("super::value::write_some")]
        pub after: Option<Json>,
    }

    /// What two prompts say differently.
    pub struct PromptDiff {
        /// Whether both say the same in the same order.
        pub same: bool,
        /// The tokens of the first prompt, where it says them.
        pub before_tokens: Option<u64>,
        /// The tokens of the second prompt.
        pub after_tokens: Option<u64>,
        /// How many pieces are the same in both.
        pub kept: usize,
        /// The differences, in the order of the second prompt.
        pub changes: Vec<PieceDifference>,
    }

    /// A piece of a prompt that came, went, changed or moved.
    pub struct PieceDifference {
        /// What happened to it.
        pub change: What,
        /// Where it comes from, for people; empty where whole messages are compared.
        pub sources: Vec<String>,
        /// Who speaks it in the first prompt; null where it is not there, and in a prompt that is one text.
        pub before_role: Option<String>,
        /// Who speaks it in the second prompt.
        pub after_role: Option<String>,
        /// The text in the first prompt.
        pub before: Option<String>,
        /// The text in the second prompt.
        pub after: Option<String>,
        /// Its tokens in the first prompt.
        pub before_tokens: Option<u64>,
        /// Its tokens in the second prompt.
        pub after_tokens: Option<u64>,
    }
}

/// What happened to a field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum What {
    /// Only the second has it.
    Added,
    /// Only the first has it.
    Removed,
    /// Both have it, and it differs.
    #[default]
    Changed,
    /// The same things are in another order.
    Reordered,
}

cards_words::named! {
    What: "kind of change";
    Added => "added",
    Removed => "removed",
    Changed => "changed",
    Reordered => "reordered",
}

#[cfg(feature = "serde")]
impl Described for What {
    fn describe(_: &mut Schemas) -> Json {
        let words = Self::ALL.iter().map(|what| Json::from(what.as_str())).collect();
        Json::Object([("enum", Json::Array(words))].into_iter().collect())
    }
}
