//! Following a change of a text: what is before it and what is behind it keeps its reading.

use std::ops::Range;

use super::read::Reader;
use super::{Node, Outline, Problem, is_string};
use crate::Limits;

/// What was read again after a change: nodes of the outline before, and those that are in their place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reread {
    /// The nodes that went.
    pub old: Range<usize>,
    /// The nodes that came.
    pub new: Range<usize>,
}

/// A change of a text, as bytes.
#[derive(Clone, Copy)]
struct Change {
    start: usize,
    /// Where what was replaced ended, and where what came in its place ends.
    ends: [usize; 2],
}

impl Change {
    /// Where a place behind the change is now.
    fn moved(self, place: usize) -> usize {
        place + self.ends[1] - self.ends[0]
    }

    fn back(self) -> Self {
        Self { ends: [self.ends[1], self.ends[0]], ..self }
    }

    fn range(self, range: &mut Range<usize>) {
        *range = self.moved(range.start)..self.moved(range.end);
    }

    fn node(self, node: &mut Node) {
        self.range(&mut node.span);
        if let Some(name) = &mut node.name {
            self.range(name);
        }
    }

    /// Whether it may end a comment, which in a text that is not whole may have had no end.
    fn ends_comment(self, text: &str) -> bool {
        let around = self.start.saturating_sub(1)..(self.ends[1] + 1).min(text.len());
        text.as_bytes().get(around).is_none_or(|bytes| memchr::memmem::find(bytes, b"*/").is_some())
    }
}

/// A place where reading may begin, with all that a reader knows there.
struct Start {
    at: usize,
    /// How many nodes were read.
    nodes: usize,
    /// The containers that are open, with how many values of each were read.
    open: Vec<(usize, usize)>,
    /// Whether a value was read last, and its comma was not.
    behind_value: bool,
}

/// Where a value begins, its name included.
fn begin(node: &Node) -> usize {
    node.name.as_ref().map_or(node.span.start, |name| name.start)
}

impl Outline {
    /// Follows a change of the text inside of one string, at the cost of moving what is behind it, and gives that string.
    /// `None` where the change was another one, for which [`reread`](Self::reread) is there; the outline is then as it was.
    ///
    /// `text` is the text after the change, `replaced` the bytes that went, `inserted` how many came in their place.
    pub fn edit(&mut self, text: &str, replaced: &Range<usize>, inserted: usize, limits: &Limits) -> Option<usize> {
        let at = self.at(replaced.start)?;
        let inside = self.inside(at)?;
        let within = inside.start <= replaced.start && replaced.end <= inside.end;
        let end = (inside.end + inserted).checked_sub(replaced.len())?;
        let string = text.get(inside.start..end).filter(|_| within)?;
        // The quote that closed it still does, and nothing before it does.
        if !self.nodes.get(at)?.closed || !is_string(string) {
            return None;
        }
        let has_line = memchr::memchr(b'\n', string.as_bytes()).is_some();
        let change = Change { start: replaced.start, ends: [replaced.end, replaced.start + inserted] };
        if !self.problems.is_empty() {
            let own = self.nodes.get(at)?.span.clone();
            let is_odd = self.problems.iter().any(|problem| own.contains(&problem.span.start));
            if has_line || is_odd || !self.is_followed(text, limits) || change.ends_comment(text) {
                return None;
            }
        }
        self.shift(at, change);
        if !self.problems.is_empty() && self.may_be_whole(text, limits) {
            self.shift(at, change.back());
            return None;
        }
        self.lines_in_strings |= has_line;
        Some(at)
    }

    /// Moves what is behind a change inside of one string.
    fn shift(&mut self, string: usize, change: Change) {
        for node in self.nodes.iter_mut().skip(string + 1) {
            change.node(node);
        }
        let behind = change.ends[0];
        for problem in self.problems.iter_mut().filter(|problem| problem.span.start >= behind) {
            change.range(&mut problem.span);
        }
        let mut around = Some(string);
        while let Some(node) = around.and_then(|around| self.nodes.get_mut(around)) {
            node.span.end = change.moved(node.span.end);
            around = node.parent;
        }
    }

    /// Follows any change of the text, and gives what was read again: the values that it touches, where the rest means what it
    /// meant before, and all of them otherwise. What was read again may end containers that began before it in another place.
    ///
    /// ```
    /// use cards_json::{Limits, Outline};
    /// let (before, after, limits) = (r#"{"a": 1, "b": [2, 3], "c": {}}"#, r#"{"a": 1, "b": [2, , 3], "c": {}}"#, Limits::default());
    /// let mut outline = Outline::read(before, &limits);
    /// let again = outline.reread(after, &(18..18), 2, &limits);
    /// assert_eq!(outline, Outline::read(after, &limits));
    /// assert!(again.new.len() < outline.nodes().len());
    /// ```
    pub fn reread(&mut self, text: &str, replaced: &Range<usize>, inserted: usize, limits: &Limits) -> Reread {
        let before = self.nodes.len();
        let change = Change { start: replaced.start, ends: [replaced.end, replaced.start + inserted] };
        self.reread_part(text, change, limits).unwrap_or_else(|| {
            *self = Self::read(text, limits);
            Reread { old: 0..before, new: 0..self.nodes.len() }
        })
    }

