//! From a card of each spec to the hub.

use super::hub::{Examples, Hub};
use super::notes::Notes;
use super::{Options, assets};
use crate::book::{plain, prom as prom_book};
use crate::document::SpecObject;
use crate::json::{Json, Object};
use crate::spec::locale::nearest;
use crate::spec::v3l::FirstMessages;
use crate::{Card, prom, v0, v1, v2, v3, v3l};

/// Takes a card apart.
pub(crate) fn read(card: Card, options: &Options) -> Hub {
    let mut hub = match card {
        Card::V0(card) => read_v0(*card),
        Card::V1(card) => read_v1(*card),
        Card::V2(card) => read_v2(*card),
        Card::V3(card) => read_v3(*card),
        Card::V3L(card) => read_v3l(*card, &options.locale),
        Card::Prom(card) => read_prom(*card),
    };
    for date in [&mut hub.created, &mut hub.modified] {
        // Beyond this a date would be read as milliseconds.
        date.take_if(|date| date.is_far());
    }
    hub
}

fn read_v0(card: v0::Card) -> Hub {
    Hub {
        name: card.char_name,
        description: card.char_persona,
        scenario: card.world_scenario,
        solo: Some(card.char_greeting).into_iter().filter(|text| !text.is_empty()).collect(),
        examples: Examples::Text(card.example_dialogue),
        ..Hub::default()
    }
}

/// The members beside the six texts are what programs of those days stored for themselves; no later spec has such a
/// place at the top of the file, so they do not move up.
fn read_v1(card: v1::Card) -> Hub {
    Hub {
        name: card.name,
        description: card.description,
        personality: card.personality,
        scenario: card.scenario,
        solo: Some(card.first_mes).into_iter().filter(|text| !text.is_empty()).collect(),
        examples: Examples::Text(card.mes_example),
        ..Hub::default()
    }
}

fn read_v2(mut card: v2::Card) -> Hub {
    let mut data = card.data;
    let mut unknown = data.rest.take_unknown();
    let newer = take_newer(&mut unknown);
    let mut hub = Hub {
        root: card.rest.take_unknown(),
        unknown,
        name: data.name,
        description: data.description,
        personality: data.personality,
        scenario: data.scenario,
        system_prompt: data.system_prompt,
        post_history_instructions: data.post_history_instructions,
        examples: Examples::Text(data.mes_example),
        creator: data.creator,
        version: data.character_version,
        tags: data.tags,
        notes: Notes::of(data.creator_notes, newer.creator_notes_multilingual.map(|map| map.0)),
        extensions: data.extensions,
        book: data.character_book.map(plain::from_plain),
        group: newer.group_only_greetings,
        nickname: newer.nickname,
        source: newer.source,
        created: newer.creation_date,
        modified: newer.modification_date,
        assets: newer.assets,
        ..Hub::default()
    };
    hub.set_first(data.first_mes, data.alternate_greetings);
    hub
}

/// Takes the members out that CCv3 added and that programs write into V2 cards all the same, as far as they can be read as what
/// CCv3 says they are.
///
/// De facto: SillyTavern 1.19 and others raise the marker alone when they make such a card a CCv3 one.
fn take_newer(unknown: &mut Object) -> v3::Data {
    if !unknown.iter().any(|(name, _)| is_newer(name)) {
        return v3::Data::default();
    }
    let (newer, older): (Vec<_>, Vec<_>) =
        std::mem::take(unknown).into_iter().partition(|(name, value)| is_newer(name) && is_readable(name, value));
    *unknown = older.into_iter().collect();
    crate::document::from_json(&Json::Object(newer.into_iter().collect())).unwrap_or_default()
}

/// Whether a member of `data` is one that CCv3 names.
pub(super) fn is_newer(name: &str) -> bool {
    v3::Data::index_of(name).is_some()
}

/// Whether a member has the type that CCv3 gives it, or one that says something when it is read all the same.
fn is_readable(name: &str, value: &Json) -> bool {
    let alone: Object = [(name, value.clone())].into_iter().collect();
    let data = crate::document::from_json::<v3::Data>(&Json::Object(alone)).unwrap_or_default();
    data.rest.stood_right(name, &data) || v3::Data::index_of(name).is_some_and(|index| !data.is_absent(index))
}

fn read_v3(mut card: v3::Card) -> Hub {
    let mut data = card.data;
    let mut hub = Hub {
        root: card.rest.take_unknown(),
        unknown: data.rest.take_unknown(),
        name: data.name,
        description: data.description,
        personality: data.personality,
        scenario: data.scenario,
        system_prompt: data.system_prompt,
        post_history_instructions: data.post_history_instructions,
        examples: Examples::Text(data.mes_example),
        group: data.group_only_greetings,
        creator: data.creator,
        version: data.character_version,
        tags: data.tags,
        notes: Notes::of(data.creator_notes, data.creator_notes_multilingual.map(|map| map.0)),
        nickname: data.nickname,
        source: data.source,
        created: data.creation_date,
        modified: data.modification_date,
        assets: data.assets,
        extensions: data.extensions,
        book: data.character_book.map(plain::from_plain),
        ..Hub::default()
    };
    hub.set_first(data.first_mes, data.alternate_greetings);
    hub
}

