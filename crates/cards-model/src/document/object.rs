//! Spec objects: the macro that declares them, and the reading and writing behind it.

use std::borrow::Cow;

use super::rest::Slot;
use super::{Changes, Field, Findings, Notes as _, ObjectShape, Rest, Settle, SpecReader};
use crate::Limits;
use crate::json::{Error, Json, Kind, OddityKind, Pointer, Reader, Writer};
use crate::terms::reading;

/// A struct that a spec describes, with typed fields and a [`Rest`].
pub trait SpecObject: Default + PartialEq {
    /// The members that the spec names, in the order of the struct.
    const NAMES: &'static [&'static str];

    /// What is kept beside the typed fields.
    fn rest(&self) -> &Rest;

    /// What is kept beside the typed fields, to be changed.
    fn rest_mut(&mut self) -> &mut Rest;

    /// The shape in JSON.
    fn object_shape() -> ObjectShape;

    /// Reads the value of one member into its field.
    ///
    /// # Errors
    /// [`Error`] of the text, or a limit.
    #[doc(hidden)]
    fn read_member(&mut self, index: u8, reader: &mut SpecReader<'_>, members: &mut Members) -> Result<(), Error>;

    /// Writes one member, unless its optional field is unset.
    #[doc(hidden)]
    fn write_member(&self, index: u8, out: &mut Writer);

    /// Whether a field holds what an absent member stands for.
    #[doc(hidden)]
    fn is_absent(&self, index: u8) -> bool;

    /// Mends what stood oddly in the object and below it; an element that is no object at all is left alone.
    #[doc(hidden)]
    fn settle_members(&mut self, pointer: &Pointer, wanted: Settle, changes: &mut Changes);

    /// The index of a member name.
    #[doc(hidden)]
    fn index_of(name: &str) -> Option<u8>;

    /// The mandatory members, one bit each.
    #[doc(hidden)]
    fn mandatory() -> u64;

    /// Whether the object was read from an older or foreign layout that [`SpecObject::lift`] understands.
    #[doc(hidden)]
    fn is_foreign(&self) -> bool {
        false
    }

    /// An object in an older or foreign layout, put into the layout of the spec. The result must not be foreign.
    #[doc(hidden)]
    fn lift(_whole: &Json) -> Option<Json> {
        None
    }
}

/// Members of one object as they are being read.
#[derive(Debug, Default)]
pub struct Members {
    order: Vec<Slot>,
    unknown: Vec<(String, Json)>,
    originals: Vec<(u8, Json)>,
}

impl Members {
    /// Reads the value of a field. One that does not fit the field's type is coerced and kept as it stood.
    pub(crate) fn field<T: Field>(
        &mut self,
        index: u8,
        default: fn() -> T,
        reader: &mut SpecReader<'_>,
    ) -> Result<T, Error> {
        let mark = reader.mark();
        if let Some(value) = T::read(reader)? {
            return Ok(value);
        }
        reader.rewind(mark);
        let original = reader.json()?;
        let value = T::coerce(&original, *reader.limits());
        T::note_coerced(&original, value.as_ref(), reader);
        self.originals.push((index, original));
        Ok(value.unwrap_or_else(default))
    }
}

/// Reads an object. One in a layout that can be lifted is read as what it stands for, and kept as it stood.
pub(crate) fn read_object<T: SpecObject>(reader: &mut SpecReader<'_>) -> Result<T, Error> {
    let (object, missing) = read_members::<T>(reader)?;
    if object.is_foreign()
        && let Some(lifted) = lifted(plain(&object))
    {
        reader.note(&reading::OLD_LAYOUT, "an older or foreign layout; kept, and read as what it stands for");
        return Ok(lifted);
    }
    if missing != 0 {
        let names: Vec<_> =
            T::NAMES.iter().enumerate().filter(|(i, _)| missing & (1 << i) != 0).map(|(_, name)| *name).collect();
        reader.note(&reading::MISSING_MEMBER, format!("absent: {}; read as their defaults", names.join(", ")));
    }
    Ok(object)
}

