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
        /// Clause: CCv3L `spec`: SHOULD (`marker-decides`).
        pub spec: String = SPEC.to_owned(),
        /// `3.0`.
        /// Clause: CCv3L `spec_version`: MUST and SHOULD (`version-alert`, `lynn-version-refused`, `version-compared` and 1 more).
        pub spec_version: String = SPEC_VERSION.to_owned(),
        /// The character.
        /// Clause: CCv3L `data`: its type, and no keyword.
        pub data: Data,
    }

    /// The character of a CCv3L card.
    ///
    /// Spec: CCv3L `CharacterCardV3.data`.
    pub struct Data {
        /// Identifies the character.
        /// Clause: CCv3L `name`: its type, and no keyword.
        pub name: String,
        /// Describes the character.
        /// Clause: CCv3L `description`: its type, and no keyword.
        pub description: String,
        /// Words to sort and filter by.
        /// Clause: CCv3L `tags`: its type, and no keyword.
        pub tags: Vec<String>,
        /// Who made the card.
        /// Clause: CCv3L `creator`: its type, and no keyword.
        pub creator: String,
        /// The version of the card.
        /// Clause: CCv3L `character_version`: its type, and no keyword.
        pub character_version: String,
        /// Example conversations: each a list of messages with `role` and `content`.
        /// Clause: CCv3L `example_messages`: its type, and no keyword.
        pub example_messages: Vec<Vec<Keyed<String>>>,
        /// Greetings by locale.
        /// Clause: CCv3L `first_messages`: its type, and no keyword.
        pub first_messages: Vec<FirstMessages>,
        /// Data of applications.
        /// Clause: CCv3L `extensions`: SHOULD (`extension-namespace`).
        pub extensions: Object,
        /// Notes to the users of the card, by locale.
        /// Clause: CCv3L `creator_notes`: MUST (`notes-language-chosen`).
        pub creator_notes: Vec<CreatorNote>,
        /// A text that the spec names and does not describe.
        /// Clause: CCv3L `guidance_note`: its type, and no keyword.
        pub guidance_note: String,
        /// The lorebook of the character.
        /// Clause: CCv3L `character_book`: its type, and no keyword.
        pub character_book: Option<Lorebook>,
        /// Attached files; absent stands for the one default icon.
        /// Clause: CCv3L `assets`: MUST and SHOULD (`asset-main-icon`, `asset-main-background`, `asset-ext` and 20 more).
        pub assets: Option<Vec<Asset>>,
        /// The name that `{{char}}` shows.
        /// Clause: CCv3L `nickname`: MUST (`nickname-replaces`).
        pub nickname: Option<String>,
        /// When the card was made.
        /// Clause: CCv3L `creation_date`: MUST and SHOULD (`dates-written`, `dates-not-edited`).
        pub creation_date: Option<Timestamp>,
        /// When the card was last changed.
        /// Clause: CCv3L `modification_date`: MUST and SHOULD (`dates-written`, `dates-not-edited`).
        pub modification_date: Option<Timestamp>,
    }

    /// The greetings of one locale.
    ///
    /// Spec: CCv3L `firstMessage`.
    pub struct FirstMessages {
        /// The locale.
        /// Clause: CCv3L `locale`: its type, and no keyword.
        pub locale: String,
        /// The greetings, the first one shown by default.
        /// Clause: CCv3L `messages`: its type, and no keyword.
        pub messages: Vec<String>,
    }

    /// The creator notes of one locale.
    ///
    /// Spec: CCv3L `CreatorNote`.
    pub struct CreatorNote {
        /// The locale.
        /// Clause: CCv3L `locale`: its type, and no keyword.
        pub locale: String,
        /// The notes.
        /// Clause: CCv3L `content`: its type, and no keyword.
        pub content: String,
    }
}
