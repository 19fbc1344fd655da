//! Marinara Engine: its lore scanner. De facto: 197b74d, `keyword-scanner.ts`, with the selection of `lorebook/index.ts` and the import
//! of `st-lorebook.importer.ts`. "Client" stands for it here.

use super::spec;
use crate::match_mode::MatchMode;
use crate::rules::{
    BookSettings, Decorators, Defaults, DepthRule, Engine, Judge, KeySyntax, ListOrder, PatternScope, Places, Reading,
    Recursion, Rules, SecondCondition,
};
use crate::visible::Visible;

pub(super) const RULES: Rules = Rules {
    // `importSTLorebook`.
    reading: Reading::Import,
    defaults: Defaults {
        scan_depth: 10.0,
        // For all books together; a book has one of its own.
        token_budget: Some(8192.0),
        match_mode: MatchMode::Substring,
        whole_word_mode: MatchMode::LetterWord,
    },
    engine: Engine::Waves,
    list_order: ListOrder::AsGiven,
    book_settings: BookSettings::Each,
    decorators: Decorators::Text,
    stops_flawed: false,
    keys: KeySyntax::Patterns,
    expands_keys: false,
    second: SecondCondition::ByLogic,
    patterns_alone: false,
    pattern_scope: PatternScope::Story,
    messages: Visible::All,
    inserted: Visible::All,
    depth: DepthRule::WholeOrAll,
    recursion: Recursion::BookOrSetting,
    // Entries are judged in waves.
    judge: Judge::WorldInfo,
    reads_priority: false,
    places: Places::AsGiven,
    reports_disabled_prompts: false,
    ..spec::RULES
};