/// Reads an object member by member; also gives the mandatory members that are absent, one bit each.
fn read_members<T: SpecObject>(reader: &mut SpecReader<'_>) -> Result<(T, u64), Error> {
    let mut object = T::default();
    let mut members = Members { order: Vec::with_capacity(T::NAMES.len()), ..Members::default() };
    let mut seen = 0_u64;
    let mut first = true;
    // Objects of one kind tend to follow the order of the struct, so the next name is tried first.
    let mut guess = 0_usize;
    reader.begin_object()?;
    while let Some(key) = reader.next_key(&mut first)? {
        let index = match T::NAMES.get(guess) {
            Some(name) if *name == key => u8::try_from(guess).ok(),
            _ => T::index_of(&key),
        };
        match index {
            Some(index) => {
                guess = usize::from(index) + 1;
                if seen & (1 << index) == 0 {
                    members.order.push(Slot::Known(index));
                } else {
                    reader.odd(OddityKind::Repeated);
                    members.originals.retain(|(i, _)| *i != index);
                }
                seen |= 1 << index;
                object.read_member(index, reader, &mut members)?;
            }
            None => {
                members.order.push(Slot::Unknown);
                members.unknown.push((Cow::into_owned(key), reader.json()?));
            }
        }
        reader.leave();
    }
    let stood = members.unknown.len();
    let unknown = reader.object_of(members.unknown);
    if unknown.len() < stood {
        members.order = without_repeats(&members.order, unknown.len());
    }
    *object.rest_mut() = Rest::new(members.order, unknown, members.originals);
    Ok((object, T::mandatory() & !seen))
}

/// What an object in an older or foreign layout stands for, with the original beside it.
fn lifted<T: SpecObject>(whole: Json) -> Option<T> {
    let text = T::lift(&whole)?.to_string();
    let (mut object, _) = read_members::<T>(&mut reader_of(&text)).ok()?;
    object.rest_mut().keep_whole(whole);
    Some(object)
}

/// An object as a JSON value.
fn plain<T: SpecObject>(object: &T) -> Json {
    Writer::value_of(|out| write_object(object, out))
}

/// A reader of a text that was read, or made, within limits already.
fn reader_of(text: &str) -> SpecReader<'_> {
    let limits = Limits::unbounded();
    Reader::with_oddities(text, &limits, Findings::new(&limits.with_findings(0)))
}

/// The order with as many unknown slots as there are distinct unknown members.
fn without_repeats(order: &[Slot], mut left: usize) -> Vec<Slot> {
    order
        .iter()
        .filter(|slot| {
            if **slot == Slot::Unknown {
                let keep = left > 0;
                left = left.saturating_sub(1);
                return keep;
            }
            true
        })
        .copied()
        .collect()
}

/// Writes an object back, members in the places where they stood.
pub(crate) fn write_object<T: SpecObject>(object: &T, out: &mut Writer) {
    if let Some(whole) = object.rest().whole()
        && *object == lifted(whole.clone()).unwrap_or_else(|| of_whole::<T>(whole.clone()))
    {
        out.json(whole);
        return;
    }
    out.object(|out| {
        let mut unknown = object.rest().unknown().iter();
        let mut written = 0_u64;
        let order = object.rest().order();
        for slot in order.unwrap_or_default() {
            match slot {
                Slot::Known(index) => {
                    written |= 1 << index;
                    object.write_member(*index, out);
                }
                Slot::Unknown => {
                    if let Some((key, value)) = unknown.next() {
                        out.key(key);
                        out.json(value);
                    }
                }
            }
        }
        let made = order.is_none();
        for index in (0..T::NAMES.len()).filter_map(|i| u8::try_from(i).ok()) {
            let fresh = written & (1 << index) == 0;
            if fresh && (made || !object.is_absent(index)) {
                object.write_member(index, out);
            }
        }
        for (key, value) in unknown {
            out.key(key);
            out.json(value);
        }
    });
}

/// The object that stands for a value which is none.
pub(crate) fn of_whole<T: SpecObject>(whole: Json) -> T {
    let mut object = T::default();
    *object.rest_mut() = Rest::of_whole(whole);
    object
}

/// Writes one member; an original is repeated while the field still holds what was read from it.
pub(crate) fn write_field<T: Field>(
    name: &str,
    value: &T,
    original: Option<&Json>,
    default: fn() -> T,
    out: &mut Writer,
) {
    if let Some(original) = original
        && *value == T::coerce(original, Limits::unbounded()).unwrap_or_else(default)
    {
        out.key(name);
        out.json(original);
    } else if !value.is_unset() {
        out.key(name);
        value.write(out);
    }
}

/// A spec object as a plain JSON value.
#[must_use]
pub fn to_json<T: Field>(object: &T) -> Json {
    Writer::value_of(|out| object.write(out))
}

