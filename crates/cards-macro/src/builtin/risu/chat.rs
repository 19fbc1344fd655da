//! The chat's messages.

use cards_words::Role;

use crate::call::{Call, Flow};
use crate::error::Error;
use crate::host::Fact;

/// The greeting that the chat began with.
fn greeting(call: &Call<'_, '_>) -> String {
    let chosen = call.env.host.situation().greeting;
    match chosen {
        Some(index) => call.env.host.alternate_greetings().get(index).cloned().unwrap_or_default(),
        None => call.env.host.fact(Fact::FirstMessage).unwrap_or_default().into_owned(),
    }
}

/// The last message before a place that the user did, or did not, write.
fn before(call: &Call<'_, '_>, end: usize, is_user: bool) -> Option<String> {
    let messages = call.env.host.messages();
    let past = messages.get(..end.min(messages.len())).unwrap_or_default();
    past.iter()
        .rev()
        .find(|message| (message.role == Role::User) == is_user)
        .map(|message| message.text.clone().into_owned())
}

/// The last message of the character before this one, or the greeting.
pub(crate) fn previous_char(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let end = call.env.host.situation().chat_index.unwrap_or(call.env.host.messages().len());
    let text = before(call, end, false).unwrap_or_else(|| greeting(call));
    call.put(&text)
}

/// The user's last message before this one; nothing outside the chat.
pub(crate) fn previous_user(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let Some(end) = call.env.host.situation().chat_index else {
        return Ok(Flow::Done);
    };
    let text = before(call, end, true).unwrap_or_default();
    call.put(&text)
}

/// A message by its number.
pub(crate) fn log(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let number = call.number(0).filter(|number| *number >= 0.0 && number.fract() == 0.0);
    let text = number
        .and_then(|number| call.env.host.messages().get(number as usize))
        .map(|message| message.text.clone().into_owned());
    call.put(text.as_deref().unwrap_or("Out of range"))
}

/// The last message, or the greeting before any.
pub(crate) fn last(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let last = call.env.host.messages().last().map(|message| message.text.clone().into_owned());
    call.put(&last.unwrap_or_default())
}

/// The number of the message that holds the text, `-1` outside the chat.
pub(crate) fn index(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let index = call.env.host.situation().chat_index.map_or(-1, |index| index as i64);
    call.put(&index.to_string())
}

/// Which alternate greeting the chat began with, `-1` for the first message.
pub(crate) fn greeting_index(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let index = call.env.host.situation().greeting.map_or(-1, |index| index as i64);
    call.put(&index.to_string())
}

/// Whether the text is the greeting itself.
pub(crate) fn is_first(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let first = call.env.host.situation().first_message;
    call.put_bit(first)
}

/// The role of the text.
pub(crate) fn role(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let situation = call.env.host.situation();
    if situation.first_message {
        return call.put("char");
    }
    if !situation.role.is_empty() {
        return call.put(&situation.role);
    }
    let message =
        situation.chat_index.and_then(|index| call.env.host.messages().get(index)).map(|message| message.role);
    call.put(match message {
        Some(Role::User) => "user",
        Some(_) => "char",
        None => "null",
    })
}
