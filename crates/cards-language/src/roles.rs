//! What each string of a file is for.

use std::collections::{HashMap, HashSet};

use cards_json::{Kind, Node, Pointer, Reread};
use cards_kit::edit::texts::{Text, TextClass, texts};
use cards_kit::{Beside, Place};
use cards_model::Form;

use crate::document::{Document, Holds, Syntax, opened};

/// What a text is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Role {
    /// Part of the prompt: description, greetings, examples, instructions.
    Prose,
    /// The content of a lorebook entry.
    Lore,
    /// A key of a lorebook entry.
    Key,
    /// A pattern of a regex script.
    Pattern,
    /// A name, a comment, notes, code: nothing is expanded in it.
    Label,
}

cards_words::named! {
    Role: "role of a text";
    Prose => "prose",
    Lore => "lore",
    Key => "key",
    Pattern => "pattern",
    Label => "label",
}

impl Role {
    /// Whether clients expand macros in the text.
    #[must_use]
    pub fn expands(self) -> bool {
        matches!(self, Self::Prose | Self::Lore | Self::Key)
    }
}

/// The fields in which clients expand macros.
const EXPANDED: [&str; 9] = [
    "description",
    "personality",
    "scenario",
    "system_prompt",
    "post_history_instructions",
    "depth_prompt",
    "greetings",
    "group_only_greetings",
    "mes_example",
];

fn role_of(text: &Text<'_>) -> Role {
    if text.class != TextClass::Prose {
        return Role::Label;
    }
    if text.is_of("book.content") {
        Role::Lore
    } else if text.is_of("book.keys") {
        Role::Key
    } else if EXPANDED.iter().any(|field| text.is_of(field)) {
        Role::Prose
    } else {
        Role::Label
    }
}

/// What the text at a place of a card, lorebook or module is for, empty texts too; nothing where there is no such place.
pub(crate) fn of_place(content: &cards_model::Content, place: &str) -> Option<Role> {
    let place: Place = place.parse().ok()?;
    let known = texts(content).into_iter().find(|text| text.place == place);
    Some(role_of(&known.unwrap_or_else(|| Text::empty(place))))
}

/// What was told from the whole text: what it holds, and what its strings are for.
#[derive(Clone, Debug)]
pub(crate) struct Read {
    holds: Holds,
    roles: Vec<Option<Role>>,
    kind: ReadAs,
}

/// How a change of one value can be followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ReadAs {
    /// What a string is for depends on its place, and in an entry of the lorebook on that entry alone.
    Entries,
    /// What a string is for depends on its place.
    Places,
    /// On what other strings say.
    Words,
}

/// Entries that are looked at to tell what a file is, and more: of a lorebook, its first ones tell that.
const SAMPLE: usize = 32;

impl Read {
    pub(crate) fn holds(&self) -> Holds {
        self.holds
    }

    pub(crate) fn role(&self, node: usize) -> Option<Role> {
        self.roles.get(node).copied().flatten()
    }

    /// Whether what a text says has no part in what any other is for.
    pub(crate) fn is_text_alone(&self, node: usize) -> bool {
        self.kind != ReadAs::Words && self.role(node).is_some()
    }

