//! Words at the ends of texts: how many tokens they are, and what is left of the budget.

use cards_json::Kind;

use crate::data::Hint;
use crate::document::{Document, Holds};
use crate::lines::Range;
use crate::roles::Role;

/// Texts shorter than this are counted by eye.
const LEAST_TOKENS: u64 = 8;

/// Gives the words of a stretch of a text.
#[must_use]
pub fn hints(document: &Document, range: Range) -> Vec<Hint> {
    let bytes = document.lines().bytes(document.text(), range);
    let nodes = document.outline().nodes();
    // A text that begins before the stretch may end in it.
    let from = nodes.partition_point(|node| node.span.start < bytes.start);
    let is_text = |at: &usize| nodes.get(*at).is_some_and(|node| node.kind == Some(Kind::String));
    let from = document.outline().at(bytes.start).filter(is_text).map_or(from, |around| around.min(from));
    let mut hints: Vec<Hint> = nodes
        .iter()
        .enumerate()
        .skip(from)
        .take_while(|(_, node)| node.span.start <= bytes.end)
        .filter(|(_, node)| node.kind == Some(Kind::String))
        .filter_map(|(at, node)| {
            let facts = document.text_of(at).filter(|facts| matches!(facts.role, Role::Prose | Role::Lore))?;
            let tokens = facts.tokens();
            let position = document.range(&(node.span.end..node.span.end)).end;
            let (label, tooltip) = (format!("≈ {tokens} tokens"), "an estimate from the letters".to_owned());
            (tokens >= LEAST_TOKENS).then_some(Hint { position, label, tooltip })
        })
        .chain(budget(document))
        .collect();
    hints.retain(|hint| range.start <= hint.position && hint.position <= range.end);
    hints
}

/// What constant entries leave of the book's budget.
fn budget(document: &Document) -> Option<Hint> {
    let Holds::Content(form) = document.holds() else { return None };
    let book = document.find(&form.book_pointer()?)?;
    let node = document.member(book, "token_budget")?;
    let budget = document.value(node)?.as_f64().filter(|budget| *budget > 0.0)?;
    let truth = |entry: usize, name: &str| {
        document.member(entry, name).and_then(|node| document.value(node)).and_then(|value| value.as_bool())
    };
    let constant = document.entries().iter().map(|entry| entry.node).filter(|entry| {
        truth(*entry, "constant") == Some(true)
            && truth(*entry, "enabled") != Some(false)
            && truth(*entry, "disable") != Some(true)
    });
    let (mut count, mut tokens) = (0_usize, 0_u64);
    for entry in constant {
        let content = document.member(entry, "content").and_then(|content| document.text_of(content));
        count += 1;
        tokens += content.map_or(0, |content| content.tokens());
    }
    let left = budget - tokens as f64;
    let label = if left < 0.0 {
        format!("over by {:.0}: {count} constant entries take about {tokens}", -left)
    } else {
        format!("{left:.0} left: {count} constant entries take about {tokens}")
    };
    let end = document.outline().nodes().get(node)?.span.end;
    let tooltip = "what is left for entries that a key fires".to_owned();
    Some(Hint { position: document.range(&(end..end)).end, label, tooltip })
}
