//! The error fallbacks of CCv3L as fixes.
//!
//! That of `assets` is none: which formats an application shows is its own business, and a repair must not drop a file
//! that another one shows.

use cards_model::json::Object;
use cards_model::rules::{self as spec, Rule};
use cards_model::v3l::Data;
use cards_model::{Card, Json, Pointer, Timestamp};

use crate::fix::{Edit, Fix};
use crate::subject::Subject;

/// The fix that CCv3L prescribes for a value that nobody can read.
///
/// Spec: CCv3L Error Fallback of `group_only_greetings`, `creation_date` and `modification_date`.
pub(crate) fn fix(subject: &Subject<'_>, rule: &Rule, pointer: &Pointer) -> Option<Fix> {
    let Some(Card::V3L(card)) = subject.card() else { return None };
    let data = &card.data;
    let seconds = |date: &Timestamp| Json::from(date.seconds());
    let value = match pointer.as_str() {
        "/data/group_only_greetings" if rule == &spec::LYNN_PROSE_MEMBER => Json::Array(Vec::new()),
        // Nothing, as programs write it that know no other empty value.
        "/data/source" if rule == &spec::LYNN_PROSE_MEMBER && is_nothing(data, "source") => Json::Array(Vec::new()),
        "/data/creator_notes_multilingual"
            if rule == &spec::LYNN_PROSE_MEMBER && is_nothing(data, "creator_notes_multilingual") =>
        {
            Json::Object(Object::new())
        }
        "/data/creation_date" if rule == &spec::WRONG_TYPE => subject.options.now.as_ref().map(seconds)?,
        "/data/modification_date" if rule == &spec::WRONG_TYPE => {
            data.creation_date.as_ref().or(subject.options.now.as_ref()).map(seconds)?
        }
        _ => return None,
    };
    Some(Fix::Edits(vec![Edit::Set { pointer: pointer.clone(), value }]))
}

/// Whether a member that the interface lacks is `null` or an empty list.
fn is_nothing(data: &Data, name: &str) -> bool {
    match data.rest.unknown().get(name) {
        Some(Json::Null) => true,
        Some(Json::Array(items)) => items.is_empty(),
        _ => false,
    }
}
