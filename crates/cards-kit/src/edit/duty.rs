//! What the specs ask of a program that changes a card, beside the change itself.

use cards_json::{Json, Pointer};
use cards_model::{Form, Timestamp};

use crate::error::Error;

/// How edits are made.
#[derive(Clone, Debug, Default)]
pub(crate) struct Manner {
    /// What to write for the date of change.
    pub(crate) now: Option<Timestamp>,
    /// Where new ids come from.
    pub(crate) seed: Option<u64>,
    /// Whether what is not to be changed is changed all the same.
    pub(crate) force: bool,
}

/// Where a form says when the card was changed.
///
/// Spec: CCv3 and CCv3L `modification_date`; Prom `updated_at`: MUST be modified when the card is.
pub(super) fn date_of_change(form: Form) -> Option<Pointer> {
    match form {
        Form::V3 | Form::V3L => Some(Pointer::from(["data", "modification_date"])),
        Form::Prom => Some(Pointer::from(["metadata", "updated_at"])),
        _ => None,
    }
}

/// Where a form says when the card was made.
fn date_of_creation(form: Form) -> Option<Pointer> {
    match form {
        Form::V3 | Form::V3L => Some(Pointer::from(["data", "creation_date"])),
        Form::Prom => Some(Pointer::from(["metadata", "created_at"])),
        _ => None,
    }
}

/// Whether the card says now that it was made at another time.
///
/// Spec: CCv3L `creation_date`: SHOULD NOT be modified if it is present; Prom `created_at`: MUST NOT be modified.
pub(super) fn other_creation(form: Form, before: &Json, after: &Json) -> Option<Pointer> {
    let place = date_of_creation(form)?;
    let old = before.at(&place).filter(|old| **old != Json::Null)?;
    (after.at(&place) != Some(old)).then_some(place)
}

/// Refuses another date of creation.
pub(super) fn keep_creation(form: Form, before: &Json, after: &Json) -> Result<(), Error> {
    match other_creation(form, before, after) {
        Some(place) => Err(Error::CreationDate { place: place.to_string() }),
        None => Ok(()),
    }
}

/// The sources that a card named and names no more.
///
/// Spec: CCv3L `source`: the user SHOULD be alerted when elements are removed.
pub(super) fn sources_gone(form: Form, before: &Json, after: &Json) -> Vec<String> {
    if !matches!(form, Form::V3 | Form::V3L) {
        return Vec::new();
    }
    let place = Pointer::from(["data", "source"]);
    let of = |json: &Json| -> Vec<String> {
        let all = json.at(&place).and_then(Json::as_array).unwrap_or_default();
        all.iter().filter_map(Json::as_str).map(str::to_owned).collect()
    };
    let kept = of(after);
    of(before).into_iter().filter(|source| !kept.contains(source)).collect()
}
