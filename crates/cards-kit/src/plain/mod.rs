//! A card seen plainly: what it says, whatever spec it is written in and whatever file it came in.
//!
//! The plain view has the field names of CCv3 and leaves out what says nothing: members that are empty, flags that
//! hold their default, the marker of the spec, and copies of fields beside `data`. A comparison of two files goes over plain
//! views, and the content hash of a library is taken from one.

#[cfg(feature = "hash")]
mod hash;
mod lore;
mod view;

use std::borrow::Cow;

use crate::portrait::is_portrait;

use cards_model::book::BookView;
use cards_model::document::to_json;
use cards_model::json::Object;
use cards_model::{AssetUri, Card, Content, Form, GreetingKind, Timestamp};

#[cfg(feature = "hash")]
pub use hash::{bytes_hash, hex};
pub use view::{Map, View, number_key};

/// The name under which a file's members outside of the card stand.
pub const FILE: &str = "file";
/// Members that say when, not what; the content hash leaves them out.
pub const DATES: [&str; 2] = ["creation_date", "modification_date"];
/// Members that a client writes into a V1 card for itself: the chat that it opens, when it met the card, the name of its
/// picture (de facto: SillyTavern 1.19, TavernAI 1.5).
pub const CLIENTS: [&str; 8] =
    ["avatar", "chat", "create_date", "date_added", "date_last_chat", "chat_size", "fav", "talkativeness"];
/// Extensions that hold what a user set: whether the card is a favourite, how much it says in groups, the name of the
/// user's file of world info (de facto: SillyTavern 1.19).
pub const CLIENT_EXTENSIONS: [&str; 3] = ["fav", "talkativeness", "world"];

/// The plain view of whatever a file holds.
pub fn plain(content: &Content) -> Map<'_> {
    match content {
        Content::Card(card) => of_card(card),
        // What these say beyond a lorebook counts too, so they stand as written.
        other if other.form() == Form::Module || other.form().is_of_client() => of_json(other.to_json()),
        other => BookView::of(other).map(|book| of_book(&book)).unwrap_or_default(),
    }
}

fn of_json(json: cards_model::Json) -> Map<'static> {
    match View::owned(json) {
        View::Map(map) => map,
        _ => Map::new(),
    }
}

fn of_book<'a>(book: &BookView<'a>) -> Map<'a> {
    let mut map = Map::new();
    map.set("character_book", View::Map(lore::book(book)));
    map
}

fn of_card(card: &Card) -> Map<'_> {
    let mut map = Map::with_room(32);
    map.text("name", card.name());
    map.text("nickname", card.nickname().unwrap_or_default());
    map.text("description", card.description());
    map.text("personality", card.personality());
    map.text("scenario", card.scenario());
    greetings(card, &mut map);
    map.set("mes_example", View::Text(card.mes_example()));
    map.text("system_prompt", card.system_prompt());
    map.text("post_history_instructions", card.post_history_instructions());
    map.text("creator", card.creator());
    map.text("character_version", card.character_version());
    map.set("tags", texts(card.tags()));
    notes(card, &mut map);
    if let Some(book) = BookView::of_card(card) {
        map.set("character_book", View::Map(lore::book(&book)));
    }
    map.set("assets", assets(card));
    map.set("extensions", View::object(card.extensions()));
    leftovers(card, &mut map);
    map
}

fn greetings<'a>(card: &'a Card, map: &mut Map<'a>) {
    let (mut alternate, mut group, mut locales) = (Vec::new(), Vec::new(), Map::new());
    for greeting in card.greetings() {
        match greeting.kind {
            GreetingKind::First => map.text("first_mes", greeting.text),
            GreetingKind::Alternate => alternate.push(View::Text(greeting.text.into())),
            GreetingKind::GroupOnly => group.push(View::Text(greeting.text.into())),
            GreetingKind::Locale(locale) => locales.push_to(locale, View::Text(greeting.text.into())),
        }
    }
    map.set("alternate_greetings", View::List(alternate));
    map.set("group_only_greetings", View::List(group));
    map.set("greetings_by_locale", View::Map(locales));
}

fn notes<'a>(card: &'a Card, map: &mut Map<'a>) {
    map.text("creator_notes", card.creator_notes());
    let mut by_locale = Map::new();
    match card {
        Card::V3(card) => {
            // The plain notes are the English ones.
            let said = |locale: &str, text: &str| locale == "en" && text == card.data.creator_notes;
            let notes = card.data.creator_notes_multilingual.iter().flat_map(|notes| &notes.0);
            for (locale, text) in notes.filter(|(locale, text)| !said(locale, text)) {
                by_locale.text(locale, text);
            }
        }
        Card::V3L(card) => {
            for note in card.data.creator_notes.iter().skip(1) {
                by_locale.text(&note.locale, &note.content);
            }
        }
        _ => {}
    }
    map.set("creator_notes_multilingual", View::Map(by_locale));
}