    /// Follows values that were read again: the entries that hold them are read in a copy of the file with its first entries and
    /// those alone. Nothing where all has to be read.
    pub(crate) fn follow(mut self, document: &Document, again: &Reread) -> Option<Self> {
        let Holds::Content(form) = self.holds else { return None };
        if self.kind != ReadAs::Entries || self.roles.len() < again.old.end {
            return None;
        }
        let list = entries_apart(document, form)?;
        let outline = document.outline();
        let entries: Vec<usize> = outline.children(list).collect();
        let after = |entry: usize| outline.nodes().get(entry).map_or(entry, |node| node.after);
        // An entry that lost its last value ends where what was read again begins.
        let first = entries.partition_point(|entry| after(*entry) < again.new.start);
        let touched = first..entries.partition_point(|entry| *entry <= again.new.end).max(first);
        // Its number in the copy.
        let number = |_: usize, own: &Node| match own.index {
            number if own.parent != Some(list) || number < SAMPLE => Some(number),
            number if touched.contains(&number) => Some(SAMPLE + number - touched.start.max(SAMPLE)),
            _ => None,
        };
        let is_left_out = |node: usize| outline.nodes().get(node).is_none_or(|own| number(node, own).is_none());
        let copy = outline.mended_without(document.text(), is_left_out);
        let opened = opened(copy.as_bytes())?;
        let read = opened.document();
        if read.content.form() != form || read.origin().is_some() {
            return None;
        }
        self.roles.splice(again.old.clone(), again.new.clone().map(|_| None));
        let texts = texts(&read.content);
        let places = places(&texts);
        let mut is_as_it_was = true;
        each_string(document, number, |node, pointer| {
            let role = places.get(pointer.as_str()).copied();
            let Some(known) = self.roles.get_mut(node) else { return };
            let entry = entries.partition_point(|entry| *entry <= node).checked_sub(1);
            let entry = entry.filter(|entry| entries.get(*entry).is_some_and(|entry| node < after(*entry)));
            // Entries that were not touched show that the others are read as they were.
            is_as_it_was &= *known == role || entry.is_none_or(|entry| touched.contains(&entry));
            *known = role;
        });
        is_as_it_was.then_some(self)
    }
}

/// The list of entries of a lorebook, where each is read for itself: it is where it is once, and all of them are objects, each
/// with a name of its own if they have names.
fn entries_apart(document: &Document, form: Form) -> Option<usize> {
    let (outline, text) = (document.outline(), document.text());
    let mut list = 0;
    for key in form.entries_pointer()?.keys() {
        let mut named = outline.children(list).filter(|child| outline.name(text, *child).as_deref() == Some(&*key));
        list = named.next().filter(|_| named.next().is_none())?;
    }
    let is_object = |node: usize| outline.nodes().get(node).is_some_and(|node| node.kind == Some(Kind::Object));
    let are_apart = match outline.nodes().get(list)?.kind? {
        Kind::Array => true,
        Kind::Object if form == Form::WorldInfo => {
            let mut names = HashSet::new();
            outline.children(list).all(|entry| outline.name(text, entry).is_some_and(|name| names.insert(name)))
        }
        _ => false,
    };
    (are_apart && outline.children(list).all(is_object)).then_some(list)
}

/// Reads all of a text.
pub(crate) fn read(document: &Document) -> Read {
    let Some(opened) = document.open() else {
        let (holds, roles) = of_other(document);
        return Read { holds, roles, kind: ReadAs::Places };
    };
    let form = opened.content.form();
    let is_foreign = opened.origin().is_some() || document.syntax() == Syntax::Yaml;
    let kind = match is_foreign {
        true => ReadAs::Words,
        false if entries_apart(document, form).is_some() => ReadAs::Entries,
        false => ReadAs::Places,
    };
    let roles = of_content(document, &texts(&opened.content), is_foreign);
    Read { holds: Holds::Content(form), roles, kind }
}

