//! RisuAI, as of the commit that the vectors name (2026-01). "Client" stands for it here.

use crate::fold::FoldRule;
use crate::match_mode::MatchMode;
use crate::rules::{
    BookSettings, BudgetRule, Decorators, Defaults, DepthRule, Engine, Judge, KeySyntax, Keyless, ListOrder, MemoryKey,
    PatternScope, Places, Reading, Recursion, Rules, SecondCondition, TextForm,
};
use crate::visible::Visible;

pub(super) const RULES: Rules = Rules {
    // The import turns some of SillyTavern's extension keys into decorators.
    reading: Reading::Extensions,
    // The client's defaults.
    defaults: Defaults {
        scan_depth: 5.0,
        token_budget: Some(800.0),
        match_mode: MatchMode::Substring,
        whole_word_mode: MatchMode::SpacedWord,
    },
    engine: Engine::OneByOne,
    list_order: ListOrder::AsGiven,
    // The settings of a book count only when all three are there.
    book_settings: BookSettings::AllOrNone,
    // Its own ones beside those of CCv3.
    decorators: Decorators::Risu,
    // The import drops `enabled`.
    heeds_enabled: false,
    // Entries whose joined key list is empty are passed over before decorators are read.
    keyless: Keyless::PassedOver,
    stops_flawed: false,
    // Keys are kept in one string and cut at commas; entries of patterns go their own way.
    keys: KeySyntax::Commas,
    // Every space is taken out of key and text.
    fold: FoldRule::LowerNoSpaces,
    expands_keys: false,
    // Case never counts.
    heeds_case: false,
    heeds_words: true,
    // A logic out of SillyTavern's fields becomes decorators.
    second: SecondCondition::AnyWithoutLogic,
    patterns_alone: false,
    pattern_scope: PatternScope::EachText,
    text: TextForm::AsIs,
    // Comments on one line are not searched; hidden keys are.
    messages: Visible::Risu,
    inserted: Visible::Risu,
    searches_greeting: false,
    depth: DepthRule::Slice,
    recursion: Recursion::CharacterBookOrSetting,
    // The text of an entry with `@@recursive` is seen by all.
    always_sees_inserted: true,
    judge: Judge::Risu,
    // Entries of the same text share their memory, within a turn too.
    memory: MemoryKey::IdOrText,
    budget: BudgetRule::ByRank,
    // The import drops `priority`.
    reads_priority: false,
    keeps_book_order: false,
    // The client knows no `position`, and takes a role from decorators only.
    places: Places::DecoratorsOnly,
    // The client keeps them to itself.
    reports_disabled_prompts: false,
    has_world_info: false,
};
