//! What a field looks like in JSON, for schemas and test-data generators.

use crate::json::Json;

/// The JSON shape of a field.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    /// Any value.
    Any,
    /// A string.
    Text,
    /// A string, usually one of these.
    Words(&'static [&'static str]),
    /// A number.
    Number,
    /// `true` or `false`.
    Bool,
    /// A number or a string.
    NumberOrText,
    /// An object of any members.
    AnyObject,
    /// An object whose member values have this shape.
    Map(fn() -> Shape),
    /// An array of this shape.
    List(fn() -> Shape),
    /// Either of two shapes.
    Either(fn() -> Shape, fn() -> Shape),
    /// An object of a spec.
    Object(fn() -> ObjectShape),
}

impl Shape {
    /// Whether it is `true` or `false`.
    pub(crate) fn is_bool(self) -> bool {
        matches!(self, Self::Bool)
    }
}

/// A spec object: its name and members in the order of the spec.
#[derive(Clone, Debug)]
pub struct ObjectShape {
    /// The type's name.
    pub name: &'static str,
    /// What it is.
    pub doc: String,
    /// Its members.
    pub members: Vec<Member>,
}

/// A member of a spec object.
#[derive(Clone, Debug)]
pub struct Member {
    /// The name in JSON.
    pub name: &'static str,
    /// What it is.
    pub doc: String,
    /// Whether the spec wants it in every object.
    pub mandatory: bool,
    /// The shape of its value.
    pub shape: Shape,
    /// What its absence stands for; `null` for nothing.
    pub default: Json,
}
