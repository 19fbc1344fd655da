//! Variables.

use crate::call::{Call, Env, Flow};
use crate::error::Error;
use crate::js;
use crate::json::{self, Json};
use crate::vars::{Scope, Value};

/// Spec profile: the text of a variable, nothing when unset.
pub(crate) fn get_plain(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let name = call.args.or_empty(0).trim();
    let limit = call.env.limits.output_bytes;
    let found = match call.env.host.get_var(Scope::Chat, name) {
        Some(value) => {
            let text = value.as_text();
            if call.out.len() + text.len() > limit {
                return Err(call.too_large());
            }
            call.out.push_str(&text);
            true
        }
        None => false,
    };
    if !found {
        call.env.note_unset(Scope::Chat, name);
    }
    Ok(Flow::Done)
}

/// Spec profile: stores the text as it is.
pub(crate) fn set_plain(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let name = call.args.or_empty(0).trim();
    if name.is_empty() {
        return Ok(Flow::Keep);
    }
    let value = call.args.or_empty(1);
    call.env.burn(value.len(), call.at)?;
    call.env.set_var(Scope::Chat, name, value.into());
    Ok(Flow::Done)
}

/// What a value prints: text that reads as a number prints the number.
///
/// De facto: SillyTavern 1.19.0.
pub(crate) fn normal(value: &Value) -> String {
    match value {
        Value::Number(number) => js::number_to_string(*number),
        Value::Text(text) if js::trim(text).is_empty() => text.clone(),
        Value::Text(text) => js::number(text).map_or_else(|| text.clone(), js::number_to_string),
    }
}

/// What reading a variable prints.
pub(crate) fn read_text(env: &mut Env<'_>, scope: Scope, name: &str) -> String {
    match env.get_var(scope, name) {
        Some(value) => normal(&value),
        None => {
            env.note_unset(scope, name);
            String::new()
        }
    }
}

/// What is added to a variable.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Addend<'a> {
    Text(&'a str),
    Number(f64),
}

impl Addend<'_> {
    fn text(self) -> String {
        match self {
            Self::Text(text) => text.to_owned(),
            Self::Number(number) => js::number_to_string(number),
        }
    }

    fn number(self) -> Option<f64> {
        match self {
            Self::Text(text) => js::number(text),
            Self::Number(number) => Some(number),
        }
    }
}

/// Adds to a variable: a list takes one more item, numbers are summed, anything else is joined as text.
///
/// De facto: SillyTavern 1.19.0.
pub(crate) fn add(env: &mut Env<'_>, scope: Scope, name: &str, addend: Addend<'_>) -> Value {
    let current = env.get_var(scope, name).map(|value| normal(&value)).unwrap_or_default();
    let current = if current == "0" { String::new() } else { current };
    let value = if let Some(Json::List(mut items)) = json::read(&current) {
        items.push(match addend {
            Addend::Text(text) => Json::Text(text.to_owned()),
            Addend::Number(number) => Json::Number(number),
        });
        Value::Text(json::write(&Json::List(items)))
    } else {
        match (js::number(&current), addend.number()) {
            (Some(a), Some(b)) => Value::Number(a + b),
            _ => Value::Text(current + &addend.text()),
        }
    };
    env.set_var(scope, name, value.clone());
    value
}

/// The scope that a macro's flavour works on.
const fn scope_of(global: bool) -> Scope {
    if global { Scope::Global } else { Scope::Chat }
}

/// The name of the variable; the older engine trims it, the newer one has trimmed what is written.
fn name<'c>(call: &Call<'c, '_>) -> &'c str {
    if call.env.profile.rules().trims_names { call.trimmed(0) } else { call.args.or_empty(0) }
}

pub(crate) fn get<const GLOBAL: bool>(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let text = read_text(call.env, scope_of(GLOBAL), name(call));
    call.put(&text)
}

/// An empty name leaves the macro as text.
pub(crate) fn set<const GLOBAL: bool>(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let name = name(call);
    if name.is_empty() {
        return Ok(Flow::Keep);
    }
    let value = call.args.or_empty(1);
    call.env.burn(value.len(), call.at)?;
    call.env.set_var(scope_of(GLOBAL), name, value.into());
    Ok(Flow::Done)
}

pub(crate) fn add_to<const GLOBAL: bool>(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let name = name(call);
    if name.is_empty() {
        return Ok(Flow::Keep);
    }
    added(call, scope_of(GLOBAL), name, Addend::Text(call.args.or_empty(1)))?;
    Ok(Flow::Done)
}

pub(crate) fn increment<const GLOBAL: bool>(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    step(call, scope_of(GLOBAL), 1.0)
}

pub(crate) fn decrement<const GLOBAL: bool>(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    step(call, scope_of(GLOBAL), -1.0)
}

fn step(call: &mut Call<'_, '_>, scope: Scope, by: f64) -> Result<Flow, Error> {
    let name = name(call);
    if name.is_empty() {
        return Ok(Flow::Keep);
    }
    let value = added(call, scope, name, Addend::Number(by))?;
    match &value {
        Value::Text(text) if call.env.profile.rules().prints_lists_bare => match json::read(text) {
            Some(Json::List(items)) => call.put(&items.iter().map(Json::plain).collect::<Vec<_>>().join(",")),
            _ => call.put(text),
        },
        value => call.put(&value.as_text()),
    }
}

