//! The lorebook of V2, CCv3 and CCv3L cards, and of `lorebook_v3` files.

mod foreign;

use cards_words::setters;

use crate::document::{Id, Stood, open_words, spec_object};
use crate::json::{Json, Number, Object};

spec_object! {
    /// A lorebook as V2 and CCv3 write it.
    ///
    /// Spec: V2 `CharacterBook`; CCv3 `Lorebook`.
    ///
    /// ```
    /// use cards_model::{Card, Entry, Lorebook};
    /// let mut card: Card = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria"}}"#.parse()?;
    /// let bell = Entry { keys: vec!["bell".into()], content: "It rings.".into(), ..Entry::default() };
    /// let book = Lorebook { name: Some("Town".into()), entries: vec![bell], ..Lorebook::default() };
    /// let Card::V2(v2) = &mut card else { panic!("a V2 card") };
    /// v2.data.character_book = Some(book);
    /// assert_eq!(card.lorebook().map(|book| book.entries.len()), Some(1));
    /// # Ok::<(), cards_model::Error>(())
    /// ```
    pub struct Lorebook {
        /// A name for people.
        /// Clause: V2 and CCv3 `name`: its type, and no keyword.
        pub name: Option<String>,
        /// What the book is about, for people.
        /// Clause: V2 and CCv3 `description`: its type, and no keyword.
        pub description: Option<String>,
        /// How many of the newest messages are searched for keys.
        /// Clause: V2 and CCv3 `scan_depth`: its type, and no keyword.
        pub scan_depth: Option<Number>,
        /// How many tokens the texts of the book may take in the prompt.
        /// Clause: V2 and CCv3 `token_budget`: its type, and no keyword.
        pub token_budget: Option<Number>,
        /// Whether texts of fired entries are searched for keys as well.
        /// Clause: V2 and CCv3 `recursive_scanning`: its type, and no keyword.
        pub recursive_scanning: Option<bool>,
        /// Data of applications.
        /// Clause: V2 `extensions`: MUST and SHOULD (`extensions-kept`, `extension-namespace`).
        pub extensions: Object,
        /// The entries, in the order of the book.
        /// Clause: V2 and CCv3 `entries`: its type, and no keyword.
        pub entries: Vec<Entry>,
    }

    /// A lorebook entry as V2 and CCv3 write it.
    ///
    /// An entry in the layout of SillyTavern's world info (`key` for `keys`) is read as the one that it stands for.
    ///
    /// Spec: V2 `CharacterBook.entries`; CCv3 `Lorebook.entries`.
    ///
    /// ```
    /// use cards_model::Card;
    /// let card: Card = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","character_book":{"extensions":{},
    ///     "entries":[{"keys":["bell"],"content":"It rings.","enabled":true,"insertion_order":5,"extensions":{}}]}}}"#.parse()?;
    /// for entry in &card.lorebook().unwrap_or_default().entries {
    ///     println!("{}: {} ({})", entry.keys.join(", "), entry.content, entry.insertion_order);
    /// }
    /// # Ok::<(), cards_model::Error>(())
    /// ```
    #[lifted(foreign::is_world_info, foreign::from_world_info)]
    pub struct Entry {
        /// Texts that fire the entry; patterns where `use_regex` says so.
        /// Clause: V2 and CCv3 `keys`: its type, and no keyword.
        pub keys: Vec<String>,
        /// The text to insert, behind its decorators.
        /// Clause: V2 and CCv3 `content`: its type, and no keyword.
        pub content: String,
        /// Data of applications.
        /// Clause: V2 `extensions`: MUST and SHOULD (`extensions-kept`, `extension-namespace`).
        pub extensions: Object,
        /// Whether the entry can fire at all.
        /// Clause: CCv3 `enabled`: MUST (`entry-enabled`).
        pub enabled: bool = true,
        /// The place among fired entries: lower stands higher in the prompt.
        /// Clause: V2 and CCv3 `insertion_order`: its type, and no keyword.
        pub insertion_order: Number,
        /// Whether keys are patterns (CCv3, mandatory there).
        /// Clause: CCv3 `use_regex`: MUST (`entry-use-regex`, `pattern-invalid`).
        pub use_regex: Option<bool>,
        /// Whether keys tell upper from lower case.
        /// Clause: V2 and CCv3 `case_sensitive`: its type, and no keyword.
        pub case_sensitive: Option<bool>,
        /// Whether the entry fires without a key.
        /// Clause: V2 and CCv3 `constant`: its type, and no keyword.
        pub constant: Option<bool>,
        /// A name for people.
        /// Clause: V2 and CCv3 `name`: its type, and no keyword.
        pub name: Option<String>,
        /// Who leaves first when the token budget is short: lower goes first.
        /// Clause: V2 and CCv3 `priority`: its type, and no keyword.
        pub priority: Option<Number>,
        /// The id: a number in V2, a number or a string in CCv3.
        /// Clause: V2 `id`: MUST (`entry-id`).
        pub id: Option<Id>,
        /// A note for people.
        /// Clause: V2 and CCv3 `comment`: its type, and no keyword.
        pub comment: Option<String>,
        /// Whether one of the secondary keys is needed too.
        /// Clause: V2 and CCv3 `selective`: its type, and no keyword.
        pub selective: Option<bool>,
        /// The second condition of a selective entry.
        /// Clause: V2 and CCv3 `secondary_keys`: its type, and no keyword.
        pub secondary_keys: Option<Vec<String>>,
        /// Where the text goes.
        /// Clause: CCv3 `position`: MUST (`entry-position`).
        pub position: Option<Position>,
    }
}

