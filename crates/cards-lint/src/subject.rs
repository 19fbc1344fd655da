//! What rules look at: a document taken apart once for all of them.

use std::borrow::Cow;
use std::cell::OnceCell;

use cards_model::json::Object;
use cards_model::{
    Card, Content, Document, Entry, Json, Lorebook, Number, Pointer, Style, TextKind, WorldInfo, worldinfo,
};

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
    pub(crate) book: Option<Book<'a>>,
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

/// The lorebook of a document, whatever its form.
pub(crate) struct Book<'a> {
    pub(crate) pointer: Pointer,
    pub(crate) book: Cow<'a, Lorebook>,
    /// For each entry: its pointer and the names of the members that hold its keys.
    pub(crate) places: Vec<EntryPlace>,
}

/// Where an entry stands.
pub(crate) struct EntryPlace {
    pub(crate) pointer: Pointer,
    pub(crate) keys: &'static str,
    pub(crate) secondary: &'static str,
}

impl Book<'_> {
    /// The entries with their places.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (&EntryPlace, &Entry)> {
        self.places.iter().zip(&self.book.entries)
    }
}

impl<'a> Subject<'a> {
    pub(crate) fn new(input: Input<'a>, options: &'a Options<'a>) -> Self {
        let book = book(&input.document.content);
        let mut texts = texts(&input.document.content);
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

fn book(content: &Content) -> Option<Book<'_>> {
    let book = match content {
        Content::WorldInfo(world) => return Some(world_book(world)),
        // A Prom lorebook has the members of the one that it stands for, so pointers hold for both.
        Content::Card(_) | Content::LorebookV3(_) | Content::Lorebook(_) | Content::PromBook(_) => {
            content.lorebook()?
        }
        _ => return None,
    };
    let entries = content.form().entries_pointer()?;
    let place = |i| EntryPlace { pointer: entries.index(i), keys: "keys", secondary: "secondary_keys" };
    let places = (0..book.entries.len()).map(place).collect();
    Some(Book { pointer: content.form().book_pointer()?, places, book })
}

/// World info as the lorebook that it stands for, as far as rules look at it.
fn world_book(world: &WorldInfo) -> Book<'_> {
    let entries = Pointer::from(["entries"]);
    let mut places = Vec::new();
    let mut book = Lorebook { name: world.name.clone(), ..Lorebook::default() };
    for (uid, entry) in &world.entries.0 {
        places.push(EntryPlace { pointer: entries.member(uid), keys: "key", secondary: "keysecondary" });
        book.entries.push(Entry {
            keys: entry.key.clone(),
            content: entry.content.clone(),
            enabled: entry.disable != Some(true),
            insertion_order: entry.order.clone().unwrap_or(100.into()),
            // De facto: SillyTavern tells patterns by their slashes.
            use_regex: Some(false),
            case_sensitive: entry.case_sensitive,
            constant: entry.constant,
            comment: entry.comment.clone(),
            selective: Some(entry.selective.unwrap_or(true)),
            secondary_keys: entry.keysecondary.clone(),
            extensions: world_extensions(entry),
            ..Entry::default()
        });
    }
    Book { pointer: Pointer::ROOT, book: Cow::Owned(book), places }
}

/// What world info says beyond the members of a lorebook, by the names under which SillyTavern puts it into cards.
fn world_extensions(entry: &worldinfo::Entry) -> Object {
    let flag = |value: Option<bool>| value.map(Json::from);
    let number = |value: &Option<Number>| value.clone().map(Json::Number);
    let members = [
        ("selectiveLogic", number(&entry.selective_logic)),
        ("exclude_recursion", flag(entry.exclude_recursion)),
        ("prevent_recursion", flag(entry.prevent_recursion)),
        ("delay_until_recursion", entry.delay_until_recursion.clone()),
        ("probability", number(&entry.probability)),
        ("useProbability", flag(entry.use_probability)),
        ("scan_depth", number(&entry.scan_depth)),
        ("match_whole_words", flag(entry.match_whole_words)),
        ("vectorized", flag(entry.vectorized)),
    ];
    let mut object = Object::new();
    for (name, value) in members {
        if let Some(value) = value {
            object.insert(name, value);
        }
    }
    object
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

/// The texts of a lorebook. They are copied, since the book may be one that was made for the look.
fn lore_texts(book: &Book<'_>, texts: &mut Vec<Text<'_>>) {
    for (place, entry) in book.entries() {
        let pointer = place.pointer.member("content");
        texts.push(Text { pointer, text: Cow::Owned(entry.content.clone()), role: Role::Lore });
        let lists = [(place.keys, Some(&entry.keys)), (place.secondary, entry.secondary_keys.as_ref())];
        for (name, keys) in lists.into_iter().filter_map(|(name, keys)| Some((name, keys?))) {
            // Braces of a pattern are no macros.
            let plain = |key: &String| entry.use_regex != Some(true) && !key.starts_with('/');
            for (i, key) in keys.iter().enumerate().filter(|(_, key)| plain(key)) {
                let pointer = place.pointer.member(name).index(i);
                texts.push(Text { pointer, text: Cow::Owned(key.clone()), role: Role::Key });
            }
        }
    }
}
