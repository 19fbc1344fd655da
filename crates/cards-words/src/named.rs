//! Sets of names, said once.

use crate::UnknownName;

/// Gives an enum without data its names: `ALL`, `as_str`, `Display` and `FromStr`, so that each set of the family has the same four.
///
/// What it is called in an error comes first; a variant may have other names behind its own, which are read and never written. Letter
/// case does not matter in reading. A variant that is absent does not compile; one behind a feature has its `#[cfg]` here too.
///
/// ```
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// enum Tide {
///     Ebb,
///     Flood,
/// }
/// cards_words::named! {
///     Tide: "tide";
///     Ebb => "ebb",
///     Flood => "flood" | "high water",
/// }
///
/// assert_eq!("High Water".parse(), Ok(Tide::Flood));
/// assert_eq!(Tide::ALL.iter().map(|tide| tide.as_str()).collect::<Vec<_>>(), ["ebb", "flood"]);
/// assert_eq!(
///     "slack".parse::<Tide>().unwrap_err().to_string(),
///     "`slack` is not the name of a tide; choose one of ebb, flood"
/// );
/// ```
#[macro_export]
macro_rules! named {
    ($type:ident: $kind:literal; $($(#[$only:meta])* $variant:ident => $name:literal $(| $alias:literal)*),+ $(,)?) => {
        impl $type {
            /// Each of them, in the order of tables.
            pub const ALL: &'static [Self] = &[$($(#[$only])* Self::$variant),+];

            /// The name that files, commands and tables use.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $($(#[$only])* Self::$variant => $name),+
                }
            }
        }

        impl ::core::fmt::Display for $type {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.pad(self.as_str())
            }
        }

        /// Reads a name, or another one for it; letter case does not matter.
        impl ::core::str::FromStr for $type {
            type Err = $crate::UnknownName;

            fn from_str(name: &str) -> ::core::result::Result<Self, Self::Err> {
                $crate::of_name($kind, name, &[$($(#[$only])* (&[$name $(, $alias)*], Self::$variant)),+])
            }
        }
    };
}

/// What has a name among rows of names, of which the first is the one that counts.
#[doc(hidden)]
pub fn of_name<T: Copy>(kind: &'static str, name: &str, rows: &[(&[&'static str], T)]) -> Result<T, UnknownName> {
    let found = rows.iter().find(|(names, _)| names.iter().any(|known| known.eq_ignore_ascii_case(name)));
    found
        .map(|(_, value)| *value)
        .ok_or_else(|| UnknownName::new(kind, name, rows.iter().filter_map(|(names, _)| names.first().copied())))
}

/// Has an enum of [`named!`](crate::named) written by its name, and read by any of its names, in the crate's feature `serde`.
#[macro_export]
macro_rules! by_name {
    ($type:ident) => {
        #[cfg(feature = "serde")]
        impl ::serde::Serialize for $type {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> ::core::result::Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        #[cfg(feature = "serde")]
        impl<'de> ::serde::Deserialize<'de> for $type {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> ::core::result::Result<Self, D::Error> {
                let name = <::std::string::String as ::serde::Deserialize>::deserialize(deserializer)?;
                name.parse().map_err(::serde::de::Error::custom)
            }
        }
    };
}
