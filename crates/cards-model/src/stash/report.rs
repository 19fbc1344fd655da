//! What a patch would make good, and what it could not put back, as losses.

use std::collections::HashSet;

use super::patch::{Change, Dropped, Original, Patch, hash};
use crate::json::{Json, Pointer};
use crate::{Loss, LossReason};

/// The losses that a patch of the value at a place would make good. `why_gone` is why a value does not come back at
/// all.
pub(crate) fn losses(patch: &Patch, place: &Pointer, why_gone: impl Fn(&Pointer, &Json) -> LossReason) -> Vec<Loss> {
    // A text that comes back in the place of another one is there; it is the other one that has no field.
    let is_text = |value: &Json| value.as_str().is_some_and(|text| !text.is_empty());
    let in_place_of = |original: &Original| original.change == Change::Reshaped;
    let taken: HashSet<u64> =
        patch.orig.iter().filter(|(_, one)| in_place_of(one)).map(|(_, original)| original.hash).collect();
    let moved = |value: &Json| is_text(value) && taken.contains(&hash(value));
    let moved_to: HashSet<u64> =
        patch.fields.iter().filter(|(_, value)| moved(value)).map(|(_, value)| hash(value)).collect();
    let field = |(at, value): &(Pointer, Json)| {
        let reason = match why_gone(at, value) {
            LossReason::NoField if moved(value) => LossReason::Reshaped,
            reason => reason,
        };
        Loss::new(place.join(at), reason, value)
    };
    let changed = |(at, original): &(Pointer, Original)| {
        let reason = match original.change {
            Change::Retyped => LossReason::Unrepresentable,
            Change::Emptied => LossReason::NoField,
            Change::Reshaped if moved_to.contains(&original.hash) => LossReason::NoField,
            Change::Reshaped => LossReason::Reshaped,
        };
        Some(Loss::new(place.join(at), reason, original.text.as_ref()?))
    };
    patch.fields.iter().map(field).chain(patch.orig.iter().filter_map(changed)).collect()
}

/// The losses of values that were kept aside and found no place any more.
pub(crate) fn superseded(dropped: Dropped, place: &Pointer) -> Vec<Loss> {
    let loss = |(at, value): (Pointer, Json)| Loss::new(place.join(&at), LossReason::Superseded, &value);
    dropped.into_iter().map(loss).collect()
}
