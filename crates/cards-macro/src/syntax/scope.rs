//! Pairing opening and closing tags among the macros of one sequence.

use std::collections::{HashMap, VecDeque};

use super::{Seq, Span, Tree, What};
use crate::profile::{Engine, Syntax};

/// Adds a sequence to the tree; tags that belong together become one macro with content.
pub(super) fn sequence(tree: &mut Tree, text: &str, profile: Engine, span: Span, kids: &[u32]) -> Seq {
    match profile.rules().syntax {
        Syntax::SillyTavern if kids.iter().any(|&id| is_closer(tree, id)) => {
            let pairs = pair(tree, text, kids);
            nest(tree, span, kids, &pairs)
        }
        Syntax::Risu => super::risu::sequence(tree, span, kids),
        _ => flat(tree, span, kids),
    }
}

/// Adds a sequence as it is.
pub(super) fn flat(tree: &mut Tree, span: Span, kids: &[u32]) -> Seq {
    let first = tree.kids.len();
    tree.kids.extend_from_slice(kids);
    Seq { span, kids: Span::new(first, tree.kids.len()) }
}

fn is_closer(tree: &Tree, id: u32) -> bool {
    tree.node(id).is_some_and(|node| matches!(node.what, What::Closer))
}

/// For each opening tag that takes content the index of its closing tag; tags that are found to be text are marked.
///
/// Tags of one name pair like brackets. An opening tag that cannot take content does not count as a bracket; the first of
/// them still takes a closing tag that no bracket needs, and then both are text, whatever is between them.
/// De facto: SillyTavern 1.19.0.
fn pair(tree: &mut Tree, text: &str, kids: &[u32]) -> Vec<Option<usize>> {
    let mut pairs = vec![None; kids.len()];
    let mut texts = vec![None; kids.len()];
    let mut open: HashMap<String, Open> = HashMap::new();
    for (index, &id) in kids.iter().enumerate() {
        let Some(node) = tree.node(id) else { continue };
        let key = || {
            let name = node.name.of(text).to_ascii_lowercase();
            // `<BOT>` is read as `{{char}}`.
            if node.flags.angle && name == "bot" { "char".to_owned() } else { name }
        };
        match node.what {
            What::Closer => {
                let Some(open) = open.get_mut(&key()) else { continue };
                let (opener, slots) = match open.brackets.pop() {
                    // What is inside the brackets is looked at by itself.
                    Some(bracket) => {
                        while open.others.back().is_some_and(|&other| other > bracket) {
                            open.others.pop_back();
                        }
                        (Some(bracket), &mut pairs)
                    }
                    None => (open.others.pop_front(), &mut texts),
                };
                if let Some(slot) = opener.and_then(|opener: usize| slots.get_mut(opener)) {
                    *slot = Some(index);
                }
            }
            What::Known(_) | What::Unknown => {
                let open = open.entry(key()).or_default();
                if node.flags.takes_content { open.brackets.push(index) } else { open.others.push_back(index) }
            }
            _ => {}
        }
    }
    mark(tree, kids, &pairs, &texts);
    pairs
}

/// The open tags of one name: those that count as brackets, and the others.
#[derive(Default)]
struct Open {
    brackets: Vec<usize>,
    others: VecDeque<usize>,
}

/// Marks opening tags as text whose closing tag is in the same content.
fn mark(tree: &mut Tree, kids: &[u32], pairs: &[Option<usize>], texts: &[Option<usize>]) {
    // Where the contents around the tag at hand end, the innermost last.
    let mut ends: Vec<usize> = Vec::new();
    for (index, &id) in kids.iter().enumerate() {
        while ends.last().is_some_and(|&end| end <= index) {
            ends.pop();
        }
        let inside = ends.last().copied().unwrap_or(kids.len());
        if let Some(end) = pairs.get(index).copied().flatten().filter(|&end| end < inside) {
            ends.push(end);
        }
        let closer = texts.get(index).copied().flatten();
        if let (Some(node), true) = (tree.nodes.get_mut(id as usize), closer.is_some_and(|closer| closer < inside)) {
            node.flags.text = true;
        }
    }
}

/// Adds a sequence, moving what is between paired tags into the opening one. Outer pairs win over inner ones that
/// reach beyond them.
pub(super) fn nest(tree: &mut Tree, span: Span, kids: &[u32], pairs: &[Option<usize>]) -> Seq {
    let mut whole = Seq::default();
    // Sequences still to be added: whose content (none: the whole), its span, and its range in `kids`.
    let mut todo = vec![(None, span, 0..kids.len())];
    while let Some((owner, span, range)) = todo.pop() {
        let first = tree.kids.len();
        let mut at = range.start;
        while at < range.end {
            let Some(&id) = kids.get(at) else { break };
            tree.kids.push(id);
            let closer = pairs.get(at).copied().flatten();
            // A pair with the end of `kids` is a block that is never closed.
            let closer = closer.filter(|&closer| closer < range.end || closer == kids.len());
            at += 1;
            let Some(closer) = closer else { continue };
            let closing = match kids.get(closer) {
                Some(&id) => tree.node(id).map_or(span, |node| node.span),
                None => Span { start: span.end, end: span.end },
            };
            let Some(node) = tree.nodes.get_mut(id as usize) else {
                continue;
            };
            let content = Span { start: node.open_end, end: closing.start };
            node.span.end = closing.end;
            node.flags.is_static = false;
            node.flags.unclosed = closer == kids.len();
            tree.set_content(id, Seq { span: content, kids: Span::default() });
            todo.push((Some(id), content, at..closer));
            at = closer + 1;
        }
        let seq = Seq { span, kids: Span::new(first, tree.kids.len()) };
        match owner {
            Some(id) => tree.set_content(id, seq),
            None => whole = seq,
        }
    }
    whole
}