/// CCv3L wants unknown members ignored, so they do not go into the hub.
fn read_v3l(card: v3l::Card, locale: &str) -> Hub {
    let mut data = card.data;
    let lifted = lifted_from_v3(&data);
    let (default, other_greetings) = split_greetings(std::mem::take(&mut data.first_messages), locale);
    let notes = notes_of(&mut data);
    Hub {
        name: data.name,
        description: data.description,
        guidance_note: data.guidance_note,
        examples: Examples::Blocks(data.example_messages),
        solo: if default.is_empty() { lifted } else { default },
        other_greetings,
        creator: data.creator,
        version: data.character_version,
        tags: data.tags,
        notes,
        nickname: data.nickname,
        created: data.creation_date,
        modified: data.modification_date,
        assets: data.assets,
        extensions: data.extensions,
        book: data.character_book.map(plain::from_plain),
        ..Hub::default()
    }
}

/// The greetings of a V3 layout, which count in a file that has no `first_messages` at all.
fn lifted_from_v3(data: &v3l::Data) -> Vec<String> {
    let unknown = data.rest.unknown();
    let Some(first) = unknown.get("first_mes").and_then(Json::as_str).filter(|_| data.first_messages.is_empty()) else {
        return Vec::new();
    };
    let others = unknown.get("alternate_greetings").and_then(Json::as_array).unwrap_or_default();
    std::iter::once(first).chain(others.iter().filter_map(Json::as_str)).map(str::to_owned).collect()
}

/// The greetings of the wanted locale (exact, of the same language, or the first), of every list of it, and those of the
/// others.
fn split_greetings(all: Vec<FirstMessages>, locale: &str) -> (Vec<String>, Vec<FirstMessages>) {
    if all.is_empty() {
        return (Vec::new(), all);
    }
    let at = nearest(all.iter().map(|one| one.locale.as_str()), locale).unwrap_or_default();
    let locale = all.get(at).map(|one| one.locale.to_ascii_lowercase()).unwrap_or_default();
    let (same, others): (Vec<_>, Vec<_>) = all.into_iter().partition(|one| one.locale.to_ascii_lowercase() == locale);
    (same.into_iter().flat_map(|one| one.messages).collect(), others)
}

fn notes_of(data: &mut v3l::Data) -> Notes {
    let index = v3l::Data::index_of("creator_notes");
    // The prose of the spec has a plain string here, its interface a list.
    if let Some(Json::String(text)) = index.and_then(|index| data.rest.original(index))
        && data.creator_notes.is_empty()
    {
        return Notes::One(text.clone());
    }
    Notes::List(std::mem::take(&mut data.creator_notes).into_iter().map(|note| (note.locale, note.content)).collect())
}

fn read_prom(mut card: prom::Card) -> Hub {
    let mut data = card.data;
    let mut unknown = data.rest.take_unknown();
    let mut root = card.rest.take_unknown();
    let (appdata, remote) =
        card.external.map_or((None, None), |external| (external.appdata, external.assets.filter(|a| !a.is_empty())));
    // An earlier draft keeps the extensions of V2, and the metadata inside `data`.
    let extensions = match appdata {
        Some(appdata) => appdata,
        None => object_of(&mut unknown, "extensions").unwrap_or_default(),
    };
    let info = card.metadata.or_else(|| {
        let info = object_of(&mut unknown, "char_info").or_else(|| object_of(&mut root, "char_info"))?;
        crate::document::from_json(&Json::Object(info))
    });
    let info = info.unwrap_or_default();
    let mut group = data.greetings.group;
    if group.is_empty()
        && let Some(Json::Array(alias)) = unknown.get("group_greetings")
    {
        group = alias.iter().filter_map(Json::as_str).map(str::to_owned).collect();
        unknown.remove("group_greetings");
    }
    Hub {
        root,
        unknown,
        name: data.name,
        description: data.description,
        personality: data.personality,
        system_prompt: data.system_prompt,
        post_history_instructions: data.post_history_instructions,
        examples: Examples::Messages(data.example_messages),
        solo: data.greetings.solo,
        group,
        creator: info.creator,
        version: info.version,
        tags: info.tags,
        notes: Notes::One(info.creator_notes),
        source: Some(info.source).filter(|source| !source.is_empty()).map(|source| vec![source]),
        created: info.created_at,
        modified: info.updated_at,
        assets: remote.map(assets::from_remote),
        extensions,
        book: data.character_book.map(prom_book::from_prom),
        ..Hub::default()
    }
}

fn object_of(members: &mut Object, key: &str) -> Option<Object> {
    members.get(key)?.as_object()?;
    match members.remove(key) {
        Some(Json::Object(object)) => Some(object),
        _ => None,
    }
}
