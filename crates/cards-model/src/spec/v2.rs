//! Tavern Card V2.

use crate::document::spec_object;
use crate::json::Object;
use crate::spec::lorebook::Lorebook;

/// The value of `spec`.
pub const SPEC: &str = "chara_card_v2";
/// The value of `spec_version`.
pub const SPEC_VERSION: &str = "2.0";

spec_object! {
    /// A Tavern Card V2.
    ///
    /// Spec: Tavern Card V2 `TavernCardV2`.
    pub struct Card {
        /// `chara_card_v2`.
        pub spec: String = SPEC.to_owned(),
        /// `2.0`.
        pub spec_version: String = SPEC_VERSION.to_owned(),
        /// The character.
        pub data: Data,
    }

    /// The character of a V2 card.
    ///
    /// Spec: Tavern Card V2 `TavernCardV2.data`.
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
        /// Notes to the users of the card, never part of a prompt.
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
    }
}
