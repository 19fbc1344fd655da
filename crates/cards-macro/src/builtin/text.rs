//! Text and whitespace.

use crate::call::{Call, Flow};
use crate::error::Error;
use crate::finish::ELSE_MARK;
use crate::js;
use crate::profile::For;

/// Prints nothing, whatever it is given.
pub(crate) fn nothing(_: &mut Call<'_, '_>) -> Result<Flow, Error> {
    Ok(Flow::Done)
}

/// Prints the mark of an `else` without its `if`, which the end of the run takes out.
pub(crate) fn stray_else(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    call.out.push_str(ELSE_MARK);
    Ok(Flow::Done)
}

/// Stays as it is.
pub(crate) fn keep(_: &mut Call<'_, '_>) -> Result<Flow, Error> {
    Ok(Flow::Keep)
}

/// A note for readers: shown to them, absent from prompts.
pub(crate) fn comment(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    match call.env.target {
        For::Display => {
            let note = call.args.or_empty(0).trim();
            call.put(note)
        }
        _ => Ok(Flow::Done),
    }
}

/// Words that only recursive lore scanning sees.
pub(crate) fn hidden_key(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    match call.env.target {
        For::Scan => {
            let words = call.args.or_empty(0);
            call.put(words)
        }
        _ => Ok(Flow::Done),
    }
}

pub(crate) fn reverse(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let text = call.args.or_empty(0);
    call.room(text.len())?;
    call.out.extend(text.chars().rev());
    Ok(Flow::Done)
}

pub(crate) fn newline(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    repeated(call, "\n")
}

pub(crate) fn space(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    repeated(call, " ")
}

/// Writes a text as often as the argument says, once without one; a count that is none leaves the macro as text.
fn repeated(call: &mut Call<'_, '_>, text: &str) -> Result<Flow, Error> {
    match call.args.get(0) {
        None => call.put(text),
        Some(count) => match integer(count).and_then(|count| usize::try_from(count).ok()) {
            Some(count) => call.repeat(text, count),
            None => Ok(Flow::Keep),
        },
    }
}

/// Reads a whole number as SillyTavern's typed arguments do.
pub(crate) fn integer(text: &str) -> Option<i64> {
    let text = js::trim(text);
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    text.parse().ok()
}

/// SillyTavern's trim: alone a mark that the end of the run acts on, around text the trimmed text.
pub(crate) fn trim(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    match call.args.get(0) {
        Some(text) if call.scoped => call.put(text),
        _ => call.put("{{trim}}"),
    }
}

pub(crate) fn outlet(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let name = call.args.or_empty(0);
    put_outlet(call, name)
}

pub(super) fn put_outlet(call: &mut Call<'_, '_>, name: &str) -> Result<Flow, Error> {
    call.env.state.outlets.insert(name.to_owned());
    let own = call.env.outlets.get(name).cloned();
    let text = own.or_else(|| call.env.host.outlet(name).map(std::borrow::Cow::into_owned));
    call.put(&text.unwrap_or_default())
}

pub(crate) fn input(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    call.put_fact(crate::host::Fact::Input)
}
