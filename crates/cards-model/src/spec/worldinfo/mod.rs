//! SillyTavern world info, which is also what TavernAI and KoboldAI worlds and RisuAI's foreign import look like.

mod dialect;
pub(crate) mod embedded;

pub use dialect::{SECOND_NAMES, SecondName};

use super::client::{Client, Shape};
use crate::document::{Keyed, spec_object};
use crate::json::{Json, Number, Object};

/// What tells world info from a lorebook of the specs is in how files are recognised, since the two look alike.
pub(crate) const CLIENT: Client = Client {
    origin: "world_info",
    entries: "entries",
    marker: None,
    signs: &[],
    names: &[
        ("keys", "key", Shape::Plain),
        ("secondary_keys", "keysecondary", Shape::Plain),
        ("name", "comment", Shape::Plain),
        ("enabled", "disable", Shape::Inverted),
        ("insertion_order", "order", Shape::Plain),
        ("case_sensitive", "caseSensitive", Shape::Plain),
        ("id", "uid", Shape::Plain),
    ],
};

spec_object! {
    /// A world-info file.
    ///
    /// De facto: SillyTavern 1.19, `worlds/*.json`.
    ///
    /// ```
    /// use cards_model::{Content, Document};
    /// let file: Document = r#"{"entries":{"0":{"uid":0,"key":["bell"],"content":"It rings.","disable":false}}}"#.parse()?;
    /// let Content::WorldInfo(book) = &file.content else { panic!("a world info") };
    /// assert_eq!(book.entries.get("0").map(|entry| entry.content.as_str()), Some("It rings."));
    /// # Ok::<(), cards_model::Error>(())
    /// ```
    pub struct WorldInfo {
        /// A name for people.
        pub name: Option<String>,
        /// The entries, keyed by their uid.
        pub entries: Keyed<Entry>,
    }

    /// An entry of a world-info file. An absent field means SillyTavern's default, which its text gives.
    ///
    /// De facto: SillyTavern 1.19, world-info entry.
    pub struct Entry {
        /// The id within the file.
        pub uid: Option<Number>,
        /// Texts or `/pattern/flags` that fire the entry.
        pub key: Vec<String>,
        /// The secondary keys.
        pub keysecondary: Option<Vec<String>>,
        /// The title.
        pub comment: Option<String>,
        /// The text to insert.
        pub content: String,
        /// Whether the entry fires without a key. Default false.
        pub constant: Option<bool>,
        /// Whether a vector store may fire it. Default false.
        pub vectorized: Option<bool>,
        /// Whether the secondary keys count. Default true.
        pub selective: Option<bool>,
        /// How they count: 0 any, 1 not all, 2 not any, 3 all. Default 0.
        pub selective_logic as "selectiveLogic": Option<Number>,
        /// Whether the title is shown. Default false.
        pub add_memo as "addMemo": Option<bool>,
        /// The insertion order. Default 100.
        pub order: Option<Number>,
        /// The place, by number. Default 0, before the character.
        pub position: Option<Number>,
        /// Whether the entry is off. Default false.
        pub disable: Option<bool>,
        /// Whether the token budget does not hold for it. Default false.
        pub ignore_budget as "ignoreBudget": Option<bool>,
        /// Whether other entries' texts cannot fire it. Default false.
        pub exclude_recursion as "excludeRecursion": Option<bool>,
        /// Whether its text fires no other entries. Default false.
        pub prevent_recursion as "preventRecursion": Option<bool>,
        /// Whether, or from which level on, it fires in recursion only. Default false.
        pub delay_until_recursion as "delayUntilRecursion": Option<Json>,
        /// Chance in percent. Default 100.
        pub probability: Option<Number>,
        /// Whether the chance counts. Default true.
        pub use_probability as "useProbability": Option<bool>,
        /// Messages from the newest for the place "at depth". Default 4.
        pub depth: Option<Number>,
        /// The outlet's name for the place "outlet".
        pub outlet_name as "outletName": Option<String>,
        /// Inclusion groups, separated by commas.
        pub group: Option<String>,
        /// Whether it wins its group by order. Default false.
        pub group_override as "groupOverride": Option<bool>,
        /// The weight in its group. Default 100.
        pub group_weight as "groupWeight": Option<Number>,
        /// Messages searched, in place of the global setting.
        pub scan_depth as "scanDepth": Option<Number>,
        /// Case sensitivity, in place of the global setting.
        pub case_sensitive as "caseSensitive": Option<bool>,
        /// Whole words only, in place of the global setting.
        pub match_whole_words as "matchWholeWords": Option<bool>,
        /// Group scoring, in place of the global setting.
        pub use_group_scoring as "useGroupScoring": Option<bool>,
        /// The id of an automation.
        pub automation_id as "automationId": Option<String>,
        /// The role at depth: 0 system, 1 user, 2 assistant. Default 0.
        pub role: Option<Number>,
        /// Messages for which it stays active.
        pub sticky: Option<Number>,
        /// Messages for which it then rests.
        pub cooldown: Option<Number>,
        /// Messages that must have been said before.
        pub delay: Option<Number>,
        /// Where it is in the editor.
        pub display_index as "displayIndex": Option<Number>,
        /// Whether the persona's description is searched. Default false.
        pub match_persona_description as "matchPersonaDescription": Option<bool>,
        /// Whether the character's description is searched. Default false.
        pub match_character_description as "matchCharacterDescription": Option<bool>,
        /// Whether the character's personality is searched. Default false.
        pub match_character_personality as "matchCharacterPersonality": Option<bool>,
        /// Whether the character's note at depth is searched. Default false.
        pub match_character_depth_prompt as "matchCharacterDepthPrompt": Option<bool>,
        /// Whether the scenario is searched. Default false.
        pub match_scenario as "matchScenario": Option<bool>,
        /// Whether the creator notes are searched. Default false.
        pub match_creator_notes as "matchCreatorNotes": Option<bool>,
        /// Kinds of generation that it is for; empty for all.
        pub triggers: Option<Vec<String>>,
        /// Characters that it is for, or not for.
        pub character_filter as "characterFilter": Option<CharacterFilter>,
        /// Data of applications.
        pub extensions: Option<Object>,
    }

    /// Characters that an entry is for, or not for.
    pub struct CharacterFilter {
        /// Whether the ones named are left out instead.
        pub is_exclude as "isExclude": bool,
        /// File names of characters.
        pub names: Vec<String>,
        /// Ids of tags.
        pub tags: Vec<String>,
    }
}
