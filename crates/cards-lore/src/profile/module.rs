//! RPGGO modules: the text of module-v1.

use crate::fold::FoldRule;
use crate::rules::{
    BookSettings, BudgetRule, Decorators, Defaults, DepthRule, Engine, Judge, KeySyntax, Keyless, ListOrder, MemoryKey,
    PatternScope, Places, Reading, Recursion, Rules, SecondCondition, TextForm,
};
use crate::settings::MatchMode;
use crate::visible::Visible;

pub(super) const RULES: Rules = Rules {
    // A lorebook beside modules is read by the specs.
    reading: Reading::Spec,
    // module-v1 has no such settings; those of the spec profile.
    defaults: Defaults {
        scan_depth: 4.0,
        token_budget: None,
        match_mode: MatchMode::Substring,
        whole_word_mode: MatchMode::UnicodeWord,
    },
    engine: Engine::OneByOne,
    list_order: ListOrder::AsGiven,
    book_settings: BookSettings::Each,
    // module-v1 knows no decorators.
    decorators: Decorators::Text,
    heeds_enabled: true,
    // `entries`: "The prompt set to be sent to the bots"; `keys` "MAY be used for searching".
    keyless: Keyless::Fires,
    stops_flawed: false,
    keys: KeySyntax::Plain,
    fold: FoldRule::Lower,
    // `keys`: the four spellings of names stand in `content` only.
    expands_keys: false,
    // `keys` are texts, and nothing is said of case or words: any case, anywhere.
    heeds_case: false,
    heeds_words: false,
    second: SecondCondition::Never,
    patterns_alone: false,
    pattern_scope: PatternScope::EachText,
    text: TextForm::AsIs,
    messages: Visible::All,
    inserted: Visible::All,
    searches_greeting: true,
    depth: DepthRule::WholeUpTo(usize::MAX),
    recursion: Recursion::Never,
    always_sees_inserted: false,
    judge: Judge::All,
    memory: MemoryKey::Entry,
    budget: BudgetRule::PerBook,
    reads_priority: true,
    // "entries": they stand as the module has them.
    keeps_book_order: true,
    places: Places::AsGiven,
    reports_disabled_prompts: false,
};
