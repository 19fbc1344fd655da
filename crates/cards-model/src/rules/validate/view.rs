//! The parts of content that rules look at, whatever the form, with their JSON pointers.

use crate::book::any::{BookMut, BookRef};
use crate::document::Id;
use crate::json::{Json, Object, Pointer};
use crate::spec::lorebook::{self, Position};
use crate::{Asset, Card, Content, prom};

/// A lorebook entry of any form.
#[derive(Clone, Debug)]
pub(crate) struct EntryView<'a> {
    /// Where the entry is.
    pub(crate) pointer: Pointer,
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
    let entries = content.form().entries_pointer().unwrap_or_default();
    match BookRef::of(content) {
        Some(BookRef::Plain(book)) => numbered(&entries, &book.entries).map(|(at, one)| book_entry(at, one)).collect(),
        Some(BookRef::Prom(book)) => numbered(&entries, &book.entries).map(|(at, one)| prom_entry(at, one)).collect(),
        None => Vec::new(),
    }
}

/// Lets `alter` change each V2 or CCv3 entry of the content; what stood as no object is left alone.
pub(crate) fn alter_entries(content: &mut Content, mut alter: impl FnMut(Pointer, &mut lorebook::Entry)) {
    let entries = content.form().entries_pointer().unwrap_or_default();
    if stands_oddly(content, "character_book") {
        return;
    }
    let Some(BookMut::Plain(book)) = BookMut::of(content) else { return };
    if book.rest.holds_odd("entries", book) {
        return;
    }
    for (i, entry) in book.entries.iter_mut().enumerate() {
        if entry.rest.whole().is_none() {
            alter(entries.index(i), entry);
        }
    }
}

/// The assets of a CCv3 or CCv3L card that has the member, with a pointer each.
pub(crate) fn assets(content: &Content) -> impl Iterator<Item = (Pointer, &Asset)> {
    let assets = match content {
        Content::Card(Card::V3(card)) => card.data.assets.as_deref(),
        Content::Card(Card::V3L(card)) => card.data.assets.as_deref(),
        _ => None,
    };
    let list = content.form().assets_pointer().unwrap_or_default();
    assets.unwrap_or_default().iter().enumerate().map(move |(i, asset)| (list.index(i), asset))
}

/// Lets `alter` change each asset of a CCv3 or CCv3L card.
pub(crate) fn alter_assets(content: &mut Content, mut alter: impl FnMut(Pointer, &mut Asset)) {
    if stands_oddly(content, "assets") {
        return;
    }
    let list = content.form().assets_pointer().unwrap_or_default();
    let assets = match content {
        Content::Card(Card::V3(card)) => card.data.assets.as_mut(),
        Content::Card(Card::V3L(card)) => card.data.assets.as_mut(),
        _ => None,
    };
    for (i, asset) in assets.into_iter().flatten().enumerate() {
        alter(list.index(i), asset);
    }
}

/// Every object for data of applications, with its pointer.
pub(crate) fn extensions(content: &Content) -> Vec<(Pointer, &Object)> {
    let mut all = Vec::new();
    match content {
        Content::Card(Card::V2(card)) => all.push((Pointer::from(["data", "extensions"]), &card.data.extensions)),
        Content::Card(Card::V3(card)) => all.push((Pointer::from(["data", "extensions"]), &card.data.extensions)),
        Content::Card(Card::V3L(card)) => all.push((Pointer::from(["data", "extensions"]), &card.data.extensions)),
        Content::Card(Card::Prom(card)) => {
            let appdata = card.external.as_ref().and_then(|external| external.appdata.as_ref());
            all.extend(appdata.map(|appdata| (Pointer::from(["external", "appdata"]), appdata)));
        }
        _ => {}
    }
    let pointer = content.form().book_pointer().unwrap_or_default();
    let entries = content.form().entries_pointer().unwrap_or_default();
    if let Some(BookRef::Plain(book)) = BookRef::of(content) {
        all.push((pointer.member("extensions"), &book.extensions));
        all.extend(numbered(&entries, &book.entries).map(|(entry, e)| (entry.member("extensions"), &e.extensions)));
    }
    if let Some(BookRef::Prom(book)) = BookRef::of(content) {
        let external = |pointer: &Pointer, external: &Option<prom::External>| {
            external.is_some().then(|| pointer.member("external").member("appdata"))
        };
        let own = external(&pointer, &book.external);
        all.extend(own.zip(book.external.as_ref().map(|external| &external.appdata)));
        for (pointer, entry) in numbered(&entries, &book.entries) {
            all.extend(
                external(&pointer, &entry.external).zip(entry.external.as_ref().map(|external| &external.appdata)),
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

fn numbered<'a, T>(list: &Pointer, entries: &'a [T]) -> impl Iterator<Item = (Pointer, &'a T)> {
    entries.iter().enumerate().map(move |(i, entry)| (list.index(i), entry))
}

fn book_entry(pointer: Pointer, entry: &lorebook::Entry) -> EntryView<'_> {
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

fn prom_entry(pointer: Pointer, entry: &prom::Entry) -> EntryView<'_> {
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
        pointer: Pointer::from(["entries", uid]),
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
