//! The macros that declare what a spec describes: objects, and sets of words.

/// Declares spec objects: public typed fields, documented, named as in the spec (`as "name"` where Rust has no such
/// name), mandatory unless they are `Option`s, with a default of their type or `= value`.
///
/// The struct gets a `rest` beside them, and lossless one-pass reading and writing that use both.
///
/// `#[lifted(is_foreign, lift)]` names two functions for an older or foreign layout: one tells it from the object that
/// was read, the other puts its JSON into the layout of the spec. The original is written back until an edit.
///
/// `#[none_is_object = true]` says that an empty object in the place of one, or of a list of them, stands for none.
macro_rules! spec_object {
    ($(
        $(#[doc = $doc:literal])*
        $(#[lifted($is_foreign:path, $lift:path)])?
        $(#[none_is_object = $none:literal])?
        pub struct $name:ident {
            $(
                $(#[doc = $field_doc:literal])*
                pub $field:ident $(as $json:literal)? : $ty:ty $(= $default:expr)?
            ),* $(,)?
        }
    )*) => { $(
        $(#[doc = $doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub struct $name {
            $(
                $(#[doc = $field_doc])*
                pub $field: $ty,
            )*
            /// Unknown members, wrongly typed originals and the order of members.
            pub rest: $crate::document::Rest,
        }

        const _: () = {
            use $crate::document::{Declared, Field, Members, ObjectShape, Place, Rest, SpecObject, declared, settle_member};
            use $crate::document::spec_object;

            #[expect(non_camel_case_types, reason = "the variants are the struct's fields")]
            #[derive(Clone, Copy)]
            #[repr(u8)]
            enum Index { $($field),* }

            const FIELDS: &[Index] = &[$(Index::$field),*];

            impl Default for $name {
                fn default() -> Self {
                    Self { $($field: spec_object!(@default $ty $(, $default)?)(),)* rest: Rest::default() }
                }
            }

            impl SpecObject for $name {
                const NAMES: &'static [&'static str] = &[$(spec_object!(@name $field $($json)?)),*];

                $(const NONE_IS_OBJECT: bool = $none;)?

                fn rest(&self) -> &Rest {
                    &self.rest
                }

                fn rest_mut(&mut self) -> &mut Rest {
                    &mut self.rest
                }

                fn object_shape() -> ObjectShape {
                    const MEMBERS: &[Declared] = &[$(Declared {
                        name: spec_object!(@name $field $($json)?),
                        doc: &[$($field_doc),*],
                        mandatory: <$ty as Field>::MANDATORY,
                        shape: <$ty as Field>::shape,
                        default: || $crate::document::to_json::<$ty>(&spec_object!(@default $ty $(, $default)?)()),
                    }),*];
                    declared(stringify!($name), &[$($doc),*], MEMBERS)
                }

                fn read_member<'a, S: $crate::document::SpecSource<'a>>(
                    &mut self,
                    index: u8,
                    reader: &mut S,
                    members: &mut Members,
                ) -> Result<(), $crate::json::Error> {
                    match FIELDS.get(usize::from(index)) {
                        $(Some(Index::$field) => {
                            self.$field = members.field::<$ty, S>(index, spec_object!(@default $ty $(, $default)?), reader)?;
                        })*
                        None => {}
                    }
                    Ok(())
                }

                fn write_member(&self, index: u8, out: &mut impl $crate::json::Sink) {
                    match FIELDS.get(usize::from(index)) {
                        $(Some(Index::$field) => $crate::document::write_field::<$ty>(
                            spec_object!(@name $field $($json)?),
                            &self.$field,
                            self.rest.original(index),
                            spec_object!(@default $ty $(, $default)?),
                            out,
                        ),)*
                        None => {}
                    }
                }

                fn is_absent(&self, index: u8) -> bool {
                    match FIELDS.get(usize::from(index)) {
                        $(Some(Index::$field) => self.$field == spec_object!(@default $ty $(, $default)?)(),)*
                        None => true,
                    }
                }

                fn settle_members(
                    &mut self,
                    pointer: &$crate::Pointer,
                    wanted: $crate::document::Settle,
                    changes: &mut $crate::document::Changes,
                ) {
                    if self.rest.whole().is_some() {
                        return;
                    }
                    $({
                        let place = Place { index: Index::$field as u8, name: spec_object!(@name $field $($json)?) };
                        settle_member(&mut self.$field, &mut self.rest, place, pointer, wanted, changes);
                    })*
                }

                fn index_of(name: &str) -> Option<u8> {
                    match name {
                        $(spec_object!(@name $field $($json)?) => Some(Index::$field as u8),)*
                        _ => None,
                    }
                }

                $(
                    fn is_foreign(&self) -> bool {
                        $is_foreign(self)
                    }

                    fn lift(whole: &$crate::json::Json) -> Option<$crate::json::Json> {
                        $lift(whole)
                    }
                )?

                fn mandatory() -> u64 {
                    0 $(| if <$ty as Field>::MANDATORY { 1 << (Index::$field as u8) } else { 0 })*
                }
            }

            $crate::document::object_field!($name);

            $crate::document::through_json!($name);

            #[cfg(feature = "proptest")]
            impl proptest::arbitrary::Arbitrary for $name {
                type Parameters = $crate::document::strategy::Oddity;
                type Strategy = proptest::strategy::BoxedStrategy<Self>;

                fn arbitrary_with(oddity: Self::Parameters) -> Self::Strategy {
                    $crate::document::strategy::object(oddity)
                }
            }
        };
    )* };
    (@name $field:ident) => { stringify!($field) };
    (@name $field:ident $json:literal) => { $json };
    (@default $ty:ty) => { <$ty as Default>::default as fn() -> $ty };
    (@default $ty:ty, $default:expr) => { (|| $default) as fn() -> $ty };
}
pub(crate) use spec_object;

/// Makes a spec object usable as a field of another one.
macro_rules! object_field {
    ($name:ident) => {
        impl $crate::document::Field for $name {
            fn shape() -> $crate::document::Shape {
                $crate::document::Shape::Object(<$name as $crate::document::SpecObject>::object_shape)
            }

            fn read<'a, S: $crate::document::SpecSource<'a>>(
                reader: &mut S,
            ) -> Result<Option<Self>, $crate::json::Error> {
                if reader.peek()? != $crate::json::Kind::Object {
                    return Ok(None);
                }
                $crate::document::read_object(reader).map(Some)
            }

            fn read_element<'a, S: $crate::document::SpecSource<'a>>(
                reader: &mut S,
            ) -> Result<Option<Self>, $crate::json::Error> {
                if reader.peek()? == $crate::json::Kind::Object {
                    return $crate::document::read_object(reader).map(Some);
                }
                $crate::document::read_whole(reader).map($crate::document::of_whole).map(Some)
            }

            const NONE_IS_OBJECT: bool = <$name as $crate::document::SpecObject>::NONE_IS_OBJECT;

            fn stands_for_none(&self) -> bool {
                let rest = $crate::document::SpecObject::rest(self);
                <Self as $crate::document::Field>::NONE_IS_OBJECT && rest.is_of_nothing()
            }

            fn write(&self, out: &mut impl $crate::json::Sink) {
                $crate::document::write_object(self, out);
            }

            fn settle(
                &mut self,
                pointer: &$crate::Pointer,
                wanted: $crate::document::Settle,
                changes: &mut $crate::document::Changes,
            ) {
                $crate::document::SpecObject::settle_members(self, pointer, wanted, changes);
            }

            fn coerce(json: &$crate::json::Json) -> Option<Self> {
                $crate::document::from_json(json)
            }
        }
    };
}
pub(crate) use object_field;

/// Makes a field type pass through serde as its JSON.
macro_rules! through_json {
    ($ty:ty) => {
        #[cfg(feature = "serde")]
        impl serde::Serialize for $ty {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $crate::document::to_json(self).serialize(serializer)
            }
        }

        #[cfg(feature = "serde")]
        impl<'de> serde::Deserialize<'de> for $ty {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::document::serde_impl::deserialize_field(deserializer)
            }
        }
    };
}
pub(crate) use through_json;

/// Declares a set of words that a spec names and may extend; other words are kept as `Other`.
macro_rules! open_words {
    (
        $(#[doc = $doc:literal])*
        pub enum $name:ident { $($(#[doc = $word_doc:literal])* $word:ident = $text:literal),* $(,)? }
        numbers: [$($number:literal => $numbered:ident),*]
    ) => {
        $(#[doc = $doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[doc = $word_doc])* $word,)*
            /// A word that the specs do not name.
            Other(String),
        }

        impl $name {
            /// The words that the specs name.
            pub const WORDS: &'static [&'static str] = &[$($text),*];

            /// The word as written in files.
            #[must_use]
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$word => $text,)*
                    Self::Other(word) => word,
                }
            }
        }

        impl From<&str> for $name {
            fn from(word: &str) -> Self {
                match word {
                    $($text => Self::$word,)*
                    other => Self::Other(other.to_owned()),
                }
            }
        }

        impl Default for $name {
            fn default() -> Self {
                Self::Other(String::new())
            }
        }

        $crate::document::through_json!($name);

        #[cfg(feature = "proptest")]
        impl proptest::arbitrary::Arbitrary for $name {
            type Parameters = $crate::document::strategy::Oddity;
            type Strategy = proptest::strategy::BoxedStrategy<Self>;

            fn arbitrary_with(oddity: Self::Parameters) -> Self::Strategy {
                use proptest::strategy::Strategy as _;
                let known = proptest::sample::select(Self::WORDS).prop_map(Self::from);
                match oddity {
                    $crate::document::strategy::Oddity::Plain => known.boxed(),
                    $crate::document::strategy::Oddity::Crooked => {
                        let other = $crate::document::strategy::extreme_text().prop_map(|word| Self::from(word.as_str()));
                        proptest::prop_oneof![known, other].boxed()
                    }
                }
            }
        }

        impl $crate::document::Field for $name {
            fn shape() -> $crate::document::Shape {
                $crate::document::Shape::Words(Self::WORDS)
            }

            fn read<'a, S: $crate::document::SpecSource<'a>>(reader: &mut S) -> Result<Option<Self>, $crate::json::Error> {
                if reader.peek()? != $crate::json::Kind::String {
                    return Ok(None);
                }
                Ok(Some(Self::from(&*reader.string()?)))
            }

            fn write(&self, out: &mut impl $crate::json::Sink) {
                out.string(self.as_str());
            }

            fn coerce(json: &$crate::json::Json) -> Option<Self> {
                match json {
                    $crate::json::Json::String(word) => Some(Self::from(word.as_str())),
                    $crate::json::Json::Number(number) => match number.as_i64()? {
                        $($number => Some(Self::$numbered),)*
                        _ => None,
                    },
                    _ => None,
                }
            }
        }
    };
}
pub(crate) use open_words;
