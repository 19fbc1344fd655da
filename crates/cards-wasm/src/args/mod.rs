//! Arguments, as `packages/npm/index.d.ts` has them. A name that is not there is refused.

#[cfg(feature = "cards")]
pub(crate) mod study;

use cards_model::Form;
use serde::Deserialize;

use crate::refusal::Refusal;

/// No arguments.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Nothing {}

/// A place.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Places {
    pub(crate) places: Vec<String>,
}

/// Changes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Patches {
    pub(crate) patches: Vec<cards_kit::Patch>,
}

/// Changes of a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Edit {
    pub(crate) patches: Vec<cards_kit::Patch>,
    #[serde(default)]
    pub(crate) now: Option<i64>,
}

/// What changes write as the date of change, in seconds since 1970.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Now {
    pub(crate) now: Option<i64>,
}

/// A text.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Text {
    pub(crate) text: String,
}

/// An asset.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Index {
    pub(crate) index: usize,
}

/// A new card.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct New {
    pub(crate) form: Option<String>,
    pub(crate) name: Option<String>,
}

/// The form of a name.
pub(crate) fn form(name: &str) -> Result<Form, Refusal> {
    Ok(name.parse::<Form>()?)
}
