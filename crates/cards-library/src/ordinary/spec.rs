//! Spec objects whose members have the types of the spec, recognised by the shapes of cards-model.

use std::borrow::Cow;
use std::sync::LazyLock;

use cards_kit::plain::{DATES, Map, View};
use cards_model::document::{Shape, SpecObject};
use cards_model::json::Kind;
use cards_model::{Entry, Lorebook, v2, v3};

use super::{MOST_UNKNOWN, Reader, value};

/// A spec object whose members have the types of the spec.
pub(super) struct Object<'a> {
    pub(super) map: Map<'a>,
    /// The members of the spec that are in it, one bit each.
    pub(super) seen: u64,
}

impl<'a> Object<'a> {
    pub(super) fn read(reader: &mut Reader<'a>, spec: &Spec) -> Option<Self> {
        if reader.peek().ok()? != Kind::Object {
            return None;
        }
        reader.begin_object().ok()?;
        let mut slots: Vec<Option<View<'a>>> = spec.names.iter().map(|_| None).collect();
        let (mut seen, mut unknown) = (0_u64, Vec::new());
        let (mut first, mut guess) = (true, 0);
        while let Some(key) = reader.next_key(&mut first).ok()? {
            if let Some(index) = spec.index(&key, guess) {
                guess = index + 1;
                if seen & (1 << index) != 0 {
                    return None;
                }
                seen |= 1 << index;
                *slots.get_mut(index)? = Some(spec.value(index, reader)?);
            } else if unknown.len() < MOST_UNKNOWN
                && !ELSEWHERE.contains(&&*key)
                && unknown.iter().all(|(other, _)| *other != key)
            {
                unknown.push((key, value(reader)?));
            } else {
                return None;
            }
            reader.leave();
        }
        // The hash sorts members by name; those of the spec are sorted here once for all.
        let mut map = Map::with_room(spec.names.len() + unknown.len());
        for (name, index) in &spec.by_name {
            if let Some(view) = slots.get_mut(*index).and_then(Option::take) {
                map.put(Cow::Borrowed(name), view);
            }
        }
        unknown.into_iter().for_each(|(key, view)| map.put(key, view));
        Some(Self { map, seen })
    }

    /// The plain view, if every mandatory member is there.
    fn whole(self, spec: &Spec) -> Option<Map<'a>> {
        (spec.mandatory & !self.seen == 0).then_some(self.map)
    }
}

/// Members that make an object one of another form: `key` is in world info for `keys`, the others in CCv3L.
const ELSEWHERE: [&str; 3] = ["key", "first_messages", "example_messages"];

/// The members of a spec object, and what each of them holds.
pub(super) struct Spec {
    names: &'static [&'static str],
    /// The names in alphabetic order, with their indices.
    by_name: Vec<(&'static str, usize)>,
    wanted: Vec<Wanted>,
    /// Mandatory members, one bit each.
    pub(super) mandatory: u64,
    /// Those that are mandatory in V2, in the data of a card.
    pub(super) of_v2: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    Text,
    Texts,
    /// Keys, none of them blank.
    Keys,
    Number,
    /// A number without a fraction.
    Order,
    /// Seconds; the view leaves them out.
    Date,
    Bool,
    /// A flag whose absence stands for this.
    Flag(bool),
    Id,
    Map,
    /// Anything.
    Any,
    Book,
    Entries,
    /// A word that is not blank.
    Place,
}

/// The data of V2 and V3 cards: the names of V2 are among those of V3.
pub(super) static DATA: LazyLock<Spec> = LazyLock::new(|| Spec { of_v2: mandatory_in_v2(), ..Spec::of::<v3::Data>() });
static BOOK: LazyLock<Spec> = LazyLock::new(Spec::of::<Lorebook>);
static ENTRY: LazyLock<Spec> = LazyLock::new(Spec::of::<Entry>);

fn mandatory_in_v2() -> u64 {
    let members = v2::Data::object_shape().members;
    let names = members.iter().filter(|member| member.mandatory).map(|member| member.name);
    names.filter_map(v3::Data::index_of).fold(0, |bits, index| bits | 1 << index)
}

impl Spec {
    fn of<T: SpecObject>() -> Self {
        let members = T::object_shape().members;
        let bits = members.iter().enumerate().filter(|(_, member)| member.mandatory);
        let mut by_name: Vec<_> = T::NAMES.iter().enumerate().map(|(index, name)| (*name, index)).collect();
        by_name.sort_unstable();
        Self {
            names: T::NAMES,
            by_name,
            mandatory: bits.fold(0, |bits, (i, _)| bits | 1 << i),
            of_v2: 0,
            wanted: members.iter().map(|member| Wanted::of(member.name, member.shape)).collect(),
        }
    }

