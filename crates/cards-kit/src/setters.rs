//! One convention for options: a `with_x` for each public field, with the type that is easiest to give.

/// Writes `with_x` methods of an options struct.
macro_rules! setters {
    ($name:ident: $($(#[$doc:meta])* $method:ident($field:ident: $ty:ty) = $value:expr;)*) => {
        impl $name {
            $($(#[$doc])*
            #[must_use]
            pub fn $method(mut self, $field: $ty) -> Self {
                self.$field = $value;
                self
            })*
        }
    };
}
pub(crate) use setters;
