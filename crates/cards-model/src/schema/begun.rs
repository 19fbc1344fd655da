//! What a new object of a spec begins as.

use super::{overlay, root_shape};
use crate::Form;
use crate::document::{Member, ObjectShape, Shape};
use crate::json::{Json, Object, Pointer};
use crate::sillytavern;

/// Gives what an object at a place of a form begins as: each member that the spec wants there, with the value that its
/// absence stands for. `None` where the spec has no object.
///
/// An entry of world info is the one that SillyTavern's editor makes, but for its `uid`; a module's entry has no id yet.
///
/// ```
/// use cards_model::{Form, new_object};
/// let entry = new_object(Form::V2, &"/data/character_book/entries/0".parse()?).ok_or("no object")?;
/// assert_eq!(
///     cards_model::Json::Object(entry).to_string(),
///     r#"{"keys":[],"content":"","extensions":{},"enabled":true,"insertion_order":0}"#
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn new_object(form: Form, place: &Pointer) -> Option<Object> {
    let entries = form.entries_pointer();
    if form == Form::WorldInfo && place.parent().is_some_and(|parent| Some(parent) == entries) {
        return Some(sillytavern::new_entry());
    }
    let shape = object_at(form, place)?;
    let wanted = shape.members.into_iter().filter(|member| is_wanted(form, shape.name, member));
    Some(wanted.map(|member| (member.name, value_of(&member))).collect())
}

/// Gives the value that a member has to have where it says nothing; `None` where the spec lets it be absent.
#[must_use]
pub fn empty_member(form: Form, place: &Pointer) -> Option<Json> {
    let (parent, name) = (place.parent()?, place.last()?);
    let shape = object_at(form, &parent)?;
    let member = shape.members.iter().find(|member| member.name == name)?;
    is_wanted(form, shape.name, member).then(|| value_of(member))
}

fn is_wanted(form: Form, object: &str, member: &Member) -> bool {
    member.mandatory || overlay::demands(form, object, member.name)
}

/// The value that the absence of a member stands for, or the nearest that its type has.
fn value_of(member: &Member) -> Json {
    match (&member.default, member.shape) {
        (Json::Null, Shape::Bool) => false.into(),
        (default, _) => default.clone(),
    }
}

/// The spec's object at a place.
fn object_at(form: Form, place: &Pointer) -> Option<ObjectShape> {
    let mut shape = Shape::Any;
    let mut object = Some(root_shape(form));
    for key in place.keys() {
        shape = match (object.take(), shape) {
            (Some(of), _) => of.members.iter().find(|member| member.name == key)?.shape,
            (None, Shape::List(items) | Shape::Map(items)) => items(),
            (None, _) => return None,
        };
        while let Shape::Either(one, other) = shape {
            shape = if matches!(one(), Shape::Object(_) | Shape::List(_) | Shape::Map(_)) { one() } else { other() };
        }
        if let Shape::Object(of) = shape {
            object = Some(of());
        }
    }
    object
}
