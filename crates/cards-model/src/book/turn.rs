//! Whole lorebooks between the layouts of the card specs, as the book of a card goes.

use super::any::{AnyBook, BookMut};
use super::engine::{self, Convertible};
use super::entries::Entries;
use super::{plain, prom as prom_book, stash};
use crate::document::from_json;
use crate::json::{Json, Pointer};
use crate::stash::kept::{Kept, STASH_KEY};
use crate::stash::{Options, Stash};
use crate::terms::loss::Converted;
use crate::{Error, Form, Lorebook, prom};

/// Converts a lorebook that is alone between the layouts of V2 and CCv3 (CCv3L has that of CCv3).
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
    Ok(turn(AnyBook::Plain(book), from, to, &options.clone().with_stash(Stash::Off)).map(into_plain))
}

/// Converts a lorebook from the layout of one card spec to that of another.
pub(super) fn turn(book: AnyBook, from: Form, to: Form, options: &Options) -> Converted<AnyBook> {
    engine::convert(Alone { book, form: layout(from) }, layout(to), options).map(|alone| alone.book)
}

impl prom::Book {
    /// The CCv3 lorebook that a Prom book stands for, as a Prom card's book goes into a CCv3 card.
    #[must_use]
    pub fn to_lorebook(&self) -> Converted<Lorebook> {
        turn(AnyBook::Prom(self.clone()), Form::Prom, Form::V3, &Options::default()).map(into_plain)
    }
}

impl Lorebook {
    /// The CCv3 lorebook as a Prom book, as a CCv3 card's book goes into a Prom card.
    #[must_use]
    pub fn to_prom(&self) -> Converted<prom::Book> {
        turn(AnyBook::Plain(self.clone()), Form::V3, Form::Prom, &Options::default()).map(into_prom)
    }
}

/// The book as V2 and CCv3 write it.
pub(super) fn into_plain(book: AnyBook) -> Lorebook {
    match book {
        AnyBook::Plain(book) => book,
        AnyBook::Prom(book) => prom_book::from_prom(book),
    }
}

/// The book as Prom writes it.
pub(super) fn into_prom(book: AnyBook) -> prom::Book {
    match book {
        AnyBook::Plain(book) => prom_book::to_prom(book, &Options::default()),
        AnyBook::Prom(book) => book,
    }
}

/// CCv3L has the lorebooks of CCv3.
fn layout(form: Form) -> Form {
    if form == Form::V3L { Form::V3 } else { form }
}

/// A book in the layout of V2, CCv3 or Prom.
#[derive(Clone, Debug)]
struct Alone {
    book: AnyBook,
    form: Form,
}

impl Convertible for Alone {
    const ALWAYS_SAYS_WHENCE: bool = false;

    fn form(&self) -> Form {
        self.form
    }

    fn json(&self) -> Json {
        self.book.json()
    }

    fn of_json(form: Form, json: &Json) -> Self {
        let book = match form {
            Form::Prom => AnyBook::Prom(from_json(json).unwrap_or_default()),
            _ => AnyBook::Plain(from_json(json).unwrap_or_default()),
        };
        Self { book, form }
    }

    fn written(self, target: Form, options: &Options, _: bool) -> Self {
        let hub = match self.book {
            AnyBook::Plain(book) => plain::from_plain(book),
            AnyBook::Prom(book) => prom_book::from_prom(book),
        };
        let book = match target {
            Form::Prom => AnyBook::Prom(prom_book::to_prom(hub, options)),
            form => AnyBook::Plain(plain::to_plain(hub, form, options)),
        };
        Self { book, form: target }
    }

    fn stash(&self) -> Option<&Json> {
        self.book.data()?.get(STASH_KEY)
    }

    fn take_kept(&mut self) -> Option<Kept> {
        Kept::origin(self.stash()?)?;
        let kept = stash::take(self.book.data_or_new());
        self.book.without_empty_data();
        kept
    }

    fn put_kept(&mut self, kept: Kept) {
        stash::put(self.book.data_or_new(), kept);
    }

    fn stash_at(form: Form) -> Pointer {
        match form {
            Form::Prom => Pointer::from(["external", "appdata", STASH_KEY]),
            _ => Pointer::from(["extensions", STASH_KEY]),
        }
    }

    fn entries_at() -> Pointer {
        Form::Lorebook.entries_pointer().unwrap_or_default()
    }

    fn is_draft(&self) -> bool {
        self.book.is_draft()
    }

    fn take_entries(&mut self) -> Option<Entries> {
        self.book.as_mut().take_entries()
    }

    fn put_entries(&mut self, entries: Entries) {
        self.book.as_mut().put_entries(entries);
    }

    fn take_book(&mut self) -> Option<AnyBook> {
        Some(BookMut::take(self.book.as_mut()))
    }
}
