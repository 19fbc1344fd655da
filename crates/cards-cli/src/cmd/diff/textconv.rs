//! The text of one card in a fixed layout, for line-based tools.

use std::fmt::Write as _;

use cards_model::json::Style;

use crate::printable::printable;
use cards_kit::diff::entry_label as label;
use cards_kit::plain::{Map, View};

/// The text of a plain view: one line for short fields, a headed section for texts, one section for each lorebook
/// entry. The same card gives the same text, whatever container and spec it is in.
pub(super) fn text(map: &Map<'_>) -> String {
    let mut out = String::new();
    for (key, value) in map.iter() {
        match (key, value) {
            ("character_book", View::Map(book)) => lorebook(book, &mut out),
            (_, View::List(items)) if key.ends_with("greetings") => {
                for (index, item) in items.iter().enumerate() {
                    section(&format!("{key}[{index}]"), item, &mut out);
                }
            }
            ("tags" | "source", View::List(items)) => {
                let words: Vec<_> = items.iter().filter_map(View::as_text).collect();
                let _ = writeln!(out, "{key}: {}", printable(&words.join(", ")));
            }
            (_, value) => field(key, value, &mut out),
        }
    }
    out
}

fn lorebook(book: &Map<'_>, out: &mut String) {
    for (key, value) in book.iter().filter(|(key, _)| *key != "entries") {
        field(&format!("character_book.{key}"), value, out);
    }
    for (index, entry) in book.get("entries").map(View::items).unwrap_or_default().iter().enumerate() {
        let _ = writeln!(out, "\n== lorebook entry {}", printable(&label(entry, index)).replace('\n', " "));
        let Some(entry) = entry.as_map() else { continue };
        for (key, value) in entry.iter().filter(|(key, _)| *key != "content") {
            match value {
                View::List(items)
                    if items.iter().all(|item| item.as_text().is_some_and(|text| !text.contains(','))) =>
                {
                    let words: Vec<_> = items.iter().filter_map(View::as_text).collect();
                    let _ = writeln!(out, "{key}: {}", printable(&words.join(", ")).replace('\n', " "));
                }
                _ => line(key, value, out),
            }
        }
        if let Some(content) = entry.get("content").and_then(View::as_text) {
            paragraph(content, out);
        }
    }
}

fn field(key: &str, value: &View<'_>, out: &mut String) {
    match value {
        View::Text(text) if text.contains('\n') || text.chars().count() > 60 => section(key, value, out),
        View::Map(_) | View::List(_) => section(key, value, out),
        _ => line(key, value, out),
    }
}

fn section(key: &str, value: &View<'_>, out: &mut String) {
    let _ = writeln!(out, "\n== {}", printable(key));
    match value {
        View::Text(text) => paragraph(text, out),
        other => paragraph(&other.to_json().to_text(Style::Pretty(2)), out),
    }
}

fn line(key: &str, value: &View<'_>, out: &mut String) {
    let text = match value {
        View::Text(text) => text.replace('\n', " "),
        other => other.to_json().to_string(),
    };
    let _ = writeln!(out, "{}: {}", printable(key), printable(&text));
}

fn paragraph(text: &str, out: &mut String) {
    for line in text.split('\n') {
        let _ = writeln!(out, "{}", printable(line.trim_end_matches('\r')));
    }
}
