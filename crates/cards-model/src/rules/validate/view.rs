//! The parts of content that rules look at, whatever the form, with their JSON pointers.

use crate::document::Id;
use crate::json::pointer::member;
use crate::json::{Json, Object};
use crate::spec::lorebook::{self, Lorebook, Position};
use crate::{Asset, Card, Content, prom};

/// A lorebook entry of any form.
#[derive(Clone, Debug)]
pub(crate) struct EntryView<'a> {
    /// Where the entry is.
    pub(crate) pointer: String,
    /// The member that holds the keys, which is named otherwise in world info.
    pub(crate) keys_name: &'static str,
    pub(crate) keys: &'a [String],
    pub(crate) secondary_name: &'static str,
    pub(crate) secondary_keys: &'a [String],
    pub(crate) content: &'a str,
    pub(crate) enabled: bool,
    pub(crate) constant: bool,
    pub(crate) selective: Option<bool>,
    pub(crate) id: Option<&'a Id>,
    pub(crate) position: Option<&'a Position>,
    /// Whether SillyTavern's vector store may fire it.
    pub(crate) vectorized: bool,
}

/// Every entry of every book in the content, in its order.
pub(crate) fn entries(content: &Content) -> Vec<EntryView<'_>> {
    if let Content::WorldInfo(book) = content {
        return book.entries.0.iter().map(|(uid, entry)| world_entry(uid, entry)).collect();
    }
    if let Some((pointer, book)) = prom_book(content) {
        return numbered(&pointer, &book.entries).map(|(pointer, entry)| prom_entry(pointer, entry)).collect();
    }
    let Some((pointer, book)) = book(content) else {
        return Vec::new();
    };
    numbered(&pointer, &book.entries).map(|(pointer, entry)| book_entry(pointer, entry)).collect()
}

/// Lets `alter` change each V2 or CCv3 entry of the content; what stood as no object is left alone.
pub(crate) fn alter_entries(content: &mut Content, mut alter: impl FnMut(String, &mut lorebook::Entry)) {
    let Some((pointer, found)) = book(content) else {
        return;
    };
    if found.rest.holds_odd("entries", found) || stands_oddly(content, "character_book") {
        return;
    }
    let book = match content {
        Content::Card(Card::V2(card)) => card.data.character_book.as_mut(),
        Content::Card(Card::V3(card)) => card.data.character_book.as_mut(),
        Content::Card(Card::V3L(card)) => card.data.character_book.as_mut(),
        Content::LorebookV3(file) => Some(&mut file.data),
        Content::Lorebook(book) => Some(book),
        _ => None,
    };
    for (i, entry) in book.into_iter().flat_map(|book| &mut book.entries).enumerate() {
        if entry.rest.whole().is_none() {
            alter(format!("{pointer}/entries/{i}"), entry);
        }
    }
}

/// The assets of a CCv3 or CCv3L card that has the member, with a pointer each.
pub(crate) fn assets(content: &Content) -> impl Iterator<Item = (String, &Asset)> {
    let assets = match content {
        Content::Card(Card::V3(card)) => card.data.assets.as_deref(),
        Content::Card(Card::V3L(card)) => card.data.assets.as_deref(),
        _ => None,
    };
    assets.unwrap_or_default().iter().enumerate().map(|(i, asset)| (format!("/data/assets/{i}"), asset))
}

/// Lets `alter` change each asset of a CCv3 or CCv3L card.
pub(crate) fn alter_assets(content: &mut Content, mut alter: impl FnMut(String, &mut Asset)) {
    if stands_oddly(content, "assets") {
        return;
    }
    let assets = match content {
        Content::Card(Card::V3(card)) => card.data.assets.as_mut(),
        Content::Card(Card::V3L(card)) => card.data.assets.as_mut(),
        _ => None,
    };
    for (i, asset) in assets.into_iter().flatten().enumerate() {
        alter(format!("/data/assets/{i}"), asset);
    }
}

/// Every object for data of applications, with its pointer.
pub(crate) fn extensions(content: &Content) -> Vec<(String, &Object)> {
    let mut all = Vec::new();
    match content {
        Content::Card(Card::V2(card)) => all.push(("/data/extensions".to_owned(), &card.data.extensions)),
        Content::Card(Card::V3(card)) => all.push(("/data/extensions".to_owned(), &card.data.extensions)),
        Content::Card(Card::V3L(card)) => all.push(("/data/extensions".to_owned(), &card.data.extensions)),
        Content::Card(Card::Prom(card)) => {
            let appdata = card.external.as_ref().and_then(|external| external.appdata.as_ref());
            all.extend(appdata.map(|appdata| ("/external/appdata".to_owned(), appdata)));
        }
        _ => {}
    }
    if let Some((pointer, book)) = book(content) {
        all.push((member(&pointer, "extensions"), &book.extensions));
        all.extend(numbered(&pointer, &book.entries).map(|(entry, e)| (member(&entry, "extensions"), &e.extensions)));
    }
    if let Some((pointer, book)) = prom_book(content) {
        let external = |pointer: String, external: &Option<prom::External>| {
            external.is_some().then(|| format!("{pointer}/external/appdata"))
        };
        let own = external(pointer.clone(), &book.external);
        all.extend(own.zip(book.external.as_ref().map(|external| &external.appdata)));
        for (pointer, entry) in numbered(&pointer, &book.entries) {
            all.extend(
                external(pointer, &entry.external).zip(entry.external.as_ref().map(|external| &external.appdata)),
            );
        }
    }
    all
}

