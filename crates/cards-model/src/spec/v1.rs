//! Tavern Card V1: six texts at the top level of the file.

use crate::document::spec_object;

spec_object! {
    /// A Tavern Card V1.
    ///
    /// Spec: Tavern Card V1. Every field is mandatory and defaults to the empty string.
    pub struct Card {
        /// Identifies the character.
        /// Clause: V1 `name`: its type, and no keyword.
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
    }
}
