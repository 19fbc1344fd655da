//! The parts of content that rules look at, whatever the form, with their JSON pointers.

use crate::book::any::BookMut;
use crate::book::{BookView, EntryView};
use crate::json::{Object, Pointer};
use crate::spec::lorebook;
use crate::{Asset, Card, Content, Form};

/// The lorebook of the content, in whichever layout rules about books know.
pub(crate) fn book(content: &Content) -> Option<BookView<'_>> {
    BookView::of(content).filter(|_| content.form() != Form::Module)
}

/// Every entry of the book in the content, in its order.
pub(crate) fn entries(content: &Content) -> Vec<EntryView<'_>> {
    book(content).map(|book| book.entries).unwrap_or_default()
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
    if let Some(book) = BookView::of(content) {
        all.extend(book.extensions_at());
        all.extend(book.entries.iter().filter_map(EntryView::extensions_at));
    }
    all
}

/// Whether a member of `data`, or `data` itself, stood as something else than what its field holds. A change to a
/// part of such a field would put the whole of it in the place of what was there.
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