open_words! {
    /// Where an entry's text goes in the prompt.
    ///
    /// Spec: V2 `position`; Prom V3.1 adds the places around the author's note.
    pub enum Position {
        /// Before the character's definition.
        BeforeChar = "before_char",
        /// After the character's definition.
        AfterChar = "after_char",
        /// Before the author's note (Prom).
        BeforeAuthorsNote = "before_an",
        /// After the author's note (Prom).
        AfterAuthorsNote = "after_an",
    }
    numbers: [0 => BeforeChar, 1 => AfterChar]
}

setters! {
    Entry:
    /// Names the entry.
    with_name(name: impl Into<String>) = Some(name.into());
    /// Switches it on or off.
    with_enabled(enabled: bool) = enabled;
    /// Has it fire without a key, or not.
    with_constant(constant: bool) = Some(constant);
    /// Sets its place among fired entries.
    with_insertion_order(insertion_order: impl Into<Number>) = insertion_order.into();
    /// Sets where its text goes.
    with_position(position: Position) = Some(position);
}

impl Entry {
    /// An entry of keys and a text, on, in the first place of the order.
    ///
    /// ```
    /// use cards_model::{Card, Entry};
    /// let mut card = Card::new("Aria");
    /// let mut book = card.lorebook().unwrap_or_default().into_owned();
    /// book.entries.push(Entry::new(["bell", "tower"], "It rings at dusk.").with_name("The bell").with_insertion_order(50));
    /// card.set_lorebook(book)?;
    /// assert_eq!(card.lorebook().unwrap().entries[0].keys.join(", "), "bell, tower");
    /// # Ok::<(), cards_model::Error>(())
    /// ```
    #[must_use]
    pub fn new<K: Into<String>>(keys: impl IntoIterator<Item = K>, content: impl Into<String>) -> Self {
        let keys = keys.into_iter().map(Into::into).collect();
        Self { keys, content: content.into(), enabled: true, ..Self::default() }
    }

    /// Whether the entry says itself that it is on or off. SillyTavern takes one that does not for off.
    #[must_use]
    pub fn says_enabled(&self) -> bool {
        self.says("enabled")
    }

    /// Whether the entry says a member of the specs itself; programs differ in what they put in the place of one that is absent.
    #[must_use]
    pub fn says(&self, member: &str) -> bool {
        !self.rest.was_read() || !matches!(self.rest.stood::<Self>(member), Stood::Absent | Stood::Null)
    }

    /// The name for people: `name`, else `comment`, else nothing.
    #[must_use]
    pub fn title(&self) -> &str {
        titled(self.name.as_deref().unwrap_or_default(), self.comment.as_deref().unwrap_or_default())
    }
}

/// The name of an entry for people, else its comment.
pub(crate) fn titled<'a>(name: &'a str, comment: &'a str) -> &'a str {
    if name.trim().is_empty() { comment } else { name }
}

/// Whether a key has the form `/pattern/flags` that SillyTavern, NovelAI and others take for a pattern.
#[must_use]
pub fn is_pattern(key: &str) -> bool {
    split_pattern(key).is_some()
}

/// Pattern and flags of a key that is one.
pub(crate) fn split_pattern(key: &str) -> Option<(&str, &str)> {
    let (pattern, flags) = key.strip_prefix('/')?.rsplit_once('/')?;
    let mut escaped = false;
    let bare_slash = pattern.bytes().any(|b| {
        let bare = b == b'/' && !escaped;
        escaped = b == b'\\' && !escaped;
        bare
    });
    let is_one = !pattern.is_empty() && !bare_slash && flags.bytes().all(|b| b"gimsuy".contains(&b));
    is_one.then_some((pattern, flags))
}

/// Whether any of some keys is a pattern by its form.
fn any_pattern(keys: &[Json]) -> bool {
    keys.iter().filter_map(Json::as_str).any(is_pattern)
}