/// Whether a member of `data`, or `data` itself, stood as something else than what its field holds. A change to a
/// part of such a field would put the whole of it in the place of what stood there.
pub(crate) fn stands_oddly(content: &Content, name: &str) -> bool {
    match content {
        Content::Card(Card::V2(card)) => {
            card.rest.holds_odd("data", &**card) || card.data.rest.holds_odd(name, &card.data)
        }
        Content::Card(Card::V3(card)) => {
            card.rest.holds_odd("data", &**card) || card.data.rest.holds_odd(name, &card.data)
        }
        Content::Card(Card::V3L(card)) => {
            card.rest.holds_odd("data", &**card) || card.data.rest.holds_odd(name, &card.data)
        }
        Content::Card(Card::Prom(card)) => {
            card.rest.holds_odd("data", &**card) || card.data.rest.holds_odd(name, &card.data)
        }
        Content::LorebookV3(file) => file.rest.holds_odd("data", file),
        _ => false,
    }
}

/// The V2 or CCv3 lorebook of the content, with its pointer.
fn book(content: &Content) -> Option<(String, &Lorebook)> {
    let embedded = |book: &Option<Lorebook>| book.is_some().then(|| "/data/character_book".to_owned());
    match content {
        Content::Card(Card::V2(card)) => embedded(&card.data.character_book).zip(card.data.character_book.as_ref()),
        Content::Card(Card::V3(card)) => embedded(&card.data.character_book).zip(card.data.character_book.as_ref()),
        Content::Card(Card::V3L(card)) => embedded(&card.data.character_book).zip(card.data.character_book.as_ref()),
        Content::LorebookV3(file) => Some(("/data".to_owned(), &file.data)),
        Content::Lorebook(book) => Some((String::new(), book)),
        _ => None,
    }
}

/// The Prom lorebook of the content, with its pointer.
fn prom_book(content: &Content) -> Option<(String, &prom::Book)> {
    match content {
        Content::Card(Card::Prom(card)) => {
            card.data.character_book.as_ref().map(|book| ("/data/character_book".to_owned(), book))
        }
        Content::PromBook(book) => Some((String::new(), book)),
        _ => None,
    }
}

fn numbered<'a, T>(book: &str, entries: &'a [T]) -> impl Iterator<Item = (String, &'a T)> {
    entries.iter().enumerate().map(move |(i, entry)| (format!("{book}/entries/{i}"), entry))
}

fn book_entry(pointer: String, entry: &lorebook::Entry) -> EntryView<'_> {
    EntryView {
        pointer,
        keys_name: "keys",
        keys: &entry.keys,
        secondary_name: "secondary_keys",
        secondary_keys: entry.secondary_keys.as_deref().unwrap_or_default(),
        content: &entry.content,
        enabled: entry.enabled,
        constant: entry.constant == Some(true),
        selective: entry.selective,
        id: entry.id.as_ref(),
        position: entry.position.as_ref(),
        vectorized: vectorized(&entry.extensions),
    }
}

/// De facto: SillyTavern 1.19 puts its flag into the extensions of cards.
fn vectorized(extensions: &Object) -> bool {
    extensions.get("vectorized").and_then(Json::as_bool) == Some(true)
}

fn prom_entry(pointer: String, entry: &prom::Entry) -> EntryView<'_> {
    EntryView {
        pointer,
        keys_name: "keys",
        keys: &entry.keys,
        secondary_name: "secondary_keys",
        secondary_keys: entry.secondary_keys.as_deref().unwrap_or_default(),
        content: &entry.content,
        enabled: entry.enabled,
        constant: entry.constant == Some(true),
        selective: entry.selective,
        id: entry.id.as_ref(),
        position: entry.position.as_ref(),
        vectorized: entry.external.as_ref().is_some_and(|external| vectorized(&external.appdata)),
    }
}

fn world_entry<'a>(uid: &str, entry: &'a crate::spec::worldinfo::Entry) -> EntryView<'a> {
    EntryView {
        pointer: member("/entries", uid),
        keys_name: "key",
        keys: &entry.key,
        secondary_name: "keysecondary",
        secondary_keys: entry.keysecondary.as_deref().unwrap_or_default(),
        content: &entry.content,
        enabled: entry.disable != Some(true),
        constant: entry.constant == Some(true),
        // Absent, secondary keys count in world info.
        selective: Some(entry.selective != Some(false)),
        id: None,
        position: None,
        vectorized: entry.vectorized == Some(true),
    }
}
