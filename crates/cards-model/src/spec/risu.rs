//! The lorebook that RisuAI exports.

use super::client::{Client, Marker, Shape};
use crate::document::spec_object;
use crate::json::{Kind, Number, Object};

/// The value of `type` in an export.
pub const TYPE: &str = "risu";

pub(crate) const CLIENT: Client = Client {
    origin: "risu",
    entries: "data",
    marker: Some(Marker { member: "type", value: TYPE, entries: Some(Kind::Array) }),
    signs: &[],
    names: &[
        ("keys", "key", Shape::Joined),
        ("secondary_keys", "secondkey", Shape::Joined),
        ("name", "comment", Shape::Plain),
        ("insertion_order", "insertorder", Shape::Plain),
        ("constant", "alwaysActive", Shape::Plain),
        ("use_regex", "useRegex", Shape::Plain),
        ("case_sensitive", "extentions/risu_case_sensitive", Shape::Plain),
    ],
};

spec_object! {
    /// A lorebook as RisuAI exports it.
    ///
    /// De facto: RisuAI, lorebook export.
    pub struct Export {
        /// `risu`.
        pub kind as "type": String = TYPE.to_owned(),
        /// The version of the layout, 1 so far.
        pub ver: Number = Number::from(1_i64),
        /// The entries, in the order of the editor.
        pub data: Vec<Entry>,
    }

    /// An entry as RisuAI keeps it.
    ///
    /// De facto: RisuAI, lorebook entry.
    pub struct Entry {
        /// The keys, separated by commas; one pattern where `useRegex` says so.
        pub key: String,
        /// The secondary keys, separated by commas.
        pub secondkey: String,
        /// The insertion order.
        pub insertorder: Number,
        /// The title.
        pub comment: String,
        /// The text to insert, behind its decorators.
        pub content: String,
        /// What the entry is: `normal`, `multiple`, `constant`, `child` or `folder`.
        pub mode: String = "normal".to_owned(),
        /// Whether the entry fires without a key.
        pub always_active as "alwaysActive": bool,
        /// Whether one of the secondary keys is needed too.
        pub selective: bool,
        /// Whether the key is a pattern.
        pub use_regex as "useRegex": Option<bool>,
        /// The id.
        pub id: Option<String>,
        /// The key of the folder that the entry lies in.
        pub folder: Option<String>,
        /// The chance in percent.
        pub activation_percent as "activationPercent": Option<Number>,
        /// The version of the entry's layout.
        pub book_version as "bookVersion": Option<Number>,
        /// Data of applications; RisuAI spells it so.
        pub extentions: Option<Object>,
    }
}
