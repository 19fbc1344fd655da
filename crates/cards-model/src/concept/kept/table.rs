//! The table: what clients keep in the data of applications.
//!
//! De facto: SillyTavern 1.19.0 (public/scripts/world-info.js, public/script.js, src/endpoints/characters.js), RisuAI 460ecae
//! (src/ts/characterCards.ts), files of chub.ai of 2025, Marinara Engine at 06501a1 (packages/shared/src/types/character.ts).

use super::Home::{Card, Entry};
use super::Kind::{Choice, Flag, Level, List, Text, Texts, Word};
use super::Stray::{Lost, LostAsNumber, Passed};
use super::{Fallback, Home, Kept, Kind, Named, Stray};

/// The places of SillyTavern, and what Prom and people call them.
pub(super) const PLACES: &[Named] = &[
    named(0, &["before_char", "before-char", "before"]),
    named(1, &["after_char", "after-char", "after"]),
    named(2, &["author-note-top", "before_an", "an-top"]),
    named(3, &["author-note-bottom", "after_an", "an-bottom"]),
    named(4, &["at-depth", "depth"]),
    named(5, &["examples-top", "em-top"]),
    named(6, &["examples-bottom", "em-bottom"]),
    named(7, &["outlet"]),
];

const ROLES: &[Named] = &[named(0, &["system"]), named(1, &["user"]), named(2, &["assistant"])];

/// How secondary keys count, in the words of a trace.
const LOGIC: &[Named] =
    &[named(0, &["and-any"]), named(1, &["not-all"]), named(2, &["not-any"]), named(3, &["and-all"])];

const COUNT: Kind = whole(0, i64::MAX);
const DEPTH: Kind = whole(0, 10_000);

const fn named(number: i64, words: &'static [&'static str]) -> Named {
    Named { number, words }
}

const fn whole(least: i64, most: i64) -> Kind {
    Kind::Whole { least, most }
}

const fn number(least: f64, most: f64) -> Kind {
    Kind::Number { least, most, text: false }
}

const fn row(client: &'static str, home: Home, path: &'static str, kind: Kind, words: &'static str) -> Kept {
    Kept { client, home, path, world: None, kind, stray: Passed, words, fallbacks: None }
}

const fn tavern(path: &'static str, kind: Kind, stray: Stray, words: &'static str) -> Kept {
    Kept { stray, ..row("SillyTavern", Card, path, kind, words) }
}

const fn risu(home: Home, path: &'static str, kind: Kind, words: &'static str) -> Kept {
    row("RisuAI", home, path, kind, words)
}

const fn chub(path: &'static str, kind: Kind, words: &'static str) -> Kept {
    row("Chub", Card, path, kind, words)
}

const fn marinara(path: &'static str, kind: Kind, words: &'static str) -> Kept {
    row("Marinara", Card, path, kind, words)
}

/// Where Marinara puts what a card says of the character's behaviour.
const BEHAVIOUR: Kind = Word(&[
    "constant_before",
    "constant_after",
    "post_history_replace",
    "post_history_before",
    "post_history_after",
    "macro",
]);

/// A member of an entry that SillyTavern carries between world info and books in cards: its name in world info, its name in the
/// extensions, what an import and an export put where it is absent.
const fn entry(
    world: &'static str,
    path: &'static str,
    fallbacks: (Fallback, Fallback),
    kind: Kind,
    words: &'static str,
) -> Kept {
    Kept { world: Some(world), fallbacks: Some(fallbacks), ..row("SillyTavern", Entry, path, kind, words) }
}

const fn lost(what: &'static str, kept: Kept) -> Kept {
    Kept { stray: Lost(what), ..kept }
}

const fn lost_as_number(what: &'static str, kept: Kept) -> Kept {
    Kept { stray: LostAsNumber(what), ..kept }
}

const OFF: (Fallback, Fallback) = (Fallback::Bool(false), Fallback::Bool(false));
const NONE: (Fallback, Fallback) = (Fallback::Null, Fallback::Null);
const BLANK: (Fallback, Fallback) = (Fallback::Text, Fallback::Text);
const ZERO: (Fallback, Fallback) = (Fallback::Number(0), Fallback::Number(0));

/// Texts of messages in SillyTavern's prompt are looked up by the number of their depth.
const NO_DEPTH: &str = "puts the text nowhere, since it looks its depth up by number";
const NEVER: &str = "never fires the entry";
const STOPS: &str = "stops with an error where it needs it";

