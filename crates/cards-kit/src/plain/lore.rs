//! The plain view of a lorebook.

use std::borrow::Cow;

use cards_model::{Entry, Id, Lorebook, Number};

use super::view::{Map, View};

/// A lorebook, entries in book order.
pub(super) fn book(book: &Lorebook) -> Map<'_> {
    let mut map = Map::new();
    map.text("name", book.name.as_deref().unwrap_or_default());
    map.text("description", book.description.as_deref().unwrap_or_default());
    number(&mut map, "scan_depth", book.scan_depth.as_ref());
    number(&mut map, "token_budget", book.token_budget.as_ref());
    flag(&mut map, "recursive_scanning", book.recursive_scanning);
    map.set("extensions", View::object(&book.extensions));
    for (key, value) in book.rest.unknown().iter() {
        map.set(key, View::of(value));
    }
    map.set("entries", View::List(book.entries.iter().map(|one| View::Map(entry(one))).collect()));
    map
}

/// An entry. Flags that hold what absence stands for are left out.
fn entry(entry: &Entry) -> Map<'_> {
    let mut map = Map::with_room(16);
    match &entry.id {
        Some(Id::Number(id)) => number(&mut map, "id", Some(id)),
        Some(Id::Text(id)) => map.text("id", id),
        None => {}
    }
    map.text("name", entry.name.as_deref().unwrap_or_default());
    map.text("comment", entry.comment.as_deref().unwrap_or_default());
    map.set("keys", texts(&entry.keys));
    map.set("secondary_keys", texts(entry.secondary_keys.as_deref().unwrap_or_default()));
    map.text("content", &entry.content);
    number(&mut map, "insertion_order", Some(&entry.insertion_order));
    number(&mut map, "priority", entry.priority.as_ref());
    map.text("position", entry.position.as_ref().map_or("", |position| position.as_str()));
    flag(&mut map, "enabled", Some(false).filter(|_| !entry.enabled));
    flag(&mut map, "constant", entry.constant.filter(|on| *on));
    flag(&mut map, "selective", entry.selective.filter(|on| *on));
    flag(&mut map, "use_regex", entry.use_regex.filter(|on| *on));
    flag(&mut map, "case_sensitive", entry.case_sensitive);
    map.set("extensions", View::object(&entry.extensions));
    for (key, value) in entry.rest.unknown().iter() {
        map.set(key, View::of(value));
    }
    map
}

fn number<'a>(map: &mut Map<'a>, key: &'static str, number: Option<&'a Number>) {
    if let Some(number) = number {
        map.set(key, View::Number(Cow::Borrowed(number)));
    }
}

fn flag(map: &mut Map<'_>, key: &'static str, on: Option<bool>) {
    if let Some(on) = on {
        map.set(key, View::Bool(on));
    }
}

fn texts(texts: &[String]) -> View<'_> {
    View::List(texts.iter().map(|text| View::Text(text.as_str().into())).collect())
}
