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
        /// Clause: CCv3 `spec`: SHOULD (`marker-decides`).
        pub spec: String = SPEC.to_owned(),
        /// `3.0`.
        /// Clause: CCv3 `spec_version`: SHOULD (`version-compared`).
        pub spec_version: String = SPEC_VERSION.to_owned(),
        /// The character.
        /// Clause: CCv3 `data`: its type, and no keyword.
        pub data: Data,
    }

    /// The character of a CCv3 card.
    ///
    /// Spec: CCv3 `CharacterCardV3.data`.
    pub struct Data {
        /// Identifies the character.
        /// Clause: CCv3 `name`: its type, and no keyword.
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
        /// Notes to the users of the card, in English where other languages are given as well.
        /// Clause: CCv3 `creator_notes`: MUST (`notes-language-chosen`).
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
        /// Clause: CCv3 `character_book`: MUST and SHOULD (`book-used`, `book-saved`, `book-stacks`).
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
        /// Attached files; absent stands for the one default icon, an empty list does not.
        /// Clause: CCv3 `assets`: MUST and SHOULD (`asset-main-icon`, `asset-main-background`, `asset-ext` and 15 more).
        pub assets: Option<Vec<Asset>>,
        /// The name that `{{char}}` shows, unless empty.
        /// Clause: CCv3 `nickname`: MUST (`nickname-replaces`).
        pub nickname: Option<String>,
        /// Creator notes by language (ISO 639-1, no region).
        /// Clause: CCv3 `creator_notes_multilingual`: MUST (`notes-language`, `notes-language-chosen`).
        pub creator_notes_multilingual: Option<TextMap>,
        /// Where the card comes from: ids or URLs, only ever added to.
        /// Clause: CCv3 `source`: MUST and SHOULD (`source-element`, `source-append-only`, `source-not-edited` and 1 more).
        pub source: Option<Vec<String>>,
        /// Further greetings, for group chats only.
        /// Clause: CCv3 `group_only_greetings`: MUST (`group-greetings-used`).
        pub group_only_greetings: Vec<String>,
        /// When the card was made.
        /// Clause: CCv3 `creation_date`: MUST (`date-unit`, `dates-written`).
        pub creation_date: Option<Timestamp>,
        /// When the card was last exported.
        /// Clause: CCv3 `modification_date`: MUST (`date-unit`, `dates-written`).
        pub modification_date: Option<Timestamp>,
    }

    /// A file that holds a CCv3 lorebook alone.
    ///
    /// Spec: CCv3 `Lorebook`, "lorebook_v3" export.
    pub struct LorebookFile {
        /// `lorebook_v3`.
        /// Clause: CCv3 `spec`: SHOULD (`marker-decides`).
        pub spec: String = LOREBOOK_SPEC.to_owned(),
        /// The lorebook.
        /// Clause: CCv3 `data`: its type, and no keyword.
        pub data: Lorebook,
    }
}
