//! The layout before V1, as Pygmalion and its friends wrote it.

use crate::document::spec_object;

spec_object! {
    /// A card in the layout before V1.
    ///
    /// De facto: Pygmalion's character files, still written by text-generation-webui.
    pub struct Card {
        /// Identifies the character.
        pub char_name: String,
        /// Describes the character.
        pub char_persona: String,
        /// The context of the conversation.
        pub world_scenario: String,
        /// The greeting.
        pub char_greeting: String,
        /// Example conversations.
        pub example_dialogue: String,
    }
}
