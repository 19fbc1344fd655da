//! Macros under the cursor: what they are, what they make, how they go on.

use cards_json::Json;
use cards_kit::compat::shown_by;
use cards_kit::{Limits, expand};
use cards_lint::Takes;
use cards_macro::{Arity, Engine, MacroInfo, MacroRef, Template, Variant, macro_table};

use crate::client::Client;
use crate::data::{Completion, Hover, Signature, TextEdit};
use crate::document::Document;
use crate::lines::Position;
use crate::roles::Role;
use crate::text::TextFacts;
use crate::variables;

/// The clients of completion and hover, each with the engine that is theirs.
const CLIENTS: [(&str, Engine); 3] =
    [("CCv3", Engine::Spec), ("SillyTavern", Engine::SillyTavern), ("RisuAI", Engine::Risu)];

/// Gives ways to go on with a macro, a variable or a decorator that is being typed.
#[must_use]
pub fn completions(document: &Document, position: Position, client: &Client) -> Vec<Completion> {
    let offset = document.lines().offset(document.text(), position);
    let Some((_, facts, at)) = document.text_at(offset) else { return Vec::new() };
    let text = facts.map.text();
    let before = text.get(..at).unwrap_or_default();
    if facts.role == Role::Lore
        && let Some(completions) = decorators(document, &facts, before, at)
    {
        return completions;
    }
    let Some(open) = opened(before).filter(|_| facts.role.expands()) else { return Vec::new() };
    let typed = before.get(open..).unwrap_or_default();
    match typed.rfind("::") {
        Some(colons) => {
            let name = typed.get(..typed.find("::").unwrap_or_default()).unwrap_or_default().trim();
            let first = typed.find("::") == Some(colons);
            match variables::scope_of(name).filter(|_| first) {
                Some(scope) => variables::completions(document, &facts, open + colons + 2..at, scope, client),
                None => Vec::new(),
            }
        }
        None => names(document, &facts, open..at, client),
    }
}

/// Where the innermost macro begins that is open at the end of a text, behind its braces.
fn opened(before: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let bytes = before.as_bytes();
    let mut at = bytes.len();
    while at >= 2 {
        match bytes.get(at - 2..at) {
            Some(b"}}") => {
                depth += 1;
                at -= 2;
            }
            Some(b"{{") if depth == 0 => return Some(at),
            Some(b"{{") => {
                depth -= 1;
                at -= 2;
            }
            _ => at -= 1,
        }
    }
    None
}

/// The macros of the client whose names may be meant.
fn names(document: &Document, facts: &TextFacts, typed: std::ops::Range<usize>, client: &Client) -> Vec<Completion> {
    let text = facts.map.text();
    let rest = text.get(typed.end..).unwrap_or_default();
    let word = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_').len();
    let is_open = !rest.get(word..).is_some_and(|rest| rest.starts_with("}}") || rest.starts_with(':'));
    let blanks = text.get(typed.clone()).map_or(0, |typed| typed.len() - typed.trim_start().len());
    let range = document.text_range(facts, &(typed.start + blanks..typed.end + word));
    let mut all = Vec::new();
    for info in macro_table() {
        let Some(variant) = info.variant(client.engine) else { continue };
        for name in std::iter::once(&info.name).chain(variant.aliases()) {
            let args = if is_open && variant.arity().min > 0 { separator(name) } else { "" };
            let close = if is_open && args.is_empty() { "}}" } else { "" };
            let example = variant.example();
            all.push(Completion {
                label: (*name).to_owned(),
                kind: 3,
                detail: format!("{} → {}", example.template, line(example.result)),
                markdown: told(info, client),
                edit: TextEdit { range, new_text: format!("{name}{args}{close}") },
                sort: format!("{}{name}", u8::from(*name != info.name)),
            });
        }
    }
    all
}

/// What is between a name and its first argument.
fn separator(name: &str) -> &'static str {
    if name.starts_with('#') { " " } else { "::" }
}

/// A result on one line.
fn line(text: &str) -> String {
    text.replace('\n', "⏎").chars().take(60).collect()
}

/// What a macro is, and what each client makes of it.
fn told(info: &MacroInfo, client: &Client) -> String {
    let mut text = info.summary.to_owned();
    for (name, engine) in CLIENTS {
        match info.variant(engine) {
            Some(variant) => {
                let example = variant.example();
                let note = if variant.note().is_empty() { String::new() } else { format!(" {}", variant.note()) };
                text += &format!("\n- {name}: `{}` → `{}`.{note}", example.template, line(example.result));
            }
            None => text += &format!("\n- {name}: not known, it stays as text."),
        }
    }
    if let Some(row) = row_of(info.name, client) {
        text += &format!("\n\nShown by the row `{row}` of the suite.");
    }
    text
}

/// The row of the conformance suite that shows a macro best.
fn row_of(name: &str, client: &Client) -> Option<&'static str> {
    shown_by(&format!("macro:{}", name.to_lowercase()), client.profile.as_str())
}

