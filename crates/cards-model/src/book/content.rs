//! The lorebook of any content, and that of a card of any spec to be changed.

use std::borrow::Cow;

use super::any::AnyBook;
use super::module::ToLorebook;
use super::turn::{into_plain, into_prom, turn};
use crate::stash::{Options, Stash};
use crate::{Card, Content, Converted, Error, Form, Lorebook, Loss, WorldInfo};

impl Content {
    /// The lorebook that it is or holds, the same typed thing wherever it came from.
    ///
    /// What the other forms say beyond it is in the reports of their `to_lorebook`. A module's entries always fire; a
    /// module that begins a text with `@@` gets it escaped.
    #[must_use]
    pub fn lorebook(&self) -> Option<Cow<'_, Lorebook>> {
        Some(match self {
            Self::Card(card) => return card.lorebook(),
            Self::LorebookV3(file) => Cow::Borrowed(&file.data),
            Self::Lorebook(book) => Cow::Borrowed(book),
            Self::PromBook(book) => Cow::Owned(Lorebook::from(book)),
            Self::Module(module) => Cow::Owned(module.to_lorebook(ToLorebook::default()).ok()?.value),
            other => Cow::Owned(other.client_book()?.lorebook(false).value),
        })
    }

    /// The same as SillyTavern's world info.
    #[must_use]
    pub fn world_info(&self) -> Option<Cow<'_, WorldInfo>> {
        match self {
            Self::WorldInfo(world) => Some(Cow::Borrowed(world)),
            other => Some(Cow::Owned(other.lorebook()?.to_world_info().value)),
        }
    }
}

impl Card {
    /// Puts a lorebook in, or takes it out, and names what has no place there: a Prom card gets the book that
    /// [`Lorebook::to_prom`] makes of it.
    ///
    /// # Errors
    /// [`Error::NoField`] for V0 and V1.
    pub fn set_lorebook(&mut self, book: impl Into<Option<Lorebook>>) -> Result<Vec<Loss>, Error> {
        let book = book.into();
        match self {
            Self::V0(_) | Self::V1(_) => return Err(self.no_field("character_book")),
            Self::V2(card) => card.data.character_book = book,
            Self::V3(card) => card.data.character_book = book,
            Self::V3L(card) => card.data.character_book = book,
            Self::Prom(card) => {
                let made = book.map(|book| book.to_prom());
                let (book, loss) = made.map_or((None, Vec::new()), |made| (Some(made.value), made.loss));
                card.data.character_book = book;
                return Ok(loss);
            }
        }
        Ok(Vec::new())
    }

    /// Lets `edit` change the embedded lorebook and gives back its answer; `None` where there is no book.
    ///
    /// The book of a Prom card comes as a CCv3 one, with a stash of what that has no place for, and goes back as it was
    /// but for the edits; what of these Prom has no place for is in the report.
    ///
    /// ```
    /// use cards_model::{Card, Form, Lorebook, prom};
    /// let mut card = Card::from(prom::Card::default());
    /// card.set_lorebook(Lorebook::default())?;
    /// let edited = card.edit_lorebook(|book| book.name = Some("Town".into())).unwrap();
    /// assert!(edited.loss.is_empty());
    /// assert_eq!(card.lorebook().unwrap().name.as_deref(), Some("Town"));
    /// # Ok::<(), cards_model::Error>(())
    /// ```
    pub fn edit_lorebook<T>(&mut self, edit: impl FnOnce(&mut Lorebook) -> T) -> Option<Converted<T>> {
        let Self::Prom(card) = self else {
            return self.lorebook_mut().map(|book| Converted { value: edit(book), loss: Vec::new() });
        };
        let book = AnyBook::Prom(card.data.character_book.take()?);
        let stashing = Options::default().with_stash(Stash::Extensions);
        let mut plain = into_plain(turn(book, Form::Prom, Form::V3, &stashing).value);
        let value = edit(&mut plain);
        let back = turn(AnyBook::Plain(plain), Form::V3, Form::Prom, &Options::default());
        card.data.character_book = Some(into_prom(back.value));
        Some(Converted { value, loss: back.loss })
    }
}