/// What clients keep in the data of applications.
pub static KEPT: &[Kept] = &[
    Kept {
        world: Some("position"),
        ..lost(
            "puts the text nowhere, since it compares with its numbers and with nothing else",
            row("SillyTavern", Entry, "position", Choice(PLACES), "where the text goes"),
        )
    },
    Kept {
        world: Some("displayIndex"),
        ..row("SillyTavern", Entry, "display_index", number(0.0, f64::INFINITY), "where the entry is in the editor")
    },
    entry(
        "excludeRecursion",
        "exclude_recursion",
        (Fallback::Bool(false), Fallback::Absent),
        Flag,
        "whether other entries' texts cannot fire it",
    ),
    lost_as_number(
        NEVER,
        entry(
            "probability",
            "probability",
            (Fallback::Number(100), Fallback::Null),
            number(0.0, 100.0),
            "the chance in percent",
        ),
    ),
    entry(
        "useProbability",
        "useProbability",
        (Fallback::Bool(true), Fallback::Bool(false)),
        Flag,
        "whether the chance counts",
    ),
    lost_as_number(
        NO_DEPTH,
        entry(
            "depth",
            "depth",
            (Fallback::Number(4), Fallback::Number(4)),
            DEPTH,
            "messages behind the text, for the place at a depth",
        ),
    ),
    lost(NEVER, entry("selectiveLogic", "selectiveLogic", ZERO, Choice(LOGIC), "how the secondary keys count")),
    entry("outletName", "outlet_name", BLANK, Text, "the outlet's name, for the place in an outlet"),
    lost(STOPS, entry("group", "group", BLANK, Text, "inclusion groups, separated by commas")),
    entry("groupOverride", "group_override", OFF, Flag, "whether it wins its group by order"),
    entry(
        "groupWeight",
        "group_weight",
        (Fallback::Number(100), Fallback::Null),
        number(0.0, f64::INFINITY),
        "the weight in its group",
    ),
    entry("preventRecursion", "prevent_recursion", OFF, Flag, "whether its text fires no other entries"),
    entry(
        "delayUntilRecursion",
        "delay_until_recursion",
        OFF,
        Level,
        "whether, or from which level on, it fires in recursion only",
    ),
    entry("scanDepth", "scan_depth", NONE, whole(0, 1000), "messages searched, in place of the setting"),
    entry("matchWholeWords", "match_whole_words", NONE, Flag, "whole words only, in place of the setting"),
    entry(
        "useGroupScoring",
        "use_group_scoring",
        (Fallback::Null, Fallback::Bool(false)),
        Flag,
        "whether members of its group with fewer matching keys leave",
    ),
    entry("caseSensitive", "case_sensitive", NONE, Flag, "whether keys tell upper from lower case"),
    entry("automationId", "automation_id", BLANK, Text, "the id of an automation"),
    lost_as_number(
        "puts the text of an entry at a depth nowhere, since it looks its speaker up by number",
        entry("role", "role", ZERO, Choice(ROLES), "who says the text, for the place at a depth"),
    ),
    entry("vectorized", "vectorized", OFF, Flag, "whether a vector store may fire it"),
    entry("sticky", "sticky", NONE, COUNT, "messages for which it stays"),
    entry("cooldown", "cooldown", NONE, COUNT, "messages for which it then rests"),
    entry("delay", "delay", NONE, COUNT, "messages that must have been said before"),
    entry("matchPersonaDescription", "match_persona_description", OFF, Flag, "whether the persona is searched"),
    entry(
        "matchCharacterDescription",
        "match_character_description",
        OFF,
        Flag,
        "whether the character's description is searched",
    ),
    entry(
        "matchCharacterPersonality",
        "match_character_personality",
        OFF,
        Flag,
        "whether the character's personality is searched",
    ),
    entry(
        "matchCharacterDepthPrompt",
        "match_character_depth_prompt",
        OFF,
        Flag,
        "whether the character's note at depth is searched",
    ),
    entry("matchScenario", "match_scenario", OFF, Flag, "whether the scenario is searched"),
    entry("matchCreatorNotes", "match_creator_notes", OFF, Flag, "whether the creator notes are searched"),
    entry("triggers", "triggers", (Fallback::List, Fallback::List), Texts, "kinds of generation that it is for"),
    entry("ignoreBudget", "ignore_budget", OFF, Flag, "whether the token budget does not hold for it"),
    tavern(
        "talkativeness",
        Kind::Number { least: 0.0, most: 1.0, text: true },
        Passed,
        "how often the character speaks in groups",
    ),
    tavern("fav", Flag, Passed, "whether the card is a favourite"),
    tavern("world", Text, Passed, "the name of the lorebook that goes with the card"),
    tavern("depth_prompt/prompt", Text, Lost(STOPS), "the note at a depth of the chat"),
    tavern("depth_prompt/depth", DEPTH, LostAsNumber(NO_DEPTH), "messages behind the note"),
    tavern("depth_prompt/role", Word(&["system", "user", "assistant"]), Passed, "who says the note"),
    tavern("regex_scripts", List, Passed, "regex scripts of the card"),
    risu(Entry, "risu_case_sensitive", Flag, "whether keys tell upper from lower case"),
    risu(Entry, "risu_activationPercent", number(0.0, 100.0), "the chance in percent"),
    risu(Card, "risuai/utilityBot", Flag, "whether the card is a tool and no character"),
    risu(Card, "risuai/backgroundHTML", Text, "a page behind the chat"),
    risu(Card, "risuai/additionalText", Text, "a text beside the description"),
    risu(Card, "risuai/virtualscript", Text, "a script in the client's own language"),
    risu(Card, "risuai/defaultVariables", Text, "variables of a new chat"),
    risu(Card, "risuai/viewScreen", Text, "what is shown beside the chat"),
    risu(Card, "risuai/largePortrait", Flag, "whether the portrait is shown large"),
    risu(Card, "risuai/lorePlus", Flag, "whether lore is chosen by likeness"),
    risu(Card, "risuai/inlayViewScreen", Flag, "whether pictures are shown in the text"),
    risu(Card, "risuai/lowLevelAccess", Flag, "whether its scripts may ask models and the net"),
    risu(Card, "risuai/customScripts", List, "regex scripts of the card"),
    risu(Card, "risuai/triggerscript", List, "triggers of the card"),
    risu(Card, "risuai/bias", List, "words that the model is to use more or less"),
    chub("chub/id", number(0.0, f64::INFINITY), "the number of the character on the site"),
    chub("chub/full_path", Text, "where the character is on the site"),
    chub("chub/custom_css", Text, "the look of the character's page"),
    chub("chub/background_image", Text, "a picture behind the chat"),
    chub("chub/related_lorebooks", List, "lorebooks of the site that go with the card"),
    chub("chub/extensions", List, "tools of the site that go with the card"),
    marinara("backstory", Text, "what the character has been through"),
    marinara("appearance", Text, "what the character looks like"),
    marinara("nameColor", Text, "the colour of the name, in CSS"),
    marinara("dialogueColor", Text, "the colour of what is said, in CSS"),
    marinara("boxColor", Text, "the colour behind the messages, in CSS"),
    marinara("nameAliases", Texts, "other names that have the colour of the name"),
    marinara("rpgStats/enabled", Flag, "whether the figures of the game go into the prompt"),
    marinara("rpgStats/attributes", List, "attributes of the game, by name and value"),
    marinara("rpgStats/pools", List, "bars of the game, by name, value and most"),
    marinara("rpgStats/hp/value", number(0.0, f64::INFINITY), "hit points"),
    marinara("rpgStats/hp/max", number(0.0, f64::INFINITY), "hit points at most"),
    marinara("trackerCustomFieldDefaults", List, "fields that the tracker of a new chat begins with"),
    marinara("phoneticName", Text, "how the name is spoken"),
    marinara("convoDisplayName", Text, "the name in conversations"),
    marinara("convoDisplayNameInCard", Flag, "whether the card says that name in conversations"),
    marinara("aboutMe", Text, "what the character says about itself in conversations"),
    marinara("convoBehavior/instruction", Text, "how the character behaves in conversations"),
    marinara("convoBehavior/insertionStrategy", BEHAVIOUR, "where that goes"),
    marinara("conversationImageInstructions", Text, "what its pictures of itself show"),
    marinara("applyConversationImageInstructionsToNoodle", Flag, "whether that holds for its other pictures too"),
    marinara("versioningEnabled", Flag, "whether earlier versions are kept"),
    marinara("characterSheetImageId", Text, "the picture that shows the character from all sides"),
    marinara("useCharacterSheetAsReference", Flag, "whether pictures are made after that one"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_member_occurs_once_and_every_word_means_one_number() {
        for (index, kept) in KEPT.iter().enumerate() {
            let twice = |other: &Kept| (other.home, other.path) == (kept.home, kept.path);
            assert!(!KEPT[index + 1..].iter().any(twice), "{}", kept.path);
            assert!(!kept.words.is_empty() && !kept.words.ends_with('.'), "{}", kept.path);
            if let Choice(all) = kept.kind {
                let words: Vec<_> = all.iter().flat_map(|named| named.words).collect();
                let alone: std::collections::HashSet<_> = words.iter().collect();
                assert_eq!(words.len(), alone.len(), "{}", kept.path);
            }
        }
    }

    /// What is written for a member by its default is what the table says that it may hold.
    #[test]
    fn what_an_import_writes_fits() {
        for kept in KEPT {
            for fallback in kept.fallbacks.iter().flat_map(|(a, b)| [a, b]) {
                let written = fallback.of(None);
                assert!(written.is_none_or(|value| kept.kind.fits(&value)), "{}", kept.path);
            }
        }
    }
}