    /// The index of a member; writers tend to follow the order of the spec, so `guess` is tried first.
    fn index(&self, key: &str, guess: usize) -> Option<usize> {
        match self.names.get(guess) {
            Some(name) if *name == key => Some(guess),
            _ => self.names.iter().position(|name| *name == key),
        }
    }

    pub(super) fn is_seen(&self, name: &str, seen: u64) -> bool {
        self.index(name, 0).is_some_and(|index| seen & (1 << index) != 0)
    }

    /// Whether a value is the empty text, or the empty list of texts, that the member would hold.
    pub(super) fn is_empty_text(&self, name: &str, view: &View<'_>) -> bool {
        let wanted = self.index(name, 0).and_then(|index| self.wanted.get(index));
        match view {
            View::Text(_) => wanted == Some(&Wanted::Text) && view.is_empty(),
            View::List(_) => wanted == Some(&Wanted::Texts) && view.is_empty(),
            _ => false,
        }
    }

    /// Reads the value of a member. One that holds what absence stands for says nothing.
    fn value<'a>(&self, index: usize, reader: &mut Reader<'a>) -> Option<View<'a>> {
        self.wanted.get(index)?.read(reader)
    }
}

impl Wanted {
    fn of(name: &str, shape: Shape) -> Self {
        match (name, shape) {
            ("keys" | "secondary_keys", _) => Self::Keys,
            ("insertion_order", _) => Self::Order,
            ("position", _) => Self::Place,
            ("enabled", _) => Self::Flag(true),
            ("constant" | "selective" | "use_regex", _) => Self::Flag(false),
            ("character_book", _) => Self::Book,
            ("entries", _) => Self::Entries,
            ("assets" | "creator_notes_multilingual", _) => Self::Any,
            (name, Shape::Number) if DATES.contains(&name) => Self::Date,
            (_, Shape::Text) => Self::Text,
            (_, Shape::Number) => Self::Number,
            (_, Shape::Bool) => Self::Bool,
            (_, Shape::NumberOrText) => Self::Id,
            (_, Shape::AnyObject) => Self::Map,
            (_, Shape::List(_)) => Self::Texts,
            _ => Self::Any,
        }
    }

    fn read<'a>(self, reader: &mut Reader<'a>) -> Option<View<'a>> {
        let kind = reader.peek().ok()?;
        let view = match (self, kind) {
            (Self::Text | Self::Id, Kind::String) => View::Text(reader.string().ok()?),
            (Self::Place, Kind::String) => View::Text(reader.string().ok().filter(|place| !place.is_empty())?),
            (Self::Texts | Self::Keys, Kind::Array) => View::List(texts(reader, self == Self::Keys)?),
            (Self::Number | Self::Id, Kind::Number) => View::Number(Cow::Owned(reader.number().ok()?)),
            (Self::Order, Kind::Number) => {
                View::Number(Cow::Owned(reader.number().ok().filter(|number| number.as_i64().is_some())?))
            }
            (Self::Date, Kind::Number) => {
                // A date past 5138 is one in milliseconds.
                reader.number().ok()?.as_i64().filter(|time| time.unsigned_abs() <= 100_000_000_000)?;
                View::Null
            }
            (Self::Bool, Kind::Bool) => View::Bool(reader.bool().ok()?),
            (Self::Flag(absent), Kind::Bool) => match reader.bool().ok()? {
                on if on == absent => View::Null,
                on => View::Bool(on),
            },
            (Self::Map, Kind::Object) | (Self::Any, Kind::Array) => value(reader)?,
            (Self::Book, Kind::Object) => View::Map(Object::read(reader, &BOOK)?.whole(&BOOK)?),
            (Self::Entries, Kind::Array) => View::List(entries(reader)?),
            _ => return None,
        };
        Some(view)
    }
}

pub(super) fn text<'a>(reader: &mut Reader<'a>) -> Option<Cow<'a, str>> {
    if reader.peek().ok()? == Kind::String { reader.string().ok() } else { None }
}

fn texts<'a>(reader: &mut Reader<'a>, keys: bool) -> Option<Vec<View<'a>>> {
    let mut texts = Vec::new();
    reader.begin_array().ok()?;
    while reader.next_element(texts.len()).ok()? {
        let text = text(reader)?;
        if keys && text.chars().all(char::is_whitespace) {
            return None;
        }
        texts.push(View::Text(text));
        reader.leave();
    }
    Some(texts)
}

fn entries<'a>(reader: &mut Reader<'a>) -> Option<Vec<View<'a>>> {
    let mut entries = Vec::new();
    reader.begin_array().ok()?;
    while reader.next_element(entries.len()).ok()? {
        entries.push(View::Map(Object::read(reader, &ENTRY)?.whole(&ENTRY)?));
        reader.leave();
    }
    Some(entries)
}
