//! Lorebooks as the card that they go into has them.

use cards_json::Pointer;
use cards_model::convert::{Options, convert_book};
use cards_model::id::SeededIds;
use cards_model::{Content, Form, Lorebook, Loss, book};

use crate::error::Error;

/// A lorebook in the layout of a card's own.
pub(super) struct Fitted {
    pub(super) book: Lorebook,
    /// What each entry is called where it came from: its number, or its key in a map.
    pub(super) names: Vec<String>,
    /// What the layout has no place for; pointers lead into the source, from the root of its book.
    pub(super) loss: Vec<Loss>,
}

impl Fitted {
    /// The lorebook of a content as a conversion to a form of cards makes it.
    ///
    /// A Prom card takes a CCv3 lorebook, and says itself what it has no place for.
    pub(super) fn new(content: &Content, of: Form) -> Result<Self, Error> {
        let own = content.lorebook().ok_or(Error::NoLorebook)?;
        if content.form() == of {
            return Ok(Self::of(own.into_owned(), of, Vec::new()));
        }
        // No module is made, and so no id.
        let made = book::convert(content, Form::LorebookV3, &Options::default(), &mut SeededIds::new(0))?;
        let Content::LorebookV3(file) = made.value else { return Err(Error::NoLorebook) };
        let mut fitted = Self::of(file.data, content.form(), made.loss);
        if of == Form::V2 {
            let made = convert_book(fitted.book, Form::V3, Form::V2, &Options::default())?;
            fitted.book = made.value;
            for mut loss in made.loss {
                if let Some((name, below)) = entry_of(&loss.pointer)
                    && let Some(name) = name.parse::<usize>().ok().and_then(|number| fitted.names.get(number))
                {
                    loss.pointer = ENTRIES.iter().collect::<Pointer>().member(name).join(&below);
                }
                fitted.loss.push(loss);
            }
        }
        Ok(fitted)
    }

    fn of(book: Lorebook, form: Form, loss: Vec<Loss>) -> Self {
        let name = |(number, entry): (usize, &cards_model::Entry)| match &entry.id {
            Some(id) if form == Form::WorldInfo => id.to_string(),
            _ => number.to_string(),
        };
        let names = book.entries.iter().enumerate().map(name).collect();
        Self { book, names, loss }
    }
}

const ENTRIES: [&str; 1] = ["entries"];

/// What the entry is called that a place of a book lies in, and the way from there.
pub(super) fn entry_of(place: &Pointer) -> Option<(String, Pointer)> {
    let below = place.below(&Pointer::from(ENTRIES))?;
    let mut keys = below.keys();
    let name = keys.next()?.into_owned();
    Some((name, keys.collect()))
}
