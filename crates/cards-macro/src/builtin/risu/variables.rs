//! Variables. Those that write run only in a pass for variables.

use crate::call::{Call, Flow};
use crate::error::Error;
use crate::js;
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

fn get_from(call: &mut Call<'_, '_>, scope: Scope) -> Result<Flow, Error> {
    let name = call.args.or_empty(0);
    match call.env.get_var(scope, name) {
        Some(value) => call.put(&value.as_text()),
        None => {
            call.env.note_unset(scope, name);
            call.put("null")
        }
    }
}

pub(crate) fn get(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    get_from(call, Scope::Chat)
}

pub(crate) fn get_global(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    get_from(call, Scope::Global)
}

pub(crate) fn set(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    if let Err(flow) = writes(call) {
        return Ok(flow);
    }
    let name = call.args.or_empty(0);
    if let Some(value) = call.args.get(1) {
        call.env.burn(value.len(), call.at)?;
        call.env.set_var(Scope::Chat, name, value.into());
    }
    Ok(Flow::Done)
}

/// Adds numbers; anything else becomes NaN.
pub(crate) fn add(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    if let Err(flow) = writes(call) {
        return Ok(flow);
    }
    let name = call.args.or_empty(0);
    let current = call.env.get_var(Scope::Chat, name).and_then(|value| js::number(&value.as_text()));
    let sum = current.zip(call.number(1)).map_or(f64::NAN, |(a, b)| a + b);
    call.env.set_var(Scope::Chat, name, Value::Text(js::number_to_string(sum)));
    Ok(Flow::Done)
}

/// Would set a variable that is unset, but the client reads an unset one as `null`, which counts as set.
pub(crate) fn set_default(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    if let Err(flow) = writes(call) {
        return Ok(flow);
    }
    let name = call.args.or_empty(0);
    let is_empty = call.env.get_var(Scope::Chat, name).is_some_and(|value| value.as_text().is_empty());
    if let (true, Some(value)) = (is_empty, call.args.get(1)) {
        call.env.set_var(Scope::Chat, name, value.into());
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
