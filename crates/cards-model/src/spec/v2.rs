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
        /// Clause: V2 `spec`: MUST (`marker`, `marker-later`).
        pub spec: String = SPEC.to_owned(),
        /// `2.0`.
        /// Clause: V2 `spec_version`: its type, and no keyword.
        pub spec_version: String = SPEC_VERSION.to_owned(),
        /// The character.
        /// Clause: V2 `data`: its type, and no keyword.
        pub data: Data,
    }

    /// The character of a V2 card.
    ///
    /// Spec: Tavern Card V2 `TavernCardV2.data`.
    pub struct Data {
        /// Identifies the character.
        /// Clause: V2 `name`: its type, and no keyword.
        pub name: String,
        /// Describes the character.
        /// Clause: V1 `description`: SHOULD (`prompt-definitions`).
        pub description: String,
        /// A short summary of the personality.
        /// Clause: V1 `personality`: SHOULD (`prompt-definitions`).
        pub personality: String,
        /// The context of the conversation.
        /// Clause: V1 `scenario`: SHOULD (`prompt-definitions`).
        pub scenario: String,
        /// The greeting.
        /// Clause: V1 `first_mes`: MUST (`greeting-first`).
        pub first_mes: String,
        /// Example conversations, blocks separated by `<START>` lines.
        /// Clause: V1 `mes_example`: MUST and SHOULD (`example-format`, `example-pruning`).
        pub mes_example: String,
        /// Notes to the users of the card, never part of a prompt.
        /// Clause: V2 `creator_notes`: MUST and SHOULD (`notes-outside-prompt`, `notes-discoverable`).
        pub creator_notes: String,
        /// Replaces the user's system prompt unless empty; `{{original}}` stands for what it replaces.
        /// Clause: V2 `system_prompt`: MUST (`prompt-original`, `system-prompt-replaces`, `system-prompt-empty`).
        pub system_prompt: String,
        /// Replaces the user's post-history instructions unless empty; `{{original}}` stands for what it replaces.
        /// Clause: V2 `post_history_instructions`: MUST (`prompt-original`, `post-history-replaces`, `post-history-empty`).
        pub post_history_instructions: String,
        /// Further greetings to choose from.
        /// Clause: V2 `alternate_greetings`: MUST (`swipes-offered`).
        pub alternate_greetings: Vec<String>,
        /// The lorebook of the character.
        /// Clause: V2 `character_book`: MUST and SHOULD (`book-used`, `book-saved`, `book-stacks`).
        pub character_book: Option<Lorebook>,
        /// Words to sort and filter by, never part of a prompt.
        /// Clause: V2 `tags`: SHOULD (`tags-outside-prompt`, `tags-any-case`).
        pub tags: Vec<String>,
        /// Who made the card, never part of a prompt.
        /// Clause: V2 `creator`: MUST (`creator-outside-prompt`).
        pub creator: String,
        /// The version of the card, never part of a prompt.
        /// Clause: V2 `character_version`: MUST (`version-outside-prompt`).
        pub character_version: String,
        /// Data of applications.
        /// Clause: V2 `extensions`: MUST and SHOULD (`extensions-kept`, `extension-namespace`).
        pub extensions: Object,
    }
}
