//! Embedded books as world info and back, member by member.

use super::js::{self, or_default, or_falsy};
use crate::json::{Json, Object};

/// What stands for a member that is absent or `null`.
#[derive(Clone, Copy)]
enum Fallback {
    /// `null`.
    Null,
    /// A truth value.
    Bool(bool),
    /// A number.
    Number(i64),
    /// The empty text.
    Text,
    /// The empty list.
    List,
    /// Nothing: the member is left out.
    Absent,
}

impl Fallback {
    fn of(self, value: Option<&Json>) -> Option<Json> {
        let fallback = match self {
            Self::Null => Json::Null,
            Self::Bool(value) => value.into(),
            Self::Number(value) => value.into(),
            Self::Text => "".into(),
            Self::List => Json::Array(Vec::new()),
            // `undefined` is left out of JSON, `null` is not.
            Self::Absent => return value.cloned(),
        };
        Some(or_default(value, fallback))
    }
}

/// A member that a world-info entry has itself and a book entry has in its extensions.
struct Carried {
    /// The name in world info.
    world: &'static str,
    /// The name in the extensions.
    extension: &'static str,
    /// What an import puts where it is absent.
    on_import: Fallback,
    /// What an export puts where it is absent.
    on_export: Fallback,
}

/// Every member that is carried in the extensions, except the place, which has rules of its own.
static CARRIED: &[Carried] = &[
    carried("excludeRecursion", "exclude_recursion", Fallback::Bool(false), Fallback::Absent),
    carried("probability", "probability", Fallback::Number(100), Fallback::Null),
    carried("useProbability", "useProbability", Fallback::Bool(true), Fallback::Bool(false)),
    carried("depth", "depth", Fallback::Number(4), Fallback::Number(4)),
    carried("selectiveLogic", "selectiveLogic", Fallback::Number(0), Fallback::Number(0)),
    carried("outletName", "outlet_name", Fallback::Text, Fallback::Text),
    carried("group", "group", Fallback::Text, Fallback::Text),
    carried("groupOverride", "group_override", Fallback::Bool(false), Fallback::Bool(false)),
    carried("groupWeight", "group_weight", Fallback::Number(100), Fallback::Null),
    carried("preventRecursion", "prevent_recursion", Fallback::Bool(false), Fallback::Bool(false)),
    carried("delayUntilRecursion", "delay_until_recursion", Fallback::Bool(false), Fallback::Bool(false)),
    carried("scanDepth", "scan_depth", Fallback::Null, Fallback::Null),
    carried("matchWholeWords", "match_whole_words", Fallback::Null, Fallback::Null),
    carried("useGroupScoring", "use_group_scoring", Fallback::Null, Fallback::Bool(false)),
    carried("caseSensitive", "case_sensitive", Fallback::Null, Fallback::Null),
    carried("automationId", "automation_id", Fallback::Text, Fallback::Text),
    carried("role", "role", Fallback::Number(0), Fallback::Number(0)),
    carried("vectorized", "vectorized", Fallback::Bool(false), Fallback::Bool(false)),
    carried("sticky", "sticky", Fallback::Null, Fallback::Null),
    carried("cooldown", "cooldown", Fallback::Null, Fallback::Null),
    carried("delay", "delay", Fallback::Null, Fallback::Null),
    carried("matchPersonaDescription", "match_persona_description", Fallback::Bool(false), Fallback::Bool(false)),
    carried("matchCharacterDescription", "match_character_description", Fallback::Bool(false), Fallback::Bool(false)),
    carried("matchCharacterPersonality", "match_character_personality", Fallback::Bool(false), Fallback::Bool(false)),
    carried("matchCharacterDepthPrompt", "match_character_depth_prompt", Fallback::Bool(false), Fallback::Bool(false)),
    carried("matchScenario", "match_scenario", Fallback::Bool(false), Fallback::Bool(false)),
    carried("matchCreatorNotes", "match_creator_notes", Fallback::Bool(false), Fallback::Bool(false)),
    carried("triggers", "triggers", Fallback::List, Fallback::List),
    carried("ignoreBudget", "ignore_budget", Fallback::Bool(false), Fallback::Bool(false)),
];

const fn carried(world: &'static str, extension: &'static str, on_import: Fallback, on_export: Fallback) -> Carried {
    Carried { world, extension, on_import, on_export }
}