/// The decorators that may be meant on the line of the cursor; `None` where no decorator is being typed.
fn decorators(document: &Document, facts: &TextFacts, before: &str, at: usize) -> Option<Vec<Completion>> {
    let start = before.rfind('\n').map_or(0, |line| line + 1);
    let line = before.get(start..)?;
    // Only lines of decorators are before it.
    let is_head =
        before.get(..start)?.lines().all(|line| line.trim().is_empty() || line.trim_start().starts_with("@@"));
    let typed = line.strip_prefix("@@").filter(|_| is_head)?;
    let typed = typed.strip_prefix('@').unwrap_or(typed);
    let from = at - typed.len();
    let item = |label: String, detail: String, from: usize, new: String| Completion {
        edit: TextEdit { range: document.text_range(facts, &(from..at)), new_text: document.written(&new) },
        sort: label.clone(),
        label,
        kind: 14,
        detail,
        markdown: String::new(),
    };
    if let Some((name, value)) = typed.split_once(' ') {
        let takes = cards_lint::decorators().find(|known| known.name == name)?.takes;
        let Takes::Words(words) = takes else { return Some(Vec::new()) };
        let one = |word: &&str| item((*word).to_owned(), String::new(), at - value.len(), (*word).to_owned());
        return Some(words.iter().map(one).collect());
    }
    let all = cards_lint::decorators().map(|known| {
        let (takes, blank) = match known.takes {
            Takes::Nothing => ("takes no value", ""),
            Takes::Number => ("takes a number", " "),
            Takes::NumberButZero => ("takes a number but 0", " "),
            Takes::Words(_) => ("takes one of a few words", " "),
            Takes::Text => ("takes a list of words", " "),
            _ => ("RisuAI's own", ""),
        };
        item(known.name.to_owned(), takes.to_owned(), from, format!("{}{blank}", known.name))
    });
    Some(all.collect())
}

/// Tells what a macro is and makes, with what it comes to in this very card: what `cards expand` says of it.
#[must_use]
pub fn hover(document: &Document, position: Position, client: &Client) -> Option<Hover> {
    let offset = document.lines().offset(document.text(), position);
    let (_, facts, at) = document.text_at(offset).filter(|(_, facts, _)| facts.role.expands() && facts.has_braces())?;
    let template = Template::parse(facts.map.text(), client.engine).ok()?;
    let found = around(&template, at)?;
    let mut markdown = format!("`{}`", found.text());
    if let Some(value) = value_of(document, found.text(), client) {
        markdown += &format!(" → {}", quoted(&value));
    }
    markdown += &format!("\n\n*{}*\n\n", client.name());
    match found.info() {
        Some(info) => markdown += &told(info, client),
        None => markdown += "No macro of this client has the name; it stays as text.",
    }
    Some(Hover { range: document.text_range(&facts, &found.span()), markdown })
}

/// A value for people: on one line as code, longer ones in a block.
fn quoted(value: &str) -> String {
    const SHOWN: usize = 400;
    let cut: String = value.chars().take(SHOWN).collect();
    let more = if cut.len() < value.len() { "…" } else { "" };
    if cut.contains('\n') {
        format!("\n\n```text\n{cut}{more}\n```")
    } else {
        format!("`{}{more}`", Json::from(cut.as_str()))
    }
}

/// What a text comes to in the card of a document.
#[must_use]
pub fn value_of(document: &Document, text: &str, client: &Client) -> Option<String> {
    let card = document.card();
    let options = client.expansion();
    let mut host = options.host(card.as_ref().and_then(|card| card.card()));
    expand(text, client.engine, &mut host, options.target, false, &Limits::default()).ok()?.text
}

/// The innermost macro around a place.
fn around<'a>(template: &'a Template<'a>, at: usize) -> Option<MacroRef<'a>> {
    let around = template.macros().filter(|found| found.span().start <= at && at <= found.span().end);
    around.min_by_key(|found| found.span().len())
}

/// Tells how the macro is written that is being typed, and which of its arguments.
#[must_use]
pub fn signature(document: &Document, position: Position, client: &Client) -> Option<Signature> {
    let offset = document.lines().offset(document.text(), position);
    let (_, facts, at) = document.text_at(offset).filter(|(_, facts, _)| facts.role.expands())?;
    let before = facts.map.text().get(..at)?;
    let typed = before.get(opened(before)?..)?;
    let name = typed.split([':', ' ']).find(|word| !word.is_empty())?;
    let wanted = |info: &&&MacroInfo| {
        let variant = info.variant(client.engine);
        variant.is_some_and(|variant| {
            std::iter::once(&info.name).chain(variant.aliases()).any(|known| known.eq_ignore_ascii_case(name))
        })
    };
    let info = macro_table().iter().find(wanted)?;
    let variant = info.variant(client.engine)?;
    let commas = typed.matches("::").count();
    let colon = usize::from(commas == 0 && typed.contains(':'));
    let active = (commas + colon).checked_sub(1)?;
    let (label, parameters) = written(name, variant);
    let active = active.min(parameters.len().saturating_sub(1));
    Some(Signature { label, parameters, active, markdown: told(info, client) })
}

/// How a macro is written, with its arguments: named as its example has them, since the table has no names for them.
fn written(name: &str, variant: Variant) -> (String, Vec<(usize, usize)>) {
    let Arity { min, max, .. } = variant.arity();
    let max = (max != Arity::MANY).then_some(max);
    let example = variant.example().template;
    let own = example.strip_prefix("{{").and_then(|rest| rest.split("}}").next()).unwrap_or_default();
    let mut said = own.split("::").skip(1);
    let count = max.unwrap_or(min.max(1) + 1).min(6);
    let (mut label, mut parameters) = (format!("{{{{{name}"), Vec::new());
    for number in 0..count {
        label += separator(name);
        let start = label.len();
        let word = said.next().map_or_else(|| format!("value{}", number + 1), str::to_owned);
        label += &if number < min { word } else { format!("[{word}]") };
        parameters.push((start, label.len()));
    }
    label += if max.is_none() { "::…}}" } else { "}}" };
    (label, parameters)
}
