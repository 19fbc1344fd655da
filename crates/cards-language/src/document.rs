//! One open text: what it is, where its values are, and what they say.

use std::cell::{OnceCell, RefCell};
use std::ops::Range as Bytes;
use std::rc::Rc;

use cards_container::yaml;
use cards_json::{Escapes, Json, Kind, Limits, Outline, Pointer, Reread};
use cards_kit::{OpenOptions, Opened};
use cards_model::Form;

use crate::kept::{Before, Kept};
use crate::lines::{Lines, Range};
use crate::roles::{self, Read, Role};
use crate::text::TextFacts;

/// What a text is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// JSON, with comments and trailing commas or without.
    Json,
    /// YAML.
    Yaml,
    /// One text of a card, as it is: a greeting that was opened by itself.
    Plain,
}

cards_words::named! {
    Syntax: "syntax";
    Json => "json",
    Yaml => "yaml",
    Plain => "plain",
}

impl Syntax {
    /// Tells the syntax by the name of a file.
    #[must_use]
    pub fn of(name: &str) -> Self {
        let is = |ending: &str| name.len() > ending.len() && name.to_ascii_lowercase().ends_with(ending);
        if is(".yaml") || is(".yml") { Self::Yaml } else { Self::Json }
    }
}

/// What a text holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Holds {
    /// A card, a lorebook or a module.
    Content(Form),
    /// A preset of SillyTavern for chat completion.
    Preset,
    /// Regex scripts.
    Scripts,
    /// Another file that clients keep beside their cards: templates, personas, a chat.
    Beside,
    /// One text of a card.
    Text,
    /// Something else, about which there is nothing to say.
    Other,
}

/// A text that is open in an editor.
///
/// Of JSON, a change costs no reading of the values that it does not touch; see [`Document::edit`].
///
/// ```
/// use cards_language::{Document, Syntax};
/// let text = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","first_mes":"Hi {{user}}"}}"#;
/// let document = Document::new(text, Syntax::Json);
/// let at = document.find(&"/data/first_mes".parse()?).ok_or("no greeting")?;
/// assert_eq!(document.text_of(at).map(|text| text.map.text().to_owned()).as_deref(), Some("Hi {{user}}"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Document {
    text: String,
    syntax: Syntax,
    lines: Lines,
    outline: Outline,
    /// The JSON that YAML says.
    json: String,
    /// Where each value is in that.
    said: Outline,
    read: OnceCell<Read>,
    card: OnceCell<Option<Rc<cards_model::Document>>>,
    /// The card that a plain text is of.
    of: Option<Of>,
    /// What is known of each text, by its value.
    texts: RefCell<Vec<Option<Rc<TextFacts>>>>,
    /// Where the book's entries are, with their numbers; of the order of [`cards_model::book::BookView`].
    entries: OnceCell<Vec<Entry>>,
    /// Answers about all of it.
    kept: Kept,
}

/// What a plain text is a part of.
#[derive(Clone, Debug)]
struct Of {
    card: Rc<cards_model::Document>,
    role: Role,
}

/// Reads a file of any container, what people wrote by hand too.
pub(crate) fn opened(bytes: &[u8]) -> Option<Opened<'_>> {
    cards_kit::open(bytes, OpenOptions::mendable(&cards_kit::Limits::default())).ok()
}

/// An entry of the lorebook.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) node: usize,
}

impl Document {
    /// Opens a text.
    #[must_use]
    pub fn new(text: impl Into<String>, syntax: Syntax) -> Self {
        let mut document = Self {
            text: text.into(),
            syntax,
            lines: Lines::default(),
            outline: Outline::default(),
            json: String::new(),
            said: Outline::default(),
            read: OnceCell::new(),
            card: OnceCell::new(),
            of: None,
            texts: RefCell::default(),
            entries: OnceCell::new(),
            kept: Kept::default(),
        };
        document.lines = Lines::of(&document.text);
        document.reread();
        document
    }

    /// Opens the text at a place of a file of any container, whose card answers for the values of macros.
    #[must_use]
    pub fn of_file(text: impl Into<String>, file: &[u8], place: &str) -> Self {
        let of = opened(file).map(|opened| {
            let role = roles::of_place(&opened.loaded.document.content, place).unwrap_or(Role::Prose);
            Of { card: Rc::new(opened.loaded.document), role }
        });
        Self { of, ..Self::new(text, Syntax::Plain) }
    }

