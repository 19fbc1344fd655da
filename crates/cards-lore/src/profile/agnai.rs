//! Agnai: its memory book. De facto: `common/memory.ts`, as the fork dam-pav/agnai has it at f03991c. "Client" stands for it here.

use super::spec;
use crate::match_mode::MatchMode;
use crate::rules::{
    BookSettings, BudgetRule, Decorators, Defaults, DepthRule, Judge, KeySyntax, Keyless, ListOrder, Places, Reading,
    Recursion, Rules, SecondCondition, TextForm,
};
use crate::visible::Visible;

/// Messages that a fresh client searches, and tokens that it leaves to memories.
const DEPTH: usize = 50;
const BUDGET: u32 = 500;

pub(super) const RULES: Rules = Rules {
    // `memoryEntryToNative`: chance, constant, secondary keys and place are kept and not acted on.
    reading: Reading::Memory,
    defaults: Defaults {
        scan_depth: DEPTH as f64,
        token_budget: Some(BUDGET as f64),
        // Not asked: keys are patterns.
        match_mode: MatchMode::Substring,
        whole_word_mode: MatchMode::Substring,
    },
    // Books of the user, of the character, of the chat, as the caller has them.
    list_order: ListOrder::AsGiven,
    // Depth and budget are the preset's.
    book_settings: BookSettings::Ignored,
    decorators: Decorators::Text,
    keyless: Keyless::Never,
    stops_flawed: false,
    keys: KeySyntax::Globs,
    expands_keys: false,
    heeds_case: false,
    heeds_words: false,
    second: SecondCondition::Never,
    patterns_alone: false,
    // History lines have the speaker's name before them.
    text: TextForm::Named,
    messages: Visible::All,
    inserted: Visible::All,
    depth: DepthRule::WholeOr(DEPTH),
    recursion: Recursion::Never,
    judge: Judge::Newest,
    budget: BudgetRule::UpTo(BUDGET),
    // All memories go where the prompt's template has `{{memory}}`.
    places: Places::One,
    reports_disabled_prompts: false,
    ..spec::RULES
};
