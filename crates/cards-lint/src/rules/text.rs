//! Rules about the prose of a card.

use crate::rule::rules;
use crate::sink::Sink;
use crate::subject::{Role, Subject};

rules! {
    /// The rules about the prose of a card.
    TEXT;
    /// The text went through a wrong decoding.
    MOJIBAKE: "text-mojibake", Warning, "de facto: readers that decode base64 as Latin-1 (Aventuras #160)",
        "Texts show the characters that their author wrote.",
        "Write the passage again; the program that exported the card decoded UTF-8 as Latin-1.",
        check: mojibake;
    /// A character was lost.
    REPLACEMENT: "text-replacement", Warning, "Unicode §5.22 (U+FFFD)",
        "Texts hold no replacement characters.",
        "Restore the lost character.",
        check: replacement;
    /// Creator notes bring markup that clients show or not.
    NOTES_HTML: "notes-html", Note, "de facto: card sites render HTML and CSS in creator notes; SillyTavern 1.19 sanitises, others show the tags",
        "Creator notes are plain text.",
        "Check how the notes read without their markup; styles can hide parts of the page around them.",
        check: notes_html;
}

/// What UTF-8 looks like when its bytes are taken for Latin-1 or Windows-1252 characters.
const MANGLED: &[&str] = &[
    "â€™",
    "â€œ",
    "â€\u{9d}",
    "â€¦",
    "â€”",
    "â€“",
    "Ã©",
    "Ã¨",
    "Ã¼",
    "Ã¶",
    "Ã¤",
    "Ã±",
    "Ã§",
    "â\u{80}\u{99}",
    "â\u{80}\u{9c}",
    "Ã\u{a0}",
];

fn mojibake(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    for text in &subject.texts {
        let hits = MANGLED.iter().filter_map(|mangled| Some((text.text.find(mangled)?, mangled.len())));
        if let Some((at, length)) = hits.min() {
            sink.text(text, at..at + length, "the text was decoded wrongly somewhere on its way");
        }
    }
}

fn replacement(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    for text in &subject.texts {
        if let Some(at) = text.text.find('\u{fffd}') {
            let count = text.text.matches('\u{fffd}').count();
            sink.text(text, at..at + 3, format!("{count} character(s) were lost and show as U+FFFD"));
        }
    }
}

fn notes_html(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    for text in subject.texts.iter().filter(|text| text.role == Role::Notes) {
        let lower = text.text.to_ascii_lowercase();
        let tags = ["<style", "<div", "<script", "<iframe", "<font", "<center", "<table", "<span", "<img", "<a "];
        let found: Vec<_> = tags.iter().filter_map(|tag| Some((lower.find(tag)?, *tag))).collect();
        if let Some((at, tag)) = found.iter().min() {
            let names = found.iter().map(|(_, tag)| format!("`{}>`", tag.trim_end())).collect::<Vec<_>>().join(", ");
            sink.text(text, *at..at + tag.len(), format!("the notes hold HTML: {names}"));
        }
    }
}
