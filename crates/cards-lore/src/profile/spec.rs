//! CCv3 as its text asks, with V2 and Prom books as subsets.

use crate::book::BookKind;
use crate::fold::FoldRule;
use crate::match_mode::MatchMode;
use crate::rules::{
    BookSettings, BudgetRule, Decorators, Defaults, DepthRule, Engine, Judge, KeySyntax, Keyless, ListOrder, MemoryKey,
    PatternScope, Places, Reading, Recursion, Rules, SecondCondition, TextForm,
};
use crate::visible::Visible;

pub(super) const RULES: Rules = Rules {
    reading: Reading::Spec,
    // No text names numbers; four messages are what V2's first editors offered.
    defaults: Defaults {
        scan_depth: 4.0,
        token_budget: None,
        match_mode: MatchMode::Substring,
        whole_word_mode: MatchMode::UnicodeWord,
    },
    // CCv3, "Lorebook": "recursive_scanning", with entries in the order of the book.
    engine: Engine::OneByOne,
    // V2, "character_book": the character's book takes precedence over world books.
    list_order: ListOrder::Scopes(&[
        BookKind::Character,
        BookKind::Chat,
        BookKind::Persona,
        BookKind::Module,
        BookKind::Global,
    ]),
    // V2, `character_book`: each of its fields is optional.
    book_settings: BookSettings::Each,
    // CCv3, "Decorators".
    decorators: Decorators::Ccv3,
    // V2 and CCv3, `enabled`; DIVERGENCES, "Lore" [1].
    heeds_enabled: true,
    // CCv3, `keys` and `constant`.
    keyless: Keyless::NeedsConstant,
    // CCv3, `use_regex`: an invalid pattern MUST NOT match; DIVERGENCES, "empty content".
    stops_flawed: true,
    // CCv3, `use_regex`; DIVERGENCES, "`use_regex` with plain keys".
    keys: KeySyntax::UseRegex,
    // CCv3, `case_sensitive`; DIVERGENCES, "Lore" [5].
    fold: FoldRule::Lower,
    // CCv3, "Curly braced syntaxes": a name in a key stands for the name.
    expands_keys: true,
    heeds_case: true,
    heeds_words: true,
    // CCv3, `selective`, `constant` and `use_regex`.
    second: SecondCondition::AnyUnlessConstant,
    // CCv3, `use_regex`: `constant`, secondary and excluded keys are ignored.
    patterns_alone: true,
    pattern_scope: PatternScope::EachText,
    text: TextForm::AsIs,
    // CCv3, "Curly braced syntaxes": comments and hidden keys, the latter for recursive scanning only.
    messages: Visible::SpecMessage,
    inserted: Visible::SpecRecursion,
    // DIVERGENCES, "Lore" [2].
    searches_greeting: true,
    depth: DepthRule::WholeUpTo(usize::MAX),
    // V2 and CCv3, `recursive_scanning`.
    recursion: Recursion::BookOrSetting,
    always_sees_inserted: false,
    judge: Judge::Ccv3,
    // DIVERGENCES, "memory of after-match decorators".
    memory: MemoryKey::Entry,
    // V2, `priority`: the lowest is dropped first; DIVERGENCES, "Lore" [8].
    budget: BudgetRule::PerBook,
    reads_priority: true,
    keeps_book_order: false,
    // V2, CCv3 and Prom, `position`; DIVERGENCES, "Lore" [15].
    places: Places::Named,
    // CCv3, `@@disable_ui_prompt`.
    reports_disabled_prompts: true,
    has_world_info: false,
};
