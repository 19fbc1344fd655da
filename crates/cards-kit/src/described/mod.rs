//! What makes an answer: a struct that serde writes as it is, and the schema of what comes out.

#[cfg(feature = "serde")]
mod schema;

#[cfg(feature = "serde")]
pub use schema::{Described, Members, Schemas, object};

/// The version of the layout of every answer. Members may be added under the same number; none changes its meaning.
pub const LAYOUT: u32 = 1;

/// Declares answers: structs that serde writes as they are, each with its schema.
///
/// A member marked `#[absent(path)]` is left out of the JSON where `path` says so of its value, and one marked `#[written(path)]` is
/// written by that function. The crates above declare theirs with it
/// too: such a crate has a feature `serde`, which is that of this crate.
#[doc(hidden)]
#[macro_export]
macro_rules! answers {
    ($(
        $(#[doc = $about:literal])+
        pub struct $name:ident {
            $(
                $(#[doc = $doc:literal])+
                $(#[absent($absent:literal)])?
                $(#[written($written:literal)])?
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
                $(#[cfg_attr(feature = "serde", serde(serialize_with = $written))])?
                pub $field: $kind,
            )*
        }

        #[cfg(feature = "serde")]
        impl $crate::answer::Described for $name {
            fn describe(schemas: &mut $crate::answer::Schemas) -> $crate::answer::Json {
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
