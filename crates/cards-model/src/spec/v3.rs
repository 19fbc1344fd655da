//! Character Card V3 (CCv3).

use crate::document::{TextMap, Timestamp, spec_object};
use crate::json::Object;
use crate::spec::asset::Asset;
use crate::spec::lorebook::Lorebook;

/// The value of `spec`.
pub const SPEC: &str = "chara_card_v3";
/// The value of `spec_version`.
pub const SPEC_VERSION: &str = "3.0";
/// The value of `spec` in a file that holds a lorebook alone.
pub const LOREBOOK_SPEC: &str = "lorebook_v3";

spec_object! {
    /// A Character Card V3.
    ///
    /// Spec: CCv3 `CharacterCardV3`.
    pub struct Card {
        /// `chara_card_v3`.
        pub spec: String = SPEC.to_owned(),
        /// `3.0`.
        pub spec_version: String = SPEC_VERSION.to_owned(),
        /// The character.
        pub data: Data,
    }

    /// The character of a CCv3 card.
    ///
    /// Spec: CCv3 `CharacterCardV3.data`.
    pub struct Data {
        /// Identifies the character.
        pub name: String,
        /// Describes the character.
        pub description: String,
        /// A short summary of the personality.
        pub personality: String,
        /// The context of the conversation.
        pub scenario: String,
        /// The greeting.
        pub first_mes: String,
        /// Example conversations, blocks separated by `<START>` lines.
        pub mes_example: String,
        /// Notes to the users of the card, in English where other languages are given as well.
        pub creator_notes: String,
        /// Replaces the user's system prompt unless empty; `{{original}}` stands for what it replaces.
        pub system_prompt: String,
        /// Replaces the user's post-history instructions unless empty; `{{original}}` stands for what it replaces.
        pub post_history_instructions: String,
        /// Further greetings to choose from.
        pub alternate_greetings: Vec<String>,
        /// The lorebook of the character.
        pub character_book: Option<Lorebook>,
        /// Words to sort and filter by, never part of a prompt.
        pub tags: Vec<String>,
        /// Who made the card, never part of a prompt.
        pub creator: String,
        /// The version of the card, never part of a prompt.
        pub character_version: String,
        /// Data of applications.
        pub extensions: Object,
        /// Attached files; absent stands for the one default icon, an empty list does not.
        pub assets: Option<Vec<Asset>>,
        /// The name that `{{char}}` shows, unless empty.
        pub nickname: Option<String>,
        /// Creator notes by language (ISO 639-1, no region).
        pub creator_notes_multilingual: Option<TextMap>,
        /// Where the card comes from: ids or URLs, only ever added to.
        pub source: Option<Vec<String>>,
        /// Further greetings, for group chats only.
        pub group_only_greetings: Vec<String>,
        /// When the card was made.
        pub creation_date: Option<Timestamp>,
        /// When the card was last exported.
        pub modification_date: Option<Timestamp>,
    }

    /// A file that holds a CCv3 lorebook alone.
    ///
    /// Spec: CCv3 Lorebook, "lorebook_v3" export.
    pub struct LorebookFile {
        /// `lorebook_v3`.
        pub spec: String = LOREBOOK_SPEC.to_owned(),
        /// The lorebook.
        pub data: Lorebook,
    }
}
