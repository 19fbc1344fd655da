//! The drafts of Prom that circulate, put into the final layout.
//!
//! The first draft keeps who made the card in `data.char_info` and its dates in `data`; the second has moved those to
//! the root and still calls application data `extensions`. Greetings were a plain list once, group greetings a list
//! of their own. The reader understands all of them; the writer knows the final layout only.
//!
//! Members of V1 and V2 that Prom has other places for count where such a place is missing: its readers are to adapt them.

use super::{Book, Card, Entry};
use crate::document::to_json;
use crate::json::{Json, Object};
use crate::spec::examples::blocks_of_text;

/// Members of V1 and V2 that Prom has other places for.
///
/// Spec: Prom V3.1 Deprecated Fields; "V3 readers however can read V1/V2 by adapting the fields".
const DEPRECATED: &[&str] =
    &["first_mes", "alternate_greetings", "mes_example", "creator", "character_version", "tags", "creator_notes"];

/// Members of `data` that drafts have, and Prom elsewhere.
const MOVED: &[&str] = &["char_info", "created_at", "updated_at", "group_greetings", "extensions"];

/// Members of the root that drafts have, and Prom elsewhere.
const MOVED_AT_ROOT: &[&str] = &["char_info", "extensions"];

/// Takes away what a reader would take for members of a draft, whatever it was to who wrote it.
pub(crate) fn remove_moved(data: &mut Object, root: &mut Object) {
    for name in MOVED.iter().chain(DEPRECATED) {
        data.remove(name);
    }
    for name in MOVED_AT_ROOT {
        root.remove(name);
    }
}

/// Whether a card has members that only drafts have, or cards that were turned into Prom's by hand.
pub(super) fn is_draft_card(card: &Card) -> bool {
    let data = card.data.rest.unknown();
    let greetings = card.data.rest.odd_of::<super::Data>("greetings");
    MOVED.iter().chain(DEPRECATED).any(|name| data.get(name).is_some())
        || matches!(greetings, Some(Json::Array(_) | Json::String(_)))
        || card.rest.unknown().get("extensions").is_some()
        || card.external.as_ref().is_some_and(|external| external.rest.unknown().get("extensions").is_some())
}

/// Whether a lorebook has its application data where drafts have it.
pub(super) fn is_draft_book(book: &Book) -> bool {
    book.rest.unknown().get("extensions").is_some()
}

/// Whether an entry has members in the layout of drafts.
pub(super) fn is_draft_entry(entry: &Entry) -> bool {
    entry.rest.unknown().get("extensions").is_some()
        || matches!(entry.rest.odd_of::<Entry>("secondary_keys"), Some(Json::String(_)))
}

/// Moves the members of a draft card to their final places; a place that is taken stays as it is.
pub(super) fn lift_card(whole: &Json) -> Option<Json> {
    let mut card = whole.as_object()?.clone();
    let mut moved = false;
    if let Some(info) = take(&mut card, &["data"], "char_info", |card| card.get("metadata").is_none()) {
        card.insert("metadata", info);
        moved = true;
    }
    moved |= lift_info(&mut card);
    for date in ["created_at", "updated_at"] {
        let free = |card: &Object| card.get("metadata").is_none_or(|info| info.get(date).is_none() && is_object(info));
        if let Some(value) = take(&mut card, &["data"], date, free) {
            inside(&mut card, "metadata")?.insert(date, value);
            moved = true;
        }
    }
    if let Some(data) = card.get_mut("data").and_then(as_object_mut) {
        moved |= lift_first(data) | lift_greetings(data) | lift_examples(data);
    }
    for place in [&["data"][..], &[][..], &["external"][..]] {
        let free = |card: &Object| card.get("external").is_none_or(|to| to.get("appdata").is_none() && is_object(to));
        if let Some(value) = take(&mut card, place, "extensions", free) {
            inside(&mut card, "external")?.insert("appdata", value);
            moved = true;
        }
    }
    moved.then_some(Json::Object(card))
}

/// Moves the application data of a draft book or entry; a text of secondary keys becomes a list.
pub(super) fn lift_book(whole: &Json) -> Option<Json> {
    let mut book = whole.as_object()?.clone();
    let mut moved = false;
    if let Some(Json::String(keys)) = book.get("secondary_keys") {
        let keys: Vec<Json> = keys.split(',').map(str::trim).filter(|key| !key.is_empty()).map(Json::from).collect();
        book.insert("secondary_keys", Json::Array(keys));
        moved = true;
    }
    if let Some(value) = take(&mut book, &[], "extensions", |book| book.get("external").is_none()) {
        inside(&mut book, "external")?.insert("appdata", value);
        moved = true;
    }
    moved.then_some(Json::Object(book))
}

