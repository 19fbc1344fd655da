//! What the engine asks of its caller: token counts, dice, text expansion.

use std::borrow::Cow;

use cards_words::{Dice, TokenCounter};

use crate::book::BookKind;

/// Expands macros in keys and contents.
pub trait Expander {
    /// Expands a text; borrowed when nothing changed.
    fn expand<'t>(&mut self, text: &'t str) -> Cow<'t, str>;

    /// Expands the content of an entry whose book is of a kind; modules have macros of their own.
    fn expand_of<'t>(&mut self, text: &'t str, book: BookKind) -> Cow<'t, str> {
        let _ = book;
        self.expand(text)
    }
}

/// The caller's side of one turn.
pub struct Host<'h> {
    /// The token counter.
    pub tokens: &'h mut dyn TokenCounter,
    /// The dice.
    pub dice: &'h mut dyn Dice,
    /// The macros.
    pub expander: &'h mut dyn Expander,
}

/// Leaves texts as they are.
#[derive(Clone, Copy, Debug, Default)]
pub struct Verbatim;

impl Expander for Verbatim {
    fn expand<'t>(&mut self, text: &'t str) -> Cow<'t, str> {
        Cow::Borrowed(text)
    }
}
