//! Lists and dictionaries, written as JSON.

use super::UNDEFINED;
use crate::call::{Call, Flow};
use crate::error::Error;
use crate::host::List;
use crate::js;
use crate::json::{self, Json};

/// Reads a list: JSON, or items between `§`.
pub(crate) fn list(text: &str) -> Vec<Json> {
    match json::read(text) {
        Some(Json::List(items)) => items,
        _ => text.split('§').map(|item| Json::Text(item.to_owned())).collect(),
    }
}

/// Writes a list; `::` in a text would part arguments and is written as an escape.
pub(super) fn put_list(call: &mut Call<'_, '_>, mut items: Vec<Json>) -> Result<Flow, Error> {
    for item in &mut items {
        if let Json::Text(text) = item
            && text.contains("::")
        {
            *text = text.replace("::", "\\u003A\\u003A");
        }
    }
    let text = json::write(&Json::List(items));
    call.put(&text)
}

pub(super) fn put_texts(call: &mut Call<'_, '_>, items: Vec<String>) -> Result<Flow, Error> {
    put_list(call, items.into_iter().map(Json::Text).collect())
}

/// Writes a list of the host's; where there is none at all, the macro stays.
pub(super) fn put_names(call: &mut Call<'_, '_>, list: List<'_>) -> Result<Flow, Error> {
    match call.env.host.list(list) {
        Some(names) => put_texts(call, names),
        None => Ok(Flow::Keep),
    }
}

fn text(value: &str) -> Json {
    Json::Text(value.to_owned())
}

/// An argument as a value: what is missing is null.
fn value(call: &Call<'_, '_>, argument: usize) -> Json {
    call.args.get(argument).map_or(Json::Null, text)
}

/// The items of the list in the first argument; `None` without one.
fn items(call: &mut Call<'_, '_>) -> Result<Option<Vec<Json>>, Error> {
    let Some(text) = call.args.get(0) else {
        return Ok(None);
    };
    call.env.burn(text.len(), call.at)?;
    Ok(Some(list(text)))
}

/// Writes the list of the first argument after a change.
fn changed(call: &mut Call<'_, '_>, change: impl FnOnce(&mut Vec<Json>)) -> Result<Flow, Error> {
    match items(call)? {
        Some(mut items) => {
            change(&mut items);
            put_list(call, items)
        }
        None => Ok(Flow::Keep),
    }
}

/// A place in a list of so many items: cut towards zero, no number is 0, negative ones count from the end.
fn place(number: Option<f64>, count: usize) -> Option<usize> {
    let number = number.unwrap_or(0.0).trunc();
    if number < 0.0 {
        let back = number.abs();
        return if back <= count as f64 { Some(count - back as usize) } else { None };
    }
    Some(number as usize)
}

/// A text cut at a separator; without one a list of the text, at an empty one its UTF-16 units.
pub(crate) fn split(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let Some(whole) = call.args.get(0) else {
        return Ok(Flow::Keep);
    };
    match call.args.get(1) {
        None => put_list(call, vec![text(whole)]),
        Some("") => units(call, whole),
        Some(separator) => put_list(call, whole.split(separator).map(text).collect()),
    }
}

/// A list of UTF-16 units; half of a sign is written as an escape, as JavaScript does.
fn units(call: &mut Call<'_, '_>, whole: &str) -> Result<Flow, Error> {
    call.room(whole.len().saturating_mul(8))?;
    let parts: Vec<String> = whole
        .chars()
        .flat_map(|c| {
            let mut buffer = [0; 2];
            let units: &[u16] = c.encode_utf16(&mut buffer);
            match units {
                [_] => vec![json::write(&Json::Text(c.to_string()))],
                halves => halves.iter().map(|half| format!("\"\\u{half:04x}\"")).collect(),
            }
        })
        .collect();
    call.put(&format!("[{}]", parts.join(",")))
}

/// What joining prints of an item: nothing for null, lists without brackets.
fn joined(item: &Json) -> String {
    match item {
        Json::Null => String::new(),
        Json::List(items) => items.iter().map(joined).collect::<Vec<_>>().join(","),
        other => other.plain(),
    }
}

fn join_with(call: &mut Call<'_, '_>, separator: &str) -> Result<Flow, Error> {
    let Some(items) = items(call)? else {
        return Ok(Flow::Keep);
    };
    call.room(separator.len().saturating_mul(items.len()))?;
    let text = items.iter().map(joined).collect::<Vec<_>>().join(separator);
    call.put(&text)
}

pub(crate) fn join(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let separator = call.args.get(1).unwrap_or(",");
    join_with(call, separator)
}

/// The items as the arguments of a macro around.
pub(crate) fn spread(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    join_with(call, "::")
}

pub(crate) fn length(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    match items(call)? {
        Some(items) => call.put(&items.len().to_string()),
        None => Ok(Flow::Keep),
    }
}

pub(crate) fn element(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let Some(items) = items(call)? else {
        return Ok(Flow::Keep);
    };
    let item = place(call.number(1), items.len()).and_then(|at| items.get(at)).map(Json::plain);
    call.put(item.as_deref().unwrap_or("null"))
}

pub(crate) fn push(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let item = value(call, 1);
    changed(call, |items| items.push(item))
}

pub(crate) fn pop(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    changed(call, |items| {
        items.pop();
    })
}

pub(crate) fn shift(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    changed(call, |items| {
        items.drain(..items.len().min(1));
    })
}

/// `arraysplice::list::from::count::item`; one item is always put in.
pub(crate) fn splice(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let (from, count, item) = (call.number(1), call.number(2).unwrap_or(0.0).max(0.0), value(call, 3));
    changed(call, |items| {
        let from = place(from, items.len()).unwrap_or(0).min(items.len());
        let count = (count as usize).min(items.len() - from);
        items.splice(from..from + count, std::iter::once(item));
    })
}

