//! RPGGO modules: the text of module-v1; where it says nothing, the specs of the books that are beside modules.

use super::spec;
use crate::rules::{Decorators, Judge, KeySyntax, Keyless, ListOrder, Places, Recursion, Rules, SecondCondition};
use crate::visible::Visible;

pub(super) const RULES: Rules = Rules {
    list_order: ListOrder::AsGiven,
    // module-v1 knows no decorators.
    decorators: Decorators::Text,
    // `entries`: "The prompt set to be sent to the bots"; `keys` "MAY be used for searching".
    keyless: Keyless::Fires,
    stops_flawed: false,
    keys: KeySyntax::Plain,
    // `keys`: the four spellings of names are in `content` only.
    expands_keys: false,
    // `keys` are texts, and nothing is said of case or words: any case, anywhere.
    heeds_case: false,
    heeds_words: false,
    second: SecondCondition::Never,
    patterns_alone: false,
    messages: Visible::All,
    inserted: Visible::All,
    recursion: Recursion::Never,
    judge: Judge::All,
    // "entries": they stand as the module has them.
    keeps_book_order: true,
    places: Places::AsGiven,
    reports_disabled_prompts: false,
    ..spec::RULES
};
