//! A book as one of the card specs writes it.

use super::entries::Entries;
use crate::document::{Field, to_json};
use crate::json::{Json, Object, Style, Writer};
use crate::stash::patch::Patch;
use crate::{Card, Content, Form, Lorebook, Loss, prom};

/// A lorebook as one of the card specs writes it.
#[derive(Clone, Debug)]
pub(crate) enum AnyBook {
    Plain(Lorebook),
    Prom(prom::Book),
}

/// The same in its place.
pub(crate) enum BookMut<'a> {
    Plain(&'a mut Lorebook),
    Prom(&'a mut prom::Book),
}

impl<'a> BookMut<'a> {
    /// The lorebook that a content is or holds, as [`super::BookView::of`] finds those of card specs.
    pub(crate) fn of(content: &'a mut Content) -> Option<Self> {
        match content {
            Content::Card(card) => Self::of_card(card),
            Content::LorebookV3(file) => Some(Self::Plain(&mut file.data)),
            Content::Lorebook(book) => Some(Self::Plain(book)),
            Content::PromBook(book) => Some(Self::Prom(book)),
            _ => None,
        }
    }

    /// The lorebook of a card.
    pub(crate) fn of_card(card: &'a mut Card) -> Option<Self> {
        Some(match card {
            Card::V0(_) | Card::V1(_) => return None,
            Card::V2(card) => Self::Plain(card.data.character_book.as_mut()?),
            Card::V3(card) => Self::Plain(card.data.character_book.as_mut()?),
            Card::V3L(card) => Self::Plain(card.data.character_book.as_mut()?),
            Card::Prom(card) => Self::Prom(card.data.character_book.as_mut()?),
        })
    }

    /// Takes the lorebook. An empty one stands in for it, so that nobody has to look through the real one.
    pub(crate) fn take(self) -> AnyBook {
        match self {
            Self::Plain(book) => AnyBook::Plain(std::mem::take(book)),
            Self::Prom(book) => AnyBook::Prom(std::mem::take(book)),
        }
    }

    /// Takes the entries out; `None` where they are no list and have to be seen as a whole.
    pub(crate) fn take_entries(self) -> Option<Entries> {
        match self {
            Self::Plain(book) => {
                let listed = !book.rest.holds_odd("entries", book);
                listed.then(|| Entries::Plain(std::mem::take(&mut book.entries)))
            }
            Self::Prom(book) => {
                let listed = !book.rest.holds_odd("entries", book);
                listed.then(|| Entries::Prom(std::mem::take(&mut book.entries)))
            }
        }
    }

    /// Puts entries in.
    pub(crate) fn put_entries(self, entries: Entries) {
        match (self, entries) {
            (Self::Plain(book), Entries::Plain(entries)) => book.entries = entries,
            (Self::Prom(book), Entries::Prom(entries)) => book.entries = entries,
            _ => {}
        }
    }
}

impl AnyBook {
    /// The book in its place.
    pub(super) fn as_mut(&mut self) -> BookMut<'_> {
        match self {
            Self::Plain(book) => BookMut::Plain(book),
            Self::Prom(book) => BookMut::Prom(book),
        }
    }

    /// The book as plain JSON.
    pub(super) fn json(&self) -> Json {
        match self {
            Self::Plain(book) => to_json(book),
            Self::Prom(book) => to_json(book),
        }
    }

    /// Whether the book is in the layout of a draft and is written so until an edit.
    pub(super) fn is_draft(&self) -> bool {
        matches!(self, Self::Prom(book) if book.rest.whole().is_some())
    }

    /// Puts the real book where the report and the patch of a card have the stand-in.
    pub(super) fn account_for(self, loss: &mut [Loss], patch: Option<&mut Patch>) {
        let root = Form::V3.book_pointer().unwrap_or_default();
        let mut out = Writer::new(Style::Compact);
        match &self {
            Self::Plain(book) => book.write(&mut out),
            Self::Prom(book) => book.write(&mut out),
        }
        let size = out.finish().len();
        loss.iter_mut().filter(|loss| loss.pointer == root).for_each(|loss| loss.size = size);
        if let Some(place) = patch.and_then(|patch| patch.kept_at(&root)) {
            *place = self.json();
        }
    }

    /// The data of applications.
    pub(super) fn data(&self) -> Option<&Object> {
        match self {
            Self::Plain(book) => Some(&book.extensions),
            Self::Prom(book) => book.external.as_ref().map(|external| &external.appdata),
        }
    }

    /// The data of applications, to be changed; Prom gets a place for it.
    pub(super) fn data_or_new(&mut self) -> &mut Object {
        match self {
            Self::Plain(book) => &mut book.extensions,
            Self::Prom(book) => &mut book.external.get_or_insert_default().appdata,
        }
    }

    /// Takes the place for the data of applications away where nothing is in it.
    pub(super) fn without_empty_data(&mut self) {
        if let Self::Prom(book) = self {
            book.external.take_if(|external| external.appdata.is_empty() && external.rest.unknown().is_empty());
        }
    }
}
