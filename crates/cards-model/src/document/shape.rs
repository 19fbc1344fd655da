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

/// What `spec_object!` says of a member in one line of a table, which is smaller than code for each.
pub(crate) struct Declared {
    /// The name in JSON.
    pub(crate) name: &'static str,
    /// The lines of what it is.
    pub(crate) doc: &'static [&'static str],
    /// Whether the spec wants it in every object.
    pub(crate) mandatory: bool,
    /// The shape of its value.
    pub(crate) shape: fn() -> Shape,
    /// What its absence stands for.
    pub(crate) default: fn() -> Json,
}

/// The shape of an object, as it was declared.
pub(crate) fn declared(name: &'static str, doc: &[&str], members: &[Declared]) -> ObjectShape {
    let text = |lines: &[&str]| lines.concat().trim().to_owned();
    let member = |member: &Declared| Member {
        name: member.name,
        doc: text(member.doc),
        mandatory: member.mandatory,
        shape: (member.shape)(),
        default: (member.default)(),
    };
    ObjectShape { name, doc: text(doc), members: members.iter().map(member).collect() }
}
