//! Mending what was oddly: the value that was read takes the place of the original.

use super::{Changes, Field, Settle, SpecObject};
use crate::json::{Json, Pointer};

/// Mends one member, and whatever lies below it.
pub(crate) fn settle_member<T: SpecObject, F: Field>(
    object: &mut T,
    index: u8,
    field: fn(&mut T) -> &mut F,
    pointer: &Pointer,
    wanted: Settle,
    changes: &mut Changes,
) {
    let name = T::NAMES.get(usize::from(index)).copied().unwrap_or_default();
    let place = pointer.member(name);
    let unset = *field(object) == F::default();
    let message = match (wanted, object.rest().original(index)) {
        (Settle::Null, Some(Json::Null)) if F::MANDATORY => "null became the default".to_owned(),
        (Settle::Type, Some(original)) if keeps_all::<F>(original) => {
            format!("{} became what it stands for", original.kind_name())
        }
        (Settle::Unset, Some(Json::Null)) if !F::MANDATORY => "null is taken out".to_owned(),
        (Settle::Missing, None) if F::MANDATORY && unset => "added as the default, which absence stood for".to_owned(),
        (Settle::Missing, None) if F::MANDATORY => "added as it was read from elsewhere".to_owned(),
        _ => String::new(),
    };
    let applies = !message.is_empty() && (wanted != Settle::Missing || object.rest_mut().add_slot(index));
    if applies {
        object.rest_mut().forget_original(index);
        if wanted == Settle::Unset {
            object.rest_mut().remove_slot(index);
        }
        changes.add(place.clone(), message);
    }
    if object.rest().original(index).is_some() {
        // What the field holds was made from another shape; a change below would put the field in place of that.
        return;
    }
    field(object).settle(&place, wanted, changes);
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
