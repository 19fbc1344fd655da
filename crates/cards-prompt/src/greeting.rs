//! The greetings of a chat of two, and which of them a saved chat began with.

use std::fmt;

use cards_macro::{Profile, Template};
use cards_model::{Card, GreetingKind};

/// A greeting that may open a chat of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SoloGreeting<'c> {
    /// Its number: 0 is the first message, 1 and up are the alternates. Counted in each locale anew (CCv3L).
    pub index: usize,
    /// Its locale, where the card has greetings in several; absent for the first one, which is the one in use.
    pub locale: Option<&'c str>,
    /// The text, macros unexpanded.
    pub text: &'c str,
}

/// Lists the greetings of a chat of two: the first message, then the alternates, then those of other locales.
///
/// Greetings for groups alone are left out. Spec: CCv3 `group_only_greetings`, Prom V3.1 `greetings.solo`.
#[must_use]
pub fn solo_greetings(card: &Card) -> Vec<SoloGreeting<'_>> {
    let mut greetings: Vec<SoloGreeting<'_>> = Vec::new();
    for (text, kind) in card.greetings().into_iter().map(|greeting| (greeting.text, greeting.kind)) {
        let locale = match kind {
            GreetingKind::GroupOnly => continue,
            GreetingKind::Locale(locale) => locale_of(card, &locale),
            _ => None,
        };
        let index = greetings.iter().filter(|greeting| greeting.locale == locale).count();
        greetings.push(SoloGreeting { index, locale, text });
    }
    greetings
}

/// A locale's name, borrowed from the card.
fn locale_of<'c>(card: &'c Card, locale: &str) -> Option<&'c str> {
    let Card::V3L(card) = card else { return None };
    card.data.first_messages.iter().map(|messages| messages.locale.as_str()).find(|name| *name == locale)
}

/// A greeting that a card does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NoGreeting {
    /// The number that was asked for.
    pub index: usize,
    /// How many there are.
    pub count: usize,
}

impl NoGreeting {
    /// Says that a card with so many greetings has none of this number.
    #[must_use]
    pub fn new(index: usize, count: usize) -> Self {
        Self { index, count }
    }
}

impl fmt::Display for NoGreeting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { index, count } = self;
        match count {
            0 => write!(f, "there is no greeting {index}: the card has no greetings for a chat of two"),
            1 => write!(f, "there is no greeting {index}: the card has one, greeting 0"),
            count => write!(f, "there is no greeting {index}: the card has {count}, from 0 to {}", count - 1),
        }
    }
}

impl std::error::Error for NoGreeting {}

/// Finds the greeting that the first message of a saved chat is: as written, or with its macros expanded by whatever
/// client saved it.
///
/// A text with macros fits when what stands between them stands in the message in the same order, at its beginning and
/// its end too. The greeting that says most of the message itself wins; of equal ones the earlier.
#[must_use]
pub fn recognise<'c>(card: &'c Card, message: &str) -> Option<SoloGreeting<'c>> {
    let message = normal(message);
    let greetings = solo_greetings(card);
    if let Some(same) = greetings.iter().find(|greeting| normal(greeting.text) == message) {
        return Some(*same);
    }
    let fitting = greetings.into_iter().filter_map(|greeting| Some((said(greeting.text, &message)?, greeting)));
    // `max_by_key` takes the last of equal ones, so the list is walked from its end.
    let mut fitting: Vec<_> = fitting.collect();
    fitting.reverse();
    fitting.into_iter().max_by_key(|(said, _)| *said).map(|(_, greeting)| greeting)
}

/// How many bytes of a message a greeting says itself, when the rest can be what its macros became.
fn said(greeting: &str, message: &str) -> Option<usize> {
    let greeting = normal(greeting);
    // The engine with the most spellings: what it takes for text is text for every client.
    let template = Template::parse(&greeting, Profile::Spec).ok()?;
    let mut pieces: Vec<&str> = Vec::new();
    let mut from = 0;
    for span in template.root().macros().map(|found| found.span()) {
        pieces.push(greeting.get(from..span.start)?);
        from = span.end;
    }
    let last = greeting.get(from..)?;
    let (first, between) = pieces.split_first()?;
    // Clients trim what they save, so blanks at the ends are nobody's.
    let mut rest = message.strip_prefix(first.trim_start())?;
    for piece in between {
        rest = rest.get(rest.find(piece)? + piece.len()..)?;
    }
    rest.strip_suffix(last.trim_end())?;
    let said = first.trim().len() + between.iter().map(|piece| piece.trim().len()).sum::<usize>() + last.trim().len();
    (said > 0).then_some(said)
}

/// Line ends as one kind, no blanks around.
fn normal(text: &str) -> String {
    text.trim().replace("\r\n", "\n")
}
