//! The texts and the lorebook of a document, each with its place.

use std::borrow::Cow;

use cards_model::book::BookView;
use cards_model::{Card, Content, Form, Json, Pointer, TextClass, TextKind};

use crate::needs::lookup;

/// A text of a card, with its place.
#[derive(Clone, Debug)]
pub(crate) struct Text<'a> {
    pub(crate) pointer: Pointer,
    pub(crate) text: Cow<'a, str>,
    pub(crate) role: Role,
}

/// What a text is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Part of the prompt: description, personality, scenario, examples.
    Prompt,
    /// A greeting.
    Greeting,
    /// A system prompt or post-history instruction, where `{{original}}` has a meaning.
    Override,
    /// The content of a lorebook entry or a module entry.
    Lore,
    /// A key of a lorebook entry.
    Key,
    /// Notes for people.
    Notes,
    /// A name or another label.
    Label,
}

impl Role {
    /// Whether the text may have macros.
    pub(crate) fn has_macros(self) -> bool {
        self.is_expanded() || self == Self::Key
    }

    /// Whether every client expands macros in the text.
    pub(crate) fn is_expanded(self) -> bool {
        !matches!(self, Self::Key | Self::Notes | Self::Label)
    }
}

/// The texts of a document, those of its lorebook behind the others, and the lorebook.
pub(crate) fn taken_apart(content: &Content) -> (Vec<Text<'_>>, Option<BookView<'_>>) {
    let book = BookView::of(content).filter(|_| content.form() != Form::Module);
    let mut texts = texts(content);
    if let Some(book) = &book {
        lore_texts(book, &mut texts);
    }
    (texts, book)
}

/// The texts of a document without those of its lorebook.
fn texts(content: &Content) -> Vec<Text<'_>> {
    let mut texts = Vec::new();
    let mut push = |pointer: Pointer, text, role| {
        if !str::is_empty(text) {
            texts.push(Text { pointer, text: Cow::Borrowed(text), role });
        }
    };
    match content {
        Content::Card(card) => {
            // A name that has no place beside it to be told from is no text of V0 and V1.
            let bare = matches!(card, Card::V0(_) | Card::V1(_));
            for text in card.texts().into_iter().filter(|text| !bare || text.kind != TextKind::Name) {
                // Names of scripts and their code are none that an author writes for a reader or a model.
                if text.kind.class() != TextClass::Prose {
                    continue;
                }
                push(text.pointer, text.text, role_of(&text.kind));
            }
        }
        Content::Module(module) => {
            push(Pointer::from(["intro"]), &module.intro, Role::Notes);
            let entries = Pointer::from(["entries"]);
            for (i, entry) in module.entries.iter().enumerate() {
                push(entries.index(i).member("content"), &entry.content, Role::Lore);
            }
        }
        _ => {}
    }
    texts
}

/// What clients do with a text of a card.
fn role_of(kind: &TextKind) -> Role {
    match kind {
        TextKind::Name | TextKind::Nickname => Role::Label,
        TextKind::Greeting(_) => Role::Greeting,
        TextKind::SystemPrompt | TextKind::PostHistoryInstructions => Role::Override,
        TextKind::CreatorNotes | TextKind::GuidanceNote => Role::Notes,
        _ => Role::Prompt,
    }
}

/// The texts of a lorebook.
fn lore_texts<'a>(book: &BookView<'a>, texts: &mut Vec<Text<'a>>) {
    for entry in &book.entries {
        let text = Cow::Borrowed(entry.content());
        texts.push(Text { pointer: entry.pointer.member("content"), text, role: Role::Lore });
        for (name, keys) in entry.key_lists() {
            // Braces of a pattern are no macros.
            let plain = |key: &String| entry.use_regex() != Some(true) && !key.starts_with('/');
            for (i, key) in keys.iter().enumerate().filter(|(_, key)| plain(key)) {
                let pointer = entry.pointer.member(name).index(i);
                texts.push(Text { pointer, text: Cow::Borrowed(key), role: Role::Key });
            }
        }
    }
}

/// Where SillyTavern's scripts are in the extensions, and where RisuAI's.
const LISTS: [&str; 2] = ["regex_scripts", "risuai/customScripts"];

/// The scripts of a card, with their places.
pub(crate) fn scripts_of(card: &Card) -> [Vec<(Pointer, &Json)>; 2] {
    LISTS.map(|path| {
        let base = card.form().extensions_pointer().unwrap_or_default();
        let place = path.split('/').fold(base, |place, name| place.member(name));
        let items = lookup(card.extensions(), path).and_then(Json::as_array).unwrap_or_default();
        items.iter().enumerate().map(|(number, item)| (place.index(number), item)).collect()
    })
}
