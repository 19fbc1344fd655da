//! Rules about what a card tells of its author and its readers.

use std::ops::Range;

use cards_model::Json;

use crate::excerpt;
use crate::rule::rules;
use crate::sink::Sink;
use crate::subject::Subject;

rules! {
    /// The rules about what a card tells of its author and its readers.
    PRIVACY;
    /// A path of the author's machine.
    PERSONAL_PATH: "personal-path", Warning, "de facto: image tools and frontends store paths in metadata",
        "A card holds no paths of the machine that it was made on.",
        "Take the path out; it tells the account name of its author.",
        check: Some(personal_path);
    /// A text loads a picture from the web.
    REMOTE_PICTURE: "remote-picture", Note, "de facto: SillyTavern 1.19 (\"forbid external media\"), RisuAI show pictures in texts",
        "Texts load nothing from the web.",
        "Attach the picture as an asset: whoever runs the server sees who opens the card, and links die.",
        check: Some(remote_picture);
}

/// How paths into a home folder begin; the account's name follows.
const HOMES: &[&str] = &["c:\\users\\", "d:\\users\\", "c:/users/", "/home/", "/users/", "/mnt/c/users/"];

/// The first path into somebody's home folder.
fn home_path(text: &str) -> Option<Range<usize>> {
    let lower = text.to_ascii_lowercase();
    let mut hits: Vec<Range<usize>> = Vec::new();
    for home in HOMES {
        for (at, _) in lower.match_indices(home) {
            let before = text.get(..at).and_then(|before| before.chars().next_back());
            let rest = text.get(at + home.len()..).unwrap_or_default();
            let name =
                rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ' '))).unwrap_or(rest.len());
            let followed = rest.get(name..).is_some_and(|rest| rest.starts_with(['/', '\\']));
            // `example.org/home/page/` is no path, and neither is a bare `/home/`.
            let starts =
                before.is_none_or(|c| !(c.is_alphanumeric() || matches!(c, '.' | '/' | ':' | '-' | '_' | '~')));
            let shared = rest
                .get(..name)
                .is_some_and(|name| matches!(name.to_ascii_lowercase().as_str(), "public" | "shared" | "default"));
            if starts && followed && name > 0 && !shared {
                hits.push(at..at + home.len() + name);
            }
        }
    }
    hits.into_iter().min_by_key(|hit| hit.start)
}

fn personal_path(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    if let Some(json) = subject.json() {
        walk(json, &mut String::new(), &mut |pointer, text| {
            if let Some(hit) = home_path(text) {
                let shown = excerpt::around(text, &hit);
                sink.value(pointer, "a path of the author's machine").excerpt(&shown);
            }
        });
    }
    for (place, text) in subject.input.facts.into_iter().flat_map(|facts| &facts.foreign_text) {
        if let Some(hit) = home_path(text) {
            let shown = excerpt::around(text, &hit);
            sink.place(place.clone(), "a path of the author's machine").excerpt(&shown);
        }
    }
}

/// Visits every string of a JSON value. The reader has bounded its depth.
pub(super) fn walk(json: &Json, pointer: &mut String, visit: &mut impl FnMut(&str, &str)) {
    let length = pointer.len();
    match json {
        Json::String(text) => visit(pointer, text),
        Json::Array(items) => {
            for (i, item) in items.iter().enumerate() {
                pointer.push_str(&format!("/{i}"));
                walk(item, pointer, visit);
                pointer.truncate(length);
            }
        }
        Json::Object(members) => {
            for (key, value) in members.iter() {
                pointer.push('/');
                pointer.push_str(&key.replace('~', "~0").replace('/', "~1"));
                walk(value, pointer, visit);
                pointer.truncate(length);
            }
        }
        _ => {}
    }
}

fn remote_picture(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    for text in &subject.texts {
        let lower = text.text.to_ascii_lowercase();
        let mut hits = Vec::new();
        for (mark, http) in [("<img", "src"), ("![", "]("), ("url(", "")] {
            for (at, _) in lower.match_indices(mark) {
                let rest = lower.get(at..).unwrap_or_default();
                let end = rest.find(['>', ')', '\n']).unwrap_or(rest.len());
                let inside = rest.get(..end).unwrap_or_default();
                if inside.contains(http) && (inside.contains("http://") || inside.contains("https://")) {
                    hits.push(at..at + end);
                }
            }
        }
        let count = hits.len();
        if let Some(first) = hits.into_iter().min_by_key(|hit| hit.start) {
            let more = if count > 1 { format!(" and {} more", count - 1) } else { String::new() };
            sink.text(text, first, format!("a picture{more} from the web"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_a_home_folder_are_found_and_links_are_not() {
        for text in ["C:\\Users\\Ann Lee\\cards\\a.png", "saved in /home/ann/cards", "/Users/ann/x"] {
            assert!(home_path(text).is_some(), "{text}");
        }
        for text in
            ["https://example.org/home/ann/x", "/home/", "go /home/ now", "C:\\Users\\Public\\x", "the /users/ page"]
        {
            assert!(home_path(text).is_none(), "{text}");
        }
    }
}
