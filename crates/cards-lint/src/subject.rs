//! What rules look at: a document taken apart once for all of them.

use std::borrow::Cow;
use std::cell::OnceCell;

use cards_model::book::BookView;
use cards_model::{Card, Content, Document, Form, Json, Pointer, Style, TextKind};

use crate::engine::{self, Verdicts};
use crate::facts::Facts;
use crate::fix;
use crate::options::Options;
use crate::rules::macros;

/// A document to be linted, and what its container shows.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// The document.
    pub document: &'a Document,
    /// What the container shows, where there is one.
    pub facts: Option<&'a Facts>,
}

/// A document taken apart.
pub(crate) struct Subject<'a> {
    pub(crate) input: Input<'a>,
    pub(crate) options: &'a Options<'a>,
    pub(crate) texts: Vec<Text<'a>>,
    /// The lorebook of the document, in whichever layout; the entries of a module are texts that always go in.
    pub(crate) book: Option<BookView<'a>>,
    verdicts: OnceCell<Option<Verdicts>>,
    analyses: OnceCell<Analyses>,
    variables: OnceCell<Vec<(usize, cards_macro::Analysis)>>,
    json: OnceCell<Option<Json>>,
}

/// For each text with macros: its number, and what its macros are.
type Analyses = Vec<(usize, Result<cards_macro::Analysis, cards_macro::Error>)>;

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

impl<'a> Subject<'a> {
    pub(crate) fn new(input: Input<'a>, options: &'a Options<'a>) -> Self {
        let content = &input.document.content;
        let book = BookView::of(content).filter(|_| content.form() != Form::Module);
        let mut texts = texts(content);
        if let Some(book) = &book {
            lore_texts(book, &mut texts);
        }
        Self {
            input,
            options,
            texts,
            book,
            verdicts: OnceCell::new(),
            analyses: OnceCell::new(),
            variables: OnceCell::new(),
            json: OnceCell::new(),
        }
    }

    pub(crate) fn content(&self) -> &'a Content {
        &self.input.document.content
    }

    /// The JSON as it stands in the file, or as it would be written.
    pub(crate) fn json(&self) -> Option<&Json> {
        let document = self.input.document;
        let read = || {
            let source = document.source().and_then(|bytes| fix::parse(&fix::text_of(bytes)));
            source.or_else(|| fix::parse(&document.to_text(Style::Compact)))
        };
        self.json.get_or_init(read).as_ref()
    }

    /// What the lore engine says of the book; it is asked once.
    pub(crate) fn verdicts(&self) -> Option<&Verdicts> {
        self.verdicts.get_or_init(|| engine::verdicts(self)).as_ref()
    }

    /// What the macro engine says of the texts in the profile that fits the form; it is asked once.
    pub(crate) fn analyses(&self) -> &Analyses {
        self.analyses.get_or_init(|| macros::analyse(&self.texts, macros::profile(self.content().form())))
    }

    /// Which texts set and read variables, by SillyTavern's engine, which knows the most ways to do so.
    pub(crate) fn variables(&self) -> &[(usize, cards_macro::Analysis)] {
        let read = || {
            let all = macros::analyse(&self.texts, cards_macro::Profile::SillyTavern);
            let used = |analysis: &cards_macro::Analysis| !analysis.reads.is_empty() || !analysis.writes.is_empty();
            all.into_iter()
                .filter_map(|(number, analysis)| Some((number, analysis.ok().filter(used)?)))
                .filter(|(number, _)| self.texts.get(*number).is_some_and(|text| text.role.is_expanded()))
                .collect()
        };
        self.variables.get_or_init(read)
    }

    pub(crate) fn card(&self) -> Option<&'a Card> {
        self.input.document.card()
    }
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
        TextKind::CreatorNotes => Role::Notes,
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
