//! What new parts of a card begin as.

use cards_json::{Json, Object, Pointer};
use cards_model::id::{Kind, SeededIds};
use cards_model::worldinfo::SECOND_NAMES;
use cards_model::{Form, new_object};
use cards_words::Fnv1a;

/// A new object at a place, as the spec has it; an entry of a book gets an id that no other has.
pub(super) fn object(form: Form, json: &Json, at: &Pointer, seed: Option<u64>) -> Object {
    let mut made = new_object(form, at).unwrap_or_default();
    if at.parent().is_some_and(|entries| Some(entries) == form.entries_pointer()) {
        identify(&mut made, form, json, at, seed);
    }
    if matches!(at.as_str(), "/data/first_messages/0" | "/data/creator_notes/0") {
        made.insert("locale", "en");
    }
    made
}

/// Puts what a new object begins with behind what somebody gave for it.
pub(super) fn completed(value: Json, form: Form, json: &Json, at: &Pointer, seed: Option<u64>) -> Json {
    let Json::Object(mut given) = value else { return value };
    for (name, value) in object(form, json, at, seed) {
        if given.get(&name).is_none() {
            given.insert(name, value);
        }
    }
    Json::Object(given)
}

/// Gives an entry the id that its form asks for, or that the entries beside it have.
fn identify(entry: &mut Object, form: Form, json: &Json, at: &Pointer, seed: Option<u64>) {
    let all = at.parent().and_then(|entries| json.at(&entries)).unwrap_or(&Json::Null);
    let others: Vec<&Json> = match all {
        Json::Array(items) => items.iter().collect(),
        Json::Object(members) => members.iter().map(|(_, entry)| entry).collect(),
        _ => Vec::new(),
    };
    match form {
        Form::Module => {
            let taken: Vec<&str> = others.iter().filter_map(|entry| entry.get("entry_id")?.as_str()).collect();
            entry.insert("entry_id", nanoid(&taken, seed.unwrap_or_else(|| hash(&all.to_string()))));
        }
        Form::WorldInfo => {
            let uid = at.last().and_then(|key| key.parse::<u64>().ok());
            *entry = uid.map(|uid| ("uid".to_owned(), uid.into())).into_iter().chain(std::mem::take(entry)).collect();
            name_twice(entry, others.first().copied());
        }
        _ => {
            let ids = || others.iter().filter_map(|entry| entry.get("id"));
            let numbers = ids().filter_map(|id| if let Json::Number(id) = id { id.as_i64() } else { None }).max();
            let number = numbers.and_then(|largest| largest.checked_add(1));
            match number {
                Some(number) => drop(entry.insert("id", number)),
                // Entries that have texts for ids get one of the same kind.
                None if form != Form::V2 && ids().any(|id| id.as_str().is_some()) => {
                    let taken: Vec<&str> = ids().filter_map(Json::as_str).collect();
                    entry.insert("id", nanoid(&taken, seed.unwrap_or_else(|| hash(&all.to_string()))));
                }
                None => {}
            }
        }
    }
}

/// In a book whose entries go by V2's names as well, a new one does too.
fn name_twice(entry: &mut Object, other: Option<&Json>) {
    let Some(other) = other else { return };
    for second in SECOND_NAMES.iter().filter(|second| other.get(second.other).is_some()) {
        if let Some(value) = entry.get(second.own).map(|value| second.turned(value)) {
            entry.insert(second.other, value);
        }
    }
}

/// An id that none of these is.
fn nanoid(taken: &[&str], seed: u64) -> String {
    let mut ids = SeededIds::new(seed);
    let mut id = ids.next(Kind::Entry);
    while taken.contains(&id.as_str()) {
        id = ids.next(Kind::Entry);
    }
    id
}

/// A number out of what is there, where none was given: the same entries get the same new id.
fn hash(text: &str) -> u64 {
    let mut hash = Fnv1a::new();
    hash.write(text.as_bytes());
    hash.finish()
}
