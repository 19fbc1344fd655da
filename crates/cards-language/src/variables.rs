//! Variables over all texts of a card: where they are set, where they are read.

use std::collections::BTreeMap;
use std::ops::Range as Bytes;

use cards_macro::{Scope, VariableUse};

use crate::client::Client;
use crate::data::{Completion, Diagnostic, TextEdit};
use crate::document::Document;
use crate::lines::{Position, Range};
use crate::text::TextFacts;

/// Where a variable is set or read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Use {
    /// Where its name is.
    pub range: Range,
    /// Whether it is set there.
    pub sets: bool,
}

/// The macros whose first argument is the name of a variable.
const ABOUT: [&str; 14] = [
    "getvar",
    "setvar",
    "addvar",
    "incvar",
    "decvar",
    "hasvar",
    "varexists",
    "deletevar",
    "flushvar",
    "setdefaultvar",
    "getvarkey",
    "getvarindex",
    "setvarkey",
    "setvarindex",
];

/// Where the variables live that a macro is about, by its name; nothing for a macro that is about none.
pub(crate) fn scope_of(name: &str) -> Option<Scope> {
    let name = name.to_ascii_lowercase();
    let plain = name.replace("global", "");
    let scope = if plain == name { Scope::Chat } else { Scope::Global };
    ABOUT.contains(&&*plain).then_some(scope)
}

/// The variable under a place.
fn at(document: &Document, position: Position, client: &Client) -> Option<(Scope, String)> {
    let offset = document.lines().offset(document.text(), position);
    let (_, facts, at) = document.text_at(offset)?;
    let uses = facts.uses(client.engine);
    let all = uses.writes.iter().chain(&uses.reads);
    let found = all.filter(|used| used.span.start <= at && at <= used.span.end).min_by_key(|used| used.span.len())?;
    Some((found.scope, found.name.clone()?))
}

/// Every use of every variable, in order.
fn all_uses(document: &Document, client: &Client, mut take: impl FnMut(&TextFacts, &VariableUse, bool)) {
    for (_, facts) in document.texts() {
        let uses = facts.uses(client.engine);
        let mut all: Vec<(&VariableUse, bool)> = uses.writes.iter().map(|used| (used, true)).collect();
        // What reads and sets at once is a place where it is set.
        all.extend(uses.reads.iter().filter(|used| !uses.writes.contains(used)).map(|used| (used, false)));
        all.sort_by_key(|(used, _)| used.span.start);
        all.into_iter().for_each(|(used, sets)| take(&facts, used, sets));
    }
}

/// Gives where the variable under a place is set and read.
#[must_use]
pub fn uses(document: &Document, position: Position, client: &Client) -> Vec<Use> {
    let Some((scope, name)) = at(document, position, client) else { return Vec::new() };
    let mut all = Vec::new();
    all_uses(document, client, |facts, used, sets| {
        if used.scope == scope
            && used.name.as_deref() == Some(&name)
            && let Some(named) = &used.named
        {
            all.push(Use { range: document.text_range(facts, named), sets });
        }
    });
    all
}

/// Gives the name under a place, if it is that of a variable: what [`rename`] would change.
#[must_use]
pub fn name_at(document: &Document, position: Position, client: &Client) -> Option<(Range, String)> {
    let (_, name) = at(document, position, client)?;
    let here = uses(document, position, client)
        .into_iter()
        .find(|used| used.range.start <= position && position <= used.range.end)?;
    Some((here.range, name))
}

/// Renames the variable under a place, in every text.
///
/// # Errors
/// The name is none that a macro can have.
pub fn rename(document: &Document, position: Position, new: &str, client: &Client) -> Result<Vec<TextEdit>, String> {
    let bad = new.trim().is_empty() || new.trim() != new || new.contains(['{', '}', ':', '\n', ',']);
    if bad {
        return Err(format!("`{new}` cannot be the name of a variable: macros end names at colons, commas and braces"));
    }
    let new_text = document.written(new);
    let edits = uses(document, position, client).into_iter();
    Ok(edits.map(|used| TextEdit { range: used.range, new_text: new_text.clone() }).collect())
}

/// The variables of a scope that may be meant.
pub(crate) fn completions(
    document: &Document,
    facts: &TextFacts,
    typed: Bytes<usize>,
    scope: Scope,
    client: &Client,
) -> Vec<Completion> {
    let mut names: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    let own = typed.clone();
    all_uses(document, client, |other, used, sets| {
        let is_here = other.inside == facts.inside && used.named.as_ref().is_some_and(|named| named.start == own.start);
        if let Some(name) = used.name.clone().filter(|_| used.scope == scope && !is_here) {
            let count = names.entry(name).or_default();
            *(if sets { &mut count.0 } else { &mut count.1 }) += 1;
        }
    });
    let rest = facts.map.text().get(typed.end..).unwrap_or_default();
    let word = rest.find(['}', ':', '{', '\n', ' ']).unwrap_or(0);
    let range = document.text_range(facts, &(typed.start..typed.end + word));
    let item = |(name, (set, read)): (String, (usize, usize))| Completion {
        kind: 6,
        detail: format!("set {set} times, read {read} times"),
        markdown: String::new(),
        edit: TextEdit { range, new_text: document.written(&name) },
        sort: name.clone(),
        label: name,
    };
    names.into_iter().map(item).collect()
}

/// Gives the variables that are set and never read in the texts of this file, each once.
#[must_use]
pub fn never_read(document: &Document, client: &Client) -> Vec<Diagnostic> {
    let mut found: BTreeMap<(bool, String), Vec<Range>> = BTreeMap::new();
    let mut read = Vec::new();
    all_uses(document, client, |facts, used, sets| match (&used.name, &used.named) {
        (Some(name), Some(named)) if sets => {
            let range = document.text_range(facts, named);
            found.entry((used.scope == Scope::Global, name.clone())).or_default().push(range);
        }
        // A name that other macros make may be any, and so is none to be told about.
        (name, _) => read.push((!sets).then(|| name.clone().map(|name| (used.scope == Scope::Global, name)))),
    });
    if read.contains(&Some(None)) {
        return Vec::new();
    }
    found.retain(|key, _| !read.contains(&Some(Some(key.clone()))));
    // What scripts and pages read is seen by its name alone.
    let unread =
        found.into_iter().filter(|((_, name), sets)| document.text().matches(name.as_str()).count() <= sets.len());
    let told = |((_, name), sets): ((bool, String), Vec<Range>)| Diagnostic {
        range: sets.first().copied().unwrap_or_default(),
        severity: 4,
        code: "variable-never-read".to_owned(),
        code_description: None,
        source: "cards".to_owned(),
        message: format!("the variable `{name}` is set, and no text of this file reads it"),
        data: None,
    };
    unread.map(told).collect()
}
