//! What the engine asks of its caller: token counts, dice, text expansion.

use std::borrow::Cow;

use cards_words::{Dice, TokenCounter};

use crate::book::BookKind;

/// Expands macros in keys and contents.
///
/// ```
/// use cards_lore::Expander;
/// use std::borrow::Cow;
/// struct Name(&'static str);
/// impl Expander for Name {
///     fn expand<'t>(&mut self, text: &'t str) -> Cow<'t, str> {
///         text.replace("{{char}}", self.0).into()
///     }
/// }
/// assert_eq!(Name("Aria").expand("{{char}} waves."), "Aria waves.");
/// ```
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
///
/// ```
/// use cards_lore::{Book, Entry, Estimate, Host, Lore, Limits, Message, Profile, SeededDice, Settings, State, Turn, Verbatim};
/// let book = Book::new("Town", [Entry::new(["bell"], "It rings.")]);
/// let lore = Lore::compile(vec![book], Settings::new(Profile::Spec), &Limits::default())?;
/// let mut host = Host { tokens: &mut Estimate, dice: &mut SeededDice::new(7), expander: &mut Verbatim };
/// let turn = Turn::new([Message::user("A bell?")]);
/// assert_eq!(lore.activate(&turn, &mut State::new(), &mut host)?.entries[0].content, "It rings.");
/// # Ok::<(), cards_lore::Error>(())
/// ```
pub struct Host<'h> {
    /// The token counter.
    pub tokens: &'h mut dyn TokenCounter,
    /// The dice.
    pub dice: &'h mut dyn Dice,
    /// The macros.
    pub expander: &'h mut dyn Expander,
}

/// Leaves texts as they are.
///
/// ```
/// use cards_lore::{Expander, Verbatim};
/// assert_eq!(Verbatim.expand("{{char}} waves."), "{{char}} waves.");
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Verbatim;

impl Expander for Verbatim {
    fn expand<'t>(&mut self, text: &'t str) -> Cow<'t, str> {
        Cow::Borrowed(text)
    }
}
