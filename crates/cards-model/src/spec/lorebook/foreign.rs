//! World-info entries inside a card's book, read as the entries they stand for.

use super::Entry;
use crate::document::SpecObject;
use crate::json::Json;
use crate::spec::worldinfo::embedded::{Extent, export_entry};

/// Members of world info that an export leaves behind.
const NOT_EXPORTED: &[&str] = &["characterFilter", "addMemo"];

/// Whether an entry has the keys of world info in place of its own.
pub(super) fn is_world_info(entry: &Entry) -> bool {
    entry.keys.is_empty() && matches!(entry.rest.unknown().get("key"), Some(Json::Array(_) | Json::String(_)))
}

/// The entry that a world-info entry stands for; members that it has no place for go along as unknown ones.
pub(super) fn from_world_info(whole: &Json) -> Option<Json> {
    let source = whole.as_object()?;
    if source.get("keys").is_some() {
        return None;
    }
    let mut entry = export_entry(whole, Extent::Whole);
    entry.insert("use_regex", super::any_pattern(entry.get("keys").and_then(Json::as_array).unwrap_or_default()));
    for (name, value) in source.iter() {
        let exported = crate::spec::worldinfo::Entry::index_of(name).is_some() && !NOT_EXPORTED.contains(&name);
        if !exported && Entry::index_of(name).is_none() {
            entry.insert(name, value.clone());
        }
    }
    Some(Json::Object(entry))
}
