//! A tree as instructions.

use super::starts::Starts;
use super::step::Step;
use super::tree::{Node, Set, TOO_LARGE, Tree};
use crate::{Error, Translated};

/// Steps, and the sets that they name.
#[derive(Debug)]
pub(super) struct Code {
    pub(super) steps: Vec<Step>,
    pub(super) sets: Vec<Set>,
    pub(super) slots: usize,
    pub(super) groups: usize,
    /// Whether letters count as one by Unicode's folding (`u`), or by their upper case.
    pub(super) unicode: bool,
    pub(super) starts: Starts,
}

impl Code {
    pub(super) fn build(tree: &Tree, translated: &Translated, bytes: usize) -> Result<Self, Error> {
        let sets = tree.sets.iter().map(|set| size_of::<Set>().saturating_add(set.ranges.len() * Set::RANGE_BYTES));
        let left = sets.fold(bytes, usize::saturating_sub);
        let slots = translated.groups.checked_add(1).and_then(|groups| groups.checked_mul(2)).ok_or(TOO_LARGE)?;
        let mut builder = Builder { steps: Vec::new(), left, slots };
        builder.node(&tree.root, false)?;
        builder.push(Step::Done)?;
        let Builder { steps, slots, .. } = builder;
        let starts = Starts::of(&steps, &tree.sets);
        let groups = translated.groups as usize + 1;
        let unicode = translated.unicode;
        Ok(Self { steps, sets: tree.sets.clone(), slots: slots as usize, groups, unicode, starts })
    }
}

struct Builder {
    steps: Vec<Step>,
    /// Bytes that may still be taken.
    left: usize,
    slots: u32,
}

/// What a visit of a node is counted with, so that repetitions of nothing come to an end.
const VISIT: usize = 8;

impl Builder {
    fn take(&mut self, bytes: usize) -> Result<(), Error> {
        self.left = self.left.checked_sub(bytes).ok_or(TOO_LARGE)?;
        Ok(())
    }

    fn push(&mut self, step: Step) -> Result<usize, Error> {
        self.take(size_of::<Step>())?;
        self.steps.push(step);
        Ok(self.steps.len() - 1)
    }

    /// Where the next step will stand.
    fn here(&self) -> Result<u32, Error> {
        u32::try_from(self.steps.len()).map_err(|_| TOO_LARGE)
    }

    fn set(&mut self, at: usize, step: Step) {
        if let Some(place) = self.steps.get_mut(at) {
            *place = step;
        }
    }

    fn node(&mut self, node: &Node, back: bool) -> Result<(), Error> {
        self.take(VISIT)?;
        match node {
            Node::Char(c) => self.push(Step::Char { c: *c, back }).map(|_| ()),
            Node::Set(set) => self.push(Step::Set { set: *set, back }).map(|_| ()),
            Node::Begin => self.push(Step::Begin).map(|_| ()),
            Node::End => self.push(Step::End).map(|_| ()),
            Node::Reference { group, ignore_case } => {
                self.push(Step::Reference { group: *group, ignore_case: *ignore_case, back }).map(|_| ())
            }
            Node::Group { number, inner } => {
                let (start, end) = (number.saturating_mul(2), number.saturating_mul(2).saturating_add(1));
                self.push(Step::Save(if back { end } else { start }))?;
                self.node(inner, back)?;
                self.push(Step::Save(if back { start } else { end })).map(|_| ())
            }
            Node::Sequence(nodes) if back => nodes.iter().rev().try_for_each(|node| self.node(node, back)),
            Node::Sequence(nodes) => nodes.iter().try_for_each(|node| self.node(node, back)),
            Node::Choice(ways) => self.choice(ways, back),
            Node::Repeat { inner, low, high, greedy } => self.repeat(inner, *low, *high, *greedy, back),
            Node::Look { inner, behind, negative } => {
                let look = self.push(Step::Done)?;
                self.node(inner, *behind)?;
                self.push(Step::Done)?;
                let after = self.here()?;
                self.set(look, Step::Look { negative: *negative, after });
                Ok(())
            }
        }
    }