/// Adds, with the growth of the value paid for.
pub(crate) fn added(call: &mut Call<'_, '_>, scope: Scope, name: &str, addend: Addend<'_>) -> Result<Value, Error> {
    let value = add(call.env, scope, name, addend);
    if let Value::Text(text) = &value {
        call.env.burn(text.len(), call.at)?;
        if text.len() > call.env.limits.output_bytes {
            return Err(call.too_large());
        }
    }
    Ok(value)
}

pub(crate) fn has<const GLOBAL: bool>(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let found = call.env.host.get_var(scope_of(GLOBAL), call.args.or_empty(0)).is_some();
    call.put(if found { "true" } else { "false" })
}

pub(crate) fn delete<const GLOBAL: bool>(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let name = call.args.or_empty(0);
    call.env.delete_var(scope_of(GLOBAL), name);
    Ok(Flow::Done)
}

/// Sets a member of a JSON variable; a variable that holds something else is left alone.
pub(crate) fn set_key<const GLOBAL: bool>(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let (scope, name) = (scope_of(GLOBAL), call.args.or_empty(0));
    let (key, value) = (call.args.or_empty(1), Json::Text(call.args.or_empty(2).to_owned()));
    if name.is_empty() {
        return Ok(Flow::Keep);
    }
    let index = js::number(key);
    let current = match call.env.get_var(scope, name) {
        None => Some(Json::Null),
        Some(Value::Number(_)) => None,
        Some(Value::Text(text)) => json::read(&text),
    };
    let changed = match (current, index) {
        (Some(Json::Null), None) => Json::Object(vec![(key.to_owned(), value)]),
        (Some(Json::Null), Some(index)) => item_set(call, Vec::new(), index, value)?,
        (Some(Json::List(items)), Some(index)) => item_set(call, items, index, value)?,
        // A list holds no named members: writing it back loses them.
        (Some(Json::List(items)), None) => Json::List(items),
        (Some(Json::Object(mut members)), index) => {
            let key = index.map_or_else(|| key.to_owned(), js::number_to_string);
            Json::set(&mut members, &key, value);
            Json::Object(members)
        }
        _ => return Ok(Flow::Done),
    };
    let text = json::write(&changed);
    call.env.burn(text.len(), call.at)?;
    call.env.set_var(scope, name, Value::Text(text));
    Ok(Flow::Done)
}

/// Sets an item; gaps become null. What is no index leaves the list as it is.
fn item_set(call: &Call<'_, '_>, mut items: Vec<Json>, index: f64, value: Json) -> Result<Json, Error> {
    if index < 0.0 || index.fract() != 0.0 || index >= f64::from(u32::MAX) {
        return Ok(Json::List(items));
    }
    let index = index as usize;
    // Each gap is written as `null,`.
    if index.saturating_mul(5) > call.env.limits.output_bytes {
        return Err(call.too_large());
    }
    if items.len() <= index {
        items.resize(index + 1, Json::Null);
    }
    if let Some(slot) = items.get_mut(index) {
        *slot = value;
    }
    Ok(Json::List(items))
}

/// Reads a member of a JSON variable; of anything else the whole value.
pub(crate) fn get_key<const GLOBAL: bool>(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let (name, key) = (call.args.or_empty(0), call.args.or_empty(1));
    let Some(value) = call.env.get_var(scope_of(GLOBAL), name) else {
        call.env.note_unset(scope_of(GLOBAL), name);
        return Ok(Flow::Done);
    };
    let text = value.as_text();
    call.env.burn(text.len(), call.at)?;
    let printed = match json::read(&text) {
        // `null` has no members; what is left of it counts as the number 0.
        Some(Json::Null) => "0".to_owned(),
        Some(json) => match member(&json, key) {
            Some(Json::Bool(value)) => if value { "1" } else { "0" }.to_owned(),
            Some(value) => normal(&Value::Text(value.plain())),
            None => String::new(),
        },
        None => normal(&value),
    };
    call.put(&printed)
}

/// A member as JavaScript's `value[key]` gives it.
fn member(json: &Json, key: &str) -> Option<Json> {
    let index = js::number(key);
    let at = index.filter(|index| *index >= 0.0 && index.fract() == 0.0).map(|index| index as usize);
    match json {
        Json::List(items) => match at {
            Some(at) => items.get(at).cloned(),
            None => (key == "length").then_some(Json::Number(items.len() as f64)),
        },
        Json::Object(members) => {
            let key = index.map_or_else(|| key.to_owned(), js::number_to_string);
            Json::member(members, &key).cloned()
        }
        Json::Text(text) => match at {
            Some(at) => text.chars().nth(at).map(|c| Json::Text(c.to_string())),
            None => (key == "length").then(|| Json::Number(text.encode_utf16().count() as f64)),
        },
        _ => None,
    }
}
