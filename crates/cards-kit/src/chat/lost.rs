//! What a file says that a [`Chat`](super::Chat) does not take from it.

use cards_json::{Json, Pointer};
use cards_prompt::presets::Loss;

use super::others;
use super::record::{NARRATOR, TEXTS, content_in, is_header, role};

/// What is taken of a row that is about the chat. `*` is any place in a list, `**` whatever is below.
const OF_HEADER: &[&str] = &[
    "user_name",
    "character_name",
    "chat_metadata/note_prompt",
    "chat_metadata/note_interval",
    "chat_metadata/note_position",
    "chat_metadata/note_depth",
    "chat_metadata/note_role",
    "chat_metadata/scenario",
    "chat_metadata/system_prompt",
    "chat_metadata/mes_example",
    "chat_metadata/variables/**",
];
/// What is taken of a message, besides its text.
const OF_MESSAGE: &[&str] = &[
    "role",
    "name",
    "is_user",
    "is_system",
    "swipes/*",
    "swipes/*/text",
    "swipes/*/message",
    "swipe_id",
    "extra/reasoning",
    "extra/bias",
];
/// What is taken of the member that has the text.
const OF_TEXT: &[&str] = &["", "text", "message", "*", "*/text", "*/message", "*/type"];

/// Lists what is not taken of a whole file.
pub(crate) fn lost(whole: &Json) -> Vec<Loss> {
    let mut losses = Losses(Vec::new());
    if let Some(other) = others::read(whole) {
        losses.walk(whole, &Pointer::ROOT, &paths(other.used));
    } else if let Some(records) = whole.get("messages").filter(|list| list.as_array().is_some()) {
        for (name, value) in whole.as_object().into_iter().flat_map(|object| object.iter()) {
            if name != "messages" {
                losses.walk(value, &Pointer::ROOT.member(name), &[]);
            }
        }
        losses.rows(records, &Pointer::ROOT.member("messages"));
    } else {
        losses.rows(whole, &Pointer::ROOT);
    }
    losses.0
}

/// The steps of each path.
fn paths<'p>(used: &[&'p str]) -> Vec<Vec<&'p str>> {
    used.iter().map(|path| path.split('/').filter(|step| !step.is_empty()).collect()).collect()
}

struct Losses(Vec<Loss>);

impl Losses {
    fn add(&mut self, at: &Pointer) {
        self.0.push(Loss::new(at.as_str(), "a chat of SillyTavern gets nothing of it"));
    }

    /// A list of rows, or a single one.
    fn rows(&mut self, rows: &Json, at: &Pointer) {
        match rows.as_array() {
            Some(rows) => rows.iter().enumerate().for_each(|(number, row)| self.row(row, &at.index(number))),
            None => self.row(rows, at),
        }
    }

    fn row(&mut self, row: &Json, at: &Pointer) {
        let Some(object) = row.as_object() else { return self.add(at) };
        if is_header(object) {
            return self.walk(row, at, &paths(OF_HEADER));
        }
        let text = TEXTS.into_iter().find(|name| content_in(object, name).is_some());
        let (Some(text), Ok(Some(_))) = (text, role(object)) else { return self.add(at) };
        let mut used = paths(OF_MESSAGE);
        used.extend(paths(OF_TEXT).into_iter().map(|path| [vec![text], path].concat()));
        if row.get("extra").and_then(|extra| extra.get("type")?.as_str()) == Some(NARRATOR) {
            used.push(vec!["extra", "type"]);
        }
        if object.get("send_date").is_some_and(|date| date.as_i64().is_some()) {
            used.push(vec!["send_date"]);
        }
        self.walk(row, at, &used);
    }

    /// Looks at a value, of which what lies at these paths is used.
    fn walk(&mut self, value: &Json, at: &Pointer, used: &[Vec<&str>]) {
        let below = |names: &[&str]| -> Vec<Vec<&str>> {
            let steps = used.iter().filter_map(|path| path.split_first());
            steps.filter(|(step, _)| names.contains(step)).map(|(_, rest)| rest.to_vec()).collect()
        };
        if used.iter().any(|path| path.first() == Some(&"**")) {
            return;
        }
        let leads_on = used.iter().any(|path| !path.is_empty());
        match value {
            Json::Null => {}
            Json::String(text) if text.is_empty() => {}
            Json::Array(list) if list.is_empty() => {}
            Json::Object(object) if object.is_empty() => {}
            Json::Array(list) if leads_on => {
                for (number, value) in list.iter().enumerate() {
                    self.walk(value, &at.index(number), &below(&[&number.to_string(), "*"]));
                }
            }
            Json::Object(object) if leads_on => {
                for (name, value) in object.iter() {
                    self.walk(value, &at.member(name), &below(&[name]));
                }
            }
            Json::Array(_) | Json::Object(_) => self.add(at),
            _ if used.iter().any(Vec::is_empty) => {}
            _ => self.add(at),
        }
    }
}
