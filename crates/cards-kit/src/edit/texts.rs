//! Every text of a card or lorebook, each with the name that people call its place: for lists, searches and translators.

use std::borrow::Cow;

use cards_container::OpenFile;
use cards_json::{Json, Pointer};
use cards_model::concept;
use cards_model::names::member_of_entry;
use cards_model::{
    Card, Content, Entry, Form, Grammar, GreetingKind, Lorebook, Module, Reading, TextKind, peek_with_evidence,
};

pub use cards_model::TextClass;

use super::entries;
use super::place::{Place, Step, Way};
use crate::error::Error;

/// A text of a card or lorebook.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Text<'a> {
    /// What the place is called.
    pub place: Place,
    /// Where it stands.
    pub pointer: Pointer,
    /// The text.
    pub text: Cow<'a, str>,
    /// What it is: prose, code or a label.
    pub class: TextClass,
}

/// Gives every text that is not empty: those of the card in reading order, with its labels and the code of scripts that clients keep
/// in its extensions, then tags, then the lorebook entry by entry, with titles and keys. Entries go by their numbers, since titles
/// repeat and are texts themselves; keys that a form writes as one text are one.
///
/// ```
/// use cards_kit::{edit::texts::texts, open};
/// let file = br#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","alternate_greetings":["Hi"]}}"#;
/// let opened = open(&file[..], cards_kit::Limits::default())?;
/// let places: Vec<_> = texts(opened.content()).iter().map(|text| text.place.to_string()).collect();
/// assert_eq!(places, ["name", "greetings[1]"]);
/// # Ok::<(), cards_kit::Error>(())
/// ```
#[must_use]
pub fn texts(content: &Content) -> Vec<Text<'_>> {
    let mut all = Vec::new();
    match content {
        Content::Card(card) => of_card(card, &mut all),
        Content::Module(module) => of_module(module, &mut all),
        _ => {}
    }
    let form = content.form();
    let book = match content {
        Content::Card(Card::V0(_) | Card::V1(_)) => return all,
        Content::Card(Card::V2(card)) => card.data.character_book.as_ref(),
        Content::Card(Card::V3(card)) => card.data.character_book.as_ref(),
        Content::Card(Card::V3L(card)) => card.data.character_book.as_ref(),
        Content::Lorebook(book) => Some(book),
        Content::LorebookV3(file) => Some(&file.data),
        // The others are read as they are written.
        _ => {
            of_book(&content.to_json(), form, &mut all);
            return all;
        }
    };
    if let (Some(book), Some(place)) = (book, form.book_pointer()) {
        of_lorebook(book, &place, &mut all);
    }
    all
}

/// Lists of texts that have no names of their own, and the fields that they are.
///
/// Spec: CCv3L `first_messages`, `example_messages`, `creator_notes`.
const LISTS: [(&str, &str); 3] = [
    ("greetings", "/data/first_messages/"),
    ("mes_example", "/data/example_messages/"),
    ("creator_notes", "/data/creator_notes/"),
];

/// The fields that texts have, as [`Text::is_of`] and `cards grep --field` take them.
pub const FIELDS: [&str; 25] = [
    "name",
    "nickname",
    "description",
    "personality",
    "scenario",
    "system_prompt",
    "post_history_instructions",
    "depth_prompt",
    "greetings",
    "group_only_greetings",
    "mes_example",
    "creator_notes",
    "guidance_note",
    "creator",
    "character_version",
    "source",
    "extensions",
    "intro",
    "category",
    "tags",
    "book",
    "book.name",
    "book.keys",
    "book.content",
    "book.comment",
];

impl Text<'_> {
    /// An empty text at a place, which [`texts`] leaves out: what it is of is told by the name of the place alone.
    #[doc(hidden)]
    #[must_use]
    pub fn empty(place: Place) -> Self {
        Self { place, pointer: Pointer::ROOT, text: Cow::Borrowed(""), class: TextClass::Prose }
    }

    /// Whether the text is of a field: by the name of its place, all greetings as `greetings`, notes of any language as
    /// `creator_notes`, lorebook texts as `book`,
    /// `book.keys`, `book.content` and so on.
    #[must_use]
    pub fn is_of(&self, field: &str) -> bool {
        let Way::Named(name, steps) = &self.place.0 else {
            return LISTS.iter().any(|(of, member)| *of == field && self.pointer.as_str().starts_with(member));
        };
        let own = match name.as_str() {
            "first_mes" => "greetings",
            "creator_notes_multilingual" => "creator_notes",
            name => name,
        };
        if own == field || name == field {
            return true;
        }
        let member = steps.iter().find_map(|step| if let Step::Member(name) = step { Some(name) } else { None });
        field.split_once('.').is_some_and(|(head, rest)| {
            head == own && member.is_some_and(|member| member.strip_prefix("secondary_").unwrap_or(member) == rest)
        })
    }
}

