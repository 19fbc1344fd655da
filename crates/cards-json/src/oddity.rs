//! What a reader read around.

use crate::Pointer;
use crate::pointer::Step;

/// What is odd about a text that has a reading all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OddityKind {
    /// A control character is unescaped in a string. It is read as it is (RFC 8259 §7).
    Control,
    /// Half of a surrogate pair, of this code unit, is alone in an escape. It is read as U+FFFD (RFC 8259 §8.2).
    LoneSurrogate(u16),
    /// A member name occurs more than once in one object. The last value counts, at the place of the first
    /// (RFC 8259 §4; as JavaScript reads it).
    Repeated,
}

/// Something odd, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Oddity {
    /// What it is.
    pub kind: OddityKind,
    /// The value that it is about.
    pub pointer: Pointer,
    /// Bytes of the text before the place where it was noticed; [`crate::Position::of`] makes a line and a column of it.
    pub offset: usize,
}

/// The place where something odd was noticed; its pointer is made only when somebody asks.
#[derive(Clone, Copy, Debug)]
pub struct Place<'r> {
    pub(crate) path: &'r [Step<'r>],
    pub(crate) member: Option<&'r str>,
    pub(crate) offset: usize,
}

impl Place<'_> {
    /// The value that it is about.
    #[must_use]
    pub fn pointer(&self) -> Pointer {
        let mut pointer = Pointer::of_steps(self.path);
        if let Some(member) = self.member {
            pointer.push_member(member);
        }
        pointer
    }

    /// Bytes of the text before it.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.offset
    }
}

/// Takes what a reader finds odd.
///
/// A reader that goes back to read a value in another way takes back what it said since: [`Oddities::count`] and
/// [`Oddities::truncate`] serve that.
pub trait Oddities {
    /// Takes one.
    fn odd(&mut self, kind: OddityKind, place: &Place<'_>);

    /// How many were taken so far.
    fn count(&self) -> usize;

    /// Forgets those taken after there were so many.
    fn truncate(&mut self, count: usize);
}

/// Nobody wants to know.
impl Oddities for () {
    fn odd(&mut self, _: OddityKind, _: &Place<'_>) {}

    fn count(&self) -> usize {
        0
    }

    fn truncate(&mut self, _: usize) {}
}

/// All of them, in the order in which they were noticed. Their number is bounded by the length of the text alone.
impl Oddities for Vec<Oddity> {
    fn odd(&mut self, kind: OddityKind, place: &Place<'_>) {
        self.push(Oddity { kind, pointer: place.pointer(), offset: place.offset() });
    }

    fn count(&self) -> usize {
        self.len()
    }

    fn truncate(&mut self, count: usize) {
        Self::truncate(self, count);
    }
}
