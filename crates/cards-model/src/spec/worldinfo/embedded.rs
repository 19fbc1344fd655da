//! An entry of world info as an entry of an embedded book and back, member by member, as SillyTavern does it.

use crate::concept::{Fallback, Home, Kept};
use crate::json::javascript::{self as js, or_default, or_falsy};
use crate::json::{Json, Object};

/// The members that are carried in the extensions, except the place, which has rules of its own: the name in world info, the name
/// there, and what an import and an export put where one is absent.
fn carried() -> impl Iterator<Item = (&'static str, &'static str, Fallback, Fallback)> {
    Kept::of(Home::Entry).filter_map(|kept| {
        let (on_import, on_export) = kept.fallbacks?;
        Some((kept.world?, kept.path, on_import, on_export))
    })
}

/// Whether a member that is `null` in world info, which is as the client's user sets it, is a value of its own once it is exported.
pub(crate) fn is_settled(world: &str) -> bool {
    let settled = |fallbacks| matches!(fallbacks, (Fallback::Null, on_export) if !matches!(on_export, Fallback::Null));
    Kept::of_world(world).and_then(|kept| kept.fallbacks).is_some_and(settled)
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
    for (world, own, on_import, _) in carried() {
        let value = extension(own);
        if (whole || value.is_some_and(|value| *value != Json::Null))
            && let Some(value) = on_import.of(value)
        {
            out.insert(world, value);
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
    for (world, own, _, on_export) in carried() {
        let value = from(world);
        let written = extent == Extent::Whole || value.is_some();
        replace(&mut extensions, own, written.then(|| on_export.of(value)).flatten());
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
