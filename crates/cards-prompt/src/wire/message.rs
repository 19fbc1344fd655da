//! Members of a message.

use cards_json::{Json, Object};

/// The text of a message; `None` where it is missing or a list of parts.
pub(super) fn text(message: &Json) -> Option<&str> {
    message.get("content").and_then(Json::as_str)
}

/// The name of a message that has one.
pub(super) fn name(message: &Json) -> Option<&str> {
    message.get("name").and_then(Json::as_str).filter(|name| !name.is_empty())
}

pub(super) fn role(message: &Json) -> &str {
    message.get("role").and_then(Json::as_str).unwrap_or_default()
}

pub(super) fn has_role(message: &Json, wanted: &str) -> bool {
    role(message) == wanted
}

/// Sets a member.
pub(super) fn set(message: &mut Json, member: &str, value: impl Into<Json>) {
    if let Some(object) = message.as_object_mut() {
        object.insert(member, value);
    }
}

pub(super) fn remove(message: &mut Json, member: &str) -> Option<Json> {
    message.as_object_mut()?.remove(member)
}

/// An object of these members.
pub(super) fn object<const N: usize>(members: [(&str, Json); N]) -> Json {
    let mut object = Object::default();
    for (name, value) in members {
        object.insert(name, value);
    }
    Json::Object(object)
}

pub(super) fn of_text(text: impl Into<String>) -> Json {
    Json::String(text.into())
}

/// A message of a role with a text.
pub(super) fn message(role: &str, content: Json) -> Json {
    object([("role", of_text(role)), ("content", content)])
}

/// The calls of tools that a message makes, if it makes any.
pub(super) fn tool_calls(message: &Json) -> Option<&[Json]> {
    message.get("tool_calls").and_then(Json::as_array)
}

/// A member of a call's function, as a text.
pub(super) fn of_function<'j>(call: &'j Json, member: &str) -> &'j str {
    call.get("function").and_then(|function| function.get(member)).and_then(Json::as_str).unwrap_or_default()
}

/// What a call hands to its function, read; an empty object where it is no JSON.
pub(super) fn arguments(call: &Json) -> Json {
    Json::read(of_function(call, "arguments"), &cards_json::Limits::default()).unwrap_or_else(|_| object([]))
}

/// Type and data of a `data:` link.
pub(super) fn data_link(part: &Json) -> Option<(&str, &str)> {
    let link = part.get("image_url")?.get("url")?.as_str()?.strip_prefix("data:")?;
    let (kind, data) = link.split_once(',')?;
    Some((kind.split(';').next()?, data))
}

/// Splits off the system messages at the start, but for so many messages at the end, with the names of examples in front.
pub(super) fn leading_system<'m>(messages: &'m [Json], names: &super::Names, keep: usize) -> (Vec<Json>, &'m [Json]) {
    let most = messages.len().saturating_sub(keep);
    let count = messages.iter().take(most).take_while(|message| has_role(message, "system")).count();
    let (system, rest) = messages.split_at(count);
    let with_name = |message: &Json| {
        let content = message.get("content").cloned().unwrap_or_else(|| of_text(""));
        match content.as_str().and_then(|text| Some((names.of_example(name(message), text)?, text))) {
            Some((name, text)) => of_text(format!("{name}: {text}")),
            None => content,
        }
    };
    (system.iter().map(with_name).collect(), rest)
}
