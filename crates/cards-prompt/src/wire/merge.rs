//! Messages for interfaces that want the roles to alternate, or the user alone.

use cards_json::Json;

use super::message::{has_role, message, name, of_text, remove, role, set};
use super::pieces::Pieces;
use super::{Names, PLACEHOLDER};

/// How strict the interface is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Post {
    /// Takes messages as they are.
    #[default]
    None,
    /// Runs of one role become one message.
    Merge,
    /// And there is one system message, the first.
    Semi,
    /// And the user speaks first.
    Strict,
    /// There is one message, of the user.
    Single,
}

cards_words::named! {
    Post: "way of post-processing";
    None => "none",
    Merge => "merge" | "claude",
    Semi => "semi",
    Strict => "strict",
    Single => "single",
}

/// Brings messages into the form that an interface wants; with `tools` the calls of tools and their results stay.
#[must_use]
pub fn post_process(messages: &[Json], post: Post, tools: bool, names: &Names) -> Vec<Json> {
    if post == Post::None {
        return messages.to_vec();
    }
    let mut merged = merge(messages.to_vec(), post == Post::Single, tools, names);
    if post == Post::Merge {
        return merged;
    }
    for message in merged.iter_mut().skip(1).filter(|message| has_role(message, "system")) {
        set(message, "role", of_text("user"));
    }
    if post == Post::Strict {
        let second = match merged.first() {
            Some(first) if has_role(first, "system") => {
                merged.get(1).is_none_or(|second| !has_role(second, "user")).then_some(1)
            }
            Some(first) => (!has_role(first, "user")).then_some(0),
            None => Some(0),
        };
        if let Some(at) = second {
            merged.insert(at, message("user", of_text(PLACEHOLDER)));
        }
    }
    merge(merged, false, tools, &Names::default())
}

/// Joins runs of one role.
pub(super) fn merge(messages: Vec<Json>, single: bool, tools: bool, names: &Names) -> Vec<Json> {
    let mut merged: Vec<(Json, Pieces)> = Vec::new();
    for mut message in messages {
        let mut pieces = Pieces::of(message.get("content"));
        put_names(&message, &mut pieces, names);
        remove(&mut message, "name");
        if !tools {
            if has_role(&message, "tool") {
                set(&mut message, "role", of_text("user"));
            }
            remove(&mut message, "tool_calls");
            remove(&mut message, "tool_call_id");
        }
        if single {
            let name = match role(&message) {
                "assistant" => names.of_char(pieces.start()),
                "user" => names.of_user(pieces.start()).filter(|_| !names.is_said_in_group(pieces.start())),
                _ => None,
            };
            if let Some(name) = name {
                pieces.say(name);
            }
            set(&mut message, "role", of_text("user"));
        }
        match merged.last_mut() {
            Some((last, before))
                if role(last) == role(&message) && !pieces.is_empty() && !has_role(&message, "tool") =>
            {
                before.join(pieces);
            }
            _ => merged.push((message, pieces)),
        }
    }
    if merged.is_empty() {
        return vec![message("user", of_text(PLACEHOLDER))];
    }
    let written = |(mut message, pieces): (Json, Pieces)| {
        set(&mut message, "content", pieces.into_json());
        message
    };
    merged.into_iter().map(written).collect()
}

/// Puts the speaker's name in front, unless it is there.
fn put_names(message: &Json, pieces: &mut Pieces, names: &Names) {
    let speaker = match name(message) {
        named if has_role(message, "system") => names.of_example(named, pieces.start()).map(str::to_owned),
        Some(name) if !super::names::is_said_by(pieces.start(), name) => Some(name.to_owned()),
        _ => None,
    };
    if let Some(speaker) = speaker {
        pieces.say(&speaker);
    }
}
