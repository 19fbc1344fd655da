//! The texts of a card of any spec, each with its place: what a linter, a search or a translator walks over.

use super::card::GreetingKind;
use super::script_texts;
use crate::json::{Json, Pointer};
use crate::{Card, Form, Module};

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
    /// The guidance note of CCv3L.
    GuidanceNote,
    /// The introduction of a module, for players.
    Intro,
    /// Who made it.
    Creator,
    /// Its version.
    Version,
    /// Where it comes from.
    Source,
    /// The category of a module.
    Category,
    /// The name of a script.
    ScriptName,
    /// A pattern, a replacement, or the code of a script that a client runs.
    Script,
}

/// What a text is to those who walk over texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum TextClass {
    /// For a model or for people: what is translated.
    Prose,
    /// Patterns and scripts: what a program runs.
    Code,
    /// What a card is filed under: its creator, version, source and category, and the names of its scripts.
    Label,
}

impl TextClass {
    /// Every class.
    pub const ALL: &'static [Self] = &[Self::Prose, Self::Code, Self::Label];

    /// Gives the name that commands and answers use.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Prose => "prose",
            Self::Code => "code",
            Self::Label => "label",
        }
    }
}

impl TextKind {
    /// What a text of this kind is.
    #[must_use]
    pub fn class(&self) -> TextClass {
        match self {
            Self::Script => TextClass::Code,
            Self::Creator | Self::Version | Self::Source | Self::Category | Self::ScriptName => TextClass::Label,
            _ => TextClass::Prose,
        }
    }
}

impl Module {
    /// Every text of the module but those of its entries, with its place.
    #[must_use]
    pub fn texts(&self) -> Vec<CardText<'_>> {
        let mut texts = Texts { data: Pointer::default(), found: Vec::new() };
        texts.member("name", TextKind::Name, &self.name);
        texts.member("intro", TextKind::Intro, &self.intro);
        texts.member("creator", TextKind::Creator, &self.creator);
        texts.member("category", TextKind::Category, self.category.as_str());
        texts.found
    }
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
        if let Self::V3L(card) = self {
            texts.member("guidance_note", TextKind::GuidanceNote, &card.data.guidance_note);
        }
        self.walk_labels(texts);
        if let Some(place) = self.form().extensions_pointer() {
            script_texts::walk(self.extensions(), &place, &mut texts.found);
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

    fn walk_labels<'a>(&'a self, texts: &mut Texts<'a>) {
        let info = Pointer::from(["metadata"]);
        let (home, version) =
            if self.form() == Form::Prom { (&info, "version") } else { (&texts.data.clone(), "character_version") };
        texts.push(home.member("creator"), TextKind::Creator, self.creator());
        texts.push(home.member(version), TextKind::Version, self.character_version());
        let sources = match self {
            Self::V3(card) => card.data.source.as_deref(),
            Self::Prom(card) => {
                let source = card.metadata.as_ref().map_or("", |info| &info.source);
                texts.push(info.member("source"), TextKind::Source, source);
                None
            }
            _ => None,
        };
        for (number, source) in sources.into_iter().flatten().enumerate() {
            texts.push(texts.data.member("source").index(number), TextKind::Source, source);
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
