//! The names of V2 that entries of world info may have beside their own.

use super::Entry;
use crate::document::to_json;
use crate::json::Json;

/// A member of a world-info entry that goes by a name of V2 as well.
///
/// De facto: the lorebooks that chub.ai gives out for SillyTavern. SillyTavern reads and edits its own names alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SecondName {
    /// What world info calls it.
    pub own: &'static str,
    /// What V2 calls it.
    pub other: &'static str,
    /// Whether the one says yes where the other says no.
    pub inverted: bool,
}

const fn named(own: &'static str, other: &'static str) -> SecondName {
    SecondName { own, other, inverted: false }
}

/// Every member of a world-info entry that may go by a name of V2 as well.
pub const SECOND_NAMES: &[SecondName] = &[
    named("key", "keys"),
    named("keysecondary", "secondary_keys"),
    named("comment", "name"),
    named("order", "insertion_order"),
    SecondName { own: "disable", other: "enabled", inverted: true },
    named("caseSensitive", "case_sensitive"),
    named("uid", "id"),
];

impl SecondName {
    /// Gives what the one name has to say where the other says `value`.
    #[must_use]
    pub fn turned(&self, value: &Json) -> Json {
        match value {
            Json::Bool(value) if self.inverted => Json::Bool(!value),
            value => value.clone(),
        }
    }
}

impl Entry {
    /// Gives the members that are under both names, each with whether both say the same.
    pub fn second_names(&self) -> impl Iterator<Item = (&'static SecondName, bool)> {
        let unknown = self.rest.unknown();
        let mut own = None;
        SECOND_NAMES.iter().filter_map(move |second| {
            let value = unknown.get(second.other)?;
            let stands = own.get_or_insert_with(|| to_json(self)).get(second.own)?;
            Some((second, second.turned(stands) == *value))
        })
    }
}
