//! Prom V3.1.

mod draft;

use crate::document::{Id, Timestamp, spec_object};
use crate::json::{Number, Object};
use crate::spec::lorebook::Position;

pub(crate) use crate::spec::examples::{ExampleMessage, Role};
pub(crate) use draft::remove_moved;

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
        /// Clause: Prom V3.1 `type`: its type, and no keyword.
        pub kind as "type": String = CARD_TYPE.to_owned(),
        /// `3.1`.
        /// Clause: Prom V3.1 `spec_version`: its type, and no keyword.
        pub spec_version: String = CARD_VERSION.to_owned(),
        /// The character.
        /// Clause: Prom V3.1 `data`: its type, and no keyword.
        pub data: Data,
        /// Who made the card, and when.
        /// Clause: Prom V3.1 `metadata`: MUST (`prom-unset-member`).
        pub metadata: Option<Info>,
        /// Data of applications and remote assets.
        /// Clause: Prom V3.1 `external`: MUST (`prom-unset-member`).
        pub external: Option<CardExternal>,
    }

    /// The character of a Prom card.
    ///
    /// Spec: Prom V3.1 `CharacterCardV3_1.data`.
    pub struct Data {
        /// Identifies the character.
        /// Clause: Prom V3.1 `name`: its type, and no keyword.
        pub name: String,
        /// Describes the character.
        /// Clause: Prom V3.1 `description`: its type, and no keyword.
        pub description: String,
        /// The personality.
        /// Clause: Prom V3.1 `personality`: its type, and no keyword.
        pub personality: String,
        /// The greetings.
        /// Clause: Prom V3.1 `greetings`: MUST (`prom-unset-member`, `prom-variable-macros`).
        pub greetings: Greetings,
        /// Example messages.
        /// Clause: Prom V3.1 `example_messages`: its type, and no keyword.
        pub example_messages: Vec<ExampleMessage>,
        /// Replaces the user's system prompt.
        /// Clause: Prom V3.1 `system_prompt`: its type, and no keyword.
        pub system_prompt: String,
        /// Replaces the user's post-history instructions.
        /// Clause: Prom V3.1 `post_history_instructions`: its type, and no keyword.
        pub post_history_instructions: String,
        /// The lorebook of the character.
        /// Clause: Prom V3.1 `character_book`: MUST and SHOULD (`prom-unset-member`, `prom-book-asked`).
        pub character_book: Option<Book>,
    }

    /// Who made the card, and when.
    ///
    /// Spec: Prom V3.1 `CharacterInfo`.
    pub struct Info {
        /// Who made the card.
        /// Clause: Prom V3.1 `creator`: its type, and no keyword.
        pub creator: String,
        /// The version of the card.
        /// Clause: Prom V3.1 `version`: its type, and no keyword.
        pub version: String,
        /// The franchise that the character comes from.
        /// Clause: Prom V3.1 `source`: its type, and no keyword.
        pub source: String,
        /// Words to sort and filter by.
        /// Clause: Prom V3.1 `tags`: its type, and no keyword.
        pub tags: Vec<String>,
        /// Notes to the users of the card.
        /// Clause: Prom V3.1 `creator_notes`: SHOULD (`notes-discoverable`).
        pub creator_notes: String,
        /// When the card was made.
        /// Clause: Prom V3.1 `created_at`: MUST (`date-unit`, `dates-written`).
        pub created_at: Option<Timestamp>,
        /// When the card was last changed.
        /// Clause: Prom V3.1 `updated_at`: MUST (`date-unit`, `dates-written`).
        pub updated_at: Option<Timestamp>,
    }

    /// The greetings of a Prom card.
    ///
    /// Spec: Prom V3.1 `CharacterGreetings`.
    pub struct Greetings {
        /// For chats of one user with one character.
        /// Clause: Prom V3.1 `solo`: MUST (`greeting-first`).
        pub solo: Vec<String>,
        /// For group chats.
        /// Clause: Prom V3.1 `group`: MUST (`greeting-first`).
        pub group: Vec<String>,
    }

    /// Data of applications and remote assets.
    ///
    /// Spec: Prom V3.1 `external` of the card.
    pub struct CardExternal {
        /// Data of applications.
        /// Clause: Prom V3.1 `appdata`: MUST and SHOULD (`prom-unset-member`, `extensions-kept`, `extension-namespace`).
        pub appdata: Option<Object>,
        /// Remote assets.
        /// Clause: Prom V3.1 `assets`: its type, and no keyword.
        pub assets: Option<Vec<RemoteAsset>>,
    }

    /// A remote asset.
    ///
    /// Spec: Prom V3.1 `CharacterAsset`.
    pub struct RemoteAsset {
        /// What it is: `sprites`, `bg`, `bgm`, `sfx`, `models`, or another tag.
        /// Clause: Prom V3.1 `type`: MUST and SHOULD (`prom-asset-types-named`, `prom-asset-type`).
        pub kind as "type": String,
        /// Where it is.
        /// Clause: Prom V3.1 `url`: MUST and SHOULD (`prom-remote-warned`, `remote-http`, `remote-code` and 1 more).
        pub url: String,
        /// The file name, used to check a download.
        /// Clause: Prom V3.1 `package`: its type, and no keyword.
        pub package: String,
    }

    /// Data of applications beside a lorebook or an entry.
    ///
    /// Spec: Prom V3.1 `external` of the book and the entry.
    pub struct External {
        /// Data of applications.
        /// Clause: Prom V3.1 `appdata`: MUST and SHOULD (`prom-unset-member`, `extensions-kept`, `extension-namespace`).
        pub appdata: Object,
    }

    /// A Prom lorebook.
    ///
    /// Spec: Prom V3.1 `CharacterBookV2`.
    #[lifted(draft::is_draft_book, draft::lift_book)]
    #[none_is_object = true]
    pub struct Book {
        /// `chara_book`.
        /// Clause: Prom V3.1 `type`: MUST (`prom-book-marker`).
        pub kind as "type": String = BOOK_TYPE.to_owned(),
        /// `2.0`.
        /// Clause: Prom V3.1 `spec_version`: MUST (`prom-book-marker`).
        pub spec_version: String = BOOK_VERSION.to_owned(),
        /// A name for people.
        /// Clause: Prom V3.1 `name`: its type, and no keyword.
        pub name: Option<String>,
        /// What the book is about, for people.
        /// Clause: Prom V3.1 `description`: its type, and no keyword.
        pub description: Option<String>,
        /// How many of the newest messages are searched for keys.
        /// Clause: Prom V3.1 `scan_depth`: its type, and no keyword.
        pub scan_depth: Option<Number>,
        /// How many tokens the texts of the book may take in the prompt.
        /// Clause: Prom V3.1 `token_budget`: its type, and no keyword.
        pub token_budget: Option<Number>,
        /// Whether texts of fired entries are searched for keys as well.
        /// Clause: Prom V3.1 `recursive_scanning`: its type, and no keyword.
        pub recursive_scanning: Option<bool>,
        /// Data of applications.
        /// Clause: Prom V3.1 `external`: MUST (`prom-unset-member`).
        pub external: Option<External>,
        /// The entries, in the order of the book.
        /// Clause: Prom V3.1 `entries`: its type, and no keyword.
        pub entries: Vec<Entry>,
    }

    /// An entry of a Prom lorebook.
    ///
    /// Spec: Prom V3.1 `CharacterEntry`.
    #[lifted(draft::is_draft_entry, draft::lift_book)]
    #[none_is_object = true]
    pub struct Entry {
        /// A name for people.
        /// Clause: Prom V3.1 `name`: its type, and no keyword.
        pub name: String,
        /// Texts that fire the entry.
        /// Clause: Prom V3.1 `keys`: its type, and no keyword.
        pub keys: Vec<String>,
        /// The second condition of a selective entry.
        /// Clause: Prom V3.1 `secondary_keys`: its type, and no keyword.
        pub secondary_keys: Option<Vec<String>>,
        /// The text to insert.
        /// Clause: Prom V3.1 `content`: its type, and no keyword.
        pub content: String,
        /// Whether the entry fires without a key.
        /// Clause: Prom V3.1 `constant`: its type, and no keyword.
        pub constant: Option<bool>,
        /// Whether one of the secondary keys is needed too.
        /// Clause: Prom V3.1 `selective`: its type, and no keyword.
        pub selective: Option<bool>,
        /// Whether the entry can fire at all.
        /// Clause: Prom V3.1 `enabled`: its type, and no keyword.
        pub enabled: bool = true,
        /// The place among fired entries: lower stands higher in the prompt.
        /// Clause: Prom V3.1 `insertion_order`: its type, and no keyword.
        pub insertion_order: Number,
        /// Whether keys tell upper from lower case.
        /// Clause: Prom V3.1 `case_sensitive`: its type, and no keyword.
        pub case_sensitive: Option<bool>,
        /// Whether keys are patterns.
        /// Clause: Prom V3.1 `use_regex`: its type, and no keyword.
        pub use_regex: Option<bool>,
        /// Who leaves first when the token budget is short; absent stands for the insertion order.
        /// Clause: Prom V3.1 `priority`: its type, and no keyword.
        pub priority: Option<Number>,
        /// The id.
        /// Clause: Prom V3.1 `id`: its type, and no keyword.
        pub id: Option<Id>,
        /// A note for people.
        /// Clause: Prom V3.1 `comment`: SHOULD (`prom-entry-name`).
        pub comment: Option<String>,
        /// Where the text goes.
        /// Clause: Prom V3.1 `position`: MUST (`entry-position`).
        pub position: Option<Position>,
        /// Data of applications.
        /// Clause: Prom V3.1 `external`: MUST (`prom-unset-member`).
        pub external: Option<External>,
    }
}