    /// `None` where all has to be read; what the outline is then does not matter.
    fn reread_part(&mut self, text: &str, change: Change, limits: &Limits) -> Option<Reread> {
        // A string of several lines is one in a text that is whole alone.
        if self.lines_in_strings || !self.is_followed(text, limits) {
            return None;
        }
        if !self.problems.is_empty() && change.ends_comment(text) {
            return None;
        }
        let start = self.start(change.start)?;
        let mut tail = self.nodes.split_off(start.nodes);
        let problems = std::mem::take(&mut self.problems);
        let nodes = std::mem::take(&mut self.nodes);
        let known = problems.iter().filter(|problem| problem.span.start < start.at).cloned().collect();
        // Where no string has several lines, both ways of reading a text that is whole are one.
        let outline = Self { nodes, problems: known, lines_in_strings: false };
        let mut reader = Reader { text, at: start.at, limits, broken: true, open: start.open, outline };
        if start.behind_value {
            reader.comma();
        }
        let mut next = 0;
        let met = reader.run(|reader| {
            if reader.at < change.ends[1] {
                return false;
            }
            let place = change.back().moved(reader.at);
            while tail.get(next).is_some_and(|node| begin(node) < place) {
                next += 1;
            }
            let around = reader.open.last().map(|(node, _)| *node).filter(|node| *node < start.nodes);
            tail.get(next).is_some_and(|node| begin(node) == place && around.is_some() && node.parent == around)
        });
        let open = std::mem::take(&mut reader.open);
        *self = reader.outline;
        let new = start.nodes..self.nodes.len();
        if met {
            let first = tail.get(next)?;
            let place = begin(first);
            let behind = |problem: &Problem| {
                problem.span.start > place || (problem.span.start == place && !problem.span.is_empty())
            };
            self.problems.extend(problems.into_iter().filter(behind).map(|mut problem| {
                change.range(&mut problem.span);
                problem
            }));
            let (around, count) = *open.last()?;
            let numbered = Change { start: 0, ends: [first.index, count] };
            let counted = Change { start: 0, ends: [start.nodes + next, new.end] };
            for (node, _) in open {
                let node = self.nodes.get_mut(node)?;
                node.span.end = change.moved(node.span.end);
                node.after = counted.moved(node.after);
            }
            self.nodes.extend(tail.drain(next..).map(|mut node| {
                change.node(&mut node);
                node.after = counted.moved(node.after);
                match &mut node.parent {
                    Some(parent) if *parent == around => node.index = numbered.moved(node.index),
                    Some(parent) if *parent >= start.nodes => *parent = counted.moved(*parent),
                    _ => {}
                }
                node
            }));
        }
        let old = start.nodes..start.nodes + if met { next } else { tail.len() };
        let is_whole = self.problems.is_empty();
        (self.is_followed(text, limits) && (is_whole || !self.may_be_whole(text, limits)))
            .then_some(Reread { old, new })
    }

    /// Whether the text is within the limits, so that they had no part in how it was read.
    fn is_followed(&self, text: &str, limits: &Limits) -> bool {
        text.len() as u64 <= limits.bytes
            && self.nodes.len() as u64 <= limits.values
            && self.problems.len() < limits.findings.max(1)
            && !self.problems.iter().any(|problem| problem.problem.contains("(limit `"))
    }

    /// Whether a text that was read as one that is not whole may be whole, since a string goes over several lines.
    fn may_be_whole(&self, text: &str, limits: &Limits) -> bool {
        let Some(first) = self.problems.first() else { return true };
        if first.problem != super::read::NOT_CLOSED {
            return false;
        }
        let Some(start) = self.start(first.span.start) else { return true };
        // A reader asks nothing of the other nodes.
        let last = start.nodes.checked_sub(1).filter(|_| start.behind_value);
        let kept = start.open.iter().map(|(node, _)| *node).chain(last);
        let nodes = kept.filter_map(|node| self.nodes.get(node).cloned()).collect();
        let open = (0..start.open.len()).map(|node| (node, 0)).collect();
        let outline = Self { nodes, ..Self::default() };
        let mut reader = Reader { text, at: start.at, limits, broken: false, open, outline };
        if start.behind_value {
            reader.comma();
        }
        reader.run(|reader| !reader.outline.problems.is_empty());
        reader.outline.problems.is_empty()
    }

    /// The last place before a byte where reading may begin, however the text goes on from that byte.
    fn start(&self, offset: usize) -> Option<Start> {
        let last = self.nodes.partition_point(|node| begin(node) < offset).checked_sub(1)?;
        // The innermost container around it, and the value in that which begins last.
        let (mut at, mut child) = (last, None);
        loop {
            let node = self.nodes.get(at)?;
            let is_container = matches!(node.kind, Some(crate::Kind::Object | crate::Kind::Array));
            if is_container && node.span.start < offset && offset <= node.span.end - usize::from(node.closed) {
                break;
            }
            child = Some(at);
            at = node.parent?;
        }
        let container = at;
        // A value is read for sure once another one begins behind it.
        let before = |child: usize| {
            let inner = child.checked_sub(1).filter(|inner| *inner > container)?;
            std::iter::successors(Some(inner), |at| self.nodes.get(*at)?.parent)
                .find(|at| self.nodes.get(*at).is_some_and(|node| node.parent == Some(container)))
        };
        let is_sure = |at: &usize| {
            self.nodes.get(*at).is_some_and(|node| node.kind.is_some() && node.closed && node.span.end < offset)
        };
        let sure = child.and_then(|child| std::iter::successors(before(child), |at| before(*at)).find(is_sure));
        let read = sure.and_then(|sure| self.nodes.get(sure));
        let mut open = vec![(container, read.map_or(0, |read| read.index + 1))];
        while let Some(inner) = open.last().and_then(|(node, _)| self.nodes.get(*node))
            && let Some(parent) = inner.parent
        {
            open.push((parent, inner.index + 1));
        }
        open.reverse();
        Some(match read {
            Some(read) => Start { at: read.span.end, nodes: read.after, open, behind_value: true },
            None => {
                let at = self.nodes.get(container)?.span.start + 1;
                Start { at, nodes: container + 1, open, behind_value: false }
            }
        })
    }
}
