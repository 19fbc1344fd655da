//! Findings made while a text is read.

use std::collections::HashSet;
use std::iter::successors;

use crate::Finding;
use crate::json::{Limits, Oddities, OddityKind, Place, Pointer, Reader, Source};
use crate::terms::{reading, rule::Rule};

/// A reader of spec objects from text: what is odd about it becomes findings.
pub type SpecReader<'a> = Reader<'a, Findings>;

/// The findings of one reading, in the order in which they were made, up to a limit.
#[derive(Debug)]
pub struct Findings {
    kept: Vec<Finding>,
    limit: usize,
    dropped: usize,
    /// The places and rules that count, where not all do.
    only: Option<(HashSet<Pointer>, &'static [&'static Rule])>,
}

impl Findings {
    /// None yet.
    #[must_use]
    pub fn new(limits: &Limits) -> Self {
        Self { kept: Vec::new(), limit: limits.findings, dropped: 0, only: None }
    }

    /// For those who do not ask: what is odd is counted only.
    pub(crate) fn unasked() -> Self {
        Self { kept: Vec::new(), limit: 0, dropped: 0, only: None }
    }

    /// The first finding at or below one of these places that bends one of these rules.
    pub(crate) fn first_of(places: impl IntoIterator<Item = Pointer>, rules: &'static [&'static Rule]) -> Self {
        Self { limit: 1, only: Some((places.into_iter().collect(), rules)), ..Self::unasked() }
    }

    /// All that were kept, and one that counts the others.
    #[must_use]
    pub fn finish(mut self) -> Vec<Finding> {
        if self.dropped > 0 {
            let message =
                format!("{} more findings were left out; raise `findings` in the limits to see them", self.dropped);
            self.kept.push(Finding::new(&reading::MORE_FINDINGS, Pointer::ROOT, message));
        }
        self.kept
    }

    /// The first that was kept.
    pub(crate) fn into_first(self) -> Option<Finding> {
        self.kept.into_iter().next()
    }

    /// Whether places decide what counts, so that each element of a list has to be named by its own.
    pub(crate) fn is_by_place(&self) -> bool {
        self.only.is_some()
    }

    /// Whether what comes is counted only.
    fn is_full(&self) -> bool {
        self.kept.len() >= self.limit
    }

    fn push(&mut self, rule: &'static Rule, message: impl Into<String>, pointer: impl FnOnce() -> Pointer) {
        if self.is_full() {
            self.dropped += 1;
            return;
        }
        let pointer = pointer();
        let counts = self.only.as_ref().is_none_or(|(places, rules)| {
            rules.contains(&rule) && successors(Some(pointer.clone()), Pointer::parent).any(|at| places.contains(&at))
        });
        if counts {
            self.kept.push(Finding::new(rule, pointer, message));
        }
    }
}

/// The rule that each oddity of a JSON text bends, and what is read instead.
impl Oddities for Findings {
    fn odd(&mut self, kind: OddityKind, place: &Place<'_>) {
        let (rule, message) = match kind {
            OddityKind::Control => {
                (&reading::JSON_CONTROL, "a control character is unescaped in a string; read as it is".to_owned())
            }
            OddityKind::LoneSurrogate(unit) => {
                (&reading::JSON_SURROGATE, format!("half of a surrogate pair (\\u{unit:04x}) is alone; read as U+FFFD"))
            }
            OddityKind::Repeated => {
                (&reading::JSON_DUPLICATE, "the name occurs more than once; the last value counts".to_owned())
            }
            _ => return,
        };
        self.push(rule, message, || place.pointer());
    }

    fn count(&self) -> usize {
        self.kept.len() + self.dropped
    }

    fn truncate(&mut self, count: usize) {
        self.kept.truncate(count);
        self.dropped = count - self.kept.len();
    }
}

/// A source of spec objects: a text or a value, with whoever takes what is odd about it.
pub trait SpecSource<'a>: Source<'a, Oddities = Findings> {
    /// Records that the value being read breaks a rule.
    fn note(&mut self, rule: &'static Rule, message: impl Into<String>) {
        let place = if self.oddities().is_full() { Pointer::ROOT } else { self.pointer() };
        self.oddities_mut().push(rule, message, || place);
    }

    /// Records that an element of the list being read breaks a rule.
    fn note_element(&mut self, index: usize, rule: &'static Rule, message: impl Into<String>) {
        let list = if self.oddities().is_full() { Pointer::ROOT } else { self.pointer() };
        self.oddities_mut().push(rule, message, || list.index(index));
    }
}

impl<'a, S: Source<'a, Oddities = Findings>> SpecSource<'a> for S {}
