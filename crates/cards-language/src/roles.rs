//! What each string of a file is for.

use std::collections::HashMap;

use cards_json::{Kind, Pointer};
use cards_kit::edit::texts::{Text, TextClass, texts};
use cards_kit::{Beside, Place};

use crate::document::{Document, Holds};

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

/// What each value of a card, lorebook or module is for. A file of another program is told by what its strings say, since its
/// places are others than those that it is read with.
pub(crate) fn of_content(document: &Document, texts: &[Text<'_>], foreign: bool) -> Vec<Option<Role>> {
    let places: HashMap<&str, Role> = texts.iter().map(|text| (text.pointer.as_str(), role_of(text))).collect();
    let said: HashMap<&str, Role> =
        if foreign { texts.iter().map(|text| (&*text.text, role_of(text))).collect() } else { HashMap::new() };
    let mut roles = of_strings(document, |pointer| places.get(pointer.as_str()).copied());
    if foreign {
        for (node, role) in roles.iter_mut().enumerate().filter(|(_, role)| role.is_none()) {
            *role = document.string(node).and_then(|text| said.get(&*text).copied());
        }
    }
    roles
}

/// Asks for the role of each string by its pointer.
fn of_strings(document: &Document, ask: impl Fn(&Pointer) -> Option<Role>) -> Vec<Option<Role>> {
    let (outline, text) = (document.outline(), document.text());
    // The pointer of what was looked at last, and how deep each of its steps is.
    let (mut pointer, mut open) = (Pointer::ROOT, Vec::new());
    let mut roles = Vec::with_capacity(outline.nodes().len());
    for (at, node) in outline.nodes().iter().enumerate() {
        while open.pop_if(|after| *after <= at).is_some() {
            pointer.pop();
        }
        if node.parent.is_some() {
            match outline.name(text, at) {
                Some(name) => pointer.push_member(&name),
                None => pointer.push_index(node.index),
            }
            open.push(node.after);
        }
        roles.push(if node.kind == Some(Kind::String) { ask(&pointer) } else { None });
    }
    roles
}

/// What a file is that is no card, lorebook or module, and what its strings are for.
pub(crate) fn of_other(document: &Document) -> (Holds, Vec<Option<Role>>) {
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
