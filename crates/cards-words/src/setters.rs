//! One convention for options: a `with_x` for each public field.

/// Writes `with_x` methods of an options struct: `with_x field: Type,` for the field itself, or with words of its own and the type that
/// is easiest to give, `with_x(field: Type) = value;`.
///
/// # Examples
/// ```
/// #[derive(Default)]
/// pub struct Limits {
///     pub depth: u32,
///     pub name: Option<String>,
/// }
/// cards_words::setters! {
///     Limits:
///     with_depth depth: u32,
/// }
/// cards_words::setters! {
///     Limits:
///     /// Gives the limits a name.
///     with_name(name: &str) = Some(name.to_owned());
/// }
/// let limits = Limits::default().with_depth(3).with_name("small");
/// assert_eq!((limits.depth, limits.name.as_deref()), (3, Some("small")));
/// ```
#[macro_export]
macro_rules! setters {
    ($name:ident: $($with:ident $field:ident: $kind:ty,)+) => {
        $crate::setters! {
            $name:
            $(
                #[doc = concat!("Sets [`", stringify!($name), "::", stringify!($field), "`].")]
                $with($field: $kind) = $field;
            )+
        }
    };
    ($name:ident: $($(#[$doc:meta])* $with:ident($field:ident: $kind:ty) = $value:expr;)+) => {
        impl $name {
            $(
                $(#[$doc])*
                #[must_use]
                pub fn $with(mut self, $field: $kind) -> Self {
                    self.$field = $value;
                    self
                }
            )+
        }
    };
}
