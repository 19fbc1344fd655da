//! Tavern Card V1: six texts at the top level of the file.

use crate::document::spec_object;

spec_object! {
    /// A Tavern Card V1.
    ///
    /// Spec: Tavern Card V1. Every field is mandatory and defaults to the empty string.
    pub struct Card {
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
    }
}