/// A spec object from a plain JSON value; whatever does not fit is coerced, as in reading.
#[must_use]
pub fn from_json<T: SpecObject + Field>(json: &Json) -> Option<T> {
    let text = json.to_string();
    let mut reader = reader_of(&text);
    (reader.peek().ok()? == Kind::Object).then(|| read_object(&mut reader).ok()).flatten()
}

/// Declares spec objects: public typed fields, documented, named as in the spec (`as "name"` where Rust has no such
/// name), mandatory unless they are `Option`s, with a default of their type or `= value`.
///
/// The struct gets a `rest` beside them, and lossless one-pass reading and writing that use both.
///
/// `#[lifted(is_foreign, lift)]` names two functions for an older or foreign layout: one tells it from the object that
/// was read, the other puts its JSON into the layout of the spec. The original is written back until an edit.
macro_rules! spec_object {
    ($(
        $(#[doc = $doc:literal])*
        $(#[lifted($is_foreign:path, $lift:path)])?
        pub struct $name:ident {
            $(
                $(#[doc = $field_doc:literal])*
                pub $field:ident $(as $json:literal)? : $ty:ty $(= $default:expr)?
            ),* $(,)?
        }
    )*) => { $(
        $(#[doc = $doc])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name {
            $(
                $(#[doc = $field_doc])*
                pub $field: $ty,
            )*
            /// Unknown members, wrongly typed originals and the order of members.
            pub rest: $crate::document::Rest,
        }

        const _: () = {
            use $crate::document::{Field, Member, Members, ObjectShape, Rest, SpecObject};
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

                fn rest(&self) -> &Rest {
                    &self.rest
                }

                fn rest_mut(&mut self) -> &mut Rest {
                    &mut self.rest
                }

                fn object_shape() -> ObjectShape {
                    ObjectShape {
                        name: stringify!($name),
                        doc: [$($doc),*].concat().trim().to_owned(),
                        members: vec![$(Member {
                            name: spec_object!(@name $field $($json)?),
                            doc: [$($field_doc),*].concat().trim().to_owned(),
                            mandatory: <$ty as Field>::MANDATORY,
                            shape: <$ty as Field>::shape(),
                            default: $crate::document::to_json::<$ty>(&spec_object!(@default $ty $(, $default)?)()),
                        }),*],
                    }
                }

                fn read_member(
                    &mut self,
                    index: u8,
                    reader: &mut $crate::document::SpecReader<'_>,
                    members: &mut Members,
                ) -> Result<(), $crate::json::Error> {
                    match FIELDS.get(usize::from(index)) {
                        $(Some(Index::$field) => {
                            self.$field = members.field::<$ty>(index, spec_object!(@default $ty $(, $default)?), reader)?;
                        })*
                        None => {}
                    }
                    Ok(())
                }

                fn write_member(&self, index: u8, out: &mut $crate::json::Writer) {
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
                    $($crate::document::settle_member(
                        self, Index::$field as u8, |object: &mut Self| &mut object.$field, pointer, wanted, changes,
                    );)*
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
                type Parameters = $crate::strategy::Oddity;
                type Strategy = proptest::strategy::BoxedStrategy<Self>;

                fn arbitrary_with(oddity: Self::Parameters) -> Self::Strategy {
                    $crate::strategy::object(oddity)
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

            fn read(reader: &mut $crate::document::SpecReader<'_>) -> Result<Option<Self>, $crate::json::Error> {
                if reader.peek()? != $crate::json::Kind::Object {
                    return Ok(None);
                }
                $crate::document::read_object(reader).map(Some)
            }

            fn read_element(
                reader: &mut $crate::document::SpecReader<'_>,
            ) -> Result<Option<Self>, $crate::json::Error> {
                if reader.peek()? == $crate::json::Kind::Object {
                    return $crate::document::read_object(reader).map(Some);
                }
                let whole = reader.json()?;
                $crate::document::Notes::note(
                    reader,
                    &$crate::terms::reading::BAD_ELEMENT,
                    format!("{} where an object belongs; kept, and read as an empty one", whole.kind_name()),
                );
                Ok(Some($crate::document::of_whole(whole)))
            }

            fn write(&self, out: &mut $crate::json::Writer) {
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

            fn coerce(json: &$crate::json::Json, limits: $crate::Limits) -> Option<Self> {
                $crate::document::coerce_object(json, limits)
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

/// An object from a value that stood where one belongs: read when it is one.
pub(crate) fn coerce_object<T: SpecObject>(json: &Json, limits: Limits) -> Option<T> {
    json.as_object()?;
    let text = json.to_string();
    read_object(&mut Reader::with_oddities(&text, &limits, Findings::new(&limits))).ok()
}