fn places<'t>(texts: &'t [Text<'_>]) -> HashMap<&'t str, Role> {
    texts.iter().map(|text| (text.pointer.as_str(), role_of(text))).collect()
}

/// What each value of a card, lorebook or module is for. A file of another program is told by what its strings say, since its
/// places are others than those that it is read with.
fn of_content(document: &Document, texts: &[Text<'_>], foreign: bool) -> Vec<Option<Role>> {
    let places = places(texts);
    let mut roles = of_strings(document, |pointer| places.get(pointer.as_str()).copied());
    if foreign {
        let said: HashMap<&str, Role> = texts.iter().map(|text| (&*text.text, role_of(text))).collect();
        for (node, role) in roles.iter_mut().enumerate().filter(|(_, role)| role.is_none()) {
            *role = document.string(node).and_then(|text| said.get(&*text).copied());
        }
    }
    roles
}

/// Asks for the role of each string by its pointer.
fn of_strings(document: &Document, ask: impl Fn(&Pointer) -> Option<Role>) -> Vec<Option<Role>> {
    let mut roles = vec![None; document.outline().nodes().len()];
    each_string(
        document,
        |_, node| Some(node.index),
        |node, pointer| {
            if let Some(role) = roles.get_mut(node) {
                *role = ask(pointer);
            }
        },
    );
    roles
}

/// Gives each string with its pointer. `number` says which number a value has there, or leaves it out with all that it holds.
fn each_string(
    document: &Document,
    number: impl Fn(usize, &Node) -> Option<usize>,
    mut take: impl FnMut(usize, &Pointer),
) {
    let (outline, text) = (document.outline(), document.text());
    // The pointer of what was looked at last, and how deep each of its steps is.
    let (mut pointer, mut open) = (Pointer::ROOT, Vec::new());
    let mut next = 0;
    while let Some((at, node)) = outline.nodes().get(next).map(|node| (next, node)) {
        let Some(number) = number(at, node) else {
            next = node.after;
            continue;
        };
        next += 1;
        while open.pop_if(|after| *after <= at).is_some() {
            pointer.pop();
        }
        if node.parent.is_some() {
            match outline.name(text, at) {
                Some(name) => pointer.push_member(&name),
                None => pointer.push_index(number),
            }
            open.push(node.after);
        }
        if node.kind == Some(Kind::String) {
            take(at, &pointer);
        }
    }
}

/// What a file is that is no card, lorebook or module, and what its strings are for.
fn of_other(document: &Document) -> (Holds, Vec<Option<Role>>) {
    let none = || (Holds::Other, Vec::new());
    if document.outline().nodes().is_empty() {
        return none();
    }
    let has = |node: usize, name: &str| document.member(node, name).is_some();
    if has(0, "prompts") && (has(0, "prompt_order") || has(0, "chat_completion_source")) {
        let last = |pointer: &Pointer, name: &str| pointer.last().as_deref() == Some(name);
        let role = |pointer: &Pointer| {
            let in_prompt = pointer.as_str().starts_with("/prompts/");
            let own = pointer.keys().count() == 1 && pointer.as_str().ends_with("_prompt");
            match (in_prompt && last(pointer, "content")) || own {
                true => Some(Role::Prose),
                false => (in_prompt && last(pointer, "name")).then_some(Role::Label),
            }
        };
        return (Holds::Preset, of_strings(document, role));
    }
    let is_script = |node: usize| has(node, "findRegex") || (has(node, "in") && has(node, "out"));
    let first = document.outline().children(0).next();
    let in_data = document.member(0, "data").and_then(|data| document.outline().children(data).next());
    let kind = document.member(0, "type").and_then(|kind| document.string(kind));
    let is_risu = kind.as_deref() == Some("regex") && has(0, "data");
    if is_risu || is_script(0) || first.is_some_and(is_script) || in_data.is_some_and(is_script) {
        let role = |pointer: &Pointer| match pointer.last().as_deref()? {
            "findRegex" | "in" => Some(Role::Pattern),
            "replaceString" | "out" => Some(Role::Prose),
            "scriptName" | "comment" => Some(Role::Label),
            _ => None,
        };
        return (Holds::Scripts, of_strings(document, role));
    }
    // What else is kept beside cards is known by its reader.
    let read = Beside::read(document.as_json().as_bytes(), &cards_kit::Limits::default());
    let Some(beside) = read else { return none() };
    let role = |pointer: &Pointer| match (&beside, pointer.last().as_deref()?) {
        (Beside::Personas(_), "description") => Some(Role::Prose),
        (Beside::Templates(_), "content" | "post_history") => Some(Role::Prose),
        (Beside::Templates(_), name) if name.ends_with("_sequence") || name.ends_with("_affix") => Some(Role::Prose),
        (Beside::Personas(_) | Beside::Templates(_), "name") => Some(Role::Label),
        _ => None,
    };
    (Holds::Beside, of_strings(document, role))
}
