//! Rules about the prose of a card.

use std::sync::LazyLock;

use aho_corasick::AhoCorasick;

use crate::rule::rules;
use crate::sink::Sink;
use crate::subject::{Role, Subject, Text};

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
const MANGLED: [&str; 16] = [
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

/// The byte that they begin with in UTF-8.
const FIRST: u8 = 0xc3;

/// All of them in one pass. None begins another, so that the first to begin is the first to end.
static MANGLED_MARKS: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| AhoCorasick::new(MANGLED).ok());

fn mojibake(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    let Some(marks) = MANGLED_MARKS.as_ref() else { return };
    // Each begins with the same byte, which most texts do not have.
    let may = |text: &&Text<'_>| text.text.as_bytes().contains(&FIRST);
    for text in subject.texts.iter().filter(may) {
        if let Some(hit) = marks.find(&*text.text) {
            sink.text(text, hit.range(), "the text was decoded wrongly somewhere on its way");
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn all_begin_alike() {
        assert!(MANGLED.iter().all(|mangled| mangled.as_bytes().first() == Some(&FIRST)));
    }

    proptest! {
        #[test]
        fn one_pass_finds_the_first_mangled_letter(text in "[âÃ€™œ”“¦–©¨¼\u{9d}\u{80}\u{99}\u{a0}a]{0,12}") {
            let plain = MANGLED.iter().filter_map(|mangled| Some((text.find(mangled)?, mangled.len()))).min();
            let hit = MANGLED_MARKS.as_ref().and_then(|marks| marks.find(&text));
            prop_assert_eq!(hit.map(|hit| (hit.start(), hit.len())), plain);
        }
    }
}
