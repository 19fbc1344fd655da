//! The choices that a profile makes.

use crate::book::BookKind;
use crate::fold::FoldRule;
use crate::match_mode::MatchMode;
use crate::visible::Visible;

/// What a client, or a spec text, does at each point where they differ.
///
/// A turn has the rules of its profile, and each entry those of its book; see [`crate::profile::of_book`].
#[derive(Debug)]
pub(crate) struct Rules {
    /// What is read of a lorebook of V2, CCv3 or Prom.
    #[cfg_attr(not(feature = "model"), expect(dead_code, reason = "without the model, nothing is read"))]
    pub(crate) reading: Reading,
    /// The settings that a fresh application has.
    pub(crate) defaults: Defaults,

    /// How entries are gone through.
    pub(crate) engine: Engine,
    /// In which order.
    pub(crate) list_order: ListOrder,
    /// Which settings of a book count.
    pub(crate) book_settings: BookSettings,

    /// How `@@` lines are read.
    pub(crate) decorators: Decorators,
    /// Whether an entry that is switched off stays silent.
    pub(crate) heeds_enabled: bool,
    /// What becomes of an entry without keys.
    pub(crate) keyless: Keyless,
    /// Whether an entry without text, or with a key that is no pattern, is stopped.
    pub(crate) stops_flawed: bool,

    /// How a key is read.
    pub(crate) keys: KeySyntax,
    /// The form of text and keys in which keys are looked for.
    pub(crate) fold: FoldRule,
    /// Whether macros in keys are expanded.
    pub(crate) expands_keys: bool,
    /// Whether entries decide about case.
    pub(crate) heeds_case: bool,
    /// Whether entries, books and settings decide about whole words.
    pub(crate) heeds_words: bool,
    /// When the second condition counts.
    pub(crate) second: SecondCondition,
    /// Whether patterns of an entry switch its other conditions off.
    pub(crate) patterns_alone: bool,
    /// What a pattern is run on.
    pub(crate) pattern_scope: PatternScope,

    /// How a text is put before it is searched.
    pub(crate) text: TextForm,
    /// What keys see of messages, fields and injections.
    pub(crate) messages: Visible,
    /// What keys see of inserted texts.
    pub(crate) inserted: Visible,
    /// Whether the greeting is searched.
    pub(crate) searches_greeting: bool,
    /// How a scan depth becomes a number of messages.
    pub(crate) depth: DepthRule,
    /// Whether the content of entries is searched.
    pub(crate) recursion: Recursion,
    /// Whether an entry sees inserted texts even where its book is not searched recursively.
    pub(crate) always_sees_inserted: bool,

    /// When an entry fires.
    pub(crate) judge: Judge,
    /// What the after-match memory knows an entry by.
    pub(crate) memory: MemoryKey,

    /// Who leaves when the budget is short.
    pub(crate) budget: BudgetRule,
    /// Whether the priority of an entry is read.
    pub(crate) reads_priority: bool,
    /// Whether texts are in book order, whatever the entries' own.
    pub(crate) keeps_book_order: bool,
    /// Which places and speakers of an entry count.
    pub(crate) places: Places,
    /// Whether the caller learns which prompts entries switch off.
    pub(crate) reports_disabled_prompts: bool,
    /// Whether the user has settings of world info.
    pub(crate) has_world_info: bool,
}

impl Rules {
    /// Whether the scanner is SillyBunny's.
    pub(crate) fn mends(&self) -> bool {
        self.engine == Engine::Passes(Scanner::SillyBunny)
    }
}

/// What is read of a lorebook of V2, CCv3 or Prom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    /// What the specs name; the name of an entry is its `name`.
    Spec,
    /// Some extension keys as well; the comment stands in for a name.
    Extensions,
    /// The world info that an import makes of it.
    WorldInfo,
    /// What KoboldAI Lite keeps of an entry: keys, secondary keys, text, and whether it is selective or constant.
    Story,
    /// What a memory book acts on; a priority and a place in order that are absent are 100.
    Memory,
    /// What Marinara's import takes over: members of the entry itself, by SillyTavern's names or those of the specs, and no extension.
    Import,
}

/// The settings that differ between fresh applications.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Defaults {
    pub(crate) scan_depth: f64,
    pub(crate) token_budget: Option<f64>,
    pub(crate) match_mode: MatchMode,
    pub(crate) whole_word_mode: MatchMode,
}

/// How entries are gone through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Engine {
    /// In each pass all entries look at the same texts, then groups, dice and budget decide.
    Passes(Scanner),
    /// One after the other, and what an entry inserts is seen by the next.
    OneByOne,
    /// In waves: the first searches the chat, each later one what the wave before it inserted, and nothing else.
    Waves,
    /// One after the other, over one text: the end of the whole chat, as many characters as the scan depth says, all of them where it is 0.
    OneText,
}

