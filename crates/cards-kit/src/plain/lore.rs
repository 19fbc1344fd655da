//! The plain view of a lorebook.

use std::borrow::Cow;

use cards_model::book::{BookView, EntryView};
use cards_model::{Id, Number, Position};

use super::view::{Map, View};

/// A lorebook, entries in book order.
pub(super) fn book<'a>(book: &BookView<'a>) -> Map<'a> {
    let mut map = Map::new();
    map.text("name", book.name());
    map.text("description", book.description());
    number(&mut map, "scan_depth", book.scan_depth());
    number(&mut map, "token_budget", book.token_budget());
    flag(&mut map, "recursive_scanning", book.recursive_scanning());
    if let Some(extensions) = book.extensions() {
        map.set("extensions", View::object(extensions));
    }
    for (key, value) in book.unknown() {
        map.set(key, View::of(value));
    }
    map.set("entries", View::List(book.entries.iter().map(|one| View::Map(entry(one))).collect()));
    map
}

/// An entry. Flags that hold what absence stands for are left out.
fn entry<'a>(entry: &EntryView<'a>) -> Map<'a> {
    let mut map = Map::with_room(16);
    match entry.id() {
        Some(Id::Number(id)) => number(&mut map, "id", Some(id)),
        Some(Id::Text(id)) => map.text("id", id),
        None => {}
    }
    map.text("name", entry.name());
    map.text("comment", entry.comment());
    map.set("keys", texts(entry.keys()));
    map.set("secondary_keys", texts(entry.secondary_keys()));
    map.text("content", entry.content());
    number(&mut map, "insertion_order", entry.insertion_order());
    number(&mut map, "priority", entry.priority());
    map.text("position", entry.position().map_or("", Position::as_str));
    flag(&mut map, "enabled", Some(false).filter(|_| !entry.enabled()));
    flag(&mut map, "constant", Some(true).filter(|_| entry.constant()));
    flag(&mut map, "selective", entry.selective().filter(|on| *on));
    flag(&mut map, "use_regex", entry.use_regex().filter(|on| *on));
    flag(&mut map, "case_sensitive", entry.case_sensitive());
    if let Some(extensions) = entry.extensions() {
        map.set("extensions", View::object(extensions));
    }
    for (key, value) in entry.unknown() {
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
