//! The plain view of an ordinary card, read straight from its JSON text.
//!
//! Nearly every file is a V1, V2 or V3 card that breaks no rule of reading. Such a card says what its text says, so
//! its plain view can borrow the text, and no document need be built: that is most of the work of a scan. Whatever is
//! out of the ordinary, in the grammar, the types, the members or the spec, answers `None`, and the caller reads the
//! document. An ordinary card has no finding, and the same plain view as its document; tests hold the two together.

mod spec;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use cards_kit::plain::{Map, View, asset_views};
use cards_model::document::SpecObject;
use cards_model::json::{self, Kind, Oddity};
use cards_model::{Asset, Form, Limits, v1, v2, v3};

use spec::{DATA, Object, text};

/// An ordinary card.
#[derive(Debug)]
pub(crate) struct Ordinary<'a> {
    /// V1, V2 or V3.
    pub(crate) form: Form,
    /// The plain view, without dates and without what is beside the card in the file.
    pub(crate) map: Map<'a>,
    /// How many assets it lists; absence is a list of one in V3.
    pub(crate) assets: usize,
    /// Whether it has a lorebook, even an empty one.
    pub(crate) has_book: bool,
}

/// A reader whose oddities make the card no ordinary one.
type Reader<'a> = json::Reader<'a, Vec<Oddity>>;

/// Reads an ordinary card.
pub(crate) fn read<'a>(bytes: &'a [u8], limits: &Limits) -> Option<Ordinary<'a>> {
    if bytes.len() as u64 > limits.bytes {
        return None;
    }
    let mut reader = json::Reader::with_oddities(simdutf8::basic::from_utf8(bytes).ok()?, limits, Vec::new());
    let root = Root::read(&mut reader)?;
    if !reader.finish().ok()?.is_empty() {
        return None;
    }
    match (&root.data, &root.spec, &root.version) {
        (None, None, None) => root.into_v1(),
        (Some(_), Some(spec), Some(version)) => match (&**spec, &**version) {
            (v2::SPEC, v2::SPEC_VERSION) => root.into_wrapped(Form::V2),
            (v3::SPEC, v3::SPEC_VERSION) => root.into_wrapped(Form::V3),
            _ => None,
        },
        _ => None,
    }
}

/// Most members of an object that no spec names, and most members of an object of an app; names are compared pair by
/// pair.
const MOST_UNKNOWN: usize = 48;

/// Members that make a file something else than a card of V1, V2 or V3.
const OTHER_FORMS: [&str; 6] = ["type", "kind", "entries", "char_name", "char_persona", "char_greeting"];

/// What is at the root of the file.
struct Root<'a> {
    spec: Option<Cow<'a, str>>,
    version: Option<Cow<'a, str>>,
    data: Option<Object<'a>>,
    /// Everything else.
    others: Vec<(Cow<'a, str>, View<'a>)>,
}

impl<'a> Root<'a> {
    fn read(reader: &mut Reader<'a>) -> Option<Self> {
        let mut root = Self { spec: None, version: None, data: None, others: Vec::with_capacity(16) };
        let mut first = true;
        if reader.peek().ok()? != Kind::Object {
            return None;
        }
        reader.begin_object().ok()?;
        while let Some(key) = reader.next_key(&mut first).ok()? {
            match &*key {
                "spec" if root.spec.is_none() => root.spec = Some(text(reader)?),
                "spec_version" if root.version.is_none() => root.version = Some(text(reader)?),
                "data" if root.data.is_none() => root.data = Some(Object::read(reader, &DATA)?),
                _ if is_new(&key, &root.others) => {
                    let view = value(reader)?;
                    root.others.push((key, view));
                }
                _ => return None,
            }
            reader.leave();
        }
        Some(root)
    }

