//! Variables. Those that write run only in a pass for variables.

use crate::call::{Call, Env, Flow};
use crate::error::Error;
use crate::host::Fact;
use crate::js;
use crate::profile::risu::UNSET;
use crate::vars::{Scope, Value};

/// Whether writing is on; where it is not, the macro stays or is removed, as the host says.
fn writes(call: &Call<'_, '_>) -> Result<(), Flow> {
    let situation = call.env.host.situation();
    match (situation.run_variables, situation.strip_variables) {
        (true, _) => Ok(()),
        (false, true) => Err(Flow::Done),
        (false, false) => Err(Flow::Keep),
    }
}

/// Reads a variable; an unset one has the card's default, then the program's, then reads `null`.
pub(crate) fn read(env: &mut Env<'_>, scope: Scope, name: &str) -> String {
    if let Some(value) = env.get_var(scope, name) {
        return value.as_text().into_owned();
    }
    if scope == Scope::Chat {
        for fact in [Fact::DefaultVariables, Fact::ProgramVariables] {
            let lines = env.host.fact(fact).unwrap_or_default();
            if let Some(value) = default_in(&lines, name).map(str::to_owned) {
                return value;
            }
        }
    }
    env.note_unset(scope, name);
    UNSET.to_owned()
}

/// The value of the first line `name=value` that has one; a second `=` ends the value.
fn default_in<'t>(lines: &'t str, name: &str) -> Option<&'t str> {
    lines.lines().find_map(|line| {
        let mut parts = line.split('=');
        let known = parts.next() == Some(name);
        parts.next().filter(|value| known && !value.is_empty())
    })
}

pub(crate) fn get(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let value = read(call.env, Scope::Chat, call.args.or_empty(0));
    call.put(&value)
}

pub(crate) fn get_global(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let value = read(call.env, Scope::Global, call.args.or_empty(0));
    call.put(&value)
}

/// Without a value the variable is gone.
pub(crate) fn set(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    if let Err(flow) = writes(call) {
        return Ok(flow);
    }
    let name = call.args.or_empty(0);
    match call.args.get(1) {
        Some(value) => {
            call.env.burn(value.len(), call.at)?;
            call.env.set_var(Scope::Chat, name, value.into());
        }
        None => call.env.delete_var(Scope::Chat, name),
    }
    Ok(Flow::Done)
}

/// Adds numbers; anything else becomes NaN.
pub(crate) fn add(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    if let Err(flow) = writes(call) {
        return Ok(flow);
    }
    let name = call.args.or_empty(0);
    let current = js::number(&read(call.env, Scope::Chat, name));
    let sum = current.zip(call.number(1)).map_or(f64::NAN, |(a, b)| a + b);
    call.env.set_var(Scope::Chat, name, Value::Text(js::number_to_string(sum)));
    Ok(Flow::Done)
}

/// Sets a variable that is empty; an unset one reads `null`, which counts as set.
pub(crate) fn set_default(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    if let Err(flow) = writes(call) {
        return Ok(flow);
    }
    let name = call.args.or_empty(0);
    if read(call.env, Scope::Chat, name).is_empty() {
        return set(call);
    }
    Ok(Flow::Done)
}

/// A variable that lasts for one rendering.
pub(crate) fn set_temporary(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let (name, value) = (call.args.or_empty(0), call.args.or_empty(1));
    call.env.burn(value.len(), call.at)?;
    call.env.state.temporary.insert(name.to_owned(), value.to_owned());
    Ok(Flow::Done)
}

pub(crate) fn get_temporary(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let value = call.env.state.temporary.get(call.args.or_empty(0)).cloned();
    call.put(&value.unwrap_or_default())
}
