//! One search.

use super::code::Code;
use super::step::Step;
use super::tree::folded;
use crate::{Span, case};

/// The steps are used up.
#[derive(Debug)]
pub(super) struct Exhausted;

/// A slot that holds no place.
const UNSET: usize = usize::MAX;
/// Bytes of text that are passed over, or compared with others, for one step.
const BYTES_A_STEP: usize = 16;

/// A way that is tried when the present one comes to nothing.
#[derive(Clone, Copy)]
struct Way {
    step: u32,
    /// How long [`Search::changes`] was.
    changes: u32,
    at: usize,
}

pub(super) struct Search<'c> {
    code: &'c Code,
    text: &'c str,
    left: u64,
    slots: Vec<usize>,
    ways: Vec<Way>,
    /// Slots that were written, with what they held.
    changes: Vec<(u32, usize)>,
}

impl<'c> Search<'c> {
    pub(super) fn new(code: &'c Code, text: &'c str, steps: u64) -> Self {
        Self { code, text, left: steps, slots: vec![UNSET; code.slots], ways: Vec::new(), changes: Vec::new() }
    }

    pub(super) fn steps_left(&self) -> u64 {
        self.left
    }

    /// Finds the first match at this byte or behind it.
    pub(super) fn first(&mut self, from: usize) -> Result<Option<Vec<Option<Span>>>, Exhausted> {
        let mut next = from;
        while let Some(start) = self.code.starts.next(self.text, next) {
            self.pay_for_bytes(start - next)?;
            if let Some(end) = self.run(0, start)? {
                let group = |number: usize| match (self.slot(number * 2), self.slot(number * 2 + 1)) {
                    (UNSET, _) | (_, UNSET) => None,
                    (start, end) => Some((start, end)),
                };
                let whole = Some((start, end));
                return Ok(Some(std::iter::once(whole).chain((1..self.code.groups).map(group)).collect()));
            }
            let Some((_, length)) = self.char_at(start) else { return Ok(None) };
            next = start + length;
        }
        self.pay_for_bytes(self.text.len().saturating_sub(next))?;
        Ok(None)
    }

    fn pay(&mut self, steps: u64) -> Result<(), Exhausted> {
        self.left = self.left.checked_sub(steps).ok_or(Exhausted).inspect_err(|_| self.left = 0)?;
        Ok(())
    }

    fn pay_for_bytes(&mut self, bytes: usize) -> Result<(), Exhausted> {
        self.pay((bytes / BYTES_A_STEP) as u64)
    }

    fn slot(&self, number: usize) -> usize {
        self.slots.get(number).copied().unwrap_or(UNSET)
    }

    fn write(&mut self, slot: u32, place: usize) {
        if let Some(held) = self.slots.get_mut(slot as usize) {
            self.changes.push((slot, std::mem::replace(held, place)));
        }
    }

    /// Takes back what was written since there were so many changes.
    fn undo(&mut self, changes: usize) {
        while self.changes.len() > changes {
            let Some((slot, held)) = self.changes.pop() else { break };
            if let Some(place) = self.slots.get_mut(slot as usize) {
                *place = held;
            }
        }
    }

    /// Runs from a step to [`Step::Done`]; gives where it ended. What it wrote stays when it succeeded.
    fn run(&mut self, first: u32, from: usize) -> Result<Option<usize>, Exhausted> {
        let (ways, changes) = (self.ways.len(), self.changes.len());
        let (mut next, mut at) = (first, from);
        loop {
            self.pay(1)?;
            let Some(&step) = self.code.steps.get(next as usize) else { return Ok(None) };
            let went = match step {
                Step::Done => {
                    self.ways.truncate(ways);
                    return Ok(Some(at));
                }
                Step::Jump(to) => Some((to, at)),
                Step::Split { first, second } => {
                    self.ways.push(Way { step: second, changes: self.changes.len() as u32, at });
                    Some((first, at))
                }
                Step::Look { negative, after } => self.look(next + 1, at, negative)?.then_some((after, at)),
                Step::Forget { from, to } => {
                    self.forget(from, to)?;
                    Some((next + 1, at))
                }
                Step::Save(slot) => {
                    self.write(slot, at);
                    Some((next + 1, at))
                }
                other => self.one(other, at)?.map(|at| (next + 1, at)),
            };
            if let Some(went) = went {
                (next, at) = went;
                continue;
            }
            if self.ways.len() <= ways {
                self.undo(changes);
                return Ok(None);
            }
            let Some(way) = self.ways.pop() else { return Ok(None) };
            self.undo(way.changes as usize);
            (next, at) = (way.step, way.at);
        }
    }

