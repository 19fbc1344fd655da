//! Messages as Google's interface wants them.

use cards_json::Json;
use cards_words::Profile;

use super::Names;
use super::message::{arguments, data_link, has_role, leading_system, name, object, of_function, of_text, tool_calls};
use super::names::is_said_by;

/// What the interface is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct GoogleOptions {
    /// Whether the system messages at the start become the instruction.
    pub system_prompt: bool,
    /// The model's name.
    pub model: String,
    /// The client's version: the newest unless set.
    pub profile: Profile,
}

impl GoogleOptions {
    /// Sets [`GoogleOptions::system_prompt`].
    #[must_use]
    pub fn with_system_prompt(mut self, system_prompt: bool) -> Self {
        self.system_prompt = system_prompt;
        self
    }

    /// Sets [`GoogleOptions::model`].
    #[must_use]
    pub fn with_model(mut self, model: impl Into<String>) -> Self {
        self.model = model.into();
        self
    }
}

cards_words::setters! {
    GoogleOptions:
    /// Sets the client's version.
    with_profile(profile: Profile) = profile;
}

/// What is sent.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Google {
    /// The parts of `system_instruction`.
    pub system: Vec<Json>,
    /// `contents`: user and model in turns.
    pub contents: Vec<Json>,
}

/// Models that refuse to go on where the last message is the model's, by a part of their names. De facto: SillyTavern 1.19.0; older
/// ones know none.
const NEED_THE_USER_LAST: [&str; 3] = ["gemini-3.6-flash", "gemini-3.7-flash", "gemini-3.5-flash-lite"];

/// Writes messages for the interface.
#[must_use]
pub fn google(messages: &[Json], options: &GoogleOptions, names: &Names) -> Google {
    let (system, rest) =
        if options.system_prompt { leading_system(messages, names, 1) } else { (Vec::new(), messages) };
    let is_older = matches!(options.profile, Profile::SillyTavern118 | Profile::SillyTavern117);
    let user_last = !is_older && NEED_THE_USER_LAST.iter().any(|part| options.model.contains(part));
    let mut merged: Vec<(bool, Vec<Json>)> = Vec::new();
    for (at, message) in rest.iter().enumerate() {
        let of_model = has_role(message, "assistant") && !(user_last && at + 1 == rest.len());
        let parts = parts(message, messages, options, names);
        match merged.last_mut() {
            Some((before, joined)) if *before == of_model => join(joined, parts),
            _ => merged.push((of_model, parts)),
        }
    }
    let written = |(of_model, parts)| {
        object([("role", of_text(if of_model { "model" } else { "user" })), ("parts", Json::Array(parts))])
    };
    Google {
        system: system.into_iter().map(|text| object([("text", text)])).collect(),
        contents: merged.into_iter().map(written).collect(),
    }
}

fn text_part(text: impl Into<String>) -> Json {
    object([("text", of_text(text))])
}

fn parts(message: &Json, all: &[Json], options: &GoogleOptions, names: &Names) -> Vec<Json> {
    if let Some(calls) = tool_calls(message) {
        return calls.iter().map(|call| call_part(call, options)).collect();
    }
    if has_role(message, "tool") {
        let id = message.get("tool_call_id");
        let called = all.iter().filter_map(tool_calls).flatten().find(|call| call.get("id") == id);
        let name = of_text(called.map_or("unknown", |call| of_function(call, "name")));
        let content = message.get("content").cloned().unwrap_or(Json::Null);
        let response = object([("name", name.clone()), ("content", content)]);
        return vec![object([("functionResponse", object([("name", name), ("response", response)]))])];
    }
    let said = |text: &str| {
        let speaker = match name(message) {
            example @ Some("example_user" | "example_assistant") => names.of_example(example, text),
            Some(name) if !is_said_by(text, name) => Some(name),
            _ => None,
        };
        speaker.map_or_else(|| text.to_owned(), |speaker| format!("{speaker}: {text}"))
    };
    match message.get("content") {
        Some(Json::Array(parts)) => parts
            .iter()
            .filter_map(|part| match part.get("type").and_then(Json::as_str) {
                Some("text") => Some(text_part(said(part.get("text").and_then(Json::as_str).unwrap_or_default()))),
                Some("image_url") => {
                    let (kind, data) = data_link(part)?;
                    Some(object([("inlineData", object([("mimeType", of_text(kind)), ("data", of_text(data))]))]))
                }
                _ => None,
            })
            .collect(),
        content => vec![text_part(said(content.and_then(Json::as_str).unwrap_or_default()))],
    }
}

fn call_part(call: &Json, options: &GoogleOptions) -> Json {
    let function = object([("name", of_text(of_function(call, "name"))), ("args", arguments(call))]);
    if options.model.contains("gemini-3") {
        // The models ask for a signature of the thought, which another program's call has not.
        let signature = of_text("skip_thought_signature_validator");
        return object([("functionCall", function), ("thoughtSignature", signature)]);
    }
    object([("functionCall", function)])
}

/// Appends parts: a text to the first text that there is, behind a blank line, all else as it is.
fn join(before: &mut Vec<Json>, parts: Vec<Json>) {
    for part in parts {
        let Some(text) = part.get("text").and_then(Json::as_str) else {
            before.push(part);
            continue;
        };
        match before.iter_mut().find(|part| part.get("text").is_some()) {
            Some(first) if !text.is_empty() => {
                let joined = format!("{}\n\n{text}", first.get("text").and_then(Json::as_str).unwrap_or_default());
                super::message::set(first, "text", of_text(joined));
            }
            Some(_) => {}
            None => before.push(part),
        }
    }
}
