//! The chat's messages.

use cards_words::{Message, Role};

use super::data;
use crate::call::{Call, Flow};
use crate::error::Error;
use crate::host::Fact;
use crate::json::Json;

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

/// The user's last message before this one, or the greeting; nothing outside the chat.
pub(crate) fn previous_user(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let Some(end) = call.env.host.situation().chat_index else {
        return Ok(Flow::Done);
    };
    let text = before(call, end, true).unwrap_or_else(|| greeting(call));
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

/// The last message; in an empty chat the macro stays.
pub(crate) fn last(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    match call.env.host.messages().last().map(|message| message.text.clone().into_owned()) {
        Some(text) => call.put(&text),
        None => Ok(Flow::Keep),
    }
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

/// The role of the text: what the caller knows, else the greeting's, else that of the message, else what the caller
/// supposes.
pub(crate) fn role(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let situation = call.env.host.situation();
    if !situation.known_role.is_empty() {
        return call.put(&situation.known_role);
    }
    if situation.first_message {
        return call.put("char");
    }
    let message = situation.chat_index.and_then(|index| call.env.host.messages().get(index)).map(role_of);
    let supposed = Some(situation.role.as_str()).filter(|role| !role.is_empty());
    call.put(message.or(supposed).unwrap_or("null"))
}

fn role_of(message: &Message<'_>) -> &'static str {
    if message.role == Role::User { "user" } else { "char" }
}

/// A message as the JSON that the client has of it, its text rendered.
fn as_json(call: &mut Call<'_, '_>, role: &str, text: &str, time: Option<i64>) -> Result<Json, Error> {
    let data = call.env.nested(text, call.at, false)?;
    let mut members = vec![("role".to_owned(), Json::Text(role.to_owned())), ("data".to_owned(), Json::Text(data))];
    if let Some(time) = time {
        members.push(("time".to_owned(), Json::Number(time as f64)));
    }
    Ok(Json::Text(crate::json::write(&Json::Object(members))))
}

fn messages_as_json(
    call: &mut Call<'_, '_>,
    mut list: Vec<Json>,
    wanted: impl Fn(&Message<'_>) -> bool,
) -> Result<Flow, Error> {
    let messages: Vec<_> =
        call.env.host.messages().iter().filter(|message| wanted(message)).cloned().map(Message::into_owned).collect();
    for message in messages {
        let json = as_json(call, role_of(&message), &message.text, message.time)?;
        list.push(json);
    }
    data::put_list(call, list)
}

/// All messages, the greeting first, as JSON; with an argument their bare texts.
pub(crate) fn history(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    if call.args.len() == 0 {
        let greeting = greeting(call);
        let first = as_json(call, "char", &greeting, None)?;
        return messages_as_json(call, vec![first], |_| true);
    }
    let with_role = call.args.iter().any(|arg| arg == "role");
    let line = |message: &Message<'_>| match with_role {
        true => format!("{}: {}", role_of(message), message.text),
        false => message.text.clone().into_owned(),
    };
    let lines = call.env.host.messages().iter().map(line).collect();
    data::put_texts(call, lines)
}

pub(crate) fn user_history(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    messages_as_json(call, Vec::new(), |message| message.role == Role::User)
}

pub(crate) fn char_history(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    messages_as_json(call, Vec::new(), |message| message.role != Role::User)
}
