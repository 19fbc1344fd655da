//! The memory book of Agnaistic.

use super::client::{Client, Marker, Shape, Sign};
use super::lorebook::Position;
use crate::document::{Id, spec_object};
use crate::json::{Number, Object};

/// The value of `kind` in a book.
pub const KIND: &str = "memory";

pub(crate) const CLIENT: Client = Client {
    origin: "agnai",
    entries: "entries",
    marker: Some(Marker { member: "kind", value: KIND, entries: None }),
    signs: &[Sign::Entry(&["keywords", "entry"], "the entries have the members of Agnai memories")],
    names: &[
        ("keys", "keywords", Shape::Plain),
        ("secondary_keys", "secondaryKeys", Shape::Plain),
        ("content", "entry", Shape::Plain),
        ("insertion_order", "weight", Shape::Plain),
    ],
};

spec_object! {
    /// A memory book.
    ///
    /// De facto: Agnaistic, `MemoryBook`.
    pub struct Book {
        /// `memory`.
        pub kind: String = KIND.to_owned(),
        /// The id in Agnaistic's database.
        pub id as "_id": Option<String>,
        /// A name for people.
        pub name: String,
        /// What the book is about, for people.
        pub description: Option<String>,
        /// Whom the book belongs to.
        pub user_id as "userId": Option<String>,
        /// The entries.
        pub entries: Vec<Entry>,
        /// How many of the newest messages are searched, kept for other programs.
        pub scan_depth as "scanDepth": Option<Number>,
        /// How many tokens the texts may take, kept for other programs.
        pub token_budget as "tokenBudget": Option<Number>,
        /// Whether inserted texts are searched, kept for other programs.
        pub recursive_scanning as "recursiveScanning": Option<bool>,
        /// Data of applications.
        pub extensions: Option<Object>,
    }

    /// A memory.
    ///
    /// De facto: Agnaistic, `MemoryEntry`.
    pub struct Entry {
        /// A name for people.
        pub name: String,
        /// The text to insert.
        pub entry: String,
        /// Words that fire the entry; `*` and `?` stand for any letters and any letter.
        pub keywords: Vec<String>,
        /// Who leaves first when room is short: lower goes first.
        pub priority: Number,
        /// The place among fired entries: higher stands lower in the prompt.
        pub weight: Number,
        /// Whether the entry can fire at all.
        pub enabled: bool = true,
        /// The id of a V2 entry, kept for other programs.
        pub id: Option<Id>,
        /// A note, kept for other programs.
        pub comment: Option<String>,
        /// Whether a secondary key is needed too, kept for other programs.
        pub selective: Option<bool>,
        /// The secondary keys, kept for other programs.
        pub secondary_keys as "secondaryKeys": Option<Vec<String>>,
        /// Whether the entry fires without a key, kept for other programs.
        pub constant: Option<bool>,
        /// Where the text goes, kept for other programs.
        pub position: Option<Position>,
    }
}
