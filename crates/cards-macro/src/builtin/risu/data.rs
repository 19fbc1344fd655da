//! Lists and dictionaries, written as JSON.

use crate::call::{Call, Flow};
use crate::error::Error;
use crate::js;
use crate::json::{self, Json};

/// Reads a list: JSON, or items between `§`.
pub(crate) fn list(text: &str) -> Vec<Json> {
    match json::read(text) {
        Some(Json::List(items)) => items,
        _ => text.split('§').map(|item| Json::Text(item.to_owned())).collect(),
    }
}

/// Reads a dictionary; anything else is an empty one.
fn dictionary(text: &str) -> Vec<(String, Json)> {
    match json::read(text) {
        Some(Json::Object(members)) => members,
        _ => Vec::new(),
    }
}

fn put_list(call: &mut Call<'_, '_>, items: Vec<Json>) -> Result<Flow, Error> {
    let text = json::write(&Json::List(items));
    call.put(&text)
}

fn text(value: &str) -> Json {
    Json::Text(value.to_owned())
}

/// The items of the list in the first argument.
fn items(call: &mut Call<'_, '_>) -> Result<Vec<Json>, Error> {
    let text = call.args.or_empty(0);
    call.env.burn(text.len(), call.at)?;
    Ok(list(text))
}

/// An index; negative ones count from the end where the function allows it.
fn index(call: &Call<'_, '_>, argument: usize) -> Option<usize> {
    call.number(argument).filter(|at| *at >= 0.0 && at.fract() == 0.0).map(|at| at as usize)
}

pub(crate) fn split(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let (whole, separator) = (call.args.or_empty(0), call.args.or_empty(1));
    let parts = if separator.is_empty() {
        whole.chars().map(|c| Json::Text(c.to_string())).collect()
    } else {
        whole.split(separator).map(text).collect()
    };
    put_list(call, parts)
}

pub(crate) fn join(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let parts: Vec<String> = items(call)?.iter().map(Json::plain).collect();
    let joined = parts.join(call.args.or_empty(1));
    call.put(&joined)
}

pub(crate) fn length(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let count = items(call)?.len();
    call.put(&count.to_string())
}

pub(crate) fn element(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let items = items(call)?;
    let item = index(call, 1).and_then(|at| items.get(at)).map(Json::plain);
    call.put(item.as_deref().unwrap_or("null"))
}

pub(crate) fn push(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let mut items = items(call)?;
    items.push(text(call.args.or_empty(1)));
    put_list(call, items)
}

pub(crate) fn pop(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let mut items = items(call)?;
    items.pop();
    put_list(call, items)
}

pub(crate) fn shift(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let items = items(call)?;
    put_list(call, items.into_iter().skip(1).collect())
}

/// `arraysplice::list::from::count::item`.
pub(crate) fn splice(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let mut items = items(call)?;
    let from = index(call, 1).unwrap_or(0).min(items.len());
    let count = index(call, 2).unwrap_or(0).min(items.len() - from);
    items.splice(from..from + count, std::iter::once(text(call.args.or_empty(3))));
    put_list(call, items)
}

/// Makes sure that a list has an item at a place.
pub(crate) fn assert(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let mut items = items(call)?;
    if let Some(at) = index(call, 1) {
        call.room(at.saturating_mul(5))?;
        if at >= items.len() {
            items.resize(at + 1, Json::Null);
            if let Some(slot) = items.get_mut(at) {
                *slot = text(call.args.or_empty(2));
            }
        }
    }
    put_list(call, items)
}

pub(crate) fn make_list(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let items = call.args.iter().map(text).collect();
    put_list(call, items)
}

/// `start`, `end` and `step` of a list; one number counts from 0.
pub(crate) fn range(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let numbers: Vec<f64> = items(call)?.iter().map(|item| js::number(&item.plain()).unwrap_or(f64::NAN)).collect();
    let (start, end, step) = match *numbers.as_slice() {
        [end] => (0.0, end, 1.0),
        [start, end] => (start, end, 1.0),
        [start, end, step, ..] => (start, end, step),
        [] => (0.0, 0.0, 1.0),
    };
    let mut items = Vec::new();
    let mut bytes = 0;
    let mut at = start;
    while step > 0.0 && at < end || step < 0.0 && at > end {
        let item = js::number_to_string(at);
        bytes += item.len() + 3;
        call.env.burn(0, call.at)?;
        if bytes > call.env.limits.output_bytes {
            return Err(call.too_large());
        }
        items.push(Json::Text(item));
        // A step too small to move the number would never arrive.
        let next = at + step;
        if next == at {
            break;
        }
        at = next;
    }
    put_list(call, items)
}

/// Removes empty items, repeated items, or both.
pub(crate) fn filter(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let (mut full, mut unique) = (true, true);
    match call.args.or_empty(1) {
        "nonempty" => unique = false,
        "unique" => full = false,
        _ => {}
    }
    let mut seen = std::collections::HashSet::new();
    let mut kept = Vec::new();
    for item in items(call)? {
        let plain = item.plain();
        let is_new = seen.insert(plain.clone());
        if (full && plain.is_empty()) || (unique && !is_new) {
            continue;
        }
        kept.push(item);
    }
    put_list(call, kept)
}

pub(crate) fn member(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let whole = call.args.or_empty(0);
    call.env.burn(whole.len(), call.at)?;
    let members = dictionary(whole);
    let value = Json::member(&members, call.args.or_empty(1)).map(Json::plain);
    call.put(value.as_deref().unwrap_or("null"))
}

/// Makes sure that a dictionary has a member.
pub(crate) fn assert_member(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let whole = call.args.or_empty(0);
    call.env.burn(whole.len(), call.at)?;
    let mut members = dictionary(whole);
    let key = call.args.or_empty(1);
    if Json::member(&members, key).is_none() {
        Json::set(&mut members, key, text(call.args.or_empty(2)));
    }
    let written = json::write(&Json::Object(members));
    call.put(&written)
}

/// `makedict::key=value::…`.
pub(crate) fn make_dictionary(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let pairs = call.args.iter().filter_map(|pair| pair.split_once('='));
    let members = pairs.map(|(key, value)| (key.to_owned(), text(value))).collect();
    let written = json::write(&Json::object(members));
    call.put(&written)
}

/// Walks into lists and dictionaries by key after key.
pub(crate) fn walk(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let whole = call.args.or_empty(0);
    call.env.burn(whole.len(), call.at)?;
    let mut value = json::read(whole);
    for key in call.args.iter().skip(1) {
        value = match value {
            Some(Json::Object(members)) => members.into_iter().find(|(name, _)| name == key).map(|(_, value)| value),
            Some(Json::List(items)) => {
                js::number(key).filter(|at| *at >= 0.0).and_then(|at| items.into_iter().nth(at as usize))
            }
            _ => None,
        };
    }
    let plain = value.map(|value| value.plain());
    call.put(plain.as_deref().unwrap_or("null"))
}