/// Reads an opened file and gives its texts to `use_them`: of pictures and archives, only the card is read.
/// Where `wanted` says no to the JSON of the card, there are no texts; whether it is a card is looked at all the same, so that
/// the answer to that never depends on what is wanted.
///
/// # Errors
/// [`Error::Container`].
pub fn read_texts<T: Default>(
    file: &mut OpenFile<'_>,
    wanted: impl Fn(&[u8]) -> bool,
    use_them: impl Fn(&[Text<'_>]) -> T,
) -> Result<T, Error> {
    let limits = file.limits().for_json();
    let read = file.read(|json, evidence| {
        if !wanted(json) {
            return Ok(peek_with_evidence(json, evidence, &limits).map(|_| T::default())?);
        }
        let reading = Reading::with_evidence(json, Grammar::Strict, evidence, &limits)?;
        Ok(use_them(&texts(reading.content())))
    })?;
    Ok(read.value)
}

fn of_card<'a>(card: &'a Card, all: &mut Vec<Text<'a>>) {
    let (mut alternate, mut group) = (0, 0);
    let named = |name: &str, steps: Vec<Step>| Place(Way::Named(name.to_owned(), steps));
    for text in card.texts() {
        let member = |name: &str| named(name, Vec::new());
        let place = match &text.kind {
            TextKind::Greeting(GreetingKind::Alternate) => {
                alternate += 1;
                named("greetings", vec![Step::Index(alternate)])
            }
            TextKind::Greeting(GreetingKind::GroupOnly) => {
                group += 1;
                named("group_only_greetings", vec![Step::Index(group - 1)])
            }
            TextKind::Source => {
                let number = text.pointer.last().and_then(|last| last.parse().ok());
                named("source", number.map(Step::Index).into_iter().collect())
            }
            TextKind::Script | TextKind::ScriptName => in_extensions(card.form(), &text.pointer),
            TextKind::Example if !text.pointer.as_str().contains("example_messages") => member("mes_example"),
            TextKind::CreatorNotes => match text.pointer.last().as_deref() {
                Some("creator_notes") => member("creator_notes"),
                Some(language) if text.pointer.as_str().contains("creator_notes_multilingual") => {
                    named("creator_notes_multilingual", vec![Step::Member(language.to_owned())])
                }
                _ => text.pointer.clone().into(),
            },
            // Of lists in lists the pointer is the clearer name.
            TextKind::Example | TextKind::Greeting(GreetingKind::Locale(_)) => text.pointer.clone().into(),
            kind => member(kind.field()),
        };
        if !text.text.is_empty() {
            all.push(Text { place, pointer: text.pointer, text: Cow::Borrowed(text.text), class: text.kind.class() });
        }
    }
    let tags = concept::place(card.form(), "tags").unwrap_or_default();
    for (index, tag) in card.tags().iter().enumerate().filter(|(_, tag)| !tag.is_empty()) {
        let place = named("tags", vec![Step::Index(index)]);
        all.push(Text { place, pointer: tags.index(index), text: Cow::Borrowed(tag), class: TextClass::Prose });
    }
}

/// The texts of a module beside its entries; its name is that of the book.
fn of_module<'a>(module: &'a Module, all: &mut Vec<Text<'a>>) {
    for text in module.texts().into_iter().filter(|text| !text.text.is_empty() && text.kind != TextKind::Name) {
        let name = text.pointer.last().unwrap_or_default().into_owned();
        let place = Place(Way::Named(name, Vec::new()));
        all.push(Text { place, pointer: text.pointer, text: text.text.into(), class: text.kind.class() });
    }
}

