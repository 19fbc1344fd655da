//! Forms of other programs, read as the card spec or form of lorebook whose members hold them.
//!
//! One file a family: how it is recognised, which member becomes which, and the list of what has no place. Told by marker or by
//! several members of the right types, never by `name` alone: most JSON of the world has that.

mod agnai;
mod backyard;
mod character_ai;
mod marinara;
mod members;
mod novelai;
mod origin;
pub(crate) mod page;
mod risuai;
mod successor;
mod textgen;
mod voxta;
mod worlds;
pub(crate) mod written;

pub use marinara::text_as_pattern;
pub(crate) use origin::Translated;
pub use origin::{ForeignForm, Origin};

use crate::json::Json;

/// How a family is recognised and read; nothing where the value is none of it. An error says what a value of the family lacks.
type Family = fn(&Json) -> Option<Result<Translated, String>>;

/// The families in the order in which they are tried: those with a marker of their own first.
const FAMILIES: [Family; 10] = [
    successor::read,
    marinara::read,
    backyard::read,
    voxta::read,
    risuai::read,
    novelai::read,
    agnai::read,
    character_ai::read,
    worlds::read,
    textgen::read,
];

/// Reads a value of another program's; nothing where no family knows it.
pub(crate) fn read(value: &Json) -> Option<Result<Translated, String>> {
    let mut made = FAMILIES.iter().find_map(|family| family(value))?;
    if let Ok(made) = &mut made {
        made.origin.original = value.clone();
    }
    Some(made)
}

/// Whether `data` under this `type` is what a program keeps of a card and no card, though it may have the names of one.
pub(crate) fn is_envelope(kind: &str) -> bool {
    kind == marinara::CHARACTER
}

/// Whether a card with this marker may be one of these forms, though its members are those of a spec.
pub(crate) fn may_wrap(marker: &str) -> bool {
    matches!(marker, successor::V1_SPEC | successor::V4_SPEC)
}
