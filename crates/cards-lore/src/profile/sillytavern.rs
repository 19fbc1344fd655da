//! SillyTavern 1.19: world info. "Client" stands for it here.

use crate::fold::FoldRule;
use crate::match_mode::MatchMode;
use crate::rules::{
    BookSettings, BudgetRule, Decorators, Defaults, DepthRule, Engine, Judge, KeySyntax, Keyless, ListOrder, MemoryKey,
    PatternScope, Places, Reading, Recursion, Rules, Scanner, SecondCondition, TextForm,
};
use crate::visible::Visible;

/// The client searches no more messages than this.
const MAX_DEPTH: usize = 1000;

pub(super) const RULES: Rules = Rules {
    // The client scans no embedded book: it imports one into world info first.
    reading: Reading::WorldInfo,
    // The settings of a fresh client.
    defaults: Defaults {
        scan_depth: 2.0,
        token_budget: None,
        match_mode: MatchMode::JsWord,
        whole_word_mode: MatchMode::JsWord,
    },
    engine: Engine::Passes(Scanner::SillyTavern),
    list_order: ListOrder::Strategy,
    // World info has neither depth, budget nor recursion of a book.
    book_settings: BookSettings::None,
    decorators: Decorators::SillyTavern,
    heeds_enabled: true,
    keyless: Keyless::NeedsConstantOrSticky,
    // What is no pattern is plain text, and an entry without text counts as active.
    stops_flawed: false,
    // The form alone tells a pattern; `use_regex` is not read.
    keys: KeySyntax::Slashes,
    // `toLowerCase()` on both sides.
    fold: FoldRule::Lower,
    expands_keys: true,
    heeds_case: true,
    heeds_words: true,
    second: SecondCondition::ByLogic,
    patterns_alone: false,
    pattern_scope: PatternScope::Window,
    // U+0001 before every text, so that `^` and keys do not reach into the text before.
    text: TextForm::Marked,
    // Macros in the chat are not expanded by the scan, and comments count.
    messages: Visible::All,
    inserted: Visible::All,
    searches_greeting: true,
    depth: DepthRule::WholeUpTo(MAX_DEPTH),
    recursion: Recursion::UnlessPrevented,
    always_sees_inserted: false,
    judge: Judge::WorldInfo,
    memory: MemoryKey::Entry,
    // Not asked: the passes pay as they go, by order.
    budget: BudgetRule::PerBook,
    reads_priority: false,
    keeps_book_order: false,
    places: Places::AsGiven,
    reports_disabled_prompts: false,
    has_world_info: true,
};
