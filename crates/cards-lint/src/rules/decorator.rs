//! Rules about decorators: `@@name value` lines at the head of an entry's content.

use std::collections::HashSet;

use cards_model::book::EntryView;
use cards_model::{Card, Content, Form, GreetingKind};
use cards_words::decorators::{Block, Line, Syntax};

use crate::rule::rules;
use crate::sink::Sink;
use crate::subject::Subject;

use super::lore::enabled;

rules! {
    /// The rules about decorators.
    DECORATOR;
    /// `@@is_greeting` names a greeting that there is not.
    GREETING_INDEX: "entry-greeting-index", Warning, "CCv3 decorators, is_greeting",
        "`@@is_greeting` names a greeting of the card.",
        "Count from 0 (`first_mes`), then the alternate greetings from 1; as written the entry never fires.",
        check: greeting_index;
    /// A decorator without effect.
    NAME: "entry-decorator", Note, "CCv3 decorators; de facto: RisuAI 460ecae has more, programs for V2 know none",
        "Decorators are those of the spec, with values that they take.",
        "Correct the name or the value; an unknown one is ignored, and its fallback counts (`@@@name` on the next line).",
        check: decorator;
}

/// The decorator lines of a content, as far as they can matter: the first thousand.
fn lines(content: &str) -> Vec<Line<'_>> {
    Block::read(content, &Syntax::SPEC).lines().take(1_000).collect()
}

fn greeting_index(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    let Some(card) = subject.card() else { return };
    // Greetings for groups and other locales are counted apart.
    let own = |kind: &GreetingKind| matches!(kind, GreetingKind::First | GreetingKind::Alternate);
    let count = card.greetings().iter().filter(|greeting| own(&greeting.kind)).count();
    for (_, entry) in enabled(subject) {
        // The first of several counts.
        let index = lines(entry.content()).into_iter().find_map(|line| {
            let index = line.as_number().filter(|_| line.name == "is_greeting")?;
            Some((line.value, index))
        });
        if let Some((value, index)) = index
            && (index < 0.0 || index >= count as f64 || index.fract() != 0.0)
        {
            let message = format!("greeting {value} of a card with {count}, counted from 0; the entry never fires");
            sink.value(entry.pointer.member("content"), message).excerpt(&format!("@@is_greeting {value}"));
        }
    }
}

/// What a decorator takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Takes {
    /// No value.
    Nothing,
    /// A number.
    Number,
    /// A number other than 0.
    NumberButZero,
    /// One of these words.
    Words(&'static [&'static str]),
    /// Any text.
    Text,
    /// What the client takes that alone knows the decorator.
    Own,
}

/// A decorator that some client knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Decorator {
    /// Its name, without `@@`.
    pub name: &'static str,
    /// What it takes.
    pub takes: Takes,
    /// Whether it is one of CCv3; the others are RisuAI's own.
    pub of_spec: bool,
}

/// Gives every decorator that a client is known to read, those of CCv3 first.
pub fn decorators() -> impl Iterator<Item = Decorator> {
    let spec = SPEC.iter().map(|(name, takes)| Decorator { name, takes: *takes, of_spec: true });
    spec.chain(RISU.iter().map(|name| Decorator { name, takes: Takes::Own, of_spec: false }))
}

/// The decorators of CCv3.
const SPEC: &[(&str, Takes)] = &[
    ("activate_only_after", Takes::Number),
    ("activate_only_every", Takes::NumberButZero),
    ("keep_activate_after_match", Takes::Nothing),
    ("dont_activate_after_match", Takes::Nothing),
    ("depth", Takes::Number),
    ("instruct_depth", Takes::Number),
    ("reverse_depth", Takes::Number),
    ("reverse_instruct_depth", Takes::Number),
    ("role", Takes::Words(&["assistant", "system", "user"])),
    ("scan_depth", Takes::Number),
    ("instruct_scan_depth", Takes::Number),
    ("is_greeting", Takes::Number),
    ("position", Takes::Words(&["after_desc", "before_desc", "personality", "scenario"])),
    ("ignore_on_max_context", Takes::Nothing),
    ("additional_keys", Takes::Text),
    ("exclude_keys", Takes::Text),
    ("is_user_icon", Takes::Text),
    ("activate", Takes::Nothing),
    ("dont_activate", Takes::Nothing),
    ("disable_ui_prompt", Takes::Words(&["post_history_instructions", "system_prompt"])),
];

