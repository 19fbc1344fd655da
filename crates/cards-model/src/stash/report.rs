//! What a patch would make good, and what it could not put back, as losses.

use super::patch::{Change, Dropped, Original, Patch};
use crate::json::{Json, Pointer};
use crate::{Loss, LossReason};

/// The losses that a patch of the value at a place would make good. `forbidden` tells members that the target allows
/// nobody to add.
pub(crate) fn losses(patch: &Patch, place: &Pointer, forbidden: impl Fn(&Pointer) -> bool) -> Vec<Loss> {
    let field = |(at, value): &(Pointer, Json)| {
        let reason = if forbidden(at) { LossReason::UnknownForbidden } else { LossReason::NoField };
        Loss::new(place.join(at), reason, value)
    };
    let changed = |(at, original): &(Pointer, Original)| {
        let reason = match original.change {
            Change::Retyped => LossReason::Unrepresentable,
            Change::Emptied => LossReason::NoField,
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
