//! The greetings of a chat of two, and which of them a saved chat began with.

use std::fmt;
use std::str::FromStr;

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

/// How a chat opens that has no message yet.
///
/// As text, which commands and front ends take: `1` is the greeting of that number, `group:0` the first one for groups, `de:0` the
/// first one in that language, `none` no greeting.
///
/// # Examples
///
/// ```
/// use cards_prompt::Opening;
///
/// assert_eq!("group:1".parse(), Ok(Opening::Group(1)));
/// assert_eq!(Opening::Locale("de".to_owned(), 0).to_string(), "de:0");
/// assert_eq!(Opening::from(2).to_string(), "2");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Opening {
    /// With this greeting of a chat of two, in the language in use: 0 is the first message, 1 and up are the alternates.
    Greeting(usize),
    /// With this greeting for groups, from 0. Spec: CCv3 `group_only_greetings`, Prom V3.1 `greetings.group`.
    Group(usize),
    /// With this greeting of a chat of two, from 0, in this language. Spec: CCv3L `first_messages`.
    Locale(String, usize),
    /// With nothing of the card's.
    Nothing,
}

impl Opening {
    /// Gives the text, macros unexpanded. Nothing where nothing is wanted, and of a card that has no greetings at all, unless one
    /// other than the first was asked for.
    ///
    /// # Errors
    /// The card has no such greeting.
    pub fn text<'c>(&self, card: &'c Card) -> Result<Option<&'c str>, NoGreeting> {
        let (texts, index) = match self {
            Self::Nothing => return Ok(None),
            Self::Greeting(index) => (of_locale(card, None), *index),
            Self::Group(index) => (group_greetings(card), *index),
            Self::Locale(locale, index) => {
                let in_use = card.locales().first().is_some_and(|first| first == locale);
                (of_locale(card, Some(locale).filter(|_| !in_use)), *index)
            }
        };
        match texts.get(index) {
            Some(text) => Ok(Some(text)),
            None if texts.is_empty() && *self == Self::Greeting(0) => Ok(None),
            None => Err(NoGreeting { wanted: self.clone(), count: texts.len() }),
        }
    }
}

impl Default for Opening {
    fn default() -> Self {
        Self::Greeting(0)
    }
}

impl From<usize> for Opening {
    fn from(index: usize) -> Self {
        Self::Greeting(index)
    }
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Greeting(index) => write!(f, "{index}"),
            Self::Group(index) => write!(f, "group:{index}"),
            Self::Locale(locale, index) => write!(f, "{locale}:{index}"),
            Self::Nothing => f.write_str("none"),
        }
    }
}

impl FromStr for Opening {
    type Err = NotAnOpening;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = |number: &str| number.parse().map_err(|_| NotAnOpening { text: text.to_owned() });
        match text.split_once(':') {
            _ if text == "none" => Ok(Self::Nothing),
            None => number(text).map(Self::Greeting),
            Some(("group", index)) => number(index).map(Self::Group),
            Some(("", _)) => Err(NotAnOpening { text: text.to_owned() }),
            Some((locale, index)) => Ok(Self::Locale(locale.to_owned(), number(index)?)),
        }
    }
}

/// Reads a number, or a text as [`FromStr`] does.
#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Opening {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[derive(serde::Deserialize)]
        #[serde(untagged, expecting = "a greeting is a number or a text")]
        enum Written {
            Number(usize),
            Text(String),
        }
        match Written::deserialize(from)? {
            Written::Number(index) => Ok(Self::Greeting(index)),
            Written::Text(text) => text.parse().map_err(serde::de::Error::custom),
        }
    }
}

/// A text that names no opening.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{text}` is no greeting; write its number, `group:0` for one of a group, `de:0` for one in a language, or `none`"
)]
#[non_exhaustive]
pub struct NotAnOpening {
    /// The text.
    pub text: String,
}

/// The texts of the greetings of a chat of two in a language, that in use unless one is named.
fn of_locale<'c>(card: &'c Card, locale: Option<&String>) -> Vec<&'c str> {
    let greetings = solo_greetings(card).into_iter();
    greetings.filter(|known| known.locale == locale.map(String::as_str)).map(|known| known.text).collect()
}

/// Lists the greetings for groups alone.
///
/// Spec: CCv3 `group_only_greetings`, Prom V3.1 `greetings.group`.
fn group_greetings(card: &Card) -> Vec<&str> {
    let all = card.greetings().into_iter();
    all.filter(|greeting| matches!(greeting.kind, GreetingKind::GroupOnly)).map(|greeting| greeting.text).collect()
}

/// A greeting that a card does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NoGreeting {
    /// What was asked for.
    pub wanted: Opening,
    /// How many of that kind there are.
    pub count: usize,
}

impl fmt::Display for NoGreeting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, index, kind) = match &self.wanted {
            Opening::Greeting(index) => ("greeting", index, "for a chat of two".to_owned()),
            Opening::Group(index) => ("group greeting", index, "for groups".to_owned()),
            Opening::Locale(locale, index) => ("greeting", index, format!("in `{locale}`")),
            Opening::Nothing => return f.write_str("no greeting was asked for"),
        };
        match self.count {
            0 => write!(f, "there is no {what} {index}: the card has no greetings {kind}"),
            1 => write!(f, "there is no {what} {index}: the card has one, {what} 0"),
            count => write!(f, "there is no {what} {index}: the card has {count}, from 0 to {}", count - 1),
        }
    }
}

impl std::error::Error for NoGreeting {}

/// Finds the greeting that the first message of a saved chat is: as written, or with its macros expanded by whatever
/// client saved it.
///
/// A text with macros fits when what is between them is in the message in the same order, at its beginning and
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