    /// Changes the text, a stretch of it or, without one, all of it, and says whether the values that the change does not touch did
    /// not have to be read again. So it is in JSON where what is before and behind the change means what it meant: in a text, in a
    /// member, an entry that comes or goes, half typed or whole.
    pub fn edit(&mut self, range: Option<Range>, new: &str) -> bool {
        let Some(range) = range else {
            let of = self.of.take();
            *self = Self { of, ..Self::new(new, self.syntax) };
            return false;
        };
        let replaced = self.lines.bytes(&self.text, range);
        self.replace(&replaced, new)
    }

    /// The same for bytes.
    pub fn replace(&mut self, replaced: &Bytes<usize>, new: &str) -> bool {
        let before = Before::new(&self.lines, &self.text, replaced, new);
        self.lines.edit(&self.text, replaced, new);
        self.text.replace_range(replaced.clone(), new);
        self.card.take();
        let mut kept = std::mem::take(&mut self.kept);
        if self.syntax != Syntax::Json {
            self.reread();
            return false;
        }
        let limits = Limits::default();
        let Some(node) = self.outline.edit(&self.text, replaced, new.len(), &limits) else {
            let count = self.outline.nodes().len();
            let again = self.outline.reread(&self.text, replaced, new.len(), &limits);
            return self.reread_part(&again) && again.old != (0..count);
        };
        self.texts.get_mut().get_mut(node).and_then(Option::take);
        let is_empty = self.outline.inside(node).is_none_or(|inside| inside.is_empty());
        // Empty texts have no role, and what is no text may be what tells the form.
        if is_empty || !self.read.get().is_some_and(|read| read.is_text_alone(node)) {
            return self.reread_part(&Reread { old: node..node + 1, new: node..node + 1 });
        }
        if let Some(moved) = before.moved(&self.lines, &self.text, replaced.start + new.len()) {
            kept.follow(self, node, moved);
            self.kept = kept;
        }
        true
    }

    /// Follows values that were read again, and says whether what is known of the others could stay.
    fn reread_part(&mut self, again: &Reread) -> bool {
        self.entries.take();
        let texts = self.texts.get_mut();
        if texts.len() > again.old.start {
            let end = again.old.end.min(texts.len());
            texts.splice(again.old.start..end, again.new.clone().map(|_| None));
        }
        let Some(read) = self.read.take() else { return true };
        let followed = read.follow(self, again);
        let is_followed = followed.is_some();
        self.read = followed.map_or_else(OnceCell::new, OnceCell::from);
        is_followed
    }

    fn reread(&mut self) {
        self.texts.get_mut().clear();
        self.read.take();
        self.entries.take();
        match self.syntax {
            Syntax::Json => self.outline = Outline::read(&self.text, &Limits::default()),
            Syntax::Yaml => {
                let read = yaml::outline(&self.text, &cards_container::Limits::default());
                (self.outline, self.json) = (read.outline, read.json);
                self.said = Outline::read(&self.json, &Limits::unbounded());
            }
            Syntax::Plain => {}
        }
    }

    /// Gives the text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Gives what the text is written in.
    #[must_use]
    pub fn syntax(&self) -> Syntax {
        self.syntax
    }

    /// Gives its lines.
    #[must_use]
    pub fn lines(&self) -> &Lines {
        &self.lines
    }

    /// Gives its values with their places; a plain text has none.
    #[must_use]
    pub fn outline(&self) -> &Outline {
        &self.outline
    }

    /// Gives what the text holds.
    #[must_use]
    pub fn holds(&self) -> Holds {
        if self.syntax == Syntax::Plain { Holds::Text } else { self.read().holds() }
    }

    /// Gives the stretch that some bytes are.
    #[must_use]
    pub fn range(&self, bytes: &Bytes<usize>) -> Range {
        self.lines.range(&self.text, bytes)
    }

    /// Gives the value at a pointer.
    #[must_use]
    pub fn find(&self, pointer: &Pointer) -> Option<usize> {
        if self.syntax == Syntax::Plain {
            return pointer.is_root().then_some(0);
        }
        self.outline.find(&self.text, pointer)
    }

    /// Gives the pointer of a value.
    #[must_use]
    pub fn pointer(&self, node: usize) -> Pointer {
        self.outline.pointer(&self.text, node)
    }

