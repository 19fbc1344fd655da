//! Character Card V3 for Lynn (CCv3L).

use crate::document::{Keyed, Timestamp, spec_object};
use crate::json::Object;
use crate::spec::asset::Asset;
use crate::spec::lorebook::Lorebook;

/// The value of `spec`.
pub const SPEC: &str = "chara_card_v3l";
/// The value of `spec_version`; no other one is accepted.
pub const SPEC_VERSION: &str = "3.0";

spec_object! {
    /// A CCv3L card.
    ///
    /// Spec: CCv3L `CharacterCardV3`.
    pub struct Card {
        /// `chara_card_v3l`.
        pub spec: String = SPEC.to_owned(),
        /// `3.0`.
        pub spec_version: String = SPEC_VERSION.to_owned(),
        /// The character.
        pub data: Data,
    }

    /// The character of a CCv3L card.
    ///
    /// Spec: CCv3L `CharacterCardV3.data`.
    pub struct Data {
        /// Identifies the character.
        pub name: String,
        /// Describes the character.
        pub description: String,
        /// Words to sort and filter by.
        pub tags: Vec<String>,
        /// Who made the card.
        pub creator: String,
        /// The version of the card.
        pub character_version: String,
        /// Example conversations: each a list of messages with `role` and `content`.
        pub example_messages: Vec<Vec<Keyed<String>>>,
        /// Greetings by locale.
        pub first_messages: Vec<FirstMessages>,
        /// Data of applications.
        pub extensions: Object,
        /// Notes to the users of the card, by locale.
        pub creator_notes: Vec<CreatorNote>,
        /// A text that the spec names and does not describe.
        pub guidance_note: String,
        /// The lorebook of the character.
        pub character_book: Option<Lorebook>,
        /// Attached files; absent stands for the one default icon.
        pub assets: Option<Vec<Asset>>,
        /// The name that `{{char}}` shows.
        pub nickname: Option<String>,
        /// When the card was made.
        pub creation_date: Option<Timestamp>,
        /// When the card was last changed.
        pub modification_date: Option<Timestamp>,
    }

    /// The greetings of one locale.
    ///
    /// Spec: CCv3L `firstMessage`.
    pub struct FirstMessages {
        /// The locale.
        pub locale: String,
        /// The greetings, the first one shown by default.
        pub messages: Vec<String>,
    }

    /// The creator notes of one locale.
    ///
    /// Spec: CCv3L `CreatorNote`.
    pub struct CreatorNote {
        /// The locale.
        pub locale: String,
        /// The notes.
        pub content: String,
    }
}
