//! Messages as Anthropic's interface wants them.

use cards_json::Json;
use cards_words::setters;

use super::message::{
    arguments, data_link, has_role, leading_system, message, name, object, of_function, of_text, role, tool_calls,
};
use super::{Names, PLACEHOLDER};

/// What the interface is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ClaudeOptions {
    /// Whether the system messages at the start become the system text.
    pub system_prompt: bool,
    /// What the answer begins with; empty for nothing.
    pub prefill: String,
    /// Whether calls of tools and their results stay what they are; else they become texts.
    pub tools: bool,
}

impl ClaudeOptions {
    /// Sets [`ClaudeOptions::prefill`].
    #[must_use]
    pub fn with_prefill(mut self, prefill: impl Into<String>) -> Self {
        self.prefill = prefill.into();
        self
    }
}

setters! {
    ClaudeOptions:
    with_system_prompt system_prompt: bool,
    with_tools tools: bool,
}

/// The two lists that are sent.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Claude {
    /// Blocks of the system text.
    pub system: Vec<Json>,
    /// Messages of user and assistant in turns, each with a list of parts.
    pub messages: Vec<Json>,
}

/// Writes messages for the interface.
#[must_use]
pub fn claude(messages: &[Json], options: &ClaudeOptions, names: &Names) -> Claude {
    let (system, rest) =
        if options.system_prompt { leading_system(messages, names, 0) } else { (Vec::new(), messages) };
    let system = system.into_iter().map(|text| object([("type", of_text("text")), ("text", text)])).collect();
    let placeholder = [message("user", of_text(PLACEHOLDER))];
    let rest = if options.system_prompt && rest.is_empty() { &placeholder } else { rest };
    let mut list: Vec<(bool, Vec<Json>)> = rest.iter().map(|message| turn(message, names)).collect();
    move_pictures(&mut list);
    let prefill = options.prefill.trim_end();
    if !prefill.is_empty() {
        list.push((true, vec![text_part(prefill)]));
    }
    let mut merged: Vec<(bool, Vec<Json>)> = Vec::new();
    for (of_model, parts) in list {
        match merged.last_mut() {
            Some((before, joined)) if *before == of_model => joined.extend(parts),
            _ => merged.push((of_model, parts)),
        }
    }
    let written = |(of_model, mut parts): (bool, Vec<Json>)| {
        if !options.tools {
            parts = parts.into_iter().map(without_tools).collect();
        }
        message(if of_model { "assistant" } else { "user" }, Json::Array(parts))
    };
    Claude { system, messages: merged.into_iter().map(written).collect() }
}

fn text_part(text: impl Into<String>) -> Json {
    object([("type", of_text("text")), ("text", of_text(text))])
}

/// One message: whether the model says it, and its parts.
fn turn(message: &Json, names: &Names) -> (bool, Vec<Json>) {
    let of_model = has_role(message, "assistant");
    let content = message.get("content");
    if let Some(calls) = tool_calls(message).filter(|_| of_model) {
        let part = |call: &Json| {
            object([
                ("type", of_text("tool_use")),
                ("id", call.get("id").cloned().unwrap_or(Json::Null)),
                ("name", of_text(of_function(call, "name"))),
                ("input", arguments(call)),
            ])
        };
        return (true, calls.iter().map(part).collect());
    }
    if role(message) == "tool" {
        let result = object([
            ("type", of_text("tool_result")),
            ("tool_use_id", message.get("tool_call_id").cloned().unwrap_or(Json::Null)),
            ("content", content.cloned().unwrap_or(Json::Null)),
        ]);
        return (false, vec![result]);
    }
    let said = |text: &str| {
        let speaker = if has_role(message, "system") { names.of_example(name(message), text) } else { name(message) };
        speaker.map_or_else(|| text.to_owned(), |speaker| format!("{speaker}: {text}"))
    };
    let parts = match content {
        Some(Json::Array(parts)) => parts.iter().map(|part| known_part(part, &said)).collect(),
        content => vec![text_part(said(content.and_then(Json::as_str).unwrap_or_default()))],
    };
    (of_model, parts)
}

/// A part of a list: pictures as the interface has them, texts with the speaker; an empty text would be refused.
fn known_part(part: &Json, said: &impl Fn(&str) -> String) -> Json {
    match part.get("type").and_then(Json::as_str) {
        Some("image_url") => match data_link(part) {
            Some((kind, data)) => object([
                ("type", of_text("image")),
                (
                    "source",
                    object([("type", of_text("base64")), ("media_type", of_text(kind)), ("data", of_text(data))]),
                ),
            ]),
            None => part.clone(),
        },
        Some("text") => {
            let text = said(part.get("text").and_then(Json::as_str).unwrap_or_default());
            text_part(if text.is_empty() { "\u{200b}".to_owned() } else { text })
        }
        _ => part.clone(),
    }
}

/// Pictures that the model sent go to the next message of the user, since only that may have some.
fn move_pictures(list: &mut Vec<(bool, Vec<Json>)>) {
    let is_picture = |part: &Json| part.get("type").and_then(Json::as_str) == Some("image");
    let mut at = 0;
    while let Some((of_model, parts)) = list.get_mut(at) {
        if *of_model && parts.iter().any(is_picture) {
            let (pictures, kept): (Vec<_>, Vec<_>) = std::mem::take(parts).into_iter().partition(is_picture);
            *parts = kept;
            let next = list.iter().skip(at).position(|(of_model, _)| !of_model).map(|behind| at + behind);
            match next.and_then(|next| list.get_mut(next)) {
                Some((_, parts)) => parts.extend(pictures),
                None => list.insert(at + 1, (false, pictures)),
            }
        }
        at += 1;
    }
}

/// A part of a tool as a text.
fn without_tools(part: Json) -> Json {
    match part.get("type").and_then(Json::as_str) {
        Some("tool_use") => {
            let input = part.get("input").map(|input| input.to_text(cards_json::Style::Compact));
            text_part(input.unwrap_or_default())
        }
        Some("tool_result") => text_part(part.get("content").and_then(Json::as_str).unwrap_or_default()),
        _ => part,
    }
}
