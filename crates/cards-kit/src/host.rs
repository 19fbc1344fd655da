//! The macros' host of a card, and the lore engine's view of it.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;

use cards_lore::{BookKind, Expander};
use cards_macro::{Arity, Engine, Error, Fact, For, Limits, MapHost, Template};
use cards_model::Card;
use cards_prompt::{Note, solo_greetings};
use cards_words::Dice;

/// Makes a macro host that shows a card's names and fields.
///
/// A `character` name stands in for the card's name and nickname.
///
/// ```
/// use cards_kit::{Card, For, Profile, macro_host, macros};
/// let text = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","first_mes":"Hi, {{user}}!"}}"#;
/// let card: Card = text.parse()?;
/// let mut host = macro_host(Some(&card), "Sam", None);
/// let greeting = macros::expand(card.first_mes(), Profile::Spec, &mut host, For::Prompt)?;
/// assert_eq!(greeting, "Hi, Sam!");
/// # Ok::<(), cards_kit::Error>(())
/// ```
#[must_use]
pub fn macro_host(card: Option<&Card>, user: &str, character: Option<&str>) -> MapHost {
    let name = character.or(card.map(Card::name)).unwrap_or("Character");
    let mut host = MapHost::new(user, name);
    let Some(card) = card else { return host };
    if let (Some(nickname), None) = (card.nickname(), character) {
        host.set(Fact::Nickname, nickname);
    }
    let greetings: Vec<_> = solo_greetings(card).into_iter().filter(|greeting| greeting.locale.is_none()).collect();
    let note = Note::of(card);
    let fields = [
        (Fact::Description, card.description()),
        (Fact::Personality, card.personality()),
        (Fact::Scenario, card.scenario()),
        (Fact::FirstMessage, greetings.first().map_or("", |greeting| greeting.text)),
        (Fact::SystemPrompt, card.system_prompt()),
        (Fact::PostHistoryInstructions, card.post_history_instructions()),
        (Fact::CharacterVersion, card.character_version()),
        (Fact::CreatorNotes, card.creator_notes()),
        (Fact::DepthPrompt, note.as_ref().map_or("", |note| note.text.as_str())),
        (Fact::CardId, card.name()),
    ];
    for (fact, text) in fields {
        host.set(fact, text);
    }
    host.set(Fact::MesExample, card.mes_example());
    host.alternate_greetings = greetings.iter().skip(1).map(|greeting| greeting.text.to_owned()).collect();
    host
}

/// Gives a host macros that print what they are said to.
pub(crate) fn register(host: &mut MapHost, macros: &BTreeMap<String, String>) {
    for (name, text) in macros {
        let text = text.clone();
        host.register(name, Arity::exactly(0), "Set by whoever asks.", move |_| Some(text.clone()));
    }
}

/// A text for the prompt, its macros expanded.
pub(crate) fn expanded<'t>(
    text: &'t str,
    engine: Engine,
    limits: &Limits,
    host: &mut MapHost,
) -> Result<Cow<'t, str>, Error> {
    expanded_for(text, engine, limits, host, For::Prompt)
}

/// The same for another purpose.
pub(crate) fn expanded_for<'t>(
    text: &'t str,
    engine: Engine,
    limits: &Limits,
    host: &mut MapHost,
    purpose: For,
) -> Result<Cow<'t, str>, Error> {
    let template = Template::parse_with(text, engine, limits)?;
    if template.is_plain() && text.len() <= limits.output_bytes {
        return Ok(Cow::Borrowed(text));
    }
    Ok(Cow::Owned(template.render(host, purpose)?.into_owned()))
}

/// The macros' host, whose dice the lore engine uses as well: both take from one stream.
pub(crate) struct Shared<'s, 'h> {
    pub(crate) host: &'s RefCell<&'h mut MapHost>,
    pub(crate) engine: Engine,
    pub(crate) limits: &'s Limits,
}

impl Dice for Shared<'_, '_> {
    fn roll(&mut self) -> f64 {
        self.host.borrow_mut().roll()
    }
}

impl Expander for Shared<'_, '_> {
    fn expand<'t>(&mut self, text: &'t str) -> Cow<'t, str> {
        let mut host = self.host.borrow_mut();
        // A text that hits a limit stays as it is; the entry still says which key fired it.
        expanded(text, self.engine, self.limits, &mut host).unwrap_or(Cow::Borrowed(text))
    }

    // Spec: module-v1 knows four spellings of names and nothing else, whichever client shows the card beside it.
    fn expand_of<'t>(&mut self, text: &'t str, book: BookKind) -> Cow<'t, str> {
        let engine = if book == BookKind::Module { Engine::Module } else { self.engine };
        Shared { engine, ..*self }.expand(text)
    }
}
