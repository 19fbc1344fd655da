//! Whatever is typed in a large book, in texts and in members, half typed or whole: the answers are those of a text that is
//! opened so.

use std::sync::LazyLock;

use cards_json::{Kind, Style};
use cards_kit::{Form, Limits};
use cards_language::*;
use cards_words::splitmix64;
use proptest::prelude::*;

/// Entries of the book: more than those that tell what a file is.
const ENTRIES: usize = 44;

/// The card of the other tests with a large book, in each form that has a book and in one that has none, on many lines and on one.
static FILES: LazyLock<Vec<(String, String)>> = LazyLock::new(files);

fn files() -> Vec<(String, String)> {
    let mut card: cards_json::Json = crate::CARD.parse().unwrap();
    let list =
        card.at(&"/data/character_book/entries".parse().unwrap()).and_then(|list| list.as_array()).unwrap().to_vec();
    let entry = |number: usize| {
        let mut entry = list[number % list.len()].clone();
        let own = entry.as_object_mut().unwrap();
        own.insert("name", format!("Entry {number}"));
        own.insert("secondary_keys", cards_json::Json::Array(vec!["rain".into()]));
        own.insert("content", format!("The {number}. {{{{user}}}} {{{{getvar::mood}}}}"));
        entry
    };
    let all: Vec<cards_json::Json> = list.iter().cloned().chain((0..ENTRIES - list.len()).map(entry)).collect();
    let data =
        card.as_object_mut().and_then(|card| card.get_mut("data")).and_then(|data| data.as_object_mut()).unwrap();
    let book = data.get_mut("character_book").and_then(|book| book.as_object_mut()).unwrap();
    book.insert("entries", cards_json::Json::Array(all));
    let card = card.to_text(Style::Compact);
    let opened = cards_kit::open(card.as_bytes(), Limits::default()).unwrap();
    let mut files = vec![
        ("V2 as it is written".to_owned(), crate::CARD.to_owned()),
        (
            "V2 with comments".to_owned(),
            crate::CARD.replace("\"tags\"", "/* what it is */ \"tags\"").replace("50,", "50, // few\n"),
        ),
    ];
    for form in Form::ALL {
        let Ok(made) = opened.convert(*form, &Default::default()) else { continue };
        let json = made.content.to_json();
        let style = [Style::Pretty(2), Style::Tabs, Style::Compact][files.len() % 3];
        files.push((form.to_string(), json.to_text(style)));
    }
    // A program's own form, regex scripts, and what is none of ours.
    let script = r#"{"scriptName":"a","findRegex":"/b/","replaceString":"{{user}} c","disabled":false}"#;
    files.push(("scripts".to_owned(), format!("[{script},\n{script},\n{script}]")));
    files.push(("none of ours".to_owned(), r#"{"a": {"b": ["c", 1, true]}, "entries": [{"key": ["d"]}]}"#.to_owned()));
    files
}

/// What is typed key by key, pasted, or put in the place of something.
const TYPED: [&str; 26] = [
    "a",
    "{{user}}",
    "{{setvar::x::1}}",
    "\"",
    ",",
    ":",
    "1",
    "{",
    "}",
    "[",
    "]",
    "{}",
    "[]",
    "\"\"",
    "\\",
    "\n",
    " ",
    "tru",
    "null",
    "\"enabled\": true, ",
    "\"name\": \"n\",",
    "{\"keys\": [\"k\"], \"content\": \"c\", \"enabled\": true, \"insertion_order\": 1, \"extensions\": {}},",
    "/*",
    "*/",
    "// x\n",
    "é",
];
/// A member that is typed key by key, so that the file is half typed until its last key.
const MEMBER: &str = "\"comment\": \"a {{char}}\", ";
/// Words of texts in whose place others are put, so that a form, a list or a name becomes another.
const WORDS: [(&str, &str); 10] = [
    ("\"entries\"", "\"entry\""),
    ("\"keys\"", "\"key\""),
    ("\"content\"", "\"text\""),
    ("\"data\"", "\"date\""),
    ("chara_card_v2", "chara_card_v3"),
    ("\"spec\"", "\"species\""),
    ("true", "\"yes\""),
    ("\"name\"", "\"content\""),
    ("[\"", "\"\", [\""),
    ("\"extensions\"", "\"entries\""),
];

struct Typist(u64);

impl Typist {
    fn below(&mut self, end: usize) -> usize {
        usize::try_from(splitmix64(&mut self.0) % u64::try_from(end.max(1)).unwrap()).unwrap()
    }

    /// A place between two characters, mostly beside a sign of JSON.
    fn somewhere(&mut self, text: &str) -> usize {
        let from = self.below(text.len() + 1);
        let near = text.as_bytes().iter().skip(from).position(|byte| b",:{}[]\"".contains(byte)).map(|on| from + on);
        let at = near.filter(|_| self.below(5) > 0).unwrap_or(from) + self.below(3);
        (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap()
    }

    /// What is done next: bytes that go, and what comes in their place, one key after another.
    fn next(&mut self, document: &Document) -> Vec<(std::ops::Range<usize>, String)> {
        let text = document.text();
        let at = self.somewhere(text);
        match self.below(10) {
            0..4 => vec![(at..at, TYPED[self.below(TYPED.len())].to_owned())],
            4 => {
                let end = text[at..].char_indices().map(|(on, _)| at + on).nth(1 + self.below(6)).unwrap_or(text.len());
                vec![(at..end, String::new())]
            }
            5 => {
                let before = text[..at].rfind(", \"").map_or(at, |comma| comma + 2);
                let keys = MEMBER.char_indices().map(|(on, key)| (before + on..before + on, key.to_string()));
                keys.take(1 + self.below(MEMBER.len())).collect()
            }
            6 => {
                let (word, other) = WORDS[self.below(WORDS.len())];
                let found = text[at..].find(word).map(|on| at + on).or_else(|| text.find(word));
                found.map(|at| (at..at + word.len(), other.to_owned())).into_iter().collect()
            }
            // A value goes, becomes another, or comes once more.
            _ => {
                let nodes = document.outline().nodes();
                let Some(node) = nodes.get(self.below(nodes.len())) else { return Vec::new() };
                let objects = nodes.iter().filter(|node| node.kind == Some(Kind::Object)).count();
                let wanted = self.below(objects);
                let object = nodes.iter().filter(|node| node.kind == Some(Kind::Object)).nth(wanted).unwrap_or(node);
                let whole = |node: &cards_json::Node| {
                    node.name.as_ref().map_or(node.span.start, |name| name.start)..node.span.end
                };
                match self.below(4) {
                    0 => vec![(node.span.clone(), ["1", "\"s\"", "[]", "{}", "", "null"][self.below(6)].to_owned())],
                    1 => vec![(whole(node).start..(node.span.end + 1).min(text.len()), String::new())],
                    2 => {
                        let at = whole(object).start;
                        vec![(at..at, format!("{}, ", &text[whole(object)]))]
                    }
                    _ => vec![(whole(object), String::new())],
                }
            }
        }
        .into_iter()
        .filter(|(bytes, _)| text.is_char_boundary(bytes.end.min(text.len())) || !text.is_char_boundary(bytes.start))
        .collect()
    }
}

/// All that can be asked of a document, by names.
fn answers(document: &Document) -> Vec<(&'static str, String)> {
    let client = Client::of(cards_kit::Profile::SillyTavern);
    let whole =
        Range { start: Position::default(), end: document.lines().position(document.text(), document.text().len()) };
    let texts: Vec<_> = document.texts().map(|(node, facts)| (node, facts.role, facts.inside.clone())).collect();
    let card = document.card().map(|card| card.content.to_json().to_text(Style::Compact));
    vec![
        ("holds", format!("{:?}", document.holds())),
        ("texts", format!("{texts:?}")),
        ("hints", format!("{:?}", hints(document, whole))),
        ("symbols", format!("{:?}", symbols(document))),
        ("folds", format!("{:?}", folds(document))),
        ("tokens", format!("{:?}", tokens(document, None, &client))),
        ("never read", format!("{:?}", never_read(document, &client))),
        ("card", format!("{card:?}")),
    ]
}

/// A member that is typed, an entry that comes and goes, and what a value becomes cost no reading of the other entries.
#[test]
fn members_that_are_typed_are_followed() {
    let mut followed = 0;
    // In a text of one line, a quote alone turns all that is behind it inside out.
    let has_book = |text: &str| text.contains('\n') && text.contains("\"content\"") && text.contains("\"enabled\"");
    for (name, text) in FILES.iter().filter(|(_, text)| has_book(text)) {
        followed += 1;
        let mut document = Document::new(text.as_str(), Syntax::Json);
        let _ = answers(&document);
        let find =
            |document: &Document, word: &str| document.text().find(word).unwrap_or_else(|| panic!("{word} in {name}"));
        let at = find(&document, "\"content\"");
        for (on, key) in MEMBER.char_indices() {
            assert!(document.replace(&(at + on..at + on), key.encode_utf8(&mut [0; 4])), "{name}: {key}");
        }
        let at = find(&document, "\"enabled\"") + "\"enabled\"".len();
        let at = at + document.text()[at..].find("true").unwrap();
        assert!(document.replace(&(at..at + 4), "1") && document.replace(&(at..at + 1), "true"), "{name}");
        let (_, whole) = entry(&document);
        let pasted = format!(
            "{}, ",
            &document.text()[whole.clone()].replacen("\"0\":", "\"new\":", 1).replacen("\"1\":", "\"new\":", 1)
        );
        assert!(document.replace(&(whole.start..whole.start), &pasted), "{name}");
        assert_eq!(answers(&document), answers(&Document::new(document.text(), Syntax::Json)), "{name}");
        assert!(document.replace(&(whole.start..whole.start + pasted.len()), ""), "{name}");
        assert_eq!(answers(&document), answers(&Document::new(document.text(), Syntax::Json)), "{name}");
        document.replace(&(whole.start..whole.start), "{");
        assert_eq!(answers(&document), answers(&Document::new(document.text(), Syntax::Json)), "{name}");
    }
    assert!(followed >= 7, "{followed}");
}

/// An entry in the midst of a book, and its bytes.
fn entry(document: &Document) -> (usize, std::ops::Range<usize>) {
    let nodes = document.outline().nodes();
    let is_entry = |at: &usize| {
        nodes[*at].kind == Some(Kind::Object) && nodes[*at].index == 1 && document.outline().children(*at).count() > 3
    };
    let at = (1..nodes.len()).find(is_entry).unwrap();
    (at, nodes[at].name.as_ref().map_or(nodes[at].span.start, |name| name.start)..nodes[at].span.end)
}

/// Changes of one file.
const CHANGES: usize = 60;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    // Two tests, so that each core has one.
    #[test]
    fn typing_anywhere_is_opening_anew(seed in any::<u64>().no_shrink()) {
        types(&FILES[..FILES.len() / 2], seed)?;
    }

    #[test]
    fn typing_anywhere_in_the_other_files_is_opening_anew(seed in any::<u64>().no_shrink()) {
        types(&FILES[FILES.len() / 2..], seed)?;
    }
}

fn types(files: &[(String, String)], seed: u64) -> Result<(), TestCaseError> {
    prop_assert!(files.len() >= 7, "{}", files.len());
    let mut typist = Typist(seed);
    let (name, text) = &files[typist.below(files.len())];
    let mut document = Document::new(text.as_str(), Syntax::Json);
    let _ = answers(&document);
    for _ in 0..CHANGES {
        let mut undo = Vec::new();
        for (bytes, new) in typist.next(&document) {
            let old = document.text()[bytes.clone()].to_owned();
            undo.push((bytes.start..bytes.start + new.len(), old));
            document.replace(&bytes, &new);
        }
        let anew = Document::new(document.text(), Syntax::Json);
        prop_assert!(document.outline() == anew.outline(), "the outline of {name}, seed {seed}: {}", document.text());
        for ((what, is), (_, wanted)) in answers(&document).into_iter().zip(answers(&anew)) {
            let same = is.bytes().zip(wanted.bytes()).take_while(|(is, wanted)| is == wanted).count();
            let from = same.saturating_sub(200);
            let shown = |text: &str| text.chars().skip(from).take(400).collect::<String>();
            prop_assert!(is == wanted, "{what} of {name}, seed {seed}: {} and not {}", shown(&is), shown(&wanted));
        }
        // What is broken for good would have nothing left to say.
        if typist.below(3) > 0 {
            for (bytes, old) in undo.into_iter().rev() {
                document.replace(&bytes, &old);
            }
        }
    }
    Ok(())
}
