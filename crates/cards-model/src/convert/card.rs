//! A card as something that converts.

use super::{assets, lacking, read, write};
use crate::book::any::{AnyBook, BookMut};
use crate::book::engine::Convertible;
use crate::book::entries::Entries;
use crate::document::{from_json, to_json};
use crate::json::{Json, Pointer};
use crate::rules::card::copies_in_step;
use crate::stash::Options;
use crate::stash::kept::{self, Kept, STASH_KEY};
use crate::{Card, Form, Loss, LossReason, concept};

impl Convertible for Card {
    const ALWAYS_SAYS_WHENCE: bool = true;

    fn form(&self) -> Form {
        Self::form(self)
    }

    fn json(&self) -> Json {
        match self {
            Self::V0(card) => to_json(&**card),
            Self::V1(card) => to_json(&**card),
            Self::V2(card) => to_json(&**card),
            Self::V3(card) => to_json(&**card),
            Self::V3L(card) => to_json(&**card),
            Self::Prom(card) => to_json(&**card),
        }
    }

    fn of_json(form: Form, json: &Json) -> Self {
        match form {
            Form::V0 => Self::V0(Box::new(from_json(json).unwrap_or_default())),
            Form::V2 => Self::V2(Box::new(from_json(json).unwrap_or_default())),
            Form::V3 => Self::V3(Box::new(from_json(json).unwrap_or_default())),
            Form::V3L => Self::V3L(Box::new(from_json(json).unwrap_or_default())),
            Form::Prom => Self::Prom(Box::new(from_json(json).unwrap_or_default())),
            _ => Self::V1(Box::new(from_json(json).unwrap_or_default())),
        }
    }

    fn written(self, target: Form, options: &Options, richer: bool) -> Self {
        let mut hub = read::read(self, options);
        if richer && options.risu_assets && target != Form::V2 {
            assets::from_risu(&mut hub);
        }
        write::write(target, hub, options)
    }

    fn lacking(&self, target: Form) -> Option<Vec<Loss>> {
        lacking::of(self, target)
    }

    fn stash(&self) -> Option<&Json> {
        kept::of_card(self)
    }

    fn take_kept(&mut self) -> Option<Kept> {
        kept::take(self).and_then(Kept::from_owned)
    }

    fn put_kept(&mut self, kept: Kept) {
        kept::put(self, kept);
    }

    fn stash_at(form: Form) -> Pointer {
        // V0 and V1 have it beside their texts.
        form.extensions_pointer().unwrap_or_default().member(STASH_KEY)
    }

    fn entries_at() -> Pointer {
        // The specs that have a lorebook keep it in one place.
        Form::V3.entries_pointer().unwrap_or_default()
    }

    fn is_draft(&self) -> bool {
        let Self::Prom(card) = self else { return false };
        let book = card.data.character_book.as_ref();
        card.rest.whole().is_some() || book.is_some_and(|book| book.rest.whole().is_some())
    }

    fn take_entries(&mut self) -> Option<Entries> {
        BookMut::of_card(self)?.take_entries()
    }

    fn put_entries(&mut self, entries: Entries) {
        if let Some(book) = BookMut::of_card(self) {
            book.put_entries(entries);
        }
    }

    fn copies(&self) -> Vec<String> {
        match self {
            Self::V2(card) => copies_in_step(card.rest.unknown(), &card.data),
            Self::V3(card) => copies_in_step(card.rest.unknown(), &card.data),
            _ => Vec::new(),
        }
    }

    fn follow(&mut self, copies: &[String]) {
        if !copies.is_empty() {
            self.sync_copies(|name| copies.iter().any(|copy| copy == name));
        }
    }

    fn take_book(&mut self) -> Option<AnyBook> {
        BookMut::of_card(self).map(BookMut::take)
    }

    /// CCv3L alone says what becomes of members that no spec names. CCv3 has fields for what programs write into V2 cards before
    /// their time, where `null` is how they say that there is none.
    fn why_gone(from: Form, to: Form, at: &Pointer, value: &Json) -> LossReason {
        let named =
            (from, to) == (Form::V2, Form::V3) && at.as_str().strip_prefix("/data/").is_some_and(read::is_newer);
        match value {
            _ if to == Form::V3L && !concept::names(at.as_str()) => LossReason::UnknownForbidden,
            Json::Null if named => LossReason::Reshaped,
            _ if named => LossReason::Unrepresentable,
            _ => LossReason::NoField,
        }
    }
}