/// Makes sure that a list reaches to a place.
pub(crate) fn assert(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let at = call.number(1).filter(|at| *at >= 0.0 && at.fract() == 0.0).map(|at| at as usize);
    let item = value(call, 2);
    call.room(at.unwrap_or(0).saturating_mul(5))?;
    changed(call, |items| {
        if let Some(at) = at.filter(|&at| at >= items.len()) {
            items.resize(at, Json::Null);
            items.push(item);
        }
    })
}

pub(crate) fn make_list(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let items = call.args.iter().map(text).collect();
    put_list(call, items)
}

/// `start`, `end` and `step` of a list; one number counts from 0. A step that leads nowhere leaves the macro as text.
pub(crate) fn range(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let Some(items) = items(call)? else {
        return Ok(Flow::Keep);
    };
    let numbers: Vec<f64> = items.iter().map(|item| js::number(&item.plain()).unwrap_or(f64::NAN)).collect();
    let (start, end, step) = match *numbers.as_slice() {
        [] => (0.0, 0.0, 1.0),
        [end] => (0.0, end, 1.0),
        [start, end] => (start, end, 1.0),
        [start, end, step, ..] => (start, end, step),
    };
    let (mut items, mut bytes, mut at) = (Vec::new(), 0, start);
    while at < end {
        // A step too small to move the number would never arrive either.
        if step.is_nan() || at + step <= at {
            return Ok(Flow::Keep);
        }
        let item = js::number_to_string(at);
        bytes += item.len() + 3;
        call.env.burn(0, call.at)?;
        if bytes > call.env.limits.output_bytes {
            return Err(call.too_large());
        }
        items.push(Json::Text(item));
        at += step;
    }
    put_list(call, items)
}

/// Removes empty items (`nonempty`), repeated items (`unique`), or both.
pub(crate) fn filter(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let (full, unique) = match call.args.or_empty(1) {
        "nonempty" => (true, false),
        "unique" => (false, true),
        _ => (true, true),
    };
    let mut seen = std::collections::HashSet::new();
    changed(call, |items| {
        items.retain(|item| {
            // A list or a dictionary is equal to nothing but itself.
            let is_new = matches!(item, Json::List(_) | Json::Object(_)) || seen.insert(json::write(item));
            !(full && *item == Json::Text(String::new())) && (!unique || is_new)
        });
    })
}

/// A member of any JSON value by its key.
fn member(value: &Json, key: &str) -> Option<Json> {
    match value {
        Json::Object(members) => Json::member(members, key).cloned(),
        Json::List(items) if key == "length" => Some(Json::Number(items.len() as f64)),
        Json::List(items) => key.parse::<usize>().ok().and_then(|at| items.get(at)).cloned(),
        Json::Text(text) if key == "length" => Some(Json::Number(text.encode_utf16().count() as f64)),
        Json::Text(text) => {
            let unit = key.parse::<usize>().ok().and_then(|at| text.encode_utf16().nth(at))?;
            Some(Json::Text(String::from_utf16_lossy(&[unit])))
        }
        _ => None,
    }
}

pub(crate) fn dictionary_element(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let Some(whole) = call.args.get(0) else {
        return Ok(Flow::Keep);
    };
    call.env.burn(whole.len(), call.at)?;
    let key = call.args.get(1).unwrap_or(UNDEFINED);
    let found = match json::read(whole) {
        Some(Json::Null) => return Ok(Flow::Keep),
        Some(value) => member(&value, key),
        None => None,
    };
    call.put(&found.map_or_else(|| "null".to_owned(), |value| value.plain()))
}

/// Makes sure that a dictionary has a member that is not empty, 0, false or null.
pub(crate) fn assert_member(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let Some(whole) = call.args.get(0) else {
        return Ok(Flow::Keep);
    };
    call.env.burn(whole.len(), call.at)?;
    let mut members = match json::read(whole) {
        Some(Json::Object(members)) => members,
        _ => Vec::new(),
    };
    let key = call.args.get(1).unwrap_or(UNDEFINED);
    if let (true, Some(value)) = (Json::member(&members, key).is_none_or(is_falsy), call.args.get(2)) {
        Json::set(&mut members, key, text(value));
    }
    let written = json::write(&Json::Object(members));
    call.put(&written)
}

fn is_falsy(value: &Json) -> bool {
    match value {
        Json::Null | Json::Bool(false) => true,
        Json::Number(number) => *number == 0.0,
        Json::Text(text) => text.is_empty(),
        _ => false,
    }
}

/// `makedict::key=value::…`.
pub(crate) fn make_dictionary(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let pairs = call.args.iter().filter_map(|pair| pair.split_once('='));
    let members = pairs.map(|(key, value)| (key.to_owned(), text(value))).collect();
    let written = json::write(&Json::object(members));
    call.put(&written)
}

/// Walks into lists and dictionaries by key after key; each step reads the text that it finds as JSON.
///
/// The client's rendering breaks on a value that is no text; here it is printed.
pub(crate) fn walk(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let Some(whole) = call.args.get(0) else {
        return Ok(Flow::Keep);
    };
    let mut found = text(whole);
    for key in call.args.iter().skip(1) {
        let Json::Text(inner) = &found else { break };
        call.env.burn(inner.len(), call.at)?;
        let next = match json::read(inner) {
            Some(value @ (Json::Object(_) | Json::List(_))) => member(&value, key).filter(|next| !is_falsy(next)),
            _ => None,
        };
        match next {
            Some(next) => found = next,
            None => return call.put("null"),
        }
    }
    call.put(&found.plain())
}
