//! What the engine reads: books and entries in their strict form.

use std::borrow::Cow;

use crate::placement::Placement;
use cards_words::Role;

/// A book that is in one scope.
///
/// Plain data: fill the fields and leave the rest to [`Default`]. Which fields matter is the profile's choice; each
/// profile reads the fields of its own format and leaves the others alone (see `docs/lore.md`).
///
/// ```
/// use cards_lore::{Book, BookKind, Entry};
/// let town = Book::new("Town", [Entry::new(["bell"], "It rings.")]).with_kind(BookKind::Global).with_scan_depth(4.0);
/// assert_eq!((town.entries.len(), town.scan_depth), (1, Some(4.0)));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Book {
    /// The book's own id, where its format has one; of modules of one id only the first is used.
    pub id: String,
    /// The name under which trace and state speak of the book; books of one name and kind count as the same book.
    pub name: String,
    /// Whose book it is, which decides how it stacks with the others.
    pub kind: BookKind,
    /// How many messages are searched; absent means the caller's setting.
    pub scan_depth: Option<f64>,
    /// How many tokens the entries of this book may take; absent means the caller's setting.
    pub token_budget: Option<f64>,
    /// Whether inserted text is searched as well; absent means the caller's setting.
    pub recursive_scanning: Option<bool>,
    /// Whether keys of this book match whole words only; absent means the caller's setting.
    pub whole_words: Option<bool>,
    /// The entries in book order.
    pub entries: Vec<Entry>,
    /// The places of the entries that a client keeps when it imports the book, as it lists them; all of them in book order
    /// unless said.
    ///
    /// De facto: SillyTavern 1.19 keys entries by their id, so that of two with one id the later stays.
    pub listed: Option<Vec<usize>>,
}

impl Book {
    /// A book of a name with these entries, in their order.
    ///
    /// ```
    /// use cards_lore::{Book, Entry};
    /// let book = Book::new("Saltmere", [Entry::new(["bell"], "It rings before a loss.")]);
    /// assert_eq!((book.name.as_str(), book.entries.len()), ("Saltmere", 1));
    /// ```
    #[must_use]
    pub fn new(name: impl Into<String>, entries: impl Into<Vec<Entry>>) -> Self {
        Self { name: name.into(), entries: entries.into(), ..Self::default() }
    }
}

cards_words::setters! {
    into Book:
    with_id id: String,
    with_scan_depth scan_depth: Option<f64>,
    with_token_budget token_budget: Option<f64>,
    with_recursive_scanning recursive_scanning: Option<bool>,
    with_whole_words whole_words: Option<bool>,
}

cards_words::setters! {
    Book:
    with_kind kind: BookKind,
}

/// The scope that a book belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BookKind {
    /// Belongs to the character: embedded in the card or linked by it.
    #[default]
    Character,
    /// Belongs to one chat.
    Chat,
    /// Belongs to the user's persona.
    Persona,
    /// Switched on for all chats.
    Global,
    /// An RPGGO module that the character uses.
    Module,
}

cards_words::named! {
    BookKind: "kind of book";
    Character => "character",
    Chat => "chat",
    Persona => "persona",
    Global => "global",
    Module => "module",
}

/// One item of a book, with every field that some profile reads.
///
/// ```
/// use cards_lore::Entry;
/// let entry = Entry { secondary_keys: vec!["river".into()], selective: true, ..Entry::new(["bell"], "It rings.") };
/// assert!(entry.enabled && !entry.constant);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The entry's id within its book; empty when the book gives none, then its place in the book stands for it.
    pub id: String,
    /// The name; never part of a prompt.
    pub name: String,
    /// The comment, which stands in for a name where people see the entry.
    pub comment: String,
    /// Texts that fire the entry.
    pub keys: Vec<String>,
    /// Texts of the second condition; see [`Entry::selective`] and [`Entry::logic`].
    pub secondary_keys: Vec<String>,
    /// Texts of which none may be there where the second condition applies (KoboldAI Lite; the card specs have no such member).
    pub anti_keys: Vec<String>,
    /// Whether the second condition applies.
    pub selective: bool,
    /// How the secondary keys combine; absent where the format knows only "any of them".
    pub logic: Option<Logic>,
    /// The text to insert, decorators included.
    pub content: String,
    /// Whether the entry may fire at all.
    pub enabled: bool,
    /// Whether the entry fires without a key.
    pub constant: bool,
    /// Place in the prompt; lower stands higher up.
    pub order: f64,
    /// Who leaves first when the budget is short; absent means the order.
    pub priority: Option<f64>,
    /// Whether the keys are regular expressions (CCv3; SillyTavern tells by the slashes instead).
    pub use_regex: bool,
    /// Whether case counts; absent means the caller's setting.
    pub case_sensitive: Option<bool>,
    /// Whether keys match whole words only; absent means the book's or the caller's setting.
    pub whole_words: Option<bool>,
    /// How many messages are searched for this entry; absent means the book's or the caller's setting.
    pub scan_depth: Option<f64>,
    /// Where the text goes.
    pub placement: Placement,
    /// Who speaks the text.
    pub role: Role,
    /// The chance in percent that the entry fires once its keys did; absent means always.
    pub probability: Option<f64>,
    /// Rules for recursive scanning (SillyTavern).
    pub recursion: RecursionRules,
    /// Rules that need a memory between turns (SillyTavern; Risu reads the delay).
    pub timing: Timing,
    /// Inclusion group (SillyTavern).
    pub group: Group,
    /// Whether the budget does not hold for this entry (SillyTavern).
    pub ignore_budget: bool,
    /// Characters that the entry is for (SillyTavern).
    pub filter: CharacterFilter,
    /// Kinds of generation that the entry is for; empty means all (SillyTavern).
    pub triggers: Vec<String>,
    /// Card fields that are searched beside the chat (SillyTavern).
    pub fields: FieldSet,
}

