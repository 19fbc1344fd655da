//! Mending what was oddly: the value that was read takes the place of the original.

use super::{Changes, Field, Rest, Settle};
use crate::json::{Json, Pointer};

/// A field of an object: its index and its name in JSON.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub(crate) index: u8,
    pub(crate) name: &'static str,
}

/// Mends one member, and whatever lies below it.
pub(crate) fn settle_member<F: Field>(
    field: &mut F,
    rest: &mut Rest,
    Place { index, name }: Place,
    pointer: &Pointer,
    wanted: Settle,
    changes: &mut Changes,
) {
    let place = pointer.member(name);
    let is_unset = || *field == F::default();
    if let Some(message) = mended(rest.original(index), wanted, F::MANDATORY, &is_unset, keeps_all::<F>)
        && (wanted != Settle::Missing || rest.add_slot(index))
    {
        rest.forget_original(index);
        if wanted == Settle::Unset {
            rest.remove_slot(index);
        }
        changes.add(place.clone(), message);
    }
    // What was made from another shape is left: a change below would put the field in place of that.
    if rest.original(index).is_none() {
        field.settle(&place, wanted, changes);
    }
}

/// What is said of a member that is mended, by the value of another type that stood for it; nothing where it is left.
fn mended(
    original: Option<&Json>,
    wanted: Settle,
    mandatory: bool,
    is_unset: &dyn Fn() -> bool,
    keeps_all: fn(&Json) -> bool,
) -> Option<String> {
    Some(match (wanted, original) {
        (Settle::Null, Some(Json::Null)) if mandatory => "null became the default".to_owned(),
        (Settle::Type, Some(original)) if keeps_all(original) => {
            format!("{} became what it stands for", original.kind_name())
        }
        (Settle::Unset, Some(Json::Null)) if !mandatory => "null is taken out".to_owned(),
        (Settle::Missing, None) if mandatory && is_unset() => {
            "added as the default, which absence stood for".to_owned()
        }
        (Settle::Missing, None) if mandatory => "added as it was read from elsewhere".to_owned(),
        _ => return None,
    })
}

/// Whether a value of another type says no more than the field that was read from it.
fn keeps_all<F: Field>(original: &Json) -> bool {
    let single = match original {
        Json::String(_) | Json::Bool(_) => true,
        Json::Number(number) => matches!(number.as_i64(), Some(0 | 1)) || !F::shape().is_bool(),
        Json::Null | Json::Array(_) | Json::Object(_) => false,
    };
    single && F::SETTLES && F::coerce(original).is_some()
}
