//! Functions that a text defines, and the macros that act on the rendering itself.

use crate::call::{Call, Flow};
use crate::error::Error;

/// `{{call::name::…}}`: a function's body, `{{arg::n}}` being the n-th argument (0 is the name).
pub(crate) fn call(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let Some(body) = call.env.state.functions.get(call.args.or_empty(0)).cloned() else {
        return Ok(Flow::Keep);
    };
    let mut text = body;
    for (index, arg) in call.args.iter().enumerate() {
        let slot = format!("{{{{arg::{index}}}}}");
        let growth = text.matches(&slot).count().saturating_mul(arg.len());
        if text.len().saturating_add(growth) > call.env.limits.output_bytes {
            return Err(call.too_large());
        }
        call.env.burn(text.len().saturating_add(growth), call.at)?;
        text = text.replace(&slot, arg);
    }
    let rendered = call.env.nested(&text, call.at, true)?;
    call.put(&rendered)
}

/// Ends the rendering; its argument is the result.
pub(crate) fn give_back(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let value = call.args.get(0).unwrap_or("null");
    call.put(value)?;
    Ok(Flow::Return)
}

pub(crate) fn cut_word(_: &mut Call<'_, '_>) -> Result<Flow, Error> {
    Ok(Flow::CutWord)
}

pub(crate) fn cut_sentence(_: &mut Call<'_, '_>) -> Result<Flow, Error> {
    Ok(Flow::CutSentence)
}
