//! Spec objects: the macro that declares them, and the reading and writing behind it.

use std::borrow::Cow;

use super::rest::Slot;
use super::{Changes, Field, Findings, ObjectShape, Rest, Settle, SpecSource};
use crate::json::{Error, Json, OddityKind, Pointer, Sink, ValueReader, value_of};
use crate::terms::reading;

/// A struct that a spec describes, with typed fields and a [`Rest`].
pub trait SpecObject: Default + PartialEq {
    /// The members that the spec names, in the order of the struct.
    const NAMES: &'static [&'static str];

    /// Whether an empty object in the place of one, or of a list of them, is how the spec says that there is none.
    #[doc(hidden)]
    const NONE_IS_OBJECT: bool = false;

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
    fn read_member<'a, S: SpecSource<'a>>(
        &mut self,
        index: u8,
        reader: &mut S,
        members: &mut Members,
    ) -> Result<(), Error>;

    /// Writes one member, unless its optional field is unset.
    #[doc(hidden)]
    fn write_member(&self, index: u8, out: &mut impl Sink);

    /// Whether a field holds what an absent member stands for.
    #[doc(hidden)]
    fn is_absent(&self, index: u8) -> bool;

    /// Mends what was oddly in the object and below it; an element that is no object at all is left alone.
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
    /// Reads the value of a field. One that does not fit the field's type is coerced and kept as it was.
    pub(crate) fn field<'a, T: Field, S: SpecSource<'a>>(
        &mut self,
        index: u8,
        default: fn() -> T,
        reader: &mut S,
    ) -> Result<T, Error> {
        let mark = reader.mark();
        if let Some(value) = T::read(reader)? {
            return Ok(value);
        }
        reader.rewind(mark);
        self.odd(index, default, reader)
    }

    /// Reads a value that does not fit its field. Kept apart, since it is rare and would be in the way of what is not.
    #[cold]
    #[inline(never)]
    fn odd<'a, T: Field, S: SpecSource<'a>>(
        &mut self,
        index: u8,
        default: fn() -> T,
        reader: &mut S,
    ) -> Result<T, Error> {
        let original = reader.json()?;
        let value = T::coerce(&original);
        T::note_coerced(&original, value.as_ref(), reader);
        self.originals.push((index, original));
        Ok(value.unwrap_or_else(default))
    }
}

/// Reads an object. One in a layout that can be lifted is read as what it stands for, and kept as it was.
pub(crate) fn read_object<'a, T: SpecObject, S: SpecSource<'a>>(reader: &mut S) -> Result<T, Error> {
    let (object, missing) = read_members::<T, _>(reader)?;
    if object.is_foreign()
        && let Some(lifted) = lifted(plain(&object))
    {
        reader.note(&reading::OLD_LAYOUT, "an older or foreign layout; kept, and read as what it stands for");
        return Ok(lifted);
    }
    if missing != 0 {
        note_missing(T::NAMES, missing, reader);
    }
    Ok(object)
}

/// Notes which of these members are absent, one bit each.
fn note_missing<'a>(names: &[&str], missing: u64, reader: &mut impl SpecSource<'a>) {
    let names: Vec<_> =
        names.iter().enumerate().filter(|(i, _)| missing & (1 << i) != 0).map(|(_, name)| *name).collect();
    reader.note(&reading::MISSING_MEMBER, format!("absent: {}; read as their defaults", names.join(", ")));
}

/// Reads an object member by member; also gives the mandatory members that are absent, one bit each.
fn read_members<'a, T: SpecObject, S: SpecSource<'a>>(reader: &mut S) -> Result<(T, u64), Error> {
    let mut object = T::default();
    let mut read = |index, reader: &mut S, members: &mut Members| object.read_member(index, reader, members);
    let (rest, seen) = read_each(T::NAMES, T::index_of, &mut read, reader)?;
    *object.rest_mut() = rest;
    Ok((object, T::mandatory() & !seen))
}

/// Reads the value of the member of an index into its field.
type ReadMember<'r, S> = &'r mut dyn FnMut(u8, &mut S, &mut Members) -> Result<(), Error>;

