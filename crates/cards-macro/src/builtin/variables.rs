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
