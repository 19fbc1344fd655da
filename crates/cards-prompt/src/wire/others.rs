//! Messages for Mistral, Cohere, AI21, xAI, and as one text.

use cards_json::Json;
use sha2::{Digest as _, Sha512};

use super::message::{
    has_role, leading_system, message, name, of_function, of_text, remove, role, set, text, tool_calls,
};
use super::names::is_said_by;
use super::{Names, PLACEHOLDER};

/// Puts a name in front of a message's text.
fn say(message: &mut Json, speaker: &str) {
    if let Some(said) = text(message).map(|text| format!("{speaker}: {text}")) {
        set(message, "content", of_text(said));
    }
}

/// The speaker to put in front: of examples among system messages, else the name that the message has.
fn speaker(message: &Json, names: &Names) -> Option<String> {
    let said = text(message).unwrap_or_default();
    match name(message) {
        named if has_role(message, "system") => names.of_example(named, said).map(str::to_owned),
        Some(name) if !is_said_by(said, name) => Some(name.to_owned()),
        _ => None,
    }
}

fn is_example(message: &Json) -> bool {
    has_role(message, "system") && matches!(name(message), Some("example_user" | "example_assistant"))
}

/// Writes messages for Mistral: nothing is joined, ids of calls are nine signs, and no user speaks right after a tool.
#[must_use]
pub fn mistral(messages: &[Json], names: &Names) -> Vec<Json> {
    let mut list = messages.to_vec();
    for message in &mut list {
        short_ids(message);
        let speaker = speaker(message, names);
        if speaker.is_some() || is_example(message) {
            if let Some(speaker) = &speaker {
                say(message, speaker);
            }
            remove(message, "name");
        }
    }
    let mut made: Vec<Json> = Vec::new();
    for mut message in list {
        let last = made.last().map(role).unwrap_or_default().to_owned();
        if last == "tool" && has_role(&message, "user") {
            let earlier = made
                .iter_mut()
                .rev()
                .find(|earlier| has_role(earlier, "user") && text(earlier).is_some_and(|text| !text.is_empty()));
            if let (Some(earlier), Some(said)) = (earlier, text(&message)) {
                let joined = format!("{}\n\n{said}", text(earlier).unwrap_or_default());
                set(earlier, "content", of_text(joined));
                continue;
            }
        }
        if last == "assistant" && has_role(&message, "system") {
            set(&mut message, "role", of_text("user"));
        }
        made.push(message);
    }
    made
}

/// Writes the ids of calls as the interface wants them.
fn short_ids(message: &mut Json) {
    let short = |id: &Json| {
        let hash = Sha512::digest(id.as_str().unwrap_or_default());
        let digits: String = hash.iter().take(5).map(|byte| format!("{byte:02x}")).collect();
        of_text(digits.get(..9).unwrap_or_default())
    };
    if let Some(id) = message.get("tool_call_id").map(short) {
        set(message, "tool_call_id", id);
    }
    let calls = message.as_object_mut().and_then(|object| object.get_mut("tool_calls")).and_then(Json::as_array_mut);
    for call in calls.into_iter().flatten() {
        if let Some(id) = call.get("id").map(short) {
            set(call, "id", id);
        }
    }
}

/// Writes messages for Cohere: nothing is joined, names are in front, and a call of a tool has words.
#[must_use]
pub fn cohere(messages: &[Json], names: &Names) -> Vec<Json> {
    let mut made: Vec<Json> = Vec::new();
    for one in messages {
        let mut one = one.clone();
        if let Some(called) = tool_calls(&one) {
            let tools: Vec<&str> = called.iter().map(|call| of_function(call, "name")).collect();
            let words = format!("I'm going to call a tool for that: {}", tools.join(", "));
            // What the model said just before are the words.
            let before = made.pop_if(|last| has_role(last, "assistant"));
            let content = before.and_then(|before| before.get("content").cloned()).unwrap_or_else(|| of_text(words));
            set(&mut one, "content", content);
        }
        if let Some(speaker) = speaker(&one, names) {
            say(&mut one, &speaker);
        }
        remove(&mut one, "name");
        made.push(one);
    }
    if made.is_empty() {
        made.push(message("user", of_text(PLACEHOLDER)));
    }
    made
}

/// Writes messages for AI21: one system message at the start, and runs of one role joined.
#[must_use]
pub fn ai21(messages: &[Json], names: &Names) -> Vec<Json> {
    let (system, rest) = leading_system(messages, names, 0);
    let texts: Vec<&str> = system.iter().filter_map(Json::as_str).collect();
    let system = texts.join("\n\n");
    let mut made: Vec<Json> = Vec::new();
    let placeholder = [message("user", of_text(PLACEHOLDER))];
    for one in if rest.is_empty() { &placeholder } else { rest } {
        let mut one = one.clone();
        // Examples are known at the start only.
        if let Some(speaker) = speaker(&one, names).filter(|_| !has_role(&one, "system")) {
            say(&mut one, &speaker);
        }
        remove(&mut one, "name");
        match made.last_mut() {
            Some(last) if role(last) == role(&one) && text(last).is_some() && text(&one).is_some() => {
                let joined = format!("{}\n\n{}", text(last).unwrap_or_default(), text(&one).unwrap_or_default());
                set(last, "content", of_text(joined));
            }
            _ => made.push(one),
        }
    }
    if !texts.is_empty() {
        made.insert(0, message("system", of_text(system.trim())));
    }
    made
}

/// Writes messages for xAI, which takes names of users alone.
#[must_use]
pub fn xai(messages: &[Json], names: &Names) -> Vec<Json> {
    let mut made = messages.to_vec();
    for message in made.iter_mut().filter(|message| !has_role(message, "user")) {
        let Some(named) = name(message) else { continue };
        let said = text(message).unwrap_or_default();
        let speaker =
            if has_role(message, "assistant") { names.of_char(said) } else { names.of_example(Some(named), said) };
        if let Some(speaker) = speaker.map(str::to_owned) {
            say(message, &speaker);
        }
        remove(message, "name");
    }
    made
}

/// Writes messages as one text of lines that ends where the model goes on.
#[must_use]
pub fn plain_text(messages: &[Json]) -> String {
    let line = |message: &Json| {
        let said = text(message).unwrap_or("undefined");
        match name(message) {
            Some(name) if has_role(message, "system") => format!("{name}: {said}"),
            None if has_role(message, "system") => format!("System: {said}"),
            _ => format!("{}: {said}", role(message)),
        }
    };
    let lines: Vec<String> = messages.iter().map(line).collect();
    format!("{}\nassistant:", lines.join("\n"))
}