/// The walk over the members of an object, in one copy for all objects: what is kept beside the fields, and the fields whose
/// members were there, one bit each.
fn read_each<'a, S: SpecSource<'a>>(
    names: &[&str],
    index_of: fn(&str) -> Option<u8>,
    read_member: ReadMember<'_, S>,
    reader: &mut S,
) -> Result<(Rest, u64), Error> {
    let mut members = Members { order: Vec::with_capacity(names.len()), ..Members::default() };
    let mut seen = 0_u64;
    let mut first = true;
    // Objects of one kind tend to follow the order of the struct, so the next name is tried first.
    let mut guess = 0_usize;
    reader.begin_object()?;
    while let Some(key) = reader.next_key(&mut first)? {
        let index = match names.get(guess) {
            Some(name) if *name == key => u8::try_from(guess).ok(),
            _ => index_of(&key),
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
                read_member(index, reader, &mut members)?;
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
    Ok((Rest::new(members.order, unknown, members.originals), seen))
}

/// Reads what stands in a list of objects and is none.
pub(crate) fn read_whole<'a>(reader: &mut impl SpecSource<'a>) -> Result<Json, Error> {
    let whole = reader.json()?;
    let message = format!("{} where an object belongs; kept, and read as an empty one", whole.kind_name());
    reader.note(&reading::BAD_ELEMENT, message);
    Ok(whole)
}

/// What an object in an older or foreign layout stands for, with the original beside it.
fn lifted<T: SpecObject>(whole: Json) -> Option<T> {
    let lifted = T::lift(&whole)?;
    let (mut object, _) = read_members::<T, _>(&mut ValueReader::new(&lifted, Findings::unasked())).ok()?;
    object.rest_mut().keep_whole(whole);
    Some(object)
}

/// An object as a JSON value.
fn plain<T: SpecObject>(object: &T) -> Json {
    value_of(|out| write_object(object, out))
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

/// Writes an object back, members in their old places.
pub(crate) fn write_object<T: SpecObject, S: Sink>(object: &T, out: &mut S) {
    match object.rest().whole() {
        Some(whole) if is_as_read(object, whole) => out.json(whole),
        _ => out.object(|out| {
            let write = |index, out: &mut S| object.write_member(index, out);
            write_each(object.rest(), T::NAMES, &|index| object.is_absent(index), &write, out);
        }),
    }
}

/// Whether an object is still what was read from a value in another layout, or from none.
fn is_as_read<T: SpecObject>(object: &T, whole: &Json) -> bool {
    *object == lifted(whole.clone()).unwrap_or_else(|| of_whole(whole.clone()))
}

/// The members of an object in their old places, in one copy for all objects.
fn write_each<S: Sink>(
    rest: &Rest,
    names: &[&str],
    is_absent: &dyn Fn(u8) -> bool,
    write_member: &dyn Fn(u8, &mut S),
    out: &mut S,
) {
    let mut unknown = rest.unknown().iter();
    let mut written = 0_u64;
    let order = rest.order();
    for slot in order.unwrap_or_default() {
        match slot {
            Slot::Known(index) => {
                written |= 1 << index;
                write_member(*index, out);
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
    for index in (0..names.len()).filter_map(|i| u8::try_from(i).ok()) {
        let fresh = written & (1 << index) == 0;
        if fresh && (made || !is_absent(index)) {
            write_member(index, out);
        }
    }
    for (key, value) in unknown {
        out.key(key);
        out.json(value);
    }
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
    out: &mut impl Sink,
) {
    if let Some(original) = original
        && is_read_from(value, original, default)
    {
        out.key(name);
        out.json(original);
    } else if !value.is_unset() {
        out.key(name);
        value.write(out);
    }
}

/// Whether a field still holds what was read from a value of another type.
#[cold]
#[inline(never)]
fn is_read_from<T: Field>(value: &T, original: &Json, default: fn() -> T) -> bool {
    *value == T::coerce(original).unwrap_or_else(default)
}

/// A spec object as a plain JSON value.
#[must_use]
pub fn to_json<T: Field>(object: &T) -> Json {
    value_of(|out| object.write(out))
}

/// A spec object from a plain JSON value; whatever does not fit is coerced, as in reading. `None` for a value that is no
/// object.
#[must_use]
pub fn from_json<T: SpecObject>(json: &Json) -> Option<T> {
    json.as_object()?;
    read_object(&mut ValueReader::new(json, Findings::unasked())).ok()
}
