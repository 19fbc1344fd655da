//! What a target could not hold, kept beside the card for the way back.

use super::patch::{Change, MOST, Original, Patch};
use crate::json::{Json, Number, Object, Pointer};
use crate::{Card, Form};

/// The key among the data of applications.
pub const STASH_KEY: &str = "cards";

/// The key among the data of applications under which a conversion with a stash keeps what another program's file said.
pub const ORIGIN_KEY: &str = "cards_origin";

const VERSION: i64 = 1;

/// What a target could not hold, and the form that it came from.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Kept {
    pub(crate) from: Form,
    pub(crate) patch: Patch,
    /// Hashes of values that the converted card has because of the options, and that mean nothing on the way back.
    pub(crate) made: Vec<(Pointer, u64)>,
    /// The members at the root that said the same as those of their name in `data`, and follow these.
    pub(crate) copies: Vec<String>,
}

const NAMES: [(Form, &str); 6] =
    [(Form::V0, "v0"), (Form::V1, "v1"), (Form::V2, "v2"), (Form::V3, "v3"), (Form::V3L, "v3l"), (Form::Prom, "prom")];

impl Kept {
    /// What came from a form and did not fit.
    pub(crate) fn new(from: Form, patch: Patch) -> Self {
        Self { from, patch, made: Vec::new(), copies: Vec::new() }
    }

    /// The stash as the member that is written.
    pub(crate) fn into_json(self) -> Json {
        let from = NAMES.iter().find(|(form, _)| *form == self.from).map_or("", |(_, name)| *name);
        let orig = self.patch.orig.into_iter().map(|(at, original)| {
            let text = original.text.map(|text| ("text", text));
            let hash = ("hash", Json::from(format!("{:016x}", original.hash)));
            (at.to_string(), Json::Object(text.into_iter().chain([hash]).collect()))
        });
        let mut stash = vec![
            ("v".to_owned(), Json::from(VERSION)),
            ("from".to_owned(), Json::from(from)),
            (
                "fields".to_owned(),
                Json::Object(self.patch.fields.into_iter().map(|(at, value)| (at.to_string(), value)).collect()),
            ),
            ("orig".to_owned(), Json::Object(orig.collect())),
        ];
        if !self.patch.order.is_empty() {
            let order = self.patch.order.into_iter().map(|(at, names)| (at.to_string(), Json::from(names)));
            stash.push(("order".to_owned(), Json::Object(order.collect())));
        }
        if !self.made.is_empty() {
            let made = self.made.into_iter().map(|(at, hash)| (at.to_string(), format!("{hash:016x}")));
            stash.push(("made".to_owned(), Json::Object(made.collect())));
        }
        if !self.copies.is_empty() {
            stash.push(("copies".to_owned(), Json::from(self.copies)));
        }
        stash.into_iter().collect::<Object>().into()
    }

    /// The stash that a member holds; `None` for anything that this library did not write.
    pub(crate) fn from_json(json: &Json) -> Option<Self> {
        Self::with_fields(json, json.get("fields")?.as_object()?.iter().map(|(at, value)| (at, value.clone())))
    }

    /// The same of a member that nobody needs any more: the values move, which may be most of a card.
    pub(crate) fn from_owned(mut json: Json) -> Option<Self> {
        let Json::Object(fields) = json.as_object_mut()?.get_mut("fields").map(std::mem::take)? else { return None };
        Self::with_fields(&json, fields.into_iter())
    }

    /// The same without the values that it keeps.
    fn outline(json: &Json) -> Option<Self> {
        Self::with_fields(json, json.get("fields")?.as_object()?.iter().map(|(at, _)| (at, Json::Null)))
    }

