//! From one card spec to another, with an account of what did not fit.
//!
//! Every spec is read into one union of all of them and written from it, so a new spec costs one reader and one
//! writer. What a conversion loses is not guessed from tables: the result is converted back, and whatever does not
//! come back as it was is the loss. The same difference, kept in the card as a *stash*, turns the way back into the
//! exact original.
//!
//! The stash is one object under the key `cards` among the data of applications (`extensions`, `external.appdata`;
//! in V1, which has no such place, beside the six texts):
//!
//! - `v`: 1, and `from`: the spec that it leads back to;
//! - `fields`: values that the target has no place for, by JSON pointer into the original;
//! - `orig`: values that the target holds in another form, each with the `hash` of what would come back without the
//!   stash, and the original as `text` (none if the member was absent);
//! - `order`: the order of members, for objects where it would come back otherwise;
//! - `made`: hashes of values that the target holds because of the options of the conversion alone.
//!
//! On the way back a value of the card that was edited since wins over a stashed one, and the stash is deleted.

mod assets;
mod card;
mod foreign;
mod goal;
mod hub;
mod lacking;
mod matrix;
mod notes;
mod read;
mod write;

pub use foreign::WrittenForm;
pub use goal::Goal;
pub use matrix::matrix_markdown;

pub use crate::book::turn::convert_book;
use crate::book::{IdSource, engine};
pub use crate::stash::{Decorators, ORIGIN_KEY, Options, Purpose, STASH_KEY, Scenario, Stash};
use crate::{Card, Content, Converted, Document, Error, Form, Loss};

impl Card {
    /// Converts the card to another card spec. Text moves, it is not copied.
    ///
    /// What the target cannot hold is named in the loss report, and kept in the stash if the options say so. A card
    /// with a stash that came from the target spec becomes what it was, with the edits made since.
    ///
    /// ```
    /// use cards_model::convert::{Options, Stash};
    /// use cards_model::{Card, Form, v3};
    /// let mut card = v3::Card::default();
    /// card.data.name = "Aria".into();
    /// card.data.nickname = Some("Ari".into());
    /// let card = Card::V3(Box::new(card));
    ///
    /// let v2 = card.clone().into_form(Form::V2, &Options::default().with_stash(Stash::Extensions))?;
    /// assert_eq!(v2.loss[0].pointer, "/data/nickname");
    /// let back = v2.value.into_form(Form::V3, &Options::default())?;
    /// assert_eq!(back.value.nickname(), Some("Ari"));
    /// # Ok::<(), cards_model::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NoConversion`] when the target is not a card spec.
    pub fn into_form(self, target: Form, options: &Options) -> Result<Converted<Card>, Error> {
        if !target.is_card() {
            return Err(Error::NoConversion { from: self.form(), to: target });
        }
        Ok(engine::convert(self, target, options))
    }

    /// Names what a conversion to another card spec would lose without a stash.
    ///
    /// # Errors
    /// Those of [`Card::into_form`].
    pub fn loss_for(&self, target: Form, options: &Options) -> Result<Vec<Loss>, Error> {
        let options = options.clone().with_stash(Stash::Off);
        Ok(self.clone().into_form(target, &options)?.loss)
    }
}

impl Document {
    /// Converts what the document holds: a card to another card spec, a book or module to another form of book. The
    /// result is a document that no file is behind yet.
    ///
    /// The book of a card alone comes from [`crate::book::convert`], and so does a module, which needs ids.
    ///
    /// # Errors
    /// [`Error::NoConversion`] from a card to a book, from a book to a card, and to a module.
    pub fn into_form(self, target: Form, options: &Options) -> Result<Converted<Self>, Error> {
        let content = match self.content {
            Content::Card(card) => card.into_form(target, options)?.map(Content::Card),
            book if target == Form::Module && book.form() != target => {
                return Err(Error::NoConversion { from: book.form(), to: target });
            }
            book => crate::book::convert(&book, target, options, &mut Unasked)?,
        };
        Ok(content.map(Self::new))
    }
}

/// Stands in for ids where no module is made.
struct Unasked;

impl IdSource for Unasked {
    fn module_id(&mut self) -> String {
        String::new()
    }

    fn entry_id(&mut self) -> String {
        String::new()
    }
}