/// Who made the card, as V2 has it, where nothing else says so.
fn lift_info(card: &mut Object) -> bool {
    if card.get("metadata").is_some() {
        return false;
    }
    let places = [("creator", "creator"), ("character_version", "version"), ("creator_notes", "creator_notes")];
    let mut info = Object::new();
    let Some(data) = card.get_mut("data").and_then(as_object_mut) else { return false };
    for (old, new) in places {
        if matches!(data.get(old), Some(Json::String(_))) {
            info.insert(new, data.remove(old).unwrap_or_default());
        }
    }
    if matches!(data.get("tags"), Some(Json::Array(_))) {
        info.insert("tags", data.remove("tags").unwrap_or_default());
    }
    let lifted = !info.is_empty();
    if lifted {
        card.insert("metadata", info);
    }
    lifted
}

/// The greetings of V1 and V2, where there are none of Prom.
fn lift_first(data: &mut Object) -> bool {
    let first = data.get("first_mes").and_then(Json::as_str).map(str::to_owned);
    let others = data.get("alternate_greetings").and_then(Json::as_array).map(<[Json]>::to_vec);
    if data.get("greetings").is_some() || (first.is_none() && others.is_none()) {
        return false;
    }
    data.remove("first_mes");
    data.remove("alternate_greetings");
    // A blank one in front of others is how older specs have only those.
    let first = first.filter(|text| !text.is_empty()).map(Json::from);
    let solo: Vec<Json> = first.into_iter().chain(others.unwrap_or_default()).collect();
    data.insert("greetings", [("solo", solo)].into_iter().collect::<Object>());
    true
}

/// The example conversations of V1, where there are none of Prom.
fn lift_examples(data: &mut Object) -> bool {
    let text = data.get("mes_example").and_then(Json::as_str).map(str::to_owned);
    let Some(text) = text.filter(|_| data.get("example_messages").is_none()) else { return false };
    let name = data.get("name").and_then(Json::as_str).unwrap_or_default().to_owned();
    data.remove("mes_example");
    let messages: Vec<Json> = blocks_of_text(&text, &name).iter().flatten().map(to_json).collect();
    data.insert("example_messages", messages);
    true
}

/// Puts lists of greetings into their object.
fn lift_greetings(data: &mut Object) -> bool {
    let solo = match data.get("greetings") {
        Some(Json::Array(solo)) => Some(solo.clone()),
        Some(text @ Json::String(_)) => Some(vec![text.clone()]),
        _ => None,
    };
    let lifted = solo.is_some();
    if let Some(solo) = solo {
        data.insert("greetings", [("solo", solo), ("group", Vec::new())].into_iter().collect::<Object>());
    }
    let group = |data: &Object| data.get("greetings").and_then(|greetings| greetings.get("group")).cloned();
    let free = matches!(group(data), None | Some(Json::Null)) || group(data) == Some(Json::Array(Vec::new()));
    let place = data.get("greetings").is_none_or(is_object);
    if free && place && matches!(data.get("group_greetings"), Some(Json::Array(_))) {
        if let Some(greetings) = data.remove("group_greetings")
            && let Some(to) = inside(data, "greetings")
        {
            to.insert("group", greetings);
        }
        return true;
    }
    lifted
}

/// Takes a member out of the object at a path when its new place is free.
fn take(root: &mut Object, path: &[&str], name: &str, free: impl Fn(&Object) -> bool) -> Option<Json> {
    if !free(root) {
        return None;
    }
    let mut object = root;
    for step in path {
        object = object.get_mut(step).and_then(as_object_mut)?;
    }
    object.remove(name)
}

/// The object at a name, made when nothing is there; `None` when something else is.
fn inside<'a>(object: &'a mut Object, name: &str) -> Option<&'a mut Object> {
    if object.get(name).is_none() {
        object.insert(name, Object::new());
    }
    object.get_mut(name).and_then(as_object_mut)
}

fn as_object_mut(json: &mut Json) -> Option<&mut Object> {
    match json {
        Json::Object(object) => Some(object),
        _ => None,
    }
}

fn is_object(json: &Json) -> bool {
    matches!(json, Json::Object(_))
}