    /// Gives the value around a byte.
    #[must_use]
    pub fn at(&self, offset: usize) -> Option<usize> {
        if self.syntax == Syntax::Plain { Some(0) } else { self.outline.at(offset) }
    }

    /// Gives the text around a byte, and the byte of what it says.
    #[must_use]
    pub fn text_at(&self, offset: usize) -> Option<(usize, Rc<TextFacts>, usize)> {
        let node = self.at(offset)?;
        let facts = self.text_of(node)?;
        let inside = facts.inside.clone();
        let within = inside.start <= offset && offset <= inside.end;
        let at = within.then(|| facts.map.to_text(offset - inside.start))?;
        Some((node, facts, at))
    }

    /// Gives what a string says, if it is a text of a card, book, script or preset.
    #[must_use]
    pub fn text_of(&self, node: usize) -> Option<Rc<TextFacts>> {
        let role = self.role(node)?;
        let inside = self.inside(node)?;
        let known = self.texts.borrow().get(node).cloned().flatten().filter(|facts| facts.role == role);
        if let Some(facts) = known {
            if facts.inside == inside {
                return Some(facts);
            }
            // What was typed before it moved it.
            return Some(self.know(node, facts.at(inside)));
        }
        let written = self.text.get(inside.clone())?;
        let map = match self.syntax {
            Syntax::Json => Escapes::of(written),
            Syntax::Plain => Escapes::aligned(written, written),
            Syntax::Yaml => Escapes::aligned(written, &self.said(node)?),
        };
        Some(self.know(node, TextFacts::new(role, inside, map)))
    }

    fn know(&self, node: usize, facts: TextFacts) -> Rc<TextFacts> {
        let facts = Rc::new(facts);
        let mut texts = self.texts.borrow_mut();
        if texts.len() <= node {
            texts.resize(node + 1, None);
        }
        if let Some(known) = texts.get_mut(node) {
            *known = Some(facts.clone());
        }
        facts
    }

    /// What a string of YAML says.
    fn said(&self, node: usize) -> Option<String> {
        let inside = self.said.inside(node)?;
        Some(Escapes::of(self.json.get(inside)?).text().to_owned())
    }

    /// The bytes of a string, without its quotes where they are no part of how it is read.
    fn inside(&self, node: usize) -> Option<Bytes<usize>> {
        match self.syntax {
            Syntax::Json => self.outline.inside(node),
            Syntax::Plain => Some(0..self.text.len()),
            Syntax::Yaml => self
                .outline
                .nodes()
                .get(node)
                .filter(|node| node.kind == Some(Kind::String))
                .map(|node| node.span.clone()),
        }
    }

    /// Gives what a value is for, where it is a text.
    #[must_use]
    pub fn role(&self, node: usize) -> Option<Role> {
        if self.syntax == Syntax::Plain {
            return Some(self.of.as_ref().map_or(Role::Prose, |of| of.role));
        }
        self.read().role(node)
    }