    fn into_v1(self) -> Option<Ordinary<'a>> {
        let mut map = Map::with_room(self.others.len());
        let mut texts = 0;
        for (key, view) in self.others {
            if v1::Card::index_of(&key).is_some() {
                texts += 1;
                if !matches!(view, View::Text(_)) {
                    return None;
                }
            }
            map.put(key, view);
        }
        (texts == v1::Card::NAMES.len() && is_named(&map)).then_some(Ordinary {
            form: Form::V1,
            map,
            assets: 0,
            has_book: false,
        })
    }

    fn into_wrapped(self, form: Form) -> Option<Ordinary<'a>> {
        let Object { mut map, seen } = self.data?;
        let is_v3 = form == Form::V3;
        let wanted = if is_v3 { DATA.mandatory } else { DATA.of_v2 };
        if wanted & !seen != 0 || !is_named(&map) {
            return None;
        }
        // Readers of V1 find the same fields beside `data`; where they differ, that is a finding.
        for (key, view) in &self.others {
            let known = if is_v3 { v3::Data::index_of(key) } else { v2::Data::index_of(key) };
            let same = || match map.get(key) {
                Some(inside) => is_same_text(view, inside),
                None => DATA.is_seen(key, seen) && DATA.is_empty_text(key, view),
            };
            if known.is_some() && !matches!(&**key, "extensions" | "character_book") && !same() {
                return None;
            }
        }
        let has_book = DATA.is_seen("character_book", seen);
        let assets = if is_v3 { v3_assets(&mut map, seen)? } else { 0 };
        Some(Ordinary { form, map, assets, has_book })
    }
}

fn is_named(map: &Map<'_>) -> bool {
    matches!(map.get("name"), Some(View::Text(name)) if !name.trim().is_empty())
}

/// Whether a name at the root is that of a card and is there for the first time.
fn is_new(key: &str, others: &[(Cow<'_, str>, View<'_>)]) -> bool {
    others.len() < MOST_UNKNOWN
        && !matches!(key, "spec" | "spec_version" | "data")
        && !OTHER_FORMS.contains(&key)
        && others.iter().all(|(other, _)| other != key)
}

/// Puts the assets of V3 into their plain form, and says how many there are.
fn v3_assets(map: &mut Map<'_>, seen: u64) -> Option<usize> {
    // Notes by language have a form of their own.
    if DATA.is_seen("creator_notes_multilingual", seen) {
        return None;
    }
    if !DATA.is_seen("assets", seen) {
        return Some(1);
    }
    let Some(View::List(items)) = map.remove("assets") else { return Some(0) };
    let read: Vec<Asset> = items.iter().map(asset).collect::<Option<_>>()?;
    map.set("assets", asset_views(read.iter()).into_owned());
    Some(read.len())
}

fn asset(view: &View<'_>) -> Option<Asset> {
    let View::Map(members) = view else { return None };
    let text = |name| match members.get(name) {
        Some(View::Text(text)) => Some(text.clone().into_owned()),
        _ => None,
    };
    (members.iter().count() == Asset::NAMES.len()).then_some(())?;
    Some(Asset { kind: text("type")?, uri: text("uri")?, name: text("name")?, ext: text("ext")?, ..Asset::default() })
}

/// Reads a value as it is; `None` where a name occurs twice in an object.
fn value<'a>(reader: &mut Reader<'a>) -> Option<View<'a>> {
    Some(match reader.peek().ok()? {
        Kind::Null => {
            reader.null().ok()?;
            View::Null
        }
        Kind::Bool => View::Bool(reader.bool().ok()?),
        Kind::Number => View::Number(Cow::Owned(reader.number().ok()?)),
        Kind::String => View::Text(reader.string().ok()?),
        Kind::Array => {
            let mut items = Vec::new();
            reader.begin_array().ok()?;
            while reader.next_element(items.len()).ok()? {
                items.push(value(reader)?);
                reader.leave();
            }
            View::List(items)
        }
        Kind::Object => {
            let (mut map, mut first, mut count) = (Map::new(), true, 0);
            reader.begin_object().ok()?;
            while let Some(key) = reader.next_key(&mut first).ok()? {
                count += 1;
                if count > MOST_UNKNOWN || map.get(&key).is_some() {
                    return None;
                }
                let view = value(reader)?;
                map.keep_member(key, view);
                reader.leave();
            }
            View::Map(map)
        }
    })
}

/// Whether both are the same text, or lists of the same texts.
fn is_same_text(one: &View<'_>, other: &View<'_>) -> bool {
    match (one, other) {
        (View::Text(a), View::Text(b)) => a == b,
        (View::List(a), View::List(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same_text(a, b)),
        _ => false,
    }
}
