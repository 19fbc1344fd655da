//! Where an `if` parts: the `{{else}}` that the client finds, and what is before and behind it.
//!
//! De facto: SillyTavern 1.19.0 looks for it among the macros of the content as they are there, without pairing tags: an
//! `{{if}}` with one argument counts up, an `{{/if}}` down, and names count as they are spelled. So an `{{else}}` may stand
//! between tags that belong together in the whole, and each branch is then a text of its own.

use std::ops::Range;

use crate::js;
use crate::syntax::{Node, Seq, Tree, What};

/// A branch of an `if`.
pub(super) enum Branch {
    /// There is none.
    None,
    /// A part of the sequence.
    Part(Seq),
    /// A piece of the template that has to be read anew, since the cut goes through tags that were paired.
    Text(Range<usize>),
}

/// Where macros of the name `else` begin, in order.
pub(super) fn elses(tree: &Tree, text: &str) -> Vec<u32> {
    let named = tree.nodes.iter().filter(|node| spelt(node, text) == "else");
    let mut starts: Vec<u32> = named.map(|node| node.span.start).collect();
    starts.sort_unstable();
    starts
}

/// Whether there is something to find in a content: only then it is walked, with the contents in it.
pub(super) fn may_part(elses: &[u32], whole: Seq) -> bool {
    let next = elses.get(elses.partition_point(|&start| start < whole.span.start));
    next.is_some_and(|&start| start < whole.span.end)
}

/// The branch of a content that a condition chooses.
pub(super) fn chosen(tree: &Tree, text: &str, whole: Seq, holds: bool) -> Branch {
    let Some(cut) = find(tree, text, whole) else {
        return if holds { Branch::Part(whole) } else { Branch::None };
    };
    let Some(at) = cut.kid else {
        let whole = whole.span.range();
        return Branch::Text(if holds { whole.start..cut.tag.start } else { cut.tag.end..whole.end });
    };
    let mut part = whole;
    if holds {
        part.span.end = cut.tag.start as u32;
        part.kids.end = at;
    } else {
        part.span.start = cut.tag.end as u32;
        part.kids.start = at + 1;
    }
    Branch::Part(part)
}

/// The `{{else}}` of a content.
struct Cut {
    /// Where it stands.
    tag: Range<usize>,
    /// Its place in [`Tree::kids`], where it is between no tags that were paired.
    kid: Option<u32>,
}

fn find(tree: &Tree, text: &str, whole: Seq) -> Option<Cut> {
    // Braces that never close hide all that follows them.
    let hidden = tree.unclosed.iter().copied().find(|at| (whole.span.start..whole.span.end).contains(at));
    let mut depth = 0_i64;
    // Whether tags before the cut are text for the sake of closing ones, which the cut may take away.
    let mut bound = false;
    // Contents that are being walked: what is left of each, and where the tag that closes it stands.
    let mut open = vec![(whole.kids.range(), None)];
    while let Some((kids, closer)) = open.last_mut() {
        let Some(at) = kids.next() else {
            if closer.take().is_some_and(|tag: Range<usize>| tag_name(text.get(tag).unwrap_or_default()) == "if") {
                depth -= 1;
            }
            open.pop();
            continue;
        };
        let Some(node) = tree.kids.get(at).and_then(|&id| tree.node(id)) else { continue };
        if hidden.is_some_and(|hidden| hidden < node.span.start) {
            return None;
        }
        bound |= node.flags.text;
        match spelt(node, text) {
            "if" if matches!(node.what, What::Closer) => depth -= 1,
            "if" if node.args.range().len() == 1 => depth += 1,
            "else" if depth == 0 => {
                let direct = open.len() == 1 && node.content.is_none() && !bound && !node.flags.text;
                return Some(Cut {
                    tag: node.span.start as usize..node.open_end as usize,
                    kid: u32::try_from(at).ok().filter(|_| direct),
                });
            }
            _ => {}
        }
        if let Some(content) = tree.content_of(node) {
            open.push((content.kids.range(), Some(content.span.end as usize..node.span.end as usize)));
        }
    }
    None
}

/// The name of a macro as it is spelled; nothing for shorthand, which has none.
fn spelt<'t>(node: &Node, text: &'t str) -> &'t str {
    match node.what {
        What::Known(_) | What::Unknown | What::Closer => node.name.of(text),
        _ => "",
    }
}

/// The name of a closing tag.
fn tag_name(tag: &str) -> &str {
    let inner = tag.trim_start_matches('{');
    let name = inner.trim_start_matches(|c: char| js::is_space(c) || matches!(c, '/' | '#' | '!' | '?' | '~' | '>'));
    let end = name.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-')));
    name.get(..end.unwrap_or(name.len())).unwrap_or_default()
}
