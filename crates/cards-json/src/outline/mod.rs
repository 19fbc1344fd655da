//! Where everything is in a text that may be half typed.

mod change;
mod mend;
mod read;

use std::borrow::Cow;
use std::ops::Range;

use crate::{Escapes, Kind, Limits, Pointer};

pub use change::Reread;

/// The values of a JSON text, each with its place, whatever state the text is in.
///
/// What is missing or wrong is a [`Problem`], and everything else keeps its place: a string that is not closed ends with its
/// line, a comma or a colon that is missing is passed over. Comments and trailing commas are no problems.
///
/// ```
/// use cards_json::{Limits, Outline, Pointer};
/// let text = "{\n  \"name\": \"Aria,\n  \"tags\": [\"bard\"]\n}";
/// let outline = Outline::read(text, &Limits::default());
/// let tag = outline.find(text, &Pointer::from(["tags"]).index(0)).unwrap();
/// assert_eq!(&text[outline.nodes()[tag].span.clone()], "\"bard\"");
/// assert_eq!(outline.problems()[0].problem, "a string is not closed");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Outline {
    nodes: Vec<Node>,
    problems: Vec<Problem>,
    /// Whether a string of a text that is whole may go over several lines.
    lines_in_strings: bool,
}

impl PartialEq for Outline {
    fn eq(&self, other: &Self) -> bool {
        self.nodes == other.nodes && self.problems == other.problems
    }
}

impl Eq for Outline {}

/// A value of an outline. Those that it holds follow it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// What it is; `None` for a value that is missing or none.
    pub kind: Option<Kind>,
    /// Its bytes, quotes and brackets included.
    pub span: Range<usize>,
    /// The bytes of the name of a member, quotes included.
    pub name: Option<Range<usize>>,
    /// The node that holds it.
    pub parent: Option<usize>,
    /// Its number among those beside it.
    pub index: usize,
    /// The first node that is not in it.
    pub after: usize,
    /// Whether the text says where it ends.
    pub closed: bool,
}

/// Something that keeps a text from being JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where.
    pub span: Range<usize>,
    /// What is wrong.
    pub problem: &'static str,
}

impl Outline {
    /// Reads a text. Past the limits on bytes, depth and values the rest of the text is left out, which is a problem as well.
    #[must_use]
    pub fn read(text: &str, limits: &Limits) -> Self {
        let whole = read::read(text, limits, false);
        if whole.problems.is_empty() {
            return whole;
        }
        // In a text that is not whole, a string that is not closed would swallow what follows it.
        read::read(text, limits, true)
    }

    /// Makes an outline of nodes that were read out of another language; the first is the root, and each comes before those
    /// that it holds.
    #[must_use]
    pub fn of_nodes(nodes: Vec<Node>, problems: Vec<Problem>) -> Self {
        Self { nodes, problems, lines_in_strings: false }
    }

    /// Gives all values, each before those that it holds.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Gives what is wrong with the text, in order; nothing where it is JSON, with comments and trailing commas or without.
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// Gives the values that a value holds directly.
    pub fn children(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        let end = self.nodes.get(node).map_or(0, |node| node.after);
        let first = Some(node + 1).filter(|first| *first < end);
        std::iter::successors(first, move |at| self.nodes.get(*at).map(|node| node.after).filter(|next| *next < end))
    }

    /// Gives the innermost value around a byte; a place at the end of a value is in it.
    #[must_use]
    pub fn at(&self, offset: usize) -> Option<usize> {
        let begun = |node: &Node| node.name.as_ref().map_or(node.span.start, |name| name.start) <= offset;
        let last = self.nodes.partition_point(begun).checked_sub(1)?;
        let around = |at: &usize| {
            self.nodes.get(*at).is_some_and(|node| begun(node) && (offset <= node.span.end || node.parent.is_none()))
        };
        std::iter::successors(Some(last), |at| self.nodes.get(*at)?.parent).find(around)
    }

    /// Gives the value at a pointer; of several members with one name the last.
    #[must_use]
    pub fn find(&self, text: &str, pointer: &Pointer) -> Option<usize> {
        let (found, all) = self.nearest(text, pointer)?;
        all.then_some(found)
    }

    /// Gives the value at a pointer, or the nearest one above it that is there, and whether it is the very one.
    #[must_use]
    pub fn nearest(&self, text: &str, pointer: &Pointer) -> Option<(usize, bool)> {
        let mut at = 0;
        self.nodes.first()?;
        for key in pointer.keys() {
            let next = match self.nodes.get(at)?.kind {
                Some(Kind::Object) => {
                    self.children(at).filter(|child| self.name(text, *child).as_deref() == Some(&*key)).last()
                }
                Some(Kind::Array) => key.parse().ok().and_then(|index: usize| self.children(at).nth(index)),
                _ => None,
            };
            match next {
                Some(next) => at = next,
                None => return Some((at, false)),
            }
        }
        Some((at, true))
    }

    /// Gives the name of a member.
    #[must_use]
    pub fn name<'text>(&self, text: &'text str, node: usize) -> Option<Cow<'text, str>> {
        let span = self.nodes.get(node)?.name.clone()?;
        let name = text.get(span)?;
        let quote = name.chars().next().filter(|c| matches!(c, '"' | '\''));
        let inside = quote.map_or(name, |quote| {
            let behind = name.get(1..).unwrap_or_default();
            behind.strip_suffix(quote).unwrap_or(behind)
        });
        Some(if inside.contains('\\') { Escapes::of(inside).text().to_owned().into() } else { inside.into() })
    }

    /// Gives the pointer of a value.
    #[must_use]
    pub fn pointer(&self, text: &str, node: usize) -> Pointer {
        let way: Vec<usize> = std::iter::successors(Some(node), |at| self.nodes.get(*at)?.parent).collect();
        let mut pointer = Pointer::ROOT;
        for at in way.into_iter().rev().skip(1) {
            match (self.name(text, at), self.nodes.get(at)) {
                (Some(name), _) => pointer.push_member(&name),
                (None, Some(node)) => pointer.push_index(node.index),
                _ => {}
            }
        }
        pointer
    }

    /// Gives the bytes between the quotes of a string.
    #[must_use]
    pub fn inside(&self, node: usize) -> Option<Range<usize>> {
        let node = self.nodes.get(node).filter(|node| node.kind == Some(Kind::String))?;
        let end = node.span.end - usize::from(node.closed);
        (node.span.start < end).then_some(node.span.start + 1..end)
    }
}

/// Whether a text is the inside of a string of JSON.
fn is_string(inside: &str) -> bool {
    let bytes = inside.as_bytes();
    if memchr::memchr(b'\\', bytes).is_none() {
        return memchr::memchr(b'"', bytes).is_none();
    }
    let mut at = 0;
    while let Some(found) = bytes.get(at..).and_then(|rest| memchr::memchr2(b'"', b'\\', rest)) {
        at += found;
        if bytes.get(at) == Some(&b'"') || at + 1 >= bytes.len() {
            return false;
        }
        at += 2;
    }
    Escapes::of(inside).is_whole()
}
