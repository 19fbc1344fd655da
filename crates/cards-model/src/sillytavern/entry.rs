//! The entry that SillyTavern's own editor begins with.

use crate::json::{Json, Object};

/// The entry of world info that SillyTavern lays every new one over.
///
/// De facto: SillyTavern 1.19.
#[must_use]
pub fn new_entry() -> Object {
    let list = || Json::Array(Vec::new());
    let (no, text) = (|| Json::Bool(false), || Json::from(""));
    [
        ("key", list()),
        ("keysecondary", list()),
        ("comment", text()),
        ("content", text()),
        ("constant", no()),
        ("vectorized", no()),
        ("selective", true.into()),
        ("selectiveLogic", 0.into()),
        ("addMemo", no()),
        ("order", 100.into()),
        ("position", 0.into()),
        ("disable", no()),
        ("ignoreBudget", no()),
        ("excludeRecursion", no()),
        ("preventRecursion", no()),
        ("matchPersonaDescription", no()),
        ("matchCharacterDescription", no()),
        ("matchCharacterPersonality", no()),
        ("matchCharacterDepthPrompt", no()),
        ("matchScenario", no()),
        ("matchCreatorNotes", no()),
        ("delayUntilRecursion", 0.into()),
        ("probability", 100.into()),
        ("useProbability", true.into()),
        ("depth", 4.into()),
        ("outletName", text()),
        ("group", text()),
        ("groupOverride", no()),
        ("groupWeight", 100.into()),
        ("scanDepth", Json::Null),
        ("caseSensitive", Json::Null),
        ("matchWholeWords", Json::Null),
        ("useGroupScoring", Json::Null),
        ("automationId", text()),
        ("role", 0.into()),
        ("sticky", Json::Null),
        ("cooldown", Json::Null),
        ("delay", Json::Null),
        ("triggers", list()),
    ]
    .into_iter()
    .collect()
}