    /// Whether what is looked for is, or is not, there. Its groups stay where it is wanted.
    fn look(&mut self, first: u32, at: usize, negative: bool) -> Result<bool, Exhausted> {
        let changes = self.changes.len();
        let found = self.run(first, at)?.is_some();
        if negative {
            self.undo(changes);
        }
        Ok(found != negative)
    }

    fn forget(&mut self, from: u32, to: u32) -> Result<(), Exhausted> {
        self.pay(u64::from(to.saturating_sub(from)))?;
        for slot in from..to {
            if self.slot(slot as usize) != UNSET {
                self.write(slot, UNSET);
            }
        }
        Ok(())
    }

    /// A step that has one way: where it leads.
    fn one(&mut self, step: Step, at: usize) -> Result<Option<usize>, Exhausted> {
        Ok(match step {
            Step::Char { c, back } => self.beside(at, back).filter(|&(found, _)| found == c).map(|(_, at)| at),
            Step::Set { set, back } => {
                let set = self.code.sets.get(set as usize);
                let holds = |&(c, _): &(char, usize)| set.is_some_and(|set| set.holds(c));
                self.beside(at, back).filter(holds).map(|(_, at)| at)
            }
            Step::Reference { group, ignore_case, back } => self.reference(group as usize, ignore_case, back, at)?,
            Step::Begin => (at == 0).then_some(at),
            Step::End => (at == self.text.len()).then_some(at),
            Step::Progress(slot) => (self.slot(slot as usize) != at).then_some(at),
            Step::Done
            | Step::Jump(_)
            | Step::Split { .. }
            | Step::Look { .. }
            | Step::Forget { .. }
            | Step::Save(_) => None,
        })
    }

    /// The character and its length.
    fn char_at(&self, at: usize) -> Option<(char, usize)> {
        match self.text.as_bytes().get(at) {
            Some(byte) if byte.is_ascii() => Some((char::from(*byte), 1)),
            _ => self.text.get(at..)?.chars().next().map(|c| (c, c.len_utf8())),
        }
    }

    /// The character on one side, and the place on its other side.
    fn beside(&self, at: usize, back: bool) -> Option<(char, usize)> {
        if back {
            let c = self.text.get(..at)?.chars().next_back()?;
            Some((c, at - c.len_utf8()))
        } else {
            self.char_at(at).map(|(c, length)| (c, at + length))
        }
    }

    fn reference(
        &mut self,
        group: usize,
        ignore_case: bool,
        back: bool,
        at: usize,
    ) -> Result<Option<usize>, Exhausted> {
        let (start, end) = (self.slot(group * 2), self.slot(group * 2 + 1));
        let Some(held) = self.text.get(start..end) else { return Ok(Some(at)) };
        if ignore_case {
            return self.letters(held, back, at);
        }
        self.pay_for_bytes(held.len())?;
        let (before, after) = (self.text.get(..at), self.text.get(at..));
        Ok(match back {
            true => before.and_then(|before| before.strip_suffix(held)).map(str::len),
            false => after.filter(|after| after.starts_with(held)).map(|_| at + held.len()),
        })
    }

    /// Matches the text letter by letter, whatever their case.
    fn letters(&mut self, held: &str, back: bool, at: usize) -> Result<Option<usize>, Exhausted> {
        let (mut at, mut rest) = (at, held.chars());
        while let Some(c) = if back { rest.next_back() } else { rest.next() } {
            self.pay(1)?;
            let Some((found, next)) = self.beside(at, back) else { return Ok(None) };
            let same = found == c || if self.code.unicode { same_folded(found, c) } else { case::same(found, c) };
            if !same {
                return Ok(None);
            }
            at = next;
        }
        Ok(Some(at))
    }
}

fn same_folded(one: char, other: char) -> bool {
    folded(one).iter().any(|range| (range.start()..=range.end()).contains(&other))
}
