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
    let of_text = |text: &'static str| {
        let below = paths(OF_TEXT).into_iter().map(|path| [vec![text], path].concat());
        (text, paths(OF_MESSAGE).into_iter().chain(below).collect())
    };
    let mut losses =
        Losses { found: Vec::new(), of_header: paths(OF_HEADER), of_message: TEXTS.into_iter().map(of_text).collect() };
    if let Some(other) = others::read(whole) {
        walk(whole, &Pointer::ROOT, &slices(&paths(other.used)), &mut losses.found);
    } else if let Some(records) = whole.get("messages").filter(|list| list.as_array().is_some()) {
        for (name, value) in whole.as_object().into_iter().flat_map(|object| object.iter()) {
            if name != "messages" {
                walk(value, &Pointer::ROOT.member(name), &[], &mut losses.found);
            }
        }
        losses.rows(records, &Pointer::ROOT.member("messages"));
    } else {
        losses.rows(whole, &Pointer::ROOT);
    }
    losses.found
}

/// The steps of a path.
type Steps<'p> = Vec<&'p str>;

/// The steps of each path.
fn paths<'p>(used: &[&'p str]) -> Vec<Steps<'p>> {
    used.iter().map(|path| path.split('/').filter(|step| !step.is_empty()).collect()).collect()
}

struct Losses {
    found: Vec<Loss>,
    of_header: Vec<Steps<'static>>,
    /// By the member that has the text.
    of_message: Vec<(&'static str, Vec<Steps<'static>>)>,
}

impl Losses {
    /// A list of rows, or a single one.
    fn rows(&mut self, rows: &Json, at: &Pointer) {
        match rows.as_array() {
            Some(rows) => rows.iter().enumerate().for_each(|(number, row)| self.row(row, &at.index(number))),
            None => self.row(rows, at),
        }
    }

    fn row(&mut self, row: &Json, at: &Pointer) {
        let Some(object) = row.as_object() else { return add(at, &mut self.found) };
        if is_header(object) {
            return walk(row, at, &slices(&self.of_header), &mut self.found);
        }
        let used = self.of_message.iter().find(|(text, _)| content_in(object, text).is_some());
        let (Some((_, used)), Ok(Some(_))) = (used, role(object)) else { return add(at, &mut self.found) };
        let mut used = slices(used);
        if row.get("extra").and_then(|extra| extra.get("type")?.as_str()) == Some(NARRATOR) {
            used.push(&["extra", "type"]);
        }
        if object.get("send_date").is_some_and(|date| date.as_i64().is_some()) {
            used.push(&["send_date"]);
        }
        walk(row, at, &used, &mut self.found);
    }
}

fn slices<'s, 'p>(paths: &'s [Steps<'p>]) -> Vec<&'s [&'p str]> {
    paths.iter().map(Vec::as_slice).collect()
}

fn add(at: &Pointer, found: &mut Vec<Loss>) {
    found.push(Loss::new(at.as_str(), "a chat of SillyTavern gets nothing of it"));
}

/// Looks at a value, of which what lies at these paths is used.
fn walk(value: &Json, at: &Pointer, used: &[&[&str]], found: &mut Vec<Loss>) {
    let below = |names: &[&str]| -> Vec<&[&str]> {
        let steps = used.iter().filter_map(|path| path.split_first());
        steps.filter(|(step, _)| names.contains(step)).map(|(_, rest)| rest).collect()
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
                walk(value, &at.index(number), &below(&[&number.to_string(), "*"]), found);
            }
        }
        Json::Object(object) if leads_on => {
            for (name, value) in object.iter() {
                walk(value, &at.member(name), &below(&[name]), found);
            }
        }
        Json::Array(_) | Json::Object(_) => add(at, found),
        _ if used.iter().any(|path| path.is_empty()) => {}
        _ => add(at, found),
    }
}