    /// Gives all texts in order.
    pub fn texts(&self) -> impl Iterator<Item = (usize, Rc<TextFacts>)> + '_ {
        self.texts_of(None)
    }

    /// The texts among some of the values, or all.
    pub(crate) fn texts_of(&self, nodes: Option<Bytes<usize>>) -> impl Iterator<Item = (usize, Rc<TextFacts>)> + '_ {
        let all = if self.syntax == Syntax::Plain { 0..1 } else { nodes.unwrap_or(0..self.outline.nodes().len()) };
        all.filter_map(|node| Some((node, self.text_of(node)?)))
    }

    /// The text as strict JSON: what is half typed is mended, and YAML is what it says.
    pub(crate) fn as_json(&self) -> std::borrow::Cow<'_, str> {
        match self.syntax {
            Syntax::Yaml => (&self.json).into(),
            _ if self.outline.problems().is_empty() => (&self.text).into(),
            _ => self.outline.mended(&self.text).into(),
        }
    }

    /// The bytes that readers of files get.
    pub(crate) fn as_file(&self) -> std::borrow::Cow<'_, str> {
        let is_whole = self.outline.problems().is_empty();
        if self.syntax == Syntax::Yaml && is_whole { (&self.text).into() } else { self.as_json() }
    }

    /// Reads the whole text as a card, lorebook or module; for a text of a file it is the file, as it was when it was opened.
    pub(crate) fn open(&self) -> Option<cards_model::Document> {
        if self.syntax == Syntax::Plain {
            return self.of.as_ref().map(|of| cards_model::Document::clone(&of.card));
        }
        let file = self.as_file();
        opened(file.as_bytes()).map(|opened| opened.loaded.document)
    }

    /// Gives the card without its book: all that macros ask of it, at the cost of its own texts alone.
    #[must_use]
    pub fn card(&self) -> Option<Rc<cards_model::Document>> {
        if self.syntax == Syntax::Plain {
            return self.of.as_ref().map(|of| of.card.clone());
        }
        self.card.get_or_init(|| self.read_card().map(Rc::new)).clone()
    }

    fn read_card(&self) -> Option<cards_model::Document> {
        let Holds::Content(form) = self.holds() else { return None };
        if !form.is_card() {
            return None;
        }
        let book = form.entries_pointer().and_then(|entries| self.find(&entries));
        let list = book.and_then(|book| Some((book, self.outline.nodes().get(book)?)));
        match list {
            Some((book, list)) if self.syntax == Syntax::Json && list.kind == Some(Kind::Array) => {
                let is_entry =
                    |node: usize| self.outline.nodes().get(node).is_some_and(|node| node.parent == Some(book));
                let without = self.outline.mended_without(&self.text, is_entry);
                Some(opened(without.as_bytes())?.loaded.document)
            }
            _ => self.open(),
        }
    }

    fn read(&self) -> &Read {
        self.read.get_or_init(|| roles::read(self))
    }

    /// The entries of the lorebook, in the order of the file.
    pub(crate) fn entries(&self) -> &[Entry] {
        self.entries.get_or_init(|| {
            let Holds::Content(form) = self.holds() else { return Vec::new() };
            let Some(list) = form.entries_pointer().and_then(|pointer| self.find(&pointer)) else { return Vec::new() };
            self.outline.children(list).map(|node| Entry { node }).collect()
        })
    }

    /// Whether a value is an entry of the lorebook.
    pub(crate) fn is_entry(&self, node: usize) -> bool {
        self.entries().binary_search_by_key(&node, |entry| entry.node).is_ok()
    }

    /// Answers about all of it that are kept.
    pub(crate) fn kept(&self) -> &Kept {
        &self.kept
    }

    /// The entry that a value is in, by its number.
    pub(crate) fn entry_of(&self, node: usize) -> Option<usize> {
        let entries = self.entries();
        let at = entries.partition_point(|entry| entry.node <= node).checked_sub(1)?;
        let own = entries.get(at)?;
        self.outline.nodes().get(own.node).filter(|own| node < own.after).map(|_| at)
    }

    /// A member of a value, by name.
    pub(crate) fn member(&self, node: usize, name: &str) -> Option<usize> {
        self.outline
            .children(node)
            .filter(|child| self.outline.name(&self.text, *child).as_deref() == Some(name))
            .last()
    }

    /// What a string says, whether or not it is a text.
    pub(crate) fn string(&self, node: usize) -> Option<String> {
        match self.syntax {
            Syntax::Yaml => self.said(node),
            _ => Some(Escapes::of(self.text.get(self.outline.inside(node)?)?).text().to_owned()),
        }
    }

    /// The first letter of a stretch.
    pub(crate) fn first_letter(&self, span: &Bytes<usize>) -> Bytes<usize> {
        let first = self.text.get(span.clone()).and_then(|text| text.chars().next());
        span.start..span.start + first.map_or(0, char::len_utf8)
    }

    /// A value as JSON.
    pub(crate) fn value(&self, node: usize) -> Option<Json> {
        let written = self.text.get(self.outline.nodes().get(node)?.span.clone())?;
        Json::read(&cards_json::strict_text(written), &Limits::default()).ok()
    }

    /// The range of bytes of a text, in the file.
    pub(crate) fn text_range(&self, facts: &TextFacts, within: &Bytes<usize>) -> Range {
        let inside = facts.map.range_to_file(within);
        self.range(&(facts.inside.start + inside.start..facts.inside.start + inside.end))
    }

    /// A text as it is written between the quotes of this file.
    pub(crate) fn written(&self, text: &str) -> String {
        if self.syntax == Syntax::Json { cards_json::escaped(text) } else { text.to_owned() }
    }
}
