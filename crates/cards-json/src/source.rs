//! Where values are pulled from: a text, or a value that was read already.

use std::borrow::Cow;

use crate::sealed::Sealed;
use crate::{Error, Json, Kind, Number, Object, Oddities, OddityKind, Pointer};

/// Gives a value piece by piece to whoever knows what should come: [`crate::Reader`] from a text, [`crate::ValueReader`]
/// from a [`Json`]. What reads from a source reads both alike. There are no others: the trait is sealed.
///
/// # Errors
/// A reader of text gives [`Error::Syntax`] or a limit, a reader of values [`Error::Kind`] when another kind of value
/// comes next than the one asked for.
#[expect(clippy::missing_errors_doc, reason = "the trait says it for all of them")]
pub trait Source<'a>: Sealed {
    /// A place to go back to.
    type Mark: Copy;
    /// Who takes what is odd.
    type Oddities: Oddities;

    /// The kind of the next value.
    fn peek(&mut self) -> Result<Kind, Error>;

    /// Enters an object; its members come from [`Source::next_key`].
    fn begin_object(&mut self) -> Result<(), Error>;

    /// The name of the next member, or `None` when the object ends. The caller reads the value, then calls
    /// [`Source::leave`].
    fn next_key(&mut self, first: &mut bool) -> Result<Option<Cow<'a, str>>, Error>;

    /// Enters an array; whether an element follows comes from [`Source::next_element`].
    fn begin_array(&mut self) -> Result<(), Error>;

    /// Whether another element follows. The caller reads it, then calls [`Source::leave`].
    fn next_element(&mut self, index: usize) -> Result<bool, Error>;

    /// Steps back up from a member or an element.
    fn leave(&mut self);

    /// Reads a string, borrowed where that can be.
    fn string(&mut self) -> Result<Cow<'a, str>, Error>;

    /// Reads a number.
    fn number(&mut self) -> Result<Number, Error>;

    /// Reads `true` or `false`.
    fn bool(&mut self) -> Result<bool, Error>;

    /// Reads a value of any kind.
    fn json(&mut self) -> Result<Json, Error>;

    /// Reads an object of any members.
    fn object(&mut self) -> Result<Object, Error>;

    /// Passes over a value.
    fn skip(&mut self) -> Result<(), Error>;

    /// Members that were read one by one as an object; a name that came again is odd.
    fn object_of(&mut self, members: Vec<(String, Json)>) -> Object;

    /// The value that is being read.
    fn pointer(&self) -> Pointer;

    /// Says that something is odd about the value being read.
    fn odd(&mut self, kind: OddityKind);

    /// Whoever takes the oddities.
    fn oddities(&self) -> &Self::Oddities;

    /// Whoever takes the oddities, to be told of more.
    fn oddities_mut(&mut self) -> &mut Self::Oddities;

    /// The place to come back to with [`Source::rewind`].
    fn mark(&self) -> Self::Mark;

    /// Goes back to a place further up or to the left; what was odd since is forgotten.
    fn rewind(&mut self, mark: Self::Mark);

    /// Makes sure that nothing is left, and gives back whoever took the oddities.
    fn finish(self) -> Result<Self::Oddities, Error>;
}