    fn with_fields<K: AsRef<str>>(json: &Json, fields: impl Iterator<Item = (K, Json)>) -> Option<Self> {
        if json.get("v")? != &Json::Number(Number::from(VERSION)) {
            return None;
        }
        let from = json.get("from")?.as_str()?;
        let (from, _) = *NAMES.iter().find(|(_, name)| *name == from)?;
        let mut patch = Patch {
            fields: fields.map(|(at, value)| Some((at.as_ref().parse().ok()?, value))).collect::<Option<_>>()?,
            ..Patch::default()
        };
        patch.sort_fields();
        for (at, original) in json.get("orig")?.as_object()?.iter() {
            let hash = u64::from_str_radix(original.get("hash")?.as_str()?, 16).ok()?;
            let original = Original { text: original.get("text").cloned(), hash, change: Change::default() };
            patch.orig.push((at.parse().ok()?, original));
        }
        for (at, names) in json.get("order").and_then(Json::as_object).into_iter().flat_map(Object::iter) {
            let names = names.as_array()?.iter().map(|name| name.as_str().map(str::to_owned));
            patch.order.push((at.parse().ok()?, names.collect::<Option<_>>()?));
        }
        let mut made = Vec::new();
        for (at, hash) in json.get("made").and_then(Json::as_object).into_iter().flat_map(Object::iter) {
            made.push((at.parse().ok()?, u64::from_str_radix(hash.as_str()?, 16).ok()?));
        }
        let copies = json.get("copies").and_then(Json::as_array).into_iter().flatten();
        let copies = copies.map(|name| name.as_str().map(str::to_owned)).collect::<Option<_>>()?;
        // More than the library writes is somebody else's, and not worth the time.
        (patch.len() <= MOST).then_some(Self { from, patch, made, copies })
    }

    /// The stash in a place for the data of applications.
    pub(crate) fn of(place: &Object) -> Option<Self> {
        Self::from_json(place.get(STASH_KEY)?)
    }

    /// The form that the stash in a member came from.
    pub(crate) fn origin(json: &Json) -> Option<Form> {
        Some(Self::outline(json)?.from)
    }

    /// Whether the stash in a member, or one that it keeps in turn, came from a form. `stash_at` says where a form has its
    /// stash.
    pub(crate) fn leads_to(json: &Json, form: Form, stash_at: fn(Form) -> Pointer) -> bool {
        let Some(stash) = Self::outline(json) else { return false };
        let inner = || {
            let (at, fields) = (stash_at(stash.from), json.get("fields")?.as_object()?);
            // What was missing with all that surrounds it is kept together with that.
            let inner = |place: &Pointer| fields.get(place.as_str())?.at(&at.below(place)?);
            stash.patch.fields.iter().filter_map(|(place, _)| inner(place)).find(|json| Self::origin(json).is_some())
        };
        stash.from == form || inner().is_some_and(|inner| Self::leads_to(inner, form, stash_at))
    }
}

/// The member of the stash of a card, whatever it holds.
pub(crate) fn of_card(card: &Card) -> Option<&Json> {
    let place = match card {
        Card::V0(card) => card.rest.unknown(),
        Card::V1(card) => card.rest.unknown(),
        card => card.extensions(),
    };
    place.get(STASH_KEY)
}

/// Takes the member of the stash out of a card, whatever it holds.
pub(crate) fn take(card: &mut Card) -> Option<Json> {
    match card {
        Card::V0(card) => card.rest.remove(STASH_KEY),
        Card::V1(card) => card.rest.remove(STASH_KEY),
        Card::V2(card) => card.data.extensions.remove(STASH_KEY),
        Card::V3(card) => card.data.extensions.remove(STASH_KEY),
        Card::V3L(card) => card.data.extensions.remove(STASH_KEY),
        Card::Prom(card) => {
            let external = card.external.as_mut()?;
            let json = external.appdata.as_mut()?.remove(STASH_KEY)?;
            // What was made for the stash goes with it.
            external.appdata.take_if(|appdata| appdata.is_empty());
            let bare = external.appdata.is_none() && external.assets.is_none() && external.rest.unknown().is_empty();
            card.external.take_if(|_| bare);
            Some(json)
        }
    }
}

/// Puts a stash into a card.
pub(crate) fn put(card: &mut Card, kept: Kept) {
    let json = kept.into_json();
    match card {
        Card::V0(card) => card.rest.insert(STASH_KEY, json),
        Card::V1(card) => card.rest.insert(STASH_KEY, json),
        Card::V2(card) => card.data.extensions.insert(STASH_KEY, json),
        Card::V3(card) => card.data.extensions.insert(STASH_KEY, json),
        Card::V3L(card) => card.data.extensions.insert(STASH_KEY, json),
        Card::Prom(card) => {
            let appdata = card.external.get_or_insert_default().appdata.get_or_insert_default();
            appdata.insert(STASH_KEY, json)
        }
    };
}