/// Those that RisuAI 460ecae adds.
const RISU: &[&str] = &[
    "end",
    "probability",
    "priority",
    "match_full_word",
    "match_partial_word",
    "exclude_keys_all",
    "unrecursive",
    "recursive",
    "no_recursive_search",
    "inject_lore",
    "inject_at",
    "inject_prepend",
    "inject_replace",
];

fn decorator(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    // De facto: SillyTavern's world info has two decorators of its own.
    if subject.content().form() == Form::WorldInfo {
        return;
    }
    if let Content::Card(Card::V2(_)) = subject.content() {
        return v2(subject, sink);
    }
    for (_, entry) in enabled(subject) {
        // Each name once: a thousand lines of one slip are one slip.
        let mut named = HashSet::new();
        let lines = lines(entry.content());
        let after = lines.iter().skip(1).map(Some).chain([None]);
        for (line, next) in lines.iter().zip(after) {
            // A fallback says what clients do that do not know the line before it.
            let answered = next.is_some_and(|next| next.fallback);
            if let Some(message) = problem(line).filter(|_| !answered && named.insert(line.name)) {
                let shown = format!("@@{} {}", line.name, line.value);
                sink.value(entry.pointer.member("content"), message).excerpt(shown.trim_end());
            }
        }
    }
}

/// What is wrong with a decorator line.
fn problem(line: &Line<'_>) -> Option<String> {
    let Line { name, value, .. } = line;
    if let Some((_, takes)) = SPEC.iter().find(|(known, _)| known == name) {
        let wants = match takes {
            Takes::Number if line.as_number().is_none() => "a number".to_owned(),
            Takes::NumberButZero if line.as_number().is_none_or(|number| number == 0.0) => "a number but 0".to_owned(),
            Takes::Words(words) if !words.contains(value) => format!("one of {}", words.join(", ")),
            Takes::Text if value.is_empty() => "a value".to_owned(),
            _ => return None,
        };
        let found = if value.is_empty() { "has none".to_owned() } else { format!("has `{value}`") };
        return Some(format!("`@@{name}` takes {wants} and {found}, so it is passed over"));
    }
    if RISU.contains(name) {
        return Some(format!("`@@{name}` is RisuAI's own; other clients pass over it"));
    }
    Some(match near(name) {
        Some(meant) => format!("`@@{name}` is not a decorator; `@@{meant}` is like it"),
        None => format!("`@@{name}` is not a decorator"),
    })
}

/// V2 knows no decorators: the lines are a part of the text.
fn v2(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    let decorated = |entry: &EntryView<'_>| {
        lines(entry.content()).iter().any(|line| SPEC.iter().any(|(name, _)| *name == line.name))
    };
    let all: Vec<_> = enabled(subject).filter(|(_, entry)| decorated(entry)).collect();
    if let Some(((_, entry), others)) = all.split_first() {
        let more = match others.len() {
            0 => String::new(),
            1 => ", as 1 entry more does".to_owned(),
            more => format!(", as {more} entries more do"),
        };
        let message = format!("the entry begins with a decorator of CCv3{more}; programs for V2 send it as text");
        let first = entry.content().trim_start().lines().next().unwrap_or_default();
        sink.value(entry.pointer.member("content"), message).excerpt(first);
    }
}

/// The decorator that a misspelt one is like.
fn near(name: &str) -> Option<&'static str> {
    let known = SPEC.iter().map(|(known, _)| *known).chain(RISU.iter().copied());
    let plain: String = name.chars().take(64).collect::<String>().to_ascii_lowercase().replace(['-', ' '], "_");
    let near = known.map(|known| (strsim::levenshtein(&plain, known), known)).min()?;
    (near.0 <= plain.len().div_ceil(4)).then_some(near.1)
}
