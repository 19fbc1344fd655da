//! Rules about what a card tells of its author and its readers.

use cards_container::Place;
use cards_model::{Json, Pointer};

use crate::excerpt;
use crate::rule::rules;
use crate::sink::Sink;
use crate::subject::{Role, Subject};

use super::home::{home_path, may_hold_path};
use super::remote::loads;

rules! {
    /// The rules about what a card tells of its author and its readers.
    PRIVACY;
    /// A path of the author's machine.
    PERSONAL_PATH: "personal-path", Warning, "de facto: image tools and frontends store paths in metadata",
        "A card holds no paths of the machine that it was made on.",
        "Take the path out; it tells the account name of its author.",
        check: personal_path;
    /// A text loads a picture from the web.
    REMOTE_PICTURE: "remote-picture", Note, "de facto: SillyTavern 1.19 (\"forbid external media\"), RisuAI show pictures in texts",
        "Texts load nothing from the web.",
        "Attach it as an asset: whoever runs the server sees who opens the card, and links die.",
        check: remote_picture;
}

fn personal_path(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    if subject.may_hold(may_hold_path)
        && let Some(json) = subject.json()
    {
        walk(json, &mut Pointer::default(), &mut |pointer, text| {
            if let Some(hit) = home_path(text) {
                let shown = excerpt::around(text, &hit);
                sink.value(pointer.clone(), "a path of the author's machine").excerpt(&shown);
            }
        });
    }
    let Some(facts) = subject.input.facts else { return };
    for (place, text) in &facts.foreign_text {
        if let Some(hit) = home_path(text) {
            let shown = excerpt::around(text, &hit);
            sink.place(place.clone(), "a path of the author's machine").excerpt(&shown);
        }
    }
    // Archives that were packed with whole paths begin them at the root without its slash.
    for entry in facts.entries.iter().filter(|entry| !entry.folder) {
        let rooted = format!("/{}", entry.name.trim_start_matches('/'));
        if home_path(&entry.name).or_else(|| home_path(&rooted)).is_some() {
            let place = Place::Entry(entry.name.escape_debug().take(120).collect());
            sink.place(place, "a path of the author's machine").excerpt(&entry.name);
        }
    }
}

/// Visits every string of a JSON value. The reader has bounded its depth.
fn walk(json: &Json, pointer: &mut Pointer, visit: &mut impl FnMut(&Pointer, &str)) {
    match json {
        Json::String(text) => visit(pointer, text),
        Json::Array(items) => {
            for (i, item) in items.iter().enumerate() {
                pointer.push_index(i);
                walk(item, pointer, visit);
                pointer.pop();
            }
        }
        Json::Object(members) => {
            for (key, value) in members.iter() {
                pointer.push_member(key);
                walk(value, pointer, visit);
                pointer.pop();
            }
        }
        _ => {}
    }
}

fn remote_picture(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    for text in subject.texts.iter().filter(|text| text.role != Role::Key) {
        let loads = loads(&text.text);
        if let Some((first, others)) = loads.split_first() {
            let more = if others.is_empty() { String::new() } else { format!(", and {} more", others.len()) };
            sink.text(text, first.start..first.end, format!("{} from the web{more}", first.what));
        }
    }
}