/// Assets without the parts that depend on the container: where embedded bytes stand.
///
/// The main icon is left out: in a picture it is the picture, and a card that lists nothing has it too.
fn assets(card: &Card) -> View<'static> {
    let listed = match card {
        Card::V3(card) => &card.data.assets,
        Card::V3L(card) => &card.data.assets,
        Card::Prom(card) => {
            let remote = card.external.iter().flat_map(|external| external.assets.iter().flatten());
            return View::List(remote.map(|asset| View::owned(to_json(asset))).collect());
        }
        _ => return View::List(Vec::new()),
    };
    asset_views(listed.iter().flatten())
}

/// The assets of a list that are not the portrait, without what depends on the container.
pub fn asset_views<'a>(listed: impl Iterator<Item = &'a cards_model::Asset>) -> View<'static> {
    let one = |asset: &'_ cards_model::Asset| {
        let mut map = Map::new();
        map.set("type", View::Text(asset.kind.clone().into()));
        map.set("name", View::Text(asset.name.clone().into()));
        map.set("ext", View::Text(asset.ext.clone().into()));
        if matches!(asset.location(), AssetUri::Remote { .. } | AssetUri::Other(_)) {
            map.set("uri", View::Text(asset.uri.clone().into()));
        }
        View::Map(map)
    };
    View::List(listed.filter(|asset| !is_portrait(asset)).map(one).collect())
}

/// What only one spec has, and what no spec names.
fn leftovers<'a>(card: &'a Card, map: &mut Map<'a>) {
    let whole = card;
    let (data, root): (&Object, Option<&Object>) = match card {
        Card::V0(card) => (card.rest.unknown(), None),
        Card::V1(card) => (card.rest.unknown(), None),
        Card::V2(card) => (card.data.rest.unknown(), Some(card.rest.unknown())),
        Card::V3(card) => {
            map.set("source", texts(card.data.source.as_deref().unwrap_or_default()));
            dates(map, whole);
            (card.data.rest.unknown(), Some(card.rest.unknown()))
        }
        Card::V3L(card) => {
            map.text("guidance_note", &card.data.guidance_note);
            dates(map, whole);
            (card.data.rest.unknown(), Some(card.rest.unknown()))
        }
        Card::Prom(card) => {
            if let Some(info) = &card.metadata {
                if !info.source.is_empty() {
                    map.set("source", View::List(vec![View::Text(info.source.as_str().into())]));
                }
                dates(map, whole);
                for (key, value) in info.rest.unknown().iter() {
                    map.set(key, View::of(value));
                }
            }
            (card.data.rest.unknown(), Some(card.rest.unknown()))
        }
        _ => return,
    };
    for (key, value) in data.iter() {
        map.set(key, View::of(value));
    }
    let mut outside = Map::new();
    for (key, value) in root.into_iter().flat_map(Object::iter) {
        // Many writers repeat the fields of `data` beside it for readers of V1.
        let view = View::of(value);
        if map.get(key) != Some(&view) {
            outside.set(key, view);
        }
    }
    map.set(FILE, View::Map(outside));
}

/// When a card says it was made and last changed.
#[must_use]
pub fn dates_of(card: &Card) -> (Option<&Timestamp>, Option<&Timestamp>) {
    match card {
        Card::V3(card) => (card.data.creation_date.as_ref(), card.data.modification_date.as_ref()),
        Card::V3L(card) => (card.data.creation_date.as_ref(), card.data.modification_date.as_ref()),
        Card::Prom(card) => match &card.metadata {
            Some(info) => (info.created_at.as_ref(), info.updated_at.as_ref()),
            None => (None, None),
        },
        _ => (None, None),
    }
}

fn dates(map: &mut Map<'_>, card: &Card) {
    let (made, changed) = dates_of(card);
    for (name, time) in DATES.iter().zip([made, changed]) {
        if let Some(time) = time.filter(|time| time.seconds() != 0) {
            map.set(name, View::Number(Cow::Owned(time.seconds().into())));
        }
    }
}

fn texts(texts: &[String]) -> View<'_> {
    View::List(texts.iter().map(|text| View::Text(text.as_str().into())).collect())
}
