//! One convention for options: a `with_x` for each public field.

/// Writes `with_x` methods of an options struct: `with_x field: Type,` for the field itself, behind `into` for whatever becomes the
/// field, or with words of its own and the type that is easiest to give, `with_x(field: Type) = value;`.
///
/// # Examples
/// ```
/// #[derive(Default)]
/// pub struct Limits {
///     pub depth: u32,
///     pub title: Option<String>,
///     pub name: Option<String>,
/// }
/// cards_words::setters! {
///     Limits:
///     with_depth depth: u32,
/// }
/// cards_words::setters! {
///     into Limits:
///     with_title title: Option<String>,
/// }
/// cards_words::setters! {
///     Limits:
///     /// Gives the limits a name.
///     with_name(name: &str) = Some(name.to_owned());
/// }
/// let limits = Limits::default().with_depth(3).with_title("Tide".to_owned()).with_name("small");
/// assert_eq!((limits.depth, limits.title.as_deref(), limits.name.as_deref()), (3, Some("Tide"), Some("small")));
/// ```
#[macro_export]
macro_rules! setters {
    (into $name:ident $(<$life:lifetime>)?: $($with:ident $field:ident: $kind:ty,)+) => {
        impl $(<$life>)? $name $(<$life>)? {
            $(
                #[doc = concat!("Sets [`", stringify!($name), "::", stringify!($field), "`].")]
                #[must_use]
                pub fn $with(mut self, $field: impl Into<$kind>) -> Self {
                    self.$field = $field.into();
                    self
                }
            )+
        }
    };
    ($name:ident $(<$life:lifetime>)?: $($with:ident $field:ident: $kind:ty,)+) => {
        $crate::setters! {
            $name $(<$life>)?:
            $(
                #[doc = concat!("Sets [`", stringify!($name), "::", stringify!($field), "`].")]
                $with($field: $kind) = $field;
            )+
        }
    };
    ($name:ident $(<$life:lifetime>)?: $($(#[$doc:meta])* $with:ident($field:ident: $kind:ty) = $value:expr;)+) => {
        impl $(<$life>)? $name $(<$life>)? {
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
