//! Answers as plain data: with feature `serde` they go out in any format, and [`schema()`] describes what comes out.
//!
//! What a job gives back knows its rules, pointers and errors as types; its `answer()` is the same as texts, numbers, lists
//! and objects, for a page, a script or another language. `cards … --json` prints these, with the names of files beside them.

mod check;
mod convert;
mod diff;
mod expand;
mod inspect;
mod library;
mod row;
#[cfg(feature = "serde")]
mod schema;
mod turn;

pub use check::{Change, Counts, Finding, Lint, ReadFinding, Repair, Rule, Rules};
pub use convert::{Conversion, Loss, Packed};
pub use diff::{Diff, Difference, Side, What};
pub use expand::{Expansion, Macro, Macros, Step, VariableChange};
pub use inspect::{BookSummary, CardSummary, Chunk, FileEntry, FileFinding, Inspection};
pub use library::{Dupes, Extraction, Page, Refusal, SameCard, SameName, Stripped, Trouble, Variant, Written};
pub use row::{Book, Row, Tokens, UnreadRow};
#[cfg(feature = "serde")]
pub use schema::{Described, Schemas, VERBS, Verb, schema};
pub use turn::{Activations, EntryAnswer, Piece, PlacedTexts, ProfileAnswer, Prompt, Unplaced};

/// The version of the layout of every answer. Members may be added under the same number; none changes its meaning.
pub const LAYOUT: u32 = 1;

/// Declares answers: structs that serde writes as they stand, each with its schema.
///
/// A member marked `#[absent(path)]` is left out of the JSON where `path` says so of its value.
macro_rules! answers {
    ($(
        $(#[doc = $about:literal])+
        pub struct $name:ident {
            $(
                $(#[doc = $doc:literal])+
                $(#[absent($absent:literal)])?
                pub $field:ident: $kind:ty,
            )*
        }
    )+) => {$(
        $(#[doc = $about])+
        #[derive(Clone, Debug, Default, PartialEq)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize))]
        #[non_exhaustive]
        pub struct $name {
            $(
                $(#[doc = $doc])+
                $(#[cfg_attr(feature = "serde", serde(skip_serializing_if = $absent))])?
                pub $field: $kind,
            )*
        }

        #[cfg(feature = "serde")]
        impl $crate::answer::Described for $name {
            fn describe(schemas: &mut $crate::answer::Schemas) -> cards_json::Json {
                if schemas.begin(stringify!($name)) {
                    $(
                        let shape = <$kind as $crate::answer::Described>::describe(schemas);
                        let optional: &[&str] = &[$($absent)?];
                        schemas.member(stringify!($field), &[$($doc),+], shape, optional.is_empty());
                    )*
                    schemas.finish(stringify!($name), &[$($about),+]);
                }
                schemas.reference(stringify!($name))
            }
        }
    )+};
}
pub(crate) use answers;