    fn choice(&mut self, ways: &[Node], back: bool) -> Result<(), Error> {
        let mut ends = Vec::new();
        let mut ways = ways.iter().peekable();
        while let Some(way) = ways.next() {
            if ways.peek().is_none() {
                self.node(way, back)?;
                break;
            }
            let split = self.push(Step::Done)?;
            let first = self.here()?;
            self.node(way, back)?;
            ends.push(self.push(Step::Done)?);
            let second = self.here()?;
            self.set(split, Step::Split { first, second });
        }
        let end = self.here()?;
        for jump in ends {
            self.set(jump, Step::Jump(end));
        }
        Ok(())
    }

    /// Spec: ECMAScript, `RepeatMatcher`.
    fn repeat(&mut self, inner: &Node, low: u32, high: Option<u32>, greedy: bool, back: bool) -> Result<(), Error> {
        let groups = groups(inner);
        for _ in 0..low {
            self.take(VISIT)?;
            self.forget(groups)?;
            self.node(inner, back)?;
        }
        let Some(high) = high else {
            let split = self.round(inner, groups, back)?;
            let start = u32::try_from(split).map_err(|_| TOO_LARGE)?;
            self.push(Step::Jump(start))?;
            return self.leave([split], greedy);
        };
        let mut splits = Vec::new();
        for _ in low..high {
            splits.push(self.round(inner, groups, back)?);
        }
        self.leave(splits, greedy)
    }

    /// A round that need not be; gives the place of its split.
    fn round(&mut self, inner: &Node, groups: Option<(u32, u32)>, back: bool) -> Result<usize, Error> {
        let split = self.push(Step::Done)?;
        self.forget(groups)?;
        if !may_match_nothing(inner) {
            self.node(inner, back)?;
            return Ok(split);
        }
        let slot = self.slots;
        self.slots = slot.checked_add(1).ok_or(TOO_LARGE)?;
        self.push(Step::Save(slot))?;
        self.node(inner, back)?;
        self.push(Step::Progress(slot))?;
        Ok(split)
    }

    fn forget(&mut self, groups: Option<(u32, u32)>) -> Result<(), Error> {
        let Some((first, last)) = groups else { return Ok(()) };
        let (from, to) = (first.saturating_mul(2), last.saturating_mul(2).saturating_add(2));
        self.push(Step::Forget { from, to }).map(|_| ())
    }

    /// Lets each split choose between the step behind it and the end, which is here.
    fn leave(&mut self, splits: impl IntoIterator<Item = usize>, greedy: bool) -> Result<(), Error> {
        let end = self.here()?;
        for split in splits {
            let round = u32::try_from(split + 1).map_err(|_| TOO_LARGE)?;
            let (first, second) = if greedy { (round, end) } else { (end, round) };
            self.set(split, Step::Split { first, second });
        }
        Ok(())
    }
}

/// The first and the last group inside.
fn groups(node: &Node) -> Option<(u32, u32)> {
    let join = |nodes: &[Node]| {
        let found = nodes.iter().filter_map(groups);
        found.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))
    };
    match node {
        Node::Group { number, inner } => Some((*number, groups(inner).map_or(*number, |(_, last)| last))),
        Node::Sequence(nodes) | Node::Choice(nodes) => join(nodes),
        Node::Repeat { inner, .. } | Node::Look { inner, .. } => groups(inner),
        Node::Char(_) | Node::Set(_) | Node::Begin | Node::End | Node::Reference { .. } => None,
    }
}

fn may_match_nothing(node: &Node) -> bool {
    match node {
        Node::Char(_) | Node::Set(_) => false,
        Node::Begin | Node::End | Node::Reference { .. } | Node::Look { .. } => true,
        Node::Group { inner, .. } => may_match_nothing(inner),
        Node::Sequence(nodes) => nodes.iter().all(may_match_nothing),
        Node::Choice(nodes) => nodes.iter().any(may_match_nothing),
        Node::Repeat { inner, low, .. } => *low == 0 || may_match_nothing(inner),
    }
}
