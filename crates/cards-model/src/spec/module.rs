//! RPGGO Module V1: a set of prompt texts that characters and games use.

use super::client::Shape;
use crate::document::{open_words, spec_object};

/// What an entry calls otherwise than one of a lorebook does.
pub(crate) const NAMES: &[(&str, &str, Shape)] = &[("id", "entry_id", Shape::Plain)];

spec_object! {
    /// A module.
    ///
    /// Spec: RPGGO Module V1 `Module`. Every field is mandatory and defaults to the empty string or list.
    ///
    /// ```
    /// use cards_model::{Document, Module, Content};
    /// let module = Module { module_id: "M01234567".into(), name: "Weather".into(), ..Module::default() };
    /// let text = String::from_utf8(Document::new(Content::Module(module)).to_bytes())?;
    /// assert!(text.contains("Weather"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub struct Module {
        /// The id: `M` and eight of `0-9A-Z`, never changed.
        /// Clause: Module V1 `module_id`: MUST (`module-id`).
        pub module_id: String,
        /// Identifies the module.
        /// Clause: Module V1 `name`: MUST (`module-default-name`).
        pub name: String,
        /// Who made it.
        /// Clause: Module V1 `creator`: its type, and no keyword.
        pub creator: String,
        /// Introduces the module to players, never part of a prompt.
        /// Clause: Module V1 `intro`: SHOULD (`intro-outside-prompt`).
        pub intro: String,
        /// What it is for.
        /// Clause: Module V1 `category`: MUST (`module-category`).
        pub category: Category,
        /// The cover picture: a URL or a path.
        /// Clause: Module V1 `cover_url`: its type, and no keyword.
        pub cover_url: String,
        /// The texts.
        /// Clause: Module V1 `entries`: MUST (`prompt-magic-strings`).
        pub entries: Vec<Entry>,
    }

    /// One text of a module.
    ///
    /// Spec: RPGGO Module V1 `Entry`.
    pub struct Entry {
        /// The id: nine characters of the nanoid alphabet.
        /// Clause: Module V1 `entry_id`: its type, and no keyword.
        pub entry_id: String,
        /// Tags of the content, which may be searched for.
        /// Clause: Module V1 `keys`: its type, and no keyword.
        pub keys: Vec<String>,
        /// The text for the prompt.
        /// Clause: Module V1 `content`: its type, and no keyword.
        pub content: String,
    }
}

open_words! {
    /// What a module is for.
    ///
    /// Spec: RPGGO Module V1 `Module_Category`.
    pub enum Category {
        /// A world book.
        WorldKnowledge = "World Knowledge",
        /// Lore of an event.
        EventLore = "Event Lore",
        /// Backstory of characters.
        CharacterLore = "Character Lore",
        /// Makes characters move better.
        MotionEnhance = "Motion Enhance",
        /// Makes characters speak better.
        LanguageEnhance = "Language Enhance",
        /// Shapes the output.
        OutputFormat = "Output Format",
        /// Details of the character's personality.
        UserPersona = "User Persona",
        /// None of these.
        Others = "Others",
    }
    numbers: []
}

/// Where ids of new modules and entries come from.
pub trait IdSource {
    /// An id for a module: `M` and eight of `0-9A-Z`.
    fn module_id(&mut self) -> String;

    /// An id for an entry: nine of the nanoid alphabet.
    fn entry_id(&mut self) -> String;
}

/// Whether a text is an entry id of the module spec: nine of the nanoid alphabet.
pub(crate) fn is_entry_id(id: &str) -> bool {
    id.len() == 9 && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-')
}
