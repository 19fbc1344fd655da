//! An entry of world info as an entry of an embedded book and back, member by member, as SillyTavern does it.

use crate::json::javascript::{self as js, or_default, or_falsy};
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

/// Whether SillyTavern keeps a member of this name in the extensions of an embedded book's entry.
///
/// ```
/// assert!(cards_model::worldinfo::is_in_extensions("depth") && !cards_model::worldinfo::is_in_extensions("content"));
/// ```
#[must_use]
pub fn is_in_extensions(name: &str) -> bool {
    CARRIED.iter().any(|member| member.extension == name)
}

/// How much of an entry is written out on the way in or out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// Every member that SillyTavern writes.
    Whole,
    /// What bears on when and where the entry fires, and of that only what the entry itself says: a member that is left
    /// out means what SillyTavern would have written for it.
    Said,
}

/// A book entry as a world-info entry, without its uid.
pub(crate) fn import_entry(entry: &Json, index: i64, extent: Extent) -> Object {
    let from = |name: &str| entry.get(name);
    let extensions = from("extensions");
    let extension = |name: &str| extensions.and_then(|extensions| extensions.get(name));
    let whole = extent == Extent::Whole;
    let mut out = Object::new();
    copy(&mut out, "key", from("keys"));
    if whole || from("secondary_keys").is_some() {
        out.insert("keysecondary", or_falsy(from("secondary_keys"), Json::Array(Vec::new())));
    }
    out.insert("comment", or_falsy(from("comment"), ""));
    copy(&mut out, "content", from("content"));
    out.insert("constant", or_falsy(from("constant"), false));
    out.insert("selective", or_falsy(from("selective"), false));
    copy(&mut out, "order", from("insertion_order"));
    let before = from("position").and_then(Json::as_str) == Some("before_char");
    out.insert("position", or_default(extension("position"), i64::from(!before)));
    out.insert("disable", !from("enabled").is_some_and(js::truthy));
    if whole {
        out.insert("addMemo", from("comment").is_some_and(js::truthy));
    }
    for member in CARRIED {
        let value = extension(member.extension);
        if (whole || value.is_some_and(|value| *value != Json::Null))
            && let Some(value) = member.on_import.of(value)
        {
            out.insert(member.world, value);
        }
    }
    if whole {
        out.insert("displayIndex", or_default(extension("display_index"), index));
        out.insert("extensions", or_default(extensions, Object::new()));
    }
    out
}

/// A world-info entry as a book entry.
pub(crate) fn export_entry(entry: &Json, extent: Extent) -> Object {
    let from = |name: &str| entry.get(name);
    let mut extensions = match from("extensions") {
        Some(Json::Object(extensions)) => extensions.clone(),
        _ => Object::new(),
    };
    replace(&mut extensions, "position", from("position").cloned());
    replace(&mut extensions, "display_index", from("displayIndex").cloned());
    for member in CARRIED {
        let value = from(member.world);
        let written = extent == Extent::Whole || value.is_some();
        replace(&mut extensions, member.extension, written.then(|| member.on_export.of(value)).flatten());
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
