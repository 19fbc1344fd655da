//! The lorebook of NovelAI.

use super::client::{Client, Shape, Sign};
use crate::document::spec_object;
use crate::json::{Json, Kind, Number};

pub(crate) const CLIENT: Client = Client {
    origin: "novelai",
    entries: "entries",
    marker: None,
    signs: &[Sign::Root("lorebookVersion", Kind::Number, "the root has `lorebookVersion`")],
    names: &[
        ("content", "text", Shape::Plain),
        ("name", "displayName", Shape::Plain),
        ("constant", "forceActivation", Shape::Plain),
        ("insertion_order", "contextConfig/budgetPriority", Shape::Plain),
    ],
};

spec_object! {
    /// A NovelAI lorebook.
    ///
    /// De facto: NovelAI, `.lorebook` files of versions 3 to 6.
    pub struct Lorebook {
        /// The version of the layout; its presence is what tells the form.
        pub lorebook_version as "lorebookVersion": Number,
        /// The entries.
        pub entries: Vec<Entry>,
        /// The title of the scenario or story that the book was in; NovelAI writes none into a book of its own.
        pub name: Option<String>,
    }

    /// An entry of a NovelAI lorebook.
    ///
    /// De facto: NovelAI, `.lorebook` entry. How the text is trimmed, biased and joined is kept as it is.
    pub struct Entry {
        /// The text to insert.
        pub text: String,
        /// How the text is laid into the context.
        pub context_config as "contextConfig": ContextConfig,
        /// A name for people.
        pub display_name as "displayName": String,
        /// The id, a UUID; older versions have none.
        pub id: Option<String>,
        /// Texts or `/pattern/flags` that fire the entry.
        pub keys: Vec<String>,
        /// How many of the newest characters (not messages) are searched for keys.
        pub search_range as "searchRange": Option<Number>,
        /// Whether the entry can fire at all.
        pub enabled: bool = true,
        /// Whether the entry fires without a key.
        pub force_activation as "forceActivation": Option<bool>,
        /// The category that the entry is in.
        pub category: Option<String>,
    }

    /// How an entry is laid into the context.
    pub struct ContextConfig {
        /// Stands before the text.
        pub prefix: Option<String>,
        /// Stands behind the text.
        pub suffix: Option<String>,
        /// The order: higher is inserted first.
        pub budget_priority as "budgetPriority": Option<Number>,
        /// How many tokens the text may take; a share of the context below 1.
        pub token_budget as "tokenBudget": Option<Json>,
    }
}