/// What a place in the extensions is called; its pointer where a name in it is none that a place can be called by.
fn in_extensions(form: Form, pointer: &Pointer) -> Place {
    let named = || {
        let base = form.extensions_pointer()?;
        let below = pointer.as_str().strip_prefix(base.as_str())?.trim_start_matches('/');
        let steps = below.split('/').map(|step| match step.parse() {
            Ok(index) => Some(Step::Index(index)),
            Err(_) if step.contains(['.', '[', ']', '~', '"']) || step.is_empty() => None,
            Err(_) => Some(Step::Member(step.to_owned())),
        });
        Some(Place(Way::Named("extensions".to_owned(), steps.collect::<Option<_>>()?)))
    };
    named().unwrap_or_else(|| pointer.clone().into())
}

/// The texts of a lorebook whose types are those of the specs.
fn of_lorebook<'a>(book: &'a Lorebook, place: &Pointer, all: &mut Vec<Text<'a>>) {
    for (name, text) in [("name", &book.name), ("description", &book.description)] {
        if let Some(text) = text.as_deref().filter(|text| !text.is_empty()) {
            let named = Place(Way::Named("book".to_owned(), vec![Step::Member(name.to_owned())]));
            all.push(Text { place: named, pointer: place.member(name), text: text.into(), class: TextClass::Prose });
        }
    }
    let entries = place.member("entries");
    for (number, entry) in book.entries.iter().enumerate() {
        let at = entries.index(number);
        let mut push = |name: &str, index: Option<usize>, text: &'a str| {
            if !text.is_empty() {
                let pointer = at.member(name);
                let pointer = index.map_or_else(|| pointer.clone(), |index| pointer.index(index));
                let place = entry_place(number, name, index);
                all.push(Text { place, pointer, text: text.into(), class: TextClass::Prose });
            }
        };
        let Entry { name, comment, keys, secondary_keys, content, .. } = entry;
        push("name", None, name.as_deref().unwrap_or_default());
        push("comment", None, comment.as_deref().unwrap_or_default());
        keys.iter().enumerate().for_each(|(index, key)| push("keys", Some(index), key));
        let second = secondary_keys.iter().flatten().enumerate();
        second.for_each(|(index, key)| push("secondary_keys", Some(index), key));
        push("content", None, content);
    }
}

/// What the place of an entry's text is called.
fn entry_place(number: usize, name: &str, below: Option<usize>) -> Place {
    let mut steps = vec![Step::Index(number), Step::Member(name.to_owned())];
    steps.extend(below.map(Step::Index));
    Place(Way::Named("book".to_owned(), steps))
}

fn of_book(json: &Json, form: Form, all: &mut Vec<Text<'_>>) {
    let Some(book) = form.book_pointer() else { return };
    for name in ["name", "description"] {
        if let Some(text) = json.at(&book.member(name)).and_then(Json::as_str).filter(|text| !text.is_empty()) {
            let place = Place(Way::Named("book".to_owned(), vec![Step::Member(name.to_owned())]));
            all.push(Text { place, pointer: book.member(name), text: text.to_owned().into(), class: TextClass::Prose });
        }
    }
    for (number, (pointer, entry)) in entries::written(form, json).iter().enumerate() {
        of_entry_at(number, pointer, entry, form, all);
    }
}

/// The texts of one entry.
fn of_entry_at(number: usize, pointer: &Pointer, entry: &Json, form: Form, all: &mut Vec<Text<'_>>) {
    let place = |name: &str, below: Option<usize>| entry_place(number, name, below);
    let mut seen = Vec::new();
    for name in ["name", "comment", "keys", "secondary_keys", "content"] {
        let own = member_of_entry(form, name).name;
        if seen.contains(&own) {
            continue;
        }
        seen.push(own);
        let at = pointer.member(own);
        match entry.get(own) {
            Some(Json::String(text)) if !text.is_empty() => {
                all.push(Text {
                    place: place(name, None),
                    pointer: at,
                    text: text.clone().into(),
                    class: TextClass::Prose,
                });
            }
            Some(Json::Array(keys)) => {
                for (index, key) in keys.iter().enumerate() {
                    if let Some(text) = key.as_str().filter(|text| !text.is_empty()) {
                        let pointer = at.index(index);
                        all.push(Text {
                            place: place(name, Some(index)),
                            pointer,
                            text: text.to_owned().into(),
                            class: TextClass::Prose,
                        });
                    }
                }
            }
            _ => {}
        }
    }
}
