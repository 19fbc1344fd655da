//! Names of the people in the chat.

use std::borrow::Cow;

use crate::call::{Call, Flow};
use crate::error::Error;
use crate::host::{Fact, Member};

pub(crate) fn user(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    call.put_fact(Fact::User)
}

pub(crate) fn char(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let name = call.env.char_name();
    if call.out.len() + name.len() > call.env.limits.output_bytes {
        return Err(call.too_large());
    }
    call.out.push_str(&name);
    Ok(Flow::Done)
}

/// All members of the group, or the character.
pub(crate) fn group(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    members(call, |_| true)
}

/// The members of the group that may speak, or the character.
pub(crate) fn group_not_muted(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    members(call, |member| !member.muted)
}

fn members(call: &mut Call<'_, '_>, wanted: fn(&Member) -> bool) -> Result<Flow, Error> {
    if call.env.host.fact(Fact::GroupOverride).is_some() {
        return call.put_fact(Fact::GroupOverride);
    }
    match joined(call, wanted) {
        Some(names) => call.put(&names),
        None => char(call),
    }
}

fn joined(call: &Call<'_, '_>, wanted: impl Fn(&Member) -> bool) -> Option<String> {
    let group = call.env.host.group()?;
    let names: Vec<&str> = group.iter().filter(|member| wanted(member)).map(|member| member.name.as_str()).collect();
    Some(names.join(", "))
}

/// Those who are not the character: the other members that may speak, or the user.
pub(crate) fn not_char(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    if call.env.host.fact(Fact::GroupOverride).is_some() {
        return call.put_fact(Fact::GroupOverride);
    }
    let speaker = call.env.char_name().into_owned();
    match joined(call, |member| !member.muted && member.name != speaker) {
        Some(names) => call.put(&names),
        None => user(call),
    }
}

/// The text that an override replaces, every time.
pub(crate) fn original(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    match replaced(call) {
        Some(text) => call.put(&text),
        None => Ok(Flow::Keep),
    }
}

/// The text that an override replaces, the first time only.
pub(crate) fn original_once(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    match replaced(call) {
        None => Ok(Flow::Keep),
        Some(_) if std::mem::replace(&mut call.env.state.original_used, true) => Ok(Flow::Done),
        Some(text) => call.put(&text),
    }
}

/// The text that an override replaces; none inside a card field.
fn replaced(call: &Call<'_, '_>) -> Option<String> {
    if call.env.state.in_field {
        return None;
    }
    call.env.original.map(str::to_owned).or_else(|| call.env.host.fact(Fact::Original).map(Cow::into_owned))
}

/// The older engine: all other members of the group and the user.
pub(crate) fn not_char_legacy(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let speaker = call.env.char_name().into_owned();
    if let Some(names) = joined(call, |member| member.name != speaker).filter(|names| !names.is_empty()) {
        call.put(&names)?;
        call.put(", ")?;
    }
    user(call)
}
