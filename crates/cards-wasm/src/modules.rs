//! Which module has which call, for the refusal of one that is not here: a smaller module does not know the calls of a larger one.

use crate::refusal::Refusal;

/// Calls of the core and of the full module, and not of the one that edits alone.
pub(crate) const OF_CORE: &[&str] = &[
    "inspect",
    "row",
    "scan",
    "lint",
    "repair",
    "convert",
    "diff",
    "dupes",
    "rules",
    "schema",
    "card.inspect",
    "card.exportTexts",
    "card.importTexts",
    "card.setPicture",
    "card.attach",
    "card.repair",
    "card.merge",
    "card.diff",
    "card.lint",
    "card.needs",
    "card.row",
    "card.save",
    "card.convert",
    "analyse",
    "expand",
    "macros",
];

/// Calls of the full module alone.
pub(crate) const OF_FULL: &[&str] = &[
    "session",
    "chat",
    "world_info",
    "compat",
    "session.about",
    "session.memory",
    "session.remember",
    "session.counted",
    "session.greeting",
    "session.activate",
    "session.turn",
    "session.messages",
    "session.text",
    "session.needs",
];

/// Why a call that is not here is refused: which module has it.
pub(crate) fn lacking(name: &str) -> Refusal {
    let place = match name {
        name if OF_FULL.contains(&name) => "that of `load()` has it",
        name if OF_CORE.contains(&name) => "those of `loadCore()` and `load()` have it",
        _ => return Refusal::usage(format!("no module has a call `{name}`")),
    };
    Refusal::usage(format!("this module has no `{name}`; {place}"))
}
