//! Whole lorebooks between the layouts of the card specs.
//!
//! A book alone goes the way of a card with nothing else in it, so that a card's book and a book file of the same
//! layout become the same and report the same.

use super::stash;
use crate::convert::{self, book_pointer};
use crate::document::{Field, to_json};
use crate::json::{Object, Pointer, Style, Writer};
use crate::stash::kept::{self as card_stash, Kept};
use crate::stash::patch::Patch;
use crate::stash::{Options, Stash};
use crate::terms::loss::{Converted, Loss};
use crate::{Card, Error, Form, Lorebook, prom, v2, v3};

/// A lorebook as one of the card specs writes it.
pub(crate) enum AnyBook {
    Plain(Lorebook),
    Prom(prom::Book),
}

/// Converts a lorebook that stands alone between the layouts of V2 and CCv3 (CCv3L has that of CCv3).
///
/// There is no stash here; [`super::convert`] has one.
///
/// # Errors
/// [`Error::NoConversion`] for other forms.
pub fn convert_book(book: Lorebook, from: Form, to: Form, options: &Options) -> Result<Converted<Lorebook>, Error> {
    let plain = |form| matches!(form, Form::V2 | Form::V3 | Form::V3L);
    if !plain(from) || !plain(to) {
        return Err(Error::NoConversion { from, to });
    }
    let turned = turn(AnyBook::Plain(book), from, to, &options.clone().with_stash(Stash::Off));
    Ok(Converted { value: turned.value.into_plain(), loss: turned.loss })
}

/// Converts a lorebook from the layout of one card spec to that of another.
pub(crate) fn turn(mut book: AnyBook, from: Form, to: Form, options: &Options) -> Converted<AnyBook> {
    let root = book_pointer();
    let kept = book.data_mut().and_then(stash::take);
    let mut card = book.into_card(from);
    if let Some(kept) = kept {
        card_stash::put(&mut card, moved(kept, |at| Some(root.join(at))));
    }
    let Converted { mut value, loss } = convert::convert(card, layout(to), options);
    let kept = card_stash::take(&mut value).and_then(|json| Kept::from_json(&json));
    let kept = kept.map(|kept| moved(kept, |at| at.below(&root)));
    let mut book = AnyBook::take(&mut value).unwrap_or(AnyBook::Plain(Lorebook::default()));
    if let Some(kept) = kept.filter(|kept| !kept.patch.is_empty()) {
        stash::put(book.data_or_new(), kept);
    }
    let inside = |loss: Loss| Some(Loss { pointer: loss.pointer.below(&root)?, ..loss });
    Converted { value: book, loss: loss.into_iter().filter_map(inside).collect() }
}

/// CCv3L has the lorebooks of CCv3.
fn layout(form: Form) -> Form {
    if form == Form::V3L { Form::V3 } else { form }
}

/// A stash with its pointers moved; what has no place any more goes.
fn moved(kept: Kept, place: impl Fn(&Pointer) -> Option<Pointer>) -> Kept {
    fn each<T>(all: Vec<(Pointer, T)>, place: &impl Fn(&Pointer) -> Option<Pointer>) -> Vec<(Pointer, T)> {
        all.into_iter().filter_map(|(at, value)| Some((place(&at)?, value))).collect()
    }
    let Patch { fields, orig, order } = kept.patch;
    let patch = Patch { fields: each(fields, &place), orig: each(orig, &place), order: each(order, &place) };
    Kept { from: kept.from, patch, made: each(kept.made, &place) }
}

impl AnyBook {
    /// Takes the lorebook of a card. An empty one stands in for it, so that nobody has to look through the real one.
    pub(crate) fn take(card: &mut Card) -> Option<Self> {
        Some(match card {
            Card::V0(_) | Card::V1(_) => return None,
            Card::V2(card) => Self::Plain(std::mem::take(card.data.character_book.as_mut()?)),
            Card::V3(card) => Self::Plain(std::mem::take(card.data.character_book.as_mut()?)),
            Card::V3L(card) => Self::Plain(std::mem::take(card.data.character_book.as_mut()?)),
            Card::Prom(card) => Self::Prom(std::mem::take(card.data.character_book.as_mut()?)),
        })
    }

    /// A card that has the book and nothing else.
    fn into_card(self, form: Form) -> Card {
        match self {
            Self::Plain(book) if form == Form::V2 => {
                let data = v2::Data { character_book: Some(book), ..v2::Data::default() };
                Card::V2(Box::new(v2::Card { data, ..v2::Card::default() }))
            }
            Self::Plain(book) => {
                let data = v3::Data { character_book: Some(book), ..v3::Data::default() };
                Card::V3(Box::new(v3::Card { data, ..v3::Card::default() }))
            }
            Self::Prom(book) => {
                let data = prom::Data { character_book: Some(book), ..prom::Data::default() };
                Card::Prom(Box::new(prom::Card { data, ..prom::Card::default() }))
            }
        }
    }

    /// Puts the real book where the report and the patch of a card have the stand-in.
    pub(crate) fn account_for(self, loss: &mut [Loss], patch: Option<&mut Patch>) {
        let mut out = Writer::new(Style::Compact);
        match &self {
            Self::Plain(book) => book.write(&mut out),
            Self::Prom(book) => book.write(&mut out),
        }
        let size = out.finish().len();
        let root = book_pointer();
        loss.iter_mut().filter(|loss| loss.pointer == root).for_each(|loss| loss.size = size);
        if let Some(place) = patch.and_then(|patch| patch.kept_at(&root)) {
            *place = match &self {
                Self::Plain(book) => to_json(book),
                Self::Prom(book) => to_json(book),
            };
        }
    }

    /// The book as V2 and CCv3 write it.
    pub(super) fn into_plain(self) -> Lorebook {
        match self {
            Self::Plain(book) => book,
            Self::Prom(book) => Lorebook::from(&book),
        }
    }

    /// The book as Prom writes it.
    pub(super) fn into_prom(self) -> prom::Book {
        match self {
            Self::Plain(book) => super::prom::to_prom(book, &Options::default()),
            Self::Prom(book) => book,
        }
    }

    fn data_mut(&mut self) -> Option<&mut Object> {
        match self {
            Self::Plain(book) => Some(&mut book.extensions),
            Self::Prom(book) => book.external.as_mut().map(|external| &mut external.appdata),
        }
    }

    fn data_or_new(&mut self) -> &mut Object {
        match self {
            Self::Plain(book) => &mut book.extensions,
            Self::Prom(book) => &mut book.external.get_or_insert_default().appdata,
        }
    }
}