cards_words::setters! {
    into Entry:
    with_order order: f64,
    with_id id: String,
    with_name name: String,
    with_comment comment: String,
    with_secondary_keys secondary_keys: Vec<String>,
    with_anti_keys anti_keys: Vec<String>,
    with_logic logic: Option<Logic>,
    with_priority priority: Option<f64>,
    with_case_sensitive case_sensitive: Option<bool>,
    with_whole_words whole_words: Option<bool>,
    with_scan_depth scan_depth: Option<f64>,
    with_probability probability: Option<f64>,
}

cards_words::setters! {
    Entry:
    with_selective selective: bool,
    with_enabled enabled: bool,
    with_constant constant: bool,
    with_use_regex use_regex: bool,
    with_placement placement: Placement,
    with_role role: Role,
    with_recursion recursion: RecursionRules,
    with_timing timing: Timing,
    with_group group: Group,
    with_ignore_budget ignore_budget: bool,
}

impl Entry {
    /// An entry that these keys fire, and what it then puts into the prompt.
    ///
    /// ```
    /// use cards_lore::Entry;
    /// let bell = Entry::new(["bell"], "It rings before a loss.").with_case_sensitive(true);
    /// assert_eq!((bell.keys.len(), bell.enabled), (1, true));
    /// ```
    #[must_use]
    pub fn new<T: Into<String>>(keys: impl IntoIterator<Item = T>, content: impl Into<String>) -> Self {
        Self { keys: keys.into_iter().map(Into::into).collect(), content: content.into(), ..Self::default() }
    }

    /// Gives what people see of the entry at a place of its book: its name, else its comment, else the place and the
    /// first key, as in `#0 (lamp)`.
    #[must_use]
    pub fn label(&self, place: usize) -> Cow<'_, str> {
        let filled = |text: &&String| !text.trim().is_empty();
        match [&self.name, &self.comment].into_iter().find(filled) {
            Some(text) => Cow::Borrowed(text),
            None => Cow::Owned(match self.keys.iter().find(filled) {
                Some(key) => format!("#{place} ({key})"),
                None => format!("#{place}"),
            }),
        }
    }
}

impl Default for Entry {
    /// An enabled entry of order 100 without keys, as both V2 books and SillyTavern start one.
    fn default() -> Self {
        Self {
            id: String::new(),
            name: String::new(),
            comment: String::new(),
            keys: Vec::new(),
            secondary_keys: Vec::new(),
            anti_keys: Vec::new(),
            selective: false,
            logic: None,
            content: String::new(),
            enabled: true,
            constant: false,
            order: 100.0,
            priority: None,
            use_regex: false,
            case_sensitive: None,
            whole_words: None,
            scan_depth: None,
            placement: Placement::default(),
            role: Role::default(),
            probability: None,
            recursion: RecursionRules::default(),
            timing: Timing::default(),
            group: Group::default(),
            ignore_budget: false,
            filter: CharacterFilter::default(),
            triggers: Vec::new(),
            fields: FieldSet::default(),
        }
    }
}

/// How the secondary keys of an entry combine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Logic {
    /// At least one matches.
    #[default]
    AndAny,
    /// At least one does not match.
    NotAll,
    /// None matches.
    NotAny,
    /// All match.
    AndAll,
    /// A number that the format does not define: such an entry never fires.
    Unknown(i64),
    /// No number at all, such as `"0"`: such an entry never fires either.
    NoNumber,
}

