//! Members that are absent, null or of another type, written as what they are read as.

use cards_model::document::{Member, ObjectShape, Shape, SpecObject};
use cards_model::json::Object;
use cards_model::{Form, Json, Lorebook, Module, Number, WorldInfo, prom, v0, v1, v2, v3, v3l};

use super::edit::{at_mut, keys, shown};

/// Writes the value at a pointer in the shape that the spec gives it.
pub(super) fn reshape(json: &mut Json, form: Form, pointer: &str, note: &mut impl FnMut(String, String)) {
    let Some(shape) = shape_at(form, pointer) else {
        return;
    };
    let Some(value) = at_mut(json, pointer) else {
        return;
    };
    if let (Json::Object(object), Shape::Object(members)) = (&mut *value, shape) {
        for (name, default) in missing(object, &members(), form) {
            note(format!("{pointer}/{name}"), format!("added as {}", shown(&default)));
            object.insert(name, default);
        }
        return;
    }
    if let Some(better) = better(value, shape, form) {
        note(pointer.to_owned(), format!("{} became {}", shown(value), shown(&better)));
        *value = better;
    }
}

/// Whether there is something to be written otherwise at a pointer, and a safe way to do so.
pub(super) fn can_reshape(json: &Json, form: Form, pointer: &str) -> bool {
    let (Some(shape), Some(value)) = (shape_at(form, pointer), json.pointer(pointer)) else {
        return false;
    };
    match (value, shape) {
        (Json::Object(object), Shape::Object(members)) => !missing(object, &members(), form).is_empty(),
        _ => better(value, shape, form).is_some(),
    }
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

fn shape_at(form: Form, pointer: &str) -> Option<Shape> {
    keys(pointer).try_fold(root(form)?, |shape, key| match shape {
        Shape::Object(object) => object().members.into_iter().find(|member| member.name == key).map(|member| member.shape),
        Shape::List(item) | Shape::Map(item) => Some(item()),
        _ => None,
    })
}

/// The mandatory members that an object lacks, with the values that their absence stands for.
fn missing(object: &Object, shape: &ObjectShape, form: Form) -> Vec<(&'static str, Json)> {
    let lacking = shape.members.iter().filter(|member| member.mandatory && object.get(member.name).is_none());
    lacking.filter_map(|member| Some((member.name, default_of(member, shape.name, form)?))).collect()
}

/// What the absence of a member stands for; `None` where only the author can tell.
fn default_of(member: &Member, object: &str, form: Form) -> Option<Json> {
    match (object, member.name) {
        ("Card" | "LorebookFile", "spec" | "type") => return marker(form).map(|(marker, _)| Json::from(marker)),
        ("Card", "spec_version") => return marker(form).map(|(_, version)| Json::from(version)),
        ("Book", "type") => return Some(Json::from(prom::BOOK_TYPE)),
        ("Book", "spec_version") => return Some(Json::from(prom::BOOK_VERSION)),
        (_, "enabled") => return Some(Json::from(true)),
        _ => {}
    }
    empty(member.shape, form)
}

fn marker(form: Form) -> Option<(&'static str, &'static str)> {
    Some(match form {
        Form::V2 => (v2::SPEC, v2::SPEC_VERSION),
        Form::V3 => (v3::SPEC, v3::SPEC_VERSION),
        Form::V3L => (v3l::SPEC, v3l::SPEC_VERSION),
        Form::LorebookV3 => (v3::LOREBOOK_SPEC, v3::SPEC_VERSION),
        Form::Prom => (prom::CARD_TYPE, prom::CARD_VERSION),
        Form::PromBook => (prom::BOOK_TYPE, prom::BOOK_VERSION),
        _ => return None,
    })
}

/// The empty value of a shape; `None` where there is none.
fn empty(shape: Shape, form: Form) -> Option<Json> {
    Some(match shape {
        Shape::Text => Json::from(""),
        Shape::Number => Json::from(0_i64),
        Shape::Bool => Json::from(false),
        Shape::AnyObject | Shape::Map(_) => Json::Object(Object::new()),
        Shape::List(_) => Json::Array(Vec::new()),
        Shape::Object(object) => {
            let mut all = Object::new();
            for (name, default) in missing(&Object::new(), &object(), form) {
                all.insert(name, default);
            }
            Json::Object(all)
        }
        Shape::Either(first, _) => empty(first(), form)?,
        _ => return None,
    })
}

/// The value that one of another shape is read as, when every part of it has such a reading.
fn better(value: &Json, shape: Shape, form: Form) -> Option<Json> {
    if *value == Json::Null {
        return empty(shape, form);
    }
    if fits(value, shape) {
        return None;
    }
    Some(match (shape, value) {
        (Shape::Text, Json::Number(number)) => Json::from(number.to_string()),
        (Shape::Text, Json::Bool(value)) => Json::from(value.to_string()),
        (Shape::Number, Json::String(text)) => Json::Number(Number::parse(text.trim())?),
        (Shape::Bool, Json::Number(number)) => Json::from(number.as_f64() != 0.0),
        (Shape::Bool, Json::String(text)) if text.eq_ignore_ascii_case("true") => Json::from(true),
        (Shape::Bool, Json::String(text)) if text.eq_ignore_ascii_case("false") => Json::from(false),
        (Shape::List(item), Json::Array(items)) => {
            let each = |value: &Json| part(value, item(), form);
            Json::Array(items.iter().map(each).collect::<Option<_>>()?)
        }
        (Shape::List(item), Json::Object(members)) => {
            let each = |value: &Json| value.as_object().and_then(|_| part(value, item(), form));
            Json::Array(members.iter().map(|(_, value)| each(value)).collect::<Option<_>>()?)
        }
        (Shape::List(item), single) => Json::Array(vec![part(single, item(), form)?]),
        (Shape::AnyObject | Shape::Map(_) | Shape::Object(_), Json::Array(items)) if items.is_empty() => {
            empty(shape, form)?
        }
        _ => return None,
    })
}

/// A part of a value: as it is, or as what it is read as.
fn part(value: &Json, shape: Shape, form: Form) -> Option<Json> {
    if *value == Json::Null {
        // A null inside a list is read as nothing; whether it may go is the author's to say.
        return None;
    }
    if fits(value, shape) { Some(value.clone()) } else { better(value, shape, form) }
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
