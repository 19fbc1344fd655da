//! The parts of a file: symbols, lines that fold, and macros in their own colour.

use cards_json::Kind;
use cards_macro::Engine;

use crate::client::Client;
use crate::data::{Fold, Symbol};
use crate::document::Document;
use crate::lines::{Position, Range};
use crate::text::{Mark, MarkKind, TextFacts};

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

/// Gives the parts of a file: its members, its greetings, each entry of its lorebook by its title. They are kept from key to key.
#[must_use]
pub fn symbols(document: &Document) -> &[Symbol] {
    let make = || document.outline().children(0).filter_map(|node| symbol(document, node, DEEP)).collect();
    document.kept().symbols.get_or_init(make)
}

fn symbol(document: &Document, node: usize, deep: usize) -> Option<Symbol> {
    let own = document.outline().nodes().get(node)?;
    let children = if deep == 0 || document.is_entry(node) {
        Vec::new()
    } else {
        let is_list = own.kind == Some(Kind::Array);
        let mut all = document.outline().children(node).peekable();
        let are_entries = all.peek().is_some_and(|first| document.is_entry(*first));
        let most = if is_list && !are_entries { SHOWN } else { usize::MAX };
        all.take(most).filter_map(|child| symbol(document, child, deep - 1)).collect()
    };
    let whole = own.name.as_ref().map_or(own.span.start, |name| name.start)..own.span.end;
    let selected = own.name.clone().unwrap_or_else(|| document.first_letter(&own.span));
    let kind = match own.kind {
        Some(Kind::Object) => OBJECT,
        Some(Kind::Array) => ARRAY,
        _ if own.name.is_some() => FIELD,
        _ => STRING,
    };
    let (name, detail) = words(document, node);
    Some(Symbol {
        name,
        detail,
        kind,
        range: document.range(&whole),
        selection_range: document.range(&selected),
        children,
        node,
    })
}

/// The name of a part, and more about it.
pub(crate) fn words(document: &Document, node: usize) -> (String, String) {
    let number = document.outline().nodes().get(node).map_or(0, |own| own.index);
    let (name, detail) = if document.is_entry(node) {
        titled(document, node, number)
    } else {
        let name = document.outline().name(document.text(), node);
        (name.map_or_else(|| format!("[{number}]"), Into::into), detail(document, node))
    };
    (if name.is_empty() { "(no name)".to_owned() } else { name }, detail)
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

/// Gives the lines that fold: objects and lists of more than one line. They are kept until lines come or go.
#[must_use]
pub fn folds(document: &Document) -> &[Fold] {
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
    document.kept().folds.get_or_init(|| (0..document.outline().nodes().len()).filter_map(fold).collect())
}

/// A macro, the name of a variable or a decorator in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) start: Position,
    length: u32,
    kind: u32,
}

/// Gives macros, names of variables and decorators in the texts of a stretch, or of the whole text, as five numbers each: lines
/// and characters from the one before, the length, the kind, nothing. Those of the whole text are kept from key to key.
#[must_use]
pub fn tokens(document: &Document, range: Option<Range>, client: &Client) -> Vec<u32> {
    let engine = client.engine;
    if let Some(range) = range {
        return numbers(&of_stretch(document, range, engine));
    }
    let mut kept = document.kept().tokens.borrow_mut();
    match &*kept {
        Some((known, tokens)) if *known == engine => numbers(tokens),
        _ => {
            let all: Vec<Token> = document.texts().flat_map(|(_, facts)| tokens_of(document, &facts, engine)).collect();
            let numbers = numbers(&all);
            *kept = Some((engine, all));
            numbers
        }
    }
}

/// The tokens of the texts that touch a stretch; only what is in it is looked at.
fn of_stretch(document: &Document, range: Range, engine: Engine) -> Vec<Token> {
    let bytes = document.lines().bytes(document.text(), range);
    let nodes = document.outline().nodes();
    let from = nodes.partition_point(|node| node.span.start < bytes.start).saturating_sub(1);
    let within = from..nodes.partition_point(|node| node.span.start <= bytes.end);
    let texts = document.texts_of(Some(within));
    let touches = texts.filter(|(_, facts)| facts.inside.end >= bytes.start && facts.inside.start <= bytes.end);
    touches.flat_map(|(_, facts)| tokens_of(document, &facts, engine)).collect()
}

/// The tokens of one text. Each is of one line; a text of YAML goes over several.
pub(crate) fn tokens_of(document: &Document, facts: &TextFacts, engine: Engine) -> Vec<Token> {
    let token = |mark: &Mark| {
        let here = document.text_range(facts, &mark.span);
        let kind = match mark.kind {
            MarkKind::Macro => 0,
            MarkKind::Variable => 1,
            MarkKind::Decorator => 2,
        };
        let length = here.end.character.checked_sub(here.start.character)?;
        (here.start.line == here.end.line).then_some(Token { start: here.start, length, kind })
    };
    facts.marks(engine).iter().filter_map(token).collect()
}

/// Tokens as the numbers of the protocol.
fn numbers(tokens: &[Token]) -> Vec<u32> {
    let (mut data, mut last) = (Vec::with_capacity(tokens.len() * 5), Position::default());
    for token in tokens {
        let line = token.start.line - last.line;
        let character = if line == 0 { token.start.character - last.character } else { token.start.character };
        data.extend([line, character, token.length, token.kind, 0]);
        last = token.start;
    }
    data
}
