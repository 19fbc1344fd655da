//! What values are written to: a text, or a value in memory.

use crate::sealed::Sealed;
use crate::{Json, Number, Object};

/// Takes one JSON value, piece by piece: [`crate::Writer`] makes text of it, [`crate::ValueWriter`] a [`Json`].
/// There are no others: the trait is sealed.
pub trait Sink: Sealed {
    /// Writes what `body` writes as the members of an object.
    fn object(&mut self, body: impl FnOnce(&mut Self));

    /// Writes what `body` writes as the elements of an array.
    fn array(&mut self, body: impl FnOnce(&mut Self));

    /// Starts a member; its value is written next.
    fn key(&mut self, key: &str);

    /// Starts an element of an array; its value is written next.
    fn element(&mut self);

    /// Writes a string.
    fn string(&mut self, text: &str);

    /// Writes a number.
    fn number(&mut self, number: &Number);

    /// Writes `true` or `false`.
    fn bool(&mut self, value: bool);

    /// Writes `null`.
    fn null(&mut self);

    /// Writes any value.
    fn json(&mut self, value: &Json);

    /// Writes an object.
    fn members_of(&mut self, object: &Object);
}