/// A word, or the number that has none.
#[cfg(feature = "serde")]
impl serde::Serialize for Logic {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Unknown(number) => serializer.serialize_i64(*number),
            known => serializer.serialize_str(known.as_str()),
        }
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Logic {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(serde::Deserialize)]
        #[serde(rename_all = "kebab-case")]
        enum Known {
            AndAny,
            NotAll,
            NotAny,
            AndAll,
            NoNumber,
        }
        #[derive(serde::Deserialize)]
        #[serde(untagged)]
        enum Read {
            Known(Known),
            Number(i64),
        }
        Ok(match Read::deserialize(deserializer)? {
            Read::Known(Known::AndAny) => Self::AndAny,
            Read::Known(Known::NotAll) => Self::NotAll,
            Read::Known(Known::NotAny) => Self::NotAny,
            Read::Known(Known::AndAll) => Self::AndAll,
            Read::Known(Known::NoNumber) => Self::NoNumber,
            Read::Number(number) => Self::Unknown(number),
        })
    }
}

impl Logic {
    /// Reads SillyTavern's `selectiveLogic` number.
    #[must_use]
    pub fn from_number(number: i64) -> Self {
        match number {
            0 => Self::AndAny,
            1 => Self::NotAll,
            2 => Self::NotAny,
            3 => Self::AndAll,
            other => Self::Unknown(other),
        }
    }

    /// Gives the words that the trace uses.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::AndAny => "and-any",
            Self::NotAll => "not-all",
            Self::NotAny => "not-any",
            Self::AndAll => "and-all",
            Self::Unknown(_) => "unknown",
            Self::NoNumber => "no-number",
        }
    }
}

/// How an entry takes part in recursive scanning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RecursionRules {
    /// The entry does not fire in recursion passes.
    pub exclude: bool,
    /// The entry's content is not searched.
    pub prevent: bool,
    /// The entry fires only in recursion passes of this level or a later one; 0 means no such rule.
    pub delay_level: u32,
}

/// Effects that last over several turns; 0 switches one off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Timing {
    /// How many messages long the entry stays once it fired.
    pub sticky: u32,
    /// How many messages long the entry rests once it fired.
    pub cooldown: u32,
    /// How many messages the chat must have before the entry may fire.
    pub delay: u32,
}

/// Membership in inclusion groups, of whose members one fires.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// The group names as written, separated by commas; empty means none.
    pub names: String,
    /// Whether the highest order wins instead of a roll.
    pub prioritize: bool,
    /// The entry's weight in the roll; absent counts as 100.
    pub weight: Option<f64>,
    /// Whether members with fewer matching keys leave; absent means the caller's setting.
    pub scoring: Option<bool>,
}

impl Default for Group {
    fn default() -> Self {
        Self { names: String::new(), prioritize: false, weight: Some(100.0), scoring: None }
    }
}

/// The characters that an entry is for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CharacterFilter {
    /// Character file names without extension.
    pub names: Vec<String>,
    /// Tag ids.
    pub tags: Vec<String>,
    /// Whether the lists name those that the entry is *not* for.
    pub exclude: bool,
}

/// Card fields that an entry wants searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FieldSet(u8);

impl FieldSet {
    /// Adds a field.
    #[must_use]
    pub fn with(self, field: Field) -> Self {
        Self(self.0 | field.bit())
    }

    /// Tells whether the field is in the set.
    #[must_use]
    pub fn contains(self, field: Field) -> bool {
        self.0 & field.bit() != 0
    }

    /// Tells whether no field is in the set.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Gives the set as bits, one per field in the order of [`Field::ALL`].
    pub(crate) fn bits(self) -> u8 {
        self.0
    }
}

/// A card or persona field that may be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Field {
    /// The persona's description.
    Persona,
    /// The character's description.
    Description,
    /// The character's personality.
    Personality,
    /// The character's depth prompt ("character's note").
    DepthPrompt,
    /// The scenario.
    Scenario,
    /// The creator's notes.
    CreatorNotes,
}

cards_words::named! {
    Field: "field of a card";
    Persona => "persona",
    Description => "description",
    Personality => "personality",
    DepthPrompt => "depth-prompt",
    Scenario => "scenario",
    CreatorNotes => "creator-notes",
}

impl Field {
    pub(crate) fn bit(self) -> u8 {
        1 << (self as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_see_the_name_else_the_comment_else_place_and_key() {
        let mut entry = Entry { keys: vec![" ".to_owned(), "lamp".to_owned()], ..Entry::default() };
        assert_eq!(entry.label(3), "#3 (lamp)");
        entry.comment = "A note".to_owned();
        assert_eq!(entry.label(3), "A note");
        entry.name = "Lamp".to_owned();
        assert_eq!(entry.label(3), "Lamp");
        assert_eq!(Entry::default().label(0), "#0");
    }
}
