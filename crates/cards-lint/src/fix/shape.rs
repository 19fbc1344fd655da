//! Lists and maps of another shape than the spec gives them, written as what they are read as.
//!
//! Single values are mended by the rules of the model. Here is what takes a value apart: a map of entries where a list
//! belongs, a list in which some elements are of another type.

use cards_model::document::{Shape, SpecObject};
use cards_model::json::Object;
use cards_model::{Form, Json, Lorebook, Module, Number, Pointer, WorldInfo, prom, v0, v1, v2, v3, v3l};

use super::edit::shown;

/// Writes the value at a pointer in the shape that the spec gives it.
pub(super) fn reshape(json: &mut Json, form: Form, pointer: &Pointer, note: &mut impl FnMut(Pointer, String)) {
    if let (Some(shape), Some(value)) = (shape_at(form, pointer), json.at_mut(pointer))
        && let Some(better) = better(value, shape)
    {
        note(pointer.clone(), format!("{} became {}", shown(value), shown(&better)));
        *value = better;
    }
}

/// Whether there is something to be written otherwise at a pointer, and a safe way to do so.
pub(super) fn can_reshape(json: &Json, form: Form, pointer: &Pointer) -> bool {
    let found = shape_at(form, pointer).zip(json.at(pointer));
    found.is_some_and(|(shape, value)| better(value, shape).is_some())
}

/// The shape of a whole file.
fn root(form: Form) -> Option<Shape> {
    Some(Shape::Object(match form {
        Form::V0 => v0::Card::object_shape,
        Form::V1 => v1::Card::object_shape,
        Form::V2 => v2::Card::object_shape,
        Form::V3 => v3::Card::object_shape,
        Form::V3L => v3l::Card::object_shape,
        Form::Prom => prom::Card::object_shape,
        Form::Module => Module::object_shape,
        Form::LorebookV3 => v3::LorebookFile::object_shape,
        Form::Lorebook => Lorebook::object_shape,
        Form::PromBook => prom::Book::object_shape,
        Form::WorldInfo => WorldInfo::object_shape,
        _ => return None,
    }))
}

fn shape_at(form: Form, pointer: &Pointer) -> Option<Shape> {
    pointer.keys().try_fold(root(form)?, |shape, key| match shape {
        Shape::Object(object) => {
            object().members.into_iter().find(|member| member.name == key).map(|member| member.shape)
        }
        Shape::List(item) | Shape::Map(item) => Some(item()),
        _ => None,
    })
}

/// The value that one of another shape is read as, when every part of it has such a reading.
fn better(value: &Json, shape: Shape) -> Option<Json> {
    if fits(value, shape) {
        return None;
    }
    Some(match (shape, value) {
        (Shape::Text, Json::Number(number)) => Json::from(number.to_string()),
        (Shape::Text, Json::Bool(value)) => Json::from(value.to_string()),
        (Shape::Number, Json::String(text)) => Json::Number(Number::parse(text.trim())?),
        (Shape::Bool, Json::String(text)) if text.eq_ignore_ascii_case("true") => Json::from(true),
        (Shape::Bool, Json::String(text)) if text.eq_ignore_ascii_case("false") => Json::from(false),
        (Shape::List(item), Json::Array(items)) => {
            Json::Array(items.iter().map(|value| part(value, item())).collect::<Option<_>>()?)
        }
        (Shape::List(item), Json::Object(members)) => {
            let each = |value: &Json| value.as_object().and_then(|_| part(value, item()));
            Json::Array(members.iter().map(|(_, value)| each(value)).collect::<Option<_>>()?)
        }
        // De facto: languages whose empty map is an empty list write one for the other.
        (Shape::AnyObject | Shape::Map(_), Json::Array(items)) if items.is_empty() => Json::Object(Object::new()),
        _ => return None,
    })
}

/// A part of a value: as it is, or as what it is read as.
fn part(value: &Json, shape: Shape) -> Option<Json> {
    if fits(value, shape) { Some(value.clone()) } else { better(value, shape) }
}

fn fits(value: &Json, shape: Shape) -> bool {
    match (shape, value) {
        (Shape::Any, _)
        | (Shape::Text | Shape::Words(_) | Shape::NumberOrText, Json::String(_))
        | (Shape::Number | Shape::NumberOrText, Json::Number(_))
        | (Shape::Bool, Json::Bool(_))
        | (Shape::AnyObject | Shape::Map(_) | Shape::Object(_), Json::Object(_)) => true,
        (Shape::List(item), Json::Array(items)) => items.iter().all(|value| fits(value, item())),
        (Shape::Either(a, b), value) => fits(value, a()) || fits(value, b()),
        _ => false,
    }
}