/// Turns an embedded book into world info as SillyTavern does when the user imports the book of a character.
///
/// Entries are keyed by their `id`, or their index where they have none; of two with one id the later stays. An entry
/// without `enabled` is off. Members that world info has no place for are dropped; [`crate::Lorebook::to_world_info`]
/// keeps what it can of those and names the others.
///
/// De facto: SillyTavern 1.19, import of an embedded book.
#[must_use]
pub fn import_character_book(book: &Object) -> Object {
    let entries = book.get("entries").and_then(Json::as_array).unwrap_or_default();
    let mut by_uid: Vec<(String, Json)> = Vec::with_capacity(entries.len());
    let mut at = std::collections::HashMap::new();
    for (index, entry) in entries.iter().enumerate() {
        let index = i64::try_from(index).unwrap_or(i64::MAX);
        let uid = entry.get("id").cloned().unwrap_or(index.into());
        let key = js::text(&uid);
        let mut imported = import_entry(entry, index);
        imported.insert("uid", uid);
        match at.get(&key).and_then(|&place: &usize| by_uid.get_mut(place)) {
            Some(earlier) => earlier.1 = imported.into(),
            None => {
                at.insert(key.clone(), by_uid.len());
                by_uid.push((key, imported.into()));
            }
        }
    }
    // JavaScript lists members with whole-number names first, in ascending order.
    by_uid.sort_by_key(|(key, _)| array_index(key).unwrap_or(u64::MAX));
    [("entries", Json::Object(by_uid.into_iter().collect()))].into_iter().collect()
}

/// Turns world info into an embedded book as SillyTavern does when it saves a character with a linked world.
///
/// Every entry says `use_regex`, since SillyTavern tells patterns by their slashes; members that are absent stay
/// absent or get what SillyTavern writes for them. [`crate::WorldInfo::to_lorebook`] gives the book that the world
/// info means instead.
///
/// De facto: SillyTavern 1.19, export of an embedded book.
#[must_use]
pub fn export_character_book(name: &str, entries: &Object) -> Object {
    let mut sorted: Vec<_> = entries.iter().collect();
    sorted.sort_by_key(|(key, _)| array_index(key).unwrap_or(u64::MAX));
    let entries = sorted.into_iter().map(|(_, entry)| Json::Object(export_entry(entry))).collect();
    [("entries", Json::Array(entries)), ("name", name.into())].into_iter().collect()
}

/// A book entry as a world-info entry, without its uid.
pub(crate) fn import_entry(entry: &Json, index: i64) -> Object {
    let from = |name: &str| js::member(entry, name);
    let extensions = from("extensions");
    let extension = |name: &str| extensions.and_then(|extensions| js::member(extensions, name));
    let mut out = Object::new();
    copy(&mut out, "key", from("keys"));
    out.insert("keysecondary", or_falsy(from("secondary_keys"), Json::Array(Vec::new())));
    out.insert("comment", or_falsy(from("comment"), ""));
    copy(&mut out, "content", from("content"));
    out.insert("constant", or_falsy(from("constant"), false));
    out.insert("selective", or_falsy(from("selective"), false));
    copy(&mut out, "order", from("insertion_order"));
    let before = from("position").and_then(Json::as_str) == Some("before_char");
    out.insert("position", or_default(extension("position"), i64::from(!before)));
    out.insert("disable", !from("enabled").is_some_and(js::truthy));
    out.insert("addMemo", from("comment").is_some_and(js::truthy));
    for member in CARRIED {
        if let Some(value) = member.on_import.of(extension(member.extension)) {
            out.insert(member.world, value);
        }
    }
    out.insert("displayIndex", or_default(extension("display_index"), index));
    out.insert("extensions", or_default(extensions, Object::new()));
    out
}

/// A world-info entry as a book entry.
pub(crate) fn export_entry(entry: &Json) -> Object {
    let from = |name: &str| js::member(entry, name);
    let mut extensions = match from("extensions") {
        Some(Json::Object(extensions)) => extensions.clone(),
        _ => Object::new(),
    };
    replace(&mut extensions, "position", from("position").cloned());
    replace(&mut extensions, "display_index", from("displayIndex").cloned());
    for member in CARRIED {
        replace(&mut extensions, member.extension, member.on_export.of(from(member.world)));
    }
    let mut out = Object::new();
    for (book, world) in [
        ("id", "uid"),
        ("keys", "key"),
        ("secondary_keys", "keysecondary"),
        ("comment", "comment"),
        ("content", "content"),
        ("constant", "constant"),
        ("selective", "selective"),
        ("insertion_order", "order"),
    ] {
        copy(&mut out, book, from(world));
    }
    out.insert("enabled", !from("disable").is_some_and(js::truthy));
    out.insert("position", if js::equals_zero(from("position")) { "before_char" } else { "after_char" });
    out.insert("use_regex", true);
    out.insert("extensions", extensions);
    out
}

/// Sets a member unless it is absent in the source.
fn copy(to: &mut Object, name: &str, value: Option<&Json>) {
    if let Some(value) = value {
        to.insert(name, value.clone());
    }
}

/// Sets a member, or takes it out where JavaScript would set it to `undefined`.
fn replace(to: &mut Object, name: &str, value: Option<Json>) {
    match value {
        Some(value) => {
            to.insert(name, value);
        }
        None => {
            to.remove(name);
        }
    }
}

/// The number of a member name that JavaScript lists among the whole numbers.
pub(crate) fn array_index(name: &str) -> Option<u64> {
    let canonical = name == "0" || !name.starts_with('0');
    let digits = !name.is_empty() && name.bytes().all(|b| b.is_ascii_digit());
    (canonical && digits).then(|| name.parse().ok()).flatten().filter(|&n: &u64| n < u64::from(u32::MAX))
}
