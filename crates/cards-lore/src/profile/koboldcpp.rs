//! KoboldAI Lite, the page of KoboldCpp: its world info. De facto: b261d74, `embd_res/klite.embd`. "Client" stands for it here.

use super::spec;
use crate::match_mode::MatchMode;
use crate::rules::{
    BookSettings, Decorators, Defaults, DepthRule, Engine, Judge, KeySyntax, Keyless, ListOrder, Places, Reading,
    Recursion, Rules, SecondCondition, TextForm,
};
use crate::visible::Visible;

pub(super) const RULES: Rules = Rules {
    // `load_tavern_wi`: chance, order, place, case, and whether the entry is on are not taken over.
    reading: Reading::Story,
    // The whole story is searched. What is inserted is cut to half of the context by its characters, which is not here.
    defaults: Defaults {
        scan_depth: 0.0,
        token_budget: None,
        match_mode: MatchMode::Substring,
        whole_word_mode: MatchMode::Substring,
    },
    engine: Engine::OneText,
    list_order: ListOrder::AsGiven,
    book_settings: BookSettings::Ignored,
    decorators: Decorators::Text,
    // The import does not ask whether an entry is on; one that its user switched off is.
    heeds_enabled: true,
    keyless: Keyless::PassedOver,
    // An entry without text is stopped when it is judged; one of white space is not.
    stops_flawed: false,
    keys: KeySyntax::CommasAnywhere,
    expands_keys: false,
    // One setting for all.
    heeds_case: true,
    heeds_words: false,
    second: SecondCondition::AnyUnlessConstant,
    patterns_alone: false,
    text: TextForm::AsIs,
    messages: Visible::All,
    inserted: Visible::All,
    depth: DepthRule::All,
    recursion: Recursion::Never,
    judge: Judge::Lite,
    keeps_book_order: true,
    // All texts go behind the memory, or all before the author's note.
    places: Places::One,
    reports_disabled_prompts: false,
    ..spec::RULES
};
