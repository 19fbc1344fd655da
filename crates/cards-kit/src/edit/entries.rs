//! The entries of a lorebook of any form, by the names that places have for their members.

use cards_json::{Json, Object, Pointer};
use cards_model::Form;
use cards_model::concept::{Home, Kept};
use cards_model::names::{Own, Shape, names_of_entry};

use super::names;
use super::read::read;
use super::resolve::known;

/// The entries as they are written, in the order in which places count them.
pub(super) fn written(form: Form, json: &Json) -> Vec<(Pointer, &Json)> {
    let Some(list) = form.entries_pointer() else { return Vec::new() };
    match json.at(&list) {
        Some(Json::Array(items)) => items.iter().enumerate().map(|(at, entry)| (list.index(at), entry)).collect(),
        Some(Json::Object(object)) => object.iter().map(|(key, entry)| (list.member(key), entry)).collect(),
        _ => Vec::new(),
    }
}

/// An entry with each member by the name of its place; what is none stays what it is.
pub(super) fn named(form: Form, entry: &Json) -> Json {
    let Json::Object(entry) = entry else { return entry.clone() };
    let rows: Vec<_> = names_of_entry(form).collect();
    let mut made = Object::new();
    for (member, value) in entry.iter() {
        if let Some((name, shape)) = place_of(member, &rows) {
            made.insert(name, read(shape, value));
        }
    }
    for (name, own) in &rows {
        let inner = own.within.and_then(|holder| entry.get(holder)?.get(own.name));
        if let Some(value) = inner {
            made.insert(*name, read(own.shape, value));
        }
    }
    Json::Object(made)
}

/// The name of the place that a member of the entry itself has, and how it is written; nothing where the place of that name is another
/// one.
fn place_of<'n>(member: &'n str, rows: &[(&'static str, Own<'static>)]) -> Option<(&'n str, Shape)> {
    match rows.iter().find(|(_, own)| own.within.is_none() && own.name == member) {
        Some((name, own)) => Some((name, own.shape)),
        None if rows.iter().any(|(name, _)| *name == member) => None,
        None => Some((member, Shape::Plain)),
    }
}

/// The members of an entry that have a place in a form, by the names of their places: `book[0].keys`, `book[0].depth`; none for a form
/// without a lorebook.
///
/// ```
/// use cards_kit::edit::entry_members;
/// use cards_model::Form;
/// assert_eq!(entry_members(Form::Module), ["id", "keys", "content"]);
/// assert!(entry_members(Form::WorldInfo).contains(&"enabled") && !entry_members(Form::RisuLorebook).contains(&"enabled"));
/// ```
#[must_use]
pub fn entry_members(form: Form) -> Vec<&'static str> {
    let Some(entries) = form.entries_pointer() else { return Vec::new() };
    let rows: Vec<_> = names_of_entry(form).collect();
    let known = known(form, &entries.index(0)).into_iter();
    let mut members: Vec<&str> = known.filter_map(|member| Some(place_of(member, &rows)?.0)).collect();
    members.extend(rows.iter().filter(|(_, own)| own.within.is_some()).map(|(name, _)| *name));
    let kept = Kept::of(Home::Entry).map(|kept| kept.path).filter(|name| names::is_in_extensions(form, name));
    for name in kept {
        if !members.contains(&name) {
            members.push(name);
        }
    }
    members
}
