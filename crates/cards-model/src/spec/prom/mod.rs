//! Prom V3.1.

mod draft;

use crate::document::{Id, Timestamp, spec_object};
use crate::json::{Number, Object};
use crate::spec::lorebook::Position;

pub use crate::spec::examples::{ExampleMessage, Role};

/// The value of `type` in a card.
pub const CARD_TYPE: &str = "chara_card";
/// The value of `spec_version` in a card.
pub const CARD_VERSION: &str = "3.1";
/// The value of `type` in a lorebook.
pub const BOOK_TYPE: &str = "chara_book";
/// The value of `spec_version` in a lorebook.
pub const BOOK_VERSION: &str = "2.0";

spec_object! {
    /// A Prom V3.1 card.
    ///
    /// Spec: Prom V3.1 `CharacterCardV3_1`.
    #[lifted(draft::is_draft_card, draft::lift_card)]
    pub struct Card {
        /// `chara_card`.
        pub kind as "type": String = CARD_TYPE.to_owned(),
        /// `3.1`.
        pub spec_version: String = CARD_VERSION.to_owned(),
        /// The character.
        pub data: Data,
        /// Who made the card, and when.
        pub metadata: Option<Info>,
        /// Data of applications and remote assets.
        pub external: Option<CardExternal>,
    }

    /// The character of a Prom card.
    ///
    /// Spec: Prom V3.1 `CharacterCardV3_1.data`.
    pub struct Data {
        /// Identifies the character.
        pub name: String,
        /// Describes the character.
        pub description: String,
        /// The personality.
        pub personality: String,
        /// The greetings.
        pub greetings: Greetings,
        /// Example messages.
        pub example_messages: Vec<ExampleMessage>,
        /// Replaces the user's system prompt.
        pub system_prompt: String,
        /// Replaces the user's post-history instructions.
        pub post_history_instructions: String,
        /// The lorebook of the character.
        pub character_book: Option<Book>,
    }

    /// Who made the card, and when.
    ///
    /// Spec: Prom V3.1 `CharacterInfo`.
    pub struct Info {
        /// Who made the card.
        pub creator: String,
        /// The version of the card.
        pub version: String,
        /// The franchise that the character comes from.
        pub source: String,
        /// Words to sort and filter by.
        pub tags: Vec<String>,
        /// Notes to the users of the card.
        pub creator_notes: String,
        /// When the card was made.
        pub created_at: Option<Timestamp>,
        /// When the card was last changed.
        pub updated_at: Option<Timestamp>,
    }

    /// The greetings of a Prom card.
    ///
    /// Spec: Prom V3.1 `CharacterGreetings`.
    pub struct Greetings {
        /// For chats of one user with one character.
        pub solo: Vec<String>,
        /// For group chats.
        pub group: Vec<String>,
    }

    /// Data of applications and remote assets.
    ///
    /// Spec: Prom V3.1 `external` of the card.
    pub struct CardExternal {
        /// Data of applications.
        pub appdata: Option<Object>,
        /// Remote assets.
        pub assets: Option<Vec<RemoteAsset>>,
    }

    /// A remote asset.
    ///
    /// Spec: Prom V3.1 `CharacterAsset`.
    pub struct RemoteAsset {
        /// What it is: `sprites`, `bg`, `bgm`, `sfx`, `models`, or another tag.
        pub kind as "type": String,
        /// Where it is.
        pub url: String,
        /// The file name, used to check a download.
        pub package: String,
    }

    /// Data of applications beside a lorebook or an entry.
    ///
    /// Spec: Prom V3.1 `external` of the book and the entry.
    pub struct External {
        /// Data of applications.
        pub appdata: Object,
    }

    /// A Prom lorebook.
    ///
    /// Spec: Prom V3.1 `CharacterBookV2`.
    #[lifted(draft::is_draft_book, draft::lift_book)]
    #[none_is_object = true]
    pub struct Book {
        /// `chara_book`.
        pub kind as "type": String = BOOK_TYPE.to_owned(),
        /// `2.0`.
        pub spec_version: String = BOOK_VERSION.to_owned(),
        /// A name for people.
        pub name: Option<String>,
        /// What the book is about, for people.
        pub description: Option<String>,
        /// How many of the newest messages are searched for keys.
        pub scan_depth: Option<Number>,
        /// How many tokens the texts of the book may take in the prompt.
        pub token_budget: Option<Number>,
        /// Whether texts of fired entries are searched for keys as well.
        pub recursive_scanning: Option<bool>,
        /// Data of applications.
        pub external: Option<External>,
        /// The entries, in the order of the book.
        pub entries: Vec<Entry>,
    }

    /// An entry of a Prom lorebook.
    ///
    /// Spec: Prom V3.1 `CharacterEntry`.
    #[lifted(draft::is_draft_entry, draft::lift_book)]
    #[none_is_object = true]
    pub struct Entry {
        /// A name for people.
        pub name: String,
        /// Texts that fire the entry.
        pub keys: Vec<String>,
        /// The second condition of a selective entry.
        pub secondary_keys: Option<Vec<String>>,
        /// The text to insert.
        pub content: String,
        /// Whether the entry fires without a key.
        pub constant: Option<bool>,
        /// Whether one of the secondary keys is needed too.
        pub selective: Option<bool>,
        /// Whether the entry can fire at all.
        pub enabled: bool = true,
        /// The place among fired entries: lower stands higher in the prompt.
        pub insertion_order: Number,
        /// Whether keys tell upper from lower case.
        pub case_sensitive: Option<bool>,
        /// Whether keys are patterns.
        pub use_regex: Option<bool>,
        /// Who leaves first when the token budget is short; absent stands for the insertion order.
        pub priority: Option<Number>,
        /// The id.
        pub id: Option<Id>,
        /// A note for people.
        pub comment: Option<String>,
        /// Where the text goes.
        pub position: Option<Position>,
        /// Data of applications.
        pub external: Option<External>,
    }
}
