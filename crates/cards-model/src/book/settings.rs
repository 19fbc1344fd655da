//! What SillyTavern says of an entry beyond the specs, as the view of a book answers it.

use super::view::{EntryView, Source};
use crate::json::{Json, Number};
use crate::worldinfo::{self, CharacterFilter};

/// One row a setting: its kind, the field of world info, and its name in the extensions of a card's entry.
macro_rules! settings {
    ($($(#[$doc:meta])+ $name:ident: $kind:ident, $field:ident, $extension:literal;)*) => {
        impl<'a> EntryView<'a> {
            $(
                $(#[$doc])+
                #[must_use]
                pub fn $name(&self) -> Option<settings!(@type $kind)> {
                    match self.source {
                        Source::World(_, entry) => settings!(@field $kind, entry.$field),
                        _ => settings!(@json $kind, self.extensions()?.get($extension)),
                    }
                }
            )*
        }
    };
    (@type flag) => { bool };
    (@type number) => { f64 };
    (@type text) => { &'a str };
    (@type level) => { f64 };
    (@field flag, $value:expr) => { $value };
    (@field number, $value:expr) => { $value.as_ref().map(Number::as_f64) };
    (@field text, $value:expr) => { $value.as_deref() };
    (@field level, $value:expr) => { $value.as_ref().and_then(level) };
    (@json flag, $value:expr) => { $value.and_then(Json::as_bool) };
    (@json number, $value:expr) => { $value.and_then(Json::as_f64) };
    (@json text, $value:expr) => { $value.and_then(Json::as_str) };
    (@json level, $value:expr) => { $value.and_then(level) };
}

/// A level; `true` is the first and `false` none.
fn level(value: &Json) -> Option<f64> {
    value.as_bool().map(|on| f64::from(u8::from(on))).or_else(|| value.as_f64())
}

settings! {
    /// Gives how the secondary keys count: 0 any, 1 not all, 2 not any, 3 all.
    selective_logic: number, selective_logic, "selectiveLogic";
    /// Tells whether the chance counts.
    use_probability: flag, use_probability, "useProbability";
    /// Gives the place by SillyTavern's number.
    place: number, position, "position";
    /// Gives how many messages from the newest the text stands, for the place "at depth".
    depth: number, depth, "depth";
    /// Gives who speaks at depth: 0 system, 1 user, 2 assistant.
    role: number, role, "role";
    /// Gives the outlet's name for the place "outlet".
    outlet_name: text, outlet_name, "outlet_name";
    /// Tells whether a vector store may fire the entry.
    vectorized: flag, vectorized, "vectorized";
    /// Tells whether the token budget does not hold for the entry.
    ignore_budget: flag, ignore_budget, "ignore_budget";
    /// Tells whether other entries' texts cannot fire it.
    exclude_recursion: flag, exclude_recursion, "exclude_recursion";
    /// Tells whether its text fires no other entries.
    prevent_recursion: flag, prevent_recursion, "prevent_recursion";
    /// Gives from which level of recursion on it fires; `true` is the first level, and 0 and `false` are no such rule.
    delay_until_recursion: level, delay_until_recursion, "delay_until_recursion";
    /// Gives the inclusion groups, separated by commas.
    group: text, group, "group";
    /// Tells whether it wins its group by order.
    group_override: flag, group_override, "group_override";
    /// Gives the weight in its group.
    group_weight: number, group_weight, "group_weight";
    /// Tells whether members with fewer matching keys leave, in place of the global setting.
    use_group_scoring: flag, use_group_scoring, "use_group_scoring";
    /// Gives how many messages are searched, in place of the book's setting.
    own_scan_depth: number, scan_depth, "scan_depth";
    /// Tells whether keys match whole words only, in place of the global setting.
    match_whole_words: flag, match_whole_words, "match_whole_words";
    /// Gives for how many messages it stays active.
    sticky: number, sticky, "sticky";
    /// Gives for how many messages it then rests.
    cooldown: number, cooldown, "cooldown";
    /// Gives how many messages must have been said before.
    delay: number, delay, "delay";
    /// Tells whether the persona's description is searched.
    match_persona_description: flag, match_persona_description, "match_persona_description";
    /// Tells whether the character's description is searched.
    match_character_description: flag, match_character_description, "match_character_description";
    /// Tells whether the character's personality is searched.
    match_character_personality: flag, match_character_personality, "match_character_personality";
    /// Tells whether the character's note at depth is searched.
    match_character_depth_prompt: flag, match_character_depth_prompt, "match_character_depth_prompt";
    /// Tells whether the scenario is searched.
    match_scenario: flag, match_scenario, "match_scenario";
    /// Tells whether the creator notes are searched.
    match_creator_notes: flag, match_creator_notes, "match_creator_notes";
}

impl<'a> EntryView<'a> {
    /// Gives one of the numbers of SillyTavern as it is written, of whatever type: `position`, `selectiveLogic`, `depth` or `role`,
    /// which world info and extensions call alike. The client compares the first two with its numbers and takes nothing else for
    /// one of them, so that a text, `"4"` too, is no place.
    #[must_use]
    pub fn written(&self, name: &str) -> Option<Json> {
        let value = match self.source {
            Source::World(_, entry) => {
                let typed = match name {
                    "position" => &entry.position,
                    "selectiveLogic" => &entry.selective_logic,
                    "depth" => &entry.depth,
                    "role" => &entry.role,
                    _ => return None,
                };
                let odd = entry.rest.odd_of::<worldinfo::Entry>(name);
                odd.cloned().or_else(|| typed.clone().map(Json::Number))
            }
            _ => self.extensions()?.get(name).cloned(),
        };
        value.filter(|value| *value != Json::Null)
    }

    /// Gives the chance in percent. De facto: SillyTavern 1.19 counts one that is in world info as `null` as 0.
    #[must_use]
    pub fn probability(&self) -> Option<f64> {
        match self.source {
            Source::World(_, entry) => {
                let null = || entry.rest.odd_of::<worldinfo::Entry>("probability").map(|_| 0.0);
                entry.probability.as_ref().map(Number::as_f64).or_else(null)
            }
            _ => self.extensions()?.get("probability").and_then(Json::as_f64),
        }
    }

    /// Lists the kinds of generation that the entry is for; none means all.
    #[must_use]
    pub fn triggers(&self) -> Vec<&'a str> {
        match self.source {
            Source::World(_, entry) => entry.triggers.iter().flatten().map(String::as_str).collect(),
            _ => {
                let listed = self.extensions().and_then(|extensions| extensions.get("triggers")?.as_array());
                listed.into_iter().flatten().filter_map(Json::as_str).collect()
            }
        }
    }

    /// Gives the characters that an entry of world info is for; cards have no place for them.
    #[must_use]
    pub fn character_filter(&self) -> Option<&'a CharacterFilter> {
        match self.source {
            Source::World(_, entry) => entry.character_filter.as_ref(),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::BookView;
    use crate::document::from_json;
    use crate::{Lorebook, Object, WorldInfo};

    /// World info whose members all say something else than their default.
    const WORLD: &str = r#"{"entries":{"0":{"uid":0,"key":["k"],"content":"x","selectiveLogic":3,"probability":30,
        "useProbability":false,"position":4,"depth":2,"role":1,"outletName":"o","vectorized":true,"ignoreBudget":true,
        "excludeRecursion":true,"preventRecursion":true,"delayUntilRecursion":2,"group":"g","groupOverride":true,
        "groupWeight":50,"useGroupScoring":true,"scanDepth":6,"matchWholeWords":true,"sticky":7,"cooldown":8,"delay":9,
        "matchPersonaDescription":true,"matchCharacterDescription":true,"matchCharacterPersonality":true,
        "matchCharacterDepthPrompt":true,"matchScenario":true,"matchCreatorNotes":true,"triggers":["normal"]}}}"#;

    fn said(entry: &EntryView<'_>) -> String {
        let flags = [
            entry.use_probability(),
            entry.vectorized(),
            entry.ignore_budget(),
            entry.exclude_recursion(),
            entry.prevent_recursion(),
            entry.group_override(),
            entry.use_group_scoring(),
            entry.match_whole_words(),
            entry.match_persona_description(),
            entry.match_character_description(),
            entry.match_character_personality(),
            entry.match_character_depth_prompt(),
            entry.match_scenario(),
            entry.match_creator_notes(),
        ];
        let numbers = [
            entry.selective_logic(),
            entry.place(),
            entry.depth(),
            entry.role(),
            entry.delay_until_recursion(),
            entry.group_weight(),
            entry.own_scan_depth(),
            entry.sticky(),
            entry.cooldown(),
            entry.delay(),
            entry.probability(),
        ];
        format!("{flags:?} {numbers:?} {:?} {:?} {:?}", entry.outlet_name(), entry.group(), entry.triggers())
    }

    #[test]
    fn world_info_and_what_sillytavern_puts_into_cards_say_the_same() {
        let json: Json = WORLD.parse().unwrap();
        let world: WorldInfo = from_json(&json).unwrap();
        let entries = json.get("entries").and_then(Json::as_object).unwrap();
        let exported: Object = crate::sillytavern::export_character_book("n", entries);
        let book: Lorebook = from_json(&exported.into()).unwrap();
        let (world, book) = (BookView::from(&world), BookView::from(&book));
        let said_by_world = said(&world.entries[0]);
        assert_eq!(said_by_world, said(&book.entries[0]));
        assert!(!said_by_world.contains("None"), "{said_by_world}");
    }

    #[test]
    fn a_chance_of_null_is_none_at_all_in_world_info() {
        let world: WorldInfo = from_json(&r#"{"entries":{"0":{"probability":null},"1":{}}}"#.parse().unwrap()).unwrap();
        let chances = BookView::from(&world).entries.iter().map(EntryView::probability).collect::<Vec<_>>();
        assert_eq!(chances, [Some(0.0), None]);
    }

    #[test]
    fn levels_of_recursion_are_numbers_or_flags() {
        for (text, says) in [("true", Some(1.0)), ("false", Some(0.0)), ("2", Some(2.0)), ("\"x\"", None)] {
            assert_eq!(level(&text.parse().unwrap()), says, "{text}");
        }
    }
}
