//! The parts of a file: symbols, lines that fold, and macros in their own colour.

use cards_json::Kind;

use crate::client::Client;
use crate::data::{Fold, Symbol};
use crate::document::Document;
use crate::lines::Range;
use crate::text::MarkKind;

/// Numbers of kinds in the protocol.
const FIELD: u8 = 8;
const ARRAY: u8 = 18;
const OBJECT: u8 = 19;
const STRING: u8 = 15;

/// Names of kinds of what is shown in another colour, in the order of their numbers.
pub const TOKEN_KINDS: [&str; 3] = ["macro", "variable", "decorator"];

/// Elements of a list that are not in the lorebook and are named at most.
const SHOWN: usize = 200;
/// Steps down that symbols are given for.
const DEEP: usize = 6;

/// Gives the parts of a file: its members, its greetings, each entry of its lorebook by its title.
#[must_use]
pub fn symbols(document: &Document) -> Vec<Symbol> {
    document.outline().children(0).filter_map(|node| symbol(document, node, DEEP)).collect()
}

fn symbol(document: &Document, node: usize, deep: usize) -> Option<Symbol> {
    let own = document.outline().nodes().get(node)?;
    let entry = document.entries().binary_search_by_key(&node, |entry| entry.node).is_ok();
    let name = document.outline().name(document.text(), node);
    let (name, detail) = if entry {
        titled(document, node, own.index)
    } else {
        (name.unwrap_or_else(|| format!("[{}]", own.index)), detail(document, node))
    };
    let children = if entry || deep == 0 {
        Vec::new()
    } else {
        let is_list = own.kind == Some(Kind::Array);
        let all = document.outline().children(node);
        let are_entries = document
            .entries()
            .first()
            .is_some_and(|first| Some(first.node) == document.outline().children(node).next());
        let most = if is_list && !are_entries { SHOWN } else { usize::MAX };
        all.take(most).filter_map(|child| symbol(document, child, deep - 1)).collect()
    };
    let whole = own.name.as_ref().map_or(own.span.start, |name| name.start)..own.span.end;
    let selected = own.name.clone().unwrap_or(own.span.start..(own.span.start + 1).min(own.span.end));
    let kind = match own.kind {
        Some(Kind::Object) => OBJECT,
        Some(Kind::Array) => ARRAY,
        _ if own.name.is_some() => FIELD,
        _ => STRING,
    };
    let name = if name.is_empty() { "(no name)".to_owned() } else { name };
    Some(Symbol {
        name,
        detail,
        kind,
        range: document.range(&whole),
        selection_range: document.range(&selected),
        children,
    })
}

/// The title of an entry, and its keys.
fn titled(document: &Document, entry: usize, number: usize) -> (String, String) {
    let text = |name: &str| {
        document.member(entry, name).and_then(|node| document.string(node)).filter(|text| !text.is_empty())
    };
    let keys = ["keys", "key"].into_iter().find_map(|name| document.member(entry, name));
    let keys: Vec<String> = keys.map_or(Vec::new(), |keys| {
        let all: Vec<usize> = document.outline().children(keys).take(6).collect();
        let own = document.string(keys);
        own.into_iter().chain(all.into_iter().filter_map(|key| document.string(key))).collect()
    });
    let title = text("name").or_else(|| text("comment")).or_else(|| keys.first().cloned());
    (title.unwrap_or_else(|| format!("entry {number}")), keys.join(", "))
}

/// The beginning of a value that is no list and no object.
fn detail(document: &Document, node: usize) -> String {
    const SHOWN: usize = 40;
    let own = document.outline().nodes().get(node);
    let Some(own) = own.filter(|own| !matches!(own.kind, Some(Kind::Object | Kind::Array))) else {
        return String::new();
    };
    let end = own.span.end.min(own.span.start + SHOWN * 4);
    let mut end = end;
    while !document.text().is_char_boundary(end) {
        end -= 1;
    }
    let text = document.text().get(own.span.start..end).unwrap_or_default();
    text.trim_matches('"').chars().take(SHOWN).collect()
}

/// Gives the lines that fold: objects and lists of more than one line.
#[must_use]
pub fn folds(document: &Document) -> Vec<Fold> {
    let fold = |node: usize| {
        let own = document.outline().nodes().get(node)?;
        // Most values are texts, whose columns need not be counted.
        if !matches!(own.kind, Some(Kind::Object | Kind::Array)) {
            return None;
        }
        let range = document.range(&own.span);
        (range.start.line + 1 < range.end.line)
            .then(|| Fold { start_line: range.start.line, end_line: range.end.line - 1 })
    };
    (0..document.outline().nodes().len()).filter_map(fold).collect()
}

/// Gives macros, names of variables and decorators in the texts of a stretch, or of the whole text, as five numbers each: lines
/// and characters from the one before, the length, the kind, nothing.
#[must_use]
pub fn tokens(document: &Document, range: Option<Range>, client: &Client) -> Vec<u32> {
    let bytes = range.map_or(0..document.text().len(), |range| document.lines().bytes(document.text(), range));
    let (mut data, mut last) = (Vec::new(), crate::lines::Position::default());
    // Only what is in the stretch is looked at.
    let nodes = document.outline().nodes();
    let within = range.map(|_| {
        let from = nodes.partition_point(|node| node.span.start < bytes.start).saturating_sub(1);
        from..nodes.partition_point(|node| node.span.start <= bytes.end)
    });
    for (_, facts) in document.texts_of(within) {
        if facts.inside.end < bytes.start || facts.inside.start > bytes.end {
            continue;
        }
        for mark in facts.marks(client.engine) {
            let here = document.text_range(&facts, &mark.span);
            // Tokens are of one line each; a text of YAML goes over several.
            if here.start.line != here.end.line {
                continue;
            }
            let line = here.start.line - last.line;
            let character = if line == 0 { here.start.character - last.character } else { here.start.character };
            let kind = match mark.kind {
                MarkKind::Macro => 0,
                MarkKind::Variable => 1,
                MarkKind::Decorator => 2,
            };
            data.extend([line, character, here.end.character - here.start.character, kind, 0]);
            last = here.start;
        }
    }
    data
}
