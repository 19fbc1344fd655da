//! The first step of a turn: the greeting or the chat, expanded.

use std::collections::BTreeMap;

use cards_macro::{Engine, Error, Host, Limits};
use cards_model::Card;
use cards_words::Message;

use crate::expand::Expander;
use crate::greeting::{Opening, recognise};

/// The chat as the model gets to see it, its macros expanded; hidden messages are left out.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct History {
    /// The messages, oldest first.
    pub messages: Vec<Message<'static>>,
    /// Where each was in the chat that came in; `None` for a greeting that this turn put in.
    pub places: Vec<Option<usize>>,
    /// The number of the greeting that the first of them is, where it is one.
    pub greeting: Option<usize>,
    /// Macros that no profile and no host knows; they stay as text.
    pub unknown_macros: Vec<String>,
}

/// Expands the greeting that opens an empty chat, or the messages of a chat that has begun.
///
/// A greeting that a client saved with its macros expanded is recognised, and rendered once more for the variables that
/// it sets where none are set yet; its text stays the saved one.
///
/// Spec: Prom V3.1 `greetings` (hidden scenarios by `setvar`), CCv3 `@@is_greeting`.
///
/// ```
/// use cards_macro::{Engine, Limits, MapHost};
/// use cards_model::Card;
/// use cards_prompt::{Opening, open};
/// let card: Card = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","first_mes":"Hi, {{user}}."}}"#.parse()?;
/// let mut host = MapHost::new("Sam", "Aria");
/// let history = open(Some(&card), &[], &Opening::default(), Engine::Spec, &Limits::default(), &mut host)?;
/// assert_eq!(history.messages[0].text, "Hi, Sam.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A limit that expanding a text hit.
pub fn open(
    card: Option<&Card>,
    chat: &[Message<'_>],
    opening: &Opening,
    engine: impl Into<Engine>,
    limits: &Limits,
    host: &mut dyn Host,
) -> Result<History, Error> {
    let fresh = host.list_vars(cards_macro::Scope::Chat).is_empty();
    let engine = engine.into();
    // De facto: SillyTavern 1.19 searches the name before a message that is empty, and counts it.
    let keeps_empty = engine.is_sillytavern() && engine != Engine::SillyTavernLegacy;
    let mut expander = Expander::new(host, engine, limits, BTreeMap::new());
    let mut history = History::default();
    let shown = || chat.iter().enumerate().filter(|(_, message)| !message.hidden);
    let first = shown().next();
    match (card, first) {
        (Some(card), None) if chat.is_empty() => history.greet(card, opening, &mut expander)?,
        (Some(card), Some((_, message))) if message.role == cards_words::Role::Assistant => {
            if let Some(known) = recognise(card, &message.text) {
                history.greeting = Some(known.index);
                if fresh && known.text != message.text {
                    expander.text(known.text)?;
                }
            }
        }
        _ => {}
    }
    for (place, message) in shown() {
        let text = expander.text(&message.text)?;
        if text.is_empty() && place == 0 {
            history.greeting = None;
        }
        if !text.is_empty() || keeps_empty {
            history.messages.push(Message { text: text.into(), ..message.clone().into_owned() });
            history.places.push(Some(place));
        }
    }
    history.unknown_macros = expander.unknown.into_iter().collect();
    Ok(history)
}

impl History {
    /// Puts the greeting in front of an empty chat.
    fn greet(&mut self, card: &Card, opening: &Opening, expander: &mut Expander<'_>) -> Result<(), Error> {
        // Whoever wants to know that there is none asks the opening for its text.
        let Ok(Some(greeting)) = opening.text(card) else { return Ok(()) };
        let text = expander.text(greeting)?;
        if !text.is_empty() {
            self.messages.push(Message::assistant(text));
            self.places.push(None);
            self.greeting = match opening {
                Opening::Greeting(index) | Opening::Locale(_, index) => Some(*index),
                _ => None,
            };
        }
        Ok(())
    }
}