/// Whose passes, and whose world info they read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scanner {
    SillyTavern,
    /// SillyBunny's, which mends what SillyTavern does by mistake; its profile lists what.
    SillyBunny,
}

/// The order in which entries are gone through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ListOrder {
    /// By scope of the book, then in book order.
    Scopes(&'static [BookKind]),
    /// By scope and the strategy of the settings, in each list by order.
    Strategy,
    /// As the books are given.
    AsGiven,
}

/// Which settings of a book count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BookSettings {
    /// Each on its own, for the entries of the book; so does the scan depth of an entry.
    Each,
    /// Those of the character's book, for all entries, when it has all three of them.
    AllOrNone,
    /// None; the scan depth of an entry does.
    None,
    /// None, and none of an entry.
    Ignored,
}

/// How `@@` lines are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decorators {
    Ccv3,
    SillyTavern,
    Risu,
    /// They are text.
    Text,
}

/// What becomes of an entry without keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keyless {
    /// It fires only when it is constant.
    NeedsConstant,
    /// It fires only when it is constant or may stick.
    NeedsConstantOrSticky,
    /// It is passed over before its decorators are read, unless it is constant.
    PassedOver,
    /// It fires.
    Fires,
    /// It cannot fire; a key without text is one.
    Never,
}

/// How a key is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum KeySyntax {
    /// As plain text, or as a pattern where the entry says so and its keys look like it.
    UseRegex,
    /// As a pattern when it has the form `/pattern/flags`, else as plain text; one of spaces matches everything.
    Slashes,
    /// As plain texts between commas.
    Commas,
    /// Likewise, and one without text is found anywhere.
    CommasAnywhere,
    /// As plain text.
    Plain,
    /// As a word in which `*` is any word characters and `?` is one; other signs of patterns are left out.
    Globs,
    /// As a pattern where the entry says so and JavaScript takes it, else as plain text.
    Patterns,
}

/// When the second condition counts, and by which logic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SecondCondition {
    /// Where the entry is selective, by its logic.
    ByLogic,
    /// Where the entry is selective, has no patterns and is not constant; any key will do.
    AnyUnlessConstant,
    /// Where the entry is selective and has no logic of its own, which decorators stand for; any key will do.
    AnyWithoutLogic,
    /// Never.
    Never,
}

/// What a pattern is run on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum PatternScope {
    /// On each text alone.
    EachText,
    /// On the joined window, the newest message first; a window without texts is searched as well.
    Window,
    /// Likewise, the oldest message first.
    Story,
}

/// How a text is put before it is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextForm {
    /// As it is.
    AsIs,
    /// Messages trimmed and with the speaker's name where the settings want it.
    Named,
    /// The same, every text behind a mark.
    Marked,
}

/// How a scan depth becomes a number of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DepthRule {
    /// The whole part, at most so many.
    WholeUpTo(usize),
    /// All there are.
    All,
    /// The whole part; none means this many.
    WholeOr(usize),
    /// The whole part; none means all there are, and less than that the setting.
    WholeOrAll,
    /// The end of a list cut at the count less the depth, which wraps around when that is negative.
    Slice,
}

/// Whether the content of entries is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Recursion {
    /// Where book, or else setting, say so.
    BookOrSetting,
    /// Where the character's book, if its settings count, or else setting, say so.
    CharacterBookOrSetting,
    /// Where the setting says so, unless the entry forbids it.
    UnlessPrevented,
    /// Never.
    Never,
}

/// When an entry fires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Judge {
    Ccv3,
    WorldInfo,
    Risu,
    /// By any key, and of all places the newest counts.
    Newest,
    /// By keys, secondary keys where it is selective and no forbidden one, then by a throw of a hundred.
    Lite,
    /// Always, or by its keys where the settings want it.
    All,
}

/// What the after-match memory knows an entry by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MemoryKey {
    /// By book and entry.
    Entry,
    /// By id, else by its text; what is remembered counts within the same turn.
    IdOrText,
}

/// Who leaves when the budget is short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BudgetRule {
    /// Of each book, those of the lowest priority.
    PerBook,
    /// Of all, those that do not fit when taken by rank.
    ByRank,
    /// Of all, the first that leaves no room when taken by priority, the newest first, and those behind it; none means this many
    /// tokens.
    UpTo(u32),
}

/// Which places and speakers of an entry count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Places {
    /// The positions that specs name and those of decorators; speakers of decorators.
    Named,
    /// Those of decorators.
    DecoratorsOnly,
    /// None: all texts go to one place.
    One,
    /// All.
    AsGiven,
}
