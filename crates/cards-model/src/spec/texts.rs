//! The texts of a card of any spec, each with its place: what a linter, a search or a translator walks over.

use super::card::GreetingKind;
use crate::json::{Json, Pointer};
use crate::{Card, Form};

/// A text of a card, and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CardText<'a> {
    /// What it is for.
    pub kind: TextKind,
    /// Where it is.
    pub pointer: Pointer,
    /// The text, macros and all.
    pub text: &'a str,
}

/// What a text of a card is for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TextKind {
    /// The name of the character.
    Name,
    /// The name that `{{char}}` shows.
    Nickname,
    /// The description.
    Description,
    /// The personality.
    Personality,
    /// The scenario.
    Scenario,
    /// Example conversations, or one message of them.
    Example,
    /// A greeting.
    Greeting(GreetingKind),
    /// The system prompt.
    SystemPrompt,
    /// The post-history instructions.
    PostHistoryInstructions,
    /// Notes to the users of the card.
    CreatorNotes,
    /// A note that SillyTavern puts at a depth of the chat (`extensions.depth_prompt`).
    DepthPrompt,
}

impl Card {
    /// Every text of the card but those of its lorebook, with its place. Members that are absent count as empty ones.
    ///
    /// ```
    /// use cards_model::{Card, TextKind, v2};
    /// let mut card = v2::Card::default();
    /// card.data.alternate_greetings.push("Again?".into());
    /// let card = Card::from(card);
    /// let found = card.texts().into_iter().find(|text| text.text == "Again?").unwrap();
    /// assert_eq!(found.pointer, "/data/alternate_greetings/0");
    /// assert!(matches!(found.kind, TextKind::Greeting(_)));
    /// ```
    #[must_use]
    pub fn texts(&self) -> Vec<CardText<'_>> {
        let mut texts = Texts { data: self.form().data_pointer().unwrap_or_default(), found: Vec::new() };
        self.walk(&mut texts);
        texts.found
    }

    fn walk<'a>(&'a self, texts: &mut Texts<'a>) {
        match self {
            Self::V0(card) => {
                texts.member("char_name", TextKind::Name, &card.char_name);
                texts.member("char_persona", TextKind::Description, &card.char_persona);
                texts.member("world_scenario", TextKind::Scenario, &card.world_scenario);
                texts.member("char_greeting", TextKind::Greeting(GreetingKind::First), &card.char_greeting);
                texts.member("example_dialogue", TextKind::Example, &card.example_dialogue);
                return;
            }
            Self::V1(card) => {
                texts.member("name", TextKind::Name, &card.name);
                texts.member("description", TextKind::Description, &card.description);
                texts.member("personality", TextKind::Personality, &card.personality);
                texts.member("scenario", TextKind::Scenario, &card.scenario);
                texts.member("first_mes", TextKind::Greeting(GreetingKind::First), &card.first_mes);
                texts.member("mes_example", TextKind::Example, &card.mes_example);
                return;
            }
            Self::V2(card) => texts.member("mes_example", TextKind::Example, &card.data.mes_example),
            Self::V3(card) => texts.member("mes_example", TextKind::Example, &card.data.mes_example),
            Self::V3L(card) => {
                let list = texts.data.member("example_messages");
                for (i, turns) in card.data.example_messages.iter().enumerate() {
                    for (j, turn) in turns.iter().enumerate() {
                        let text = turn.get("content").map(String::as_str).unwrap_or_default();
                        texts.push(list.index(i).index(j).member("content"), TextKind::Example, text);
                    }
                }
            }
            Self::Prom(card) => {
                let list = texts.data.member("example_messages");
                for (i, message) in card.data.example_messages.iter().enumerate() {
                    texts.push(list.index(i).member("content"), TextKind::Example, &message.content);
                }
            }
        }
        texts.member("name", TextKind::Name, self.name());
        texts.member("nickname", TextKind::Nickname, self.nickname().unwrap_or_default());
        texts.member("description", TextKind::Description, self.description());
        texts.member("personality", TextKind::Personality, self.personality());
        texts.member("scenario", TextKind::Scenario, self.scenario());
        texts.member("system_prompt", TextKind::SystemPrompt, self.system_prompt());
        texts.member("post_history_instructions", TextKind::PostHistoryInstructions, self.post_history_instructions());
        self.walk_greetings(texts);
        self.walk_notes(texts);
        let prompt = self.extensions().get("depth_prompt").and_then(|prompt| prompt.get("prompt"));
        if let (Some(text), Some(place)) = (prompt.and_then(Json::as_str), self.form().extensions_pointer()) {
            texts.push(place.member("depth_prompt").member("prompt"), TextKind::DepthPrompt, text);
        }
    }

    fn walk_greetings<'a>(&'a self, texts: &mut Texts<'a>) {
        let data = texts.data.clone();
        let (prom, lynn) = (self.form() == Form::Prom, self.form() == Form::V3L);
        // How many stood in each list so far.
        let (mut alternate, mut group) = (0, 0);
        if let Self::V3L(card) = self {
            let places = card.data.first_messages.iter().enumerate().flat_map(|(i, locale)| {
                let list = data.member("first_messages").index(i).member("messages");
                (0..locale.messages.len()).map(move |j| list.index(j))
            });
            for (place, greeting) in places.zip(self.greetings()) {
                texts.push(place, TextKind::Greeting(greeting.kind), greeting.text);
            }
        }
        for greeting in self.greetings().into_iter().filter(|_| !lynn) {
            let place = match greeting.kind {
                GreetingKind::First if prom => data.member("greetings").member("solo").index(0),
                GreetingKind::First => data.member("first_mes"),
                GreetingKind::Alternate => {
                    alternate += 1;
                    if prom {
                        data.member("greetings").member("solo").index(alternate)
                    } else {
                        data.member("alternate_greetings").index(alternate - 1)
                    }
                }
                GreetingKind::GroupOnly | GreetingKind::Locale(_) => {
                    group += 1;
                    let list = if prom {
                        data.member("greetings").member("group")
                    } else {
                        data.member("group_only_greetings")
                    };
                    list.index(group - 1)
                }
            };
            texts.push(place, TextKind::Greeting(greeting.kind), greeting.text);
        }
    }

    fn walk_notes<'a>(&'a self, texts: &mut Texts<'a>) {
        match self {
            Self::V3L(card) => {
                let list = texts.data.member("creator_notes");
                for (i, note) in card.data.creator_notes.iter().enumerate() {
                    texts.push(list.index(i).member("content"), TextKind::CreatorNotes, &note.content);
                }
            }
            Self::Prom(_) => {
                let place = Pointer::from(["metadata", "creator_notes"]);
                texts.push(place, TextKind::CreatorNotes, self.creator_notes(None));
            }
            _ => texts.member("creator_notes", TextKind::CreatorNotes, self.creator_notes(None)),
        }
        if let Self::V3(card) = self {
            for (language, text) in card.data.creator_notes_multilingual.iter().flat_map(|notes| &notes.0) {
                let place = texts.data.member("creator_notes_multilingual").member(language);
                texts.push(place, TextKind::CreatorNotes, text);
            }
        }
    }
}

/// The texts so far, and where the members of the character are.
struct Texts<'a> {
    data: Pointer,
    found: Vec<CardText<'a>>,
}

impl<'a> Texts<'a> {
    fn member(&mut self, name: &str, kind: TextKind, text: &'a str) {
        self.push(self.data.member(name), kind, text);
    }

    fn push(&mut self, pointer: Pointer, kind: TextKind, text: &'a str) {
        self.found.push(CardText { kind, pointer, text });
    }
}
