//! Macros that the host registers, and unknown macros.

use crate::call::{Call, Flow};
use crate::error::Error;

/// Expands a macro of the host's own; `None` where the host has none of that name.
pub(crate) fn call(call: &mut Call<'_, '_>, name: &str) -> Result<Option<Flow>, Error> {
    let known = call.env.host.extra_macros().iter().position(|extra| extra.name.eq_ignore_ascii_case(name));
    let Some(index) = known else { return Ok(None) };
    let arity = call.env.host.extra_macros().get(index).map(|extra| extra.arity);
    if !arity.is_some_and(|arity| arity.takes(call.args.len())) {
        return Ok(Some(Flow::Keep));
    }
    let args: Vec<&str> = call.args.iter().collect();
    match call.env.host.call_extra(index, &args) {
        Some(text) => call.put(&text).map(Some),
        None => Ok(Some(Flow::Keep)),
    }
}

/// Notes an unknown name.
pub(crate) fn unknown(call: &mut Call<'_, '_>, name: &str) {
    let unknown = &mut call.env.state.unknown;
    if !unknown.contains(name) {
        unknown.insert(name.to_owned());
    }
}
