//! One convention for options: a `with_x` for each public field.

/// Writes `with_x` methods of an options struct, one a field.
macro_rules! setters {
    ($name:ident: $($with:ident $field:ident: $kind:ty,)+) => {
        impl $name {
            $(
                #[doc = concat!("Sets [`", stringify!($name), "::", stringify!($field), "`].")]
                #[must_use]
                pub fn $with(mut self, $field: $kind) -> Self {
                    self.$field = $field;
                    self
                }
            )+
        }
    };
}
pub(crate) use setters;
